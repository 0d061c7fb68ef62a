import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { afterAll, expect, it, vi } from "vitest";
import type { Coupon, Rate } from "#catalog";
import type { Viewer } from "#client/viewer.ts";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import { CouponList } from "../web/coupon-list.tsx";
import es from "../web/es.json" with { type: "json" };

// Files share what they import: what is replaced here must be read anew, and must be gone for the next file.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
const plus = vi.hoisted(() => ({ active: false }));
vi.mock("#client/viewer.ts", async (original) => {
  const real = await original<typeof import("#client/viewer.ts")>();
  const useViewer = <T,>(select: (viewer: Viewer) => T) =>
    select({ ...real.currentViewer(), user: { plus } as NonNullable<Viewer["user"]> });
  return { ...real, useViewer };
});

const percent = (bps: number): Rate => ({ kind: "percent", bps, up_to: true });
const of = (plus_rate: Rate | null): Coupon => ({
  ...{ offer_id: "ofr_1", offer_type: "coupon", offer_code: "TEN", title: "10% off", title_language: "en" },
  ...{ title_other: null, offer_description: "Ends soon.", description_es: null, minimum_minor: null },
  merchant: {
    ...{ internal_name: "marlow-finch", name: "Marlow Finch", logo_url: null, brand_hex: null },
    ...{ rate: percent(400), plus_rate },
  },
  ...{ discount: { kind: "percent", bps: 1_000 }, condition: null, condition_es: null, starts_at: null, ends_at: null },
  ...{ state: "live", verified_at: null, worked: 0, tried: 0 },
});

/** In the document's own route, which says where pictures are. */
function Page() {
  const { coupon, language } = useLoaderData<{ coupon: Coupon; language: "en" | "es" }>();
  return (
    <TextProvider language={language}>
      <CouponList coupons={[coupon]} named />
    </TextProvider>
  );
}
const Site = createRoutesStub([{ id: "root", path: "/", Component: Page, loader: () => null }]);
const told = (plus_rate: Rate | null, language: "en" | "es") =>
  renderToStaticMarkup(
    <Site initialEntries={["/"]} hydrationData={{ loaderData: { root: { coupon: of(plus_rate), language } } }} />,
  );

it("tells everybody what a store pays, and a Plus member what their own click is tracked with", () => {
  startLanguages(es);
  for (const [active, figure] of [
    [false, "4"],
    [true, "5"],
  ] as const) {
    plus.active = active;
    expect(told(percent(500), "en")).toContain(`Up to ${figure}% back`);
    expect(told(percent(500), "es")).toMatch(new RegExp(`Hasta ${figure}[^<\\d]*% de vuelta`));
  }
  expect(told(null, "en")).toContain("Up to 4% back");
});
