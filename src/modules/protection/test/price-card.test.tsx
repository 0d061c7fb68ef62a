import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, it } from "vitest";
import { startLanguage, TextProvider } from "#ui/text.tsx";
import type { PricePage, PriceWatch } from "../protection.types.ts";
import { PriceCard } from "../web/price-card.tsx";

startLanguage("en");

const WATCH: PriceWatch = {
  ...{
    watch_id: "pwt_1",
    state: "watching",
    item: "Yoga mat",
    slug: "yoga-mat",
    image_url: null,
    store: "Volt Harbor",
  },
  ...{ order_number: null, bought_on: "2027-01-04", pieces: 1, paid_minor: "5745", now_minor: null, read_at: null },
  ...{ drop_minor: null, policy: null, store_until: null, house_until: "2027-02-03", proof: "none", asked_on: null },
  ...{ store_minor: "0", claim: null, timeline: [], letter: null },
  may: { claim: false, ask: false, answer: false, withdraw: false },
};

function Page() {
  const page = useLoaderData<PricePage>();
  return (
    <TextProvider language="en">
      {page.watches.map((watch) => (
        <PriceCard key={watch.watch_id} watch={watch} page={page} />
      ))}
    </TextProvider>
  );
}

function shown(watch: Partial<PriceWatch>): string {
  const page: PricePage = {
    ...{ today: "2027-02-20", claims_by_itself: false, plan: null, watches: [{ ...WATCH, ...watch }] },
    figures: { watched: 0, found_minor: "0", brought_minor: "0" },
  };
  const Site = createRoutesStub([{ id: "price", path: "/", Component: Page, loader: () => null }]);
  return renderToStaticMarkup(<Site initialEntries={["/"]} hydrationData={{ loaderData: { price: page } }} />);
}

it("promises to read a price while it is watched, and says that it is no longer when the days are over", () => {
  expect(shown({})).toContain("We read its price within the hour.");
  for (const now_minor of [null, "4990"]) {
    const closed = shown({ state: "window_closed", slug: null, now_minor });
    expect(closed).toContain("We no longer watch its price.");
    expect(closed).not.toMatch(/within the hour|It costs/);
  }
});
