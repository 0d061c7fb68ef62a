import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, it } from "vitest";
import type { Coupon, Rate } from "#catalog";
import { startLanguages, translator } from "#ui/text.tsx";
import { CouponTicket, factsOf } from "../web/coupon-ticket.tsx";
import es from "../web/es.json" with { type: "json" };

type Shown = { coupon: Coupon; language: "en" | "es"; pays: Rate | undefined };

/** In the document's own route, which says where pictures are. */
function Page() {
  const { coupon, language, pays } = useLoaderData<Shown>();
  return (
    <CouponTicket {...{ coupon, t: translator(language), language, codeHref: "?code=ofr_1", revealed: false, pays }} />
  );
}
const Site = createRoutesStub([{ id: "root", path: "/", Component: Page, loader: () => null }]);

const of = (rate: Rate): Coupon => ({
  ...{ offer_id: "ofr_1", offer_type: "coupon", offer_code: "TEN", title: "10% off", title_language: "en" },
  ...{ title_other: null, offer_description: "Ends soon.", description_es: null, minimum_minor: null },
  merchant: {
    internal_name: "marlow-finch",
    name: "Marlow Finch",
    logo_url: null,
    brand_hex: null,
    rate,
    plus_rate: null,
  },
  ...{ discount: { kind: "percent", bps: 1_000 }, condition: null, condition_es: null, starts_at: null, ends_at: null },
  ...{ state: "live", verified_at: null, worked: 0, tried: 0 },
});

it("tells among coupons of many stores what comes back at each, and where nothing does", () => {
  startLanguages(es);
  const told = (rate: Rate, language: "en" | "es", named = true) =>
    renderToStaticMarkup(
      <Site
        initialEntries={["/"]}
        hydrationData={{
          loaderData: { root: { coupon: of(rate), language, pays: named ? rate : undefined } satisfies Shown },
        }}
      />,
    );
  const upTo: Rate = { kind: "percent", bps: 400, up_to: true };
  expect(told({ kind: "none" }, "en")).toContain("No cash back");
  expect(told({ kind: "none" }, "es")).toContain("Sin dinero de vuelta");
  expect(told(upTo, "en")).toContain("Up to 4% back");
  expect(told(upTo, "es")).toMatch(/Hasta 4[^<]*% de vuelta/);
  // On the store's own page it stands above all of them.
  for (const rate of [upTo, { kind: "none" } as const]) expect(told(rate, "en", false)).not.toMatch(/back/);
});

it("names the last day on which a coupon is there, whichever zone its end was told in", () => {
  const coupon = of({ kind: "none" });
  const facts = (fields: Partial<Coupon>) => factsOf({ ...coupon, ...fields }, translator("en"), "en").join(" · ");
  for (const ends_at of ["2026-11-30T23:59:59.000Z", "2026-12-01T07:59:59.000Z", "2026-12-01T09:59:59.000Z"]) {
    expect(facts({ ends_at })).toContain("Ends Nov\u00a030,\u00a02026");
    expect(facts({ ends_at, state: "ended" })).toContain("Expired Nov\u00a030,\u00a02026");
  }
  expect(facts({ state: "upcoming", starts_at: "2026-12-01T05:00:00.000Z" })).toContain("Starts Dec\u00a01,\u00a02026");
});
