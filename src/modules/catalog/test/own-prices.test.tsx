/** What a product comes to: for everybody by the usual rate, for who is on Plus by the rate that their click is tracked with. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Viewer } from "#client/viewer.ts";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import { compareProducts } from "../compare-products.ts";
import type { ReadDeps } from "../read-catalog.types.ts";
import { type ListingRow, type ProductRow, toListings, toProductCard } from "../shape-answers.ts";
import { CompareTable } from "../web/compare.tsx";
import es from "../web/es.json" with { type: "json" };
import { ProductGrid } from "../web/product-grid.tsx";
import { type Product, ProductView } from "../web/product-view.tsx";

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
beforeAll(() => startLanguages(es));

const shares = { member_share_bps: 5_000, plus_share_bps: 10_000 };
const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const listRow = (from_bps = 200): ProductRow => ({
  ...{ product_id: id(1), slug: "lamp", name: "Lamp", brand: null, image_url: null, merchants: 2 },
  ...{ from_minor: 10_000n, from_store: "Corner", from_kind: "percent", from_bps, from_rate_minor: 0n },
});
const card = (from_bps: number) => toProductCard(listRow(from_bps), shares);
const row = (last: number, name: string, price: bigint, group_bps: number): ListingRow => ({
  ...{ listing_id: id(last), internal_name: name.toLowerCase(), name, logo_path: null, brand_hex: null, category: "x" },
  ...{ live_coupons: 0, was_kind: "none", was_bps: 0, was_minor: 0n, rate_kind: "percent", rate_bps: group_bps },
  ...{ rate_minor: 0n, rate_up_to: false, currency: "USD", price_minor: price, list_price_minor: null },
  ...{ availability: "in_stock", condition: "new", updated_at: "2026-03-10T12:00:00Z", cash_back_allowed: true },
  ...{ group_kind: "percent", group_bps, group_minor: 0n },
});
const listingRows = () => [row(1, "Corner", 10_000n, 200), row(2, "Harbor", 10_150n, 400)];
const listings = () => toListings(listingRows(), shares);

const stage: { shows: ReactNode } = { shows: null };
function Page() {
  return <TextProvider language="en">{stage.shows}</TextProvider>;
}
const Site = createRoutesStub([{ id: "root", path: "/", Component: Page, loader: () => null }]);
const drawn = (shows: ReactNode) => {
  stage.shows = shows;
  return renderToStaticMarkup(<Site initialEntries={["/"]} hydrationData={{ loaderData: { root: {} } }} />);
};
const product = (): Product => ({
  ...{ product_id: "prd_1", slug: "lamp", name: "Lamp", brand: null, description: "", image_url: null, gtin: null },
  ...{ category: null, subcategory: null, specs: [], listings: listings(), similar: [] },
});
const extra = {
  about: "",
  alert: "",
  compare: "Compare",
  compare_href: "/products",
  crumbs: [],
  lang: "en",
  specs: [],
};
const page = () => {
  const view = <ProductView product={product()} drawn={{ alone: false } as never} extra={extra as never} />;
  return drawn(view).replace(/<[^>]+>/g, " ");
};

it("is told twice where Plus pays more, and once where it does not", () => {
  expect(card(400)).toMatchObject({ after_cash_back_minor: "9800", plus: { after_cash_back_minor: "9600" } });
  expect(card(0)).toMatchObject({ after_cash_back_minor: "10000", plus: null });
  expect(listings()).toMatchObject([
    { cash_back_minor: "100", plus: { cash_back_minor: "200", after_cash_back_minor: "9800" } },
    { cash_back_minor: "203", plus: { cash_back_minor: "406", after_cash_back_minor: "9744" } },
  ]);
});

it("stands on cards by the reader's own rate", () => {
  for (const [active, price] of [
    [false, "$98.00 after cash back"],
    [true, "$96.00 after cash back"],
  ] as const) {
    plus.active = active;
    expect(drawn(<ProductGrid products={[card(400)]} />)).toContain(price);
  }
});

it("puts that store first on a product's page that costs the reader least in the end", () => {
  plus.active = false;
  expect(page()).toMatch(/Lowest today, at Corner.*\$1\.00.*\$99\.00/s);
  plus.active = true;
  expect(page()).toMatch(/Lowest today, at Harbor.*\$4\.06.*\$97\.44/s);
  expect(page()).toMatch(/At 2 stores.*Harbor.*lowest.*Corner/s);
});

it("is compared by the store where it costs the reader least, as the product's own page has it", async () => {
  const found = { ...listRow(), category: "c", subcategory: "s", ready: true, specs: [], listings: listingRows() };
  const database = { pool: { query: async () => ({ rows: [found] }) } };
  const deps = { database, brand: shares } as unknown as ReadDeps;
  const comparison = await compareProducts(deps, [card(400).product_id]);
  for (const [active, words] of [
    [false, /\$100\.00.*\$99\.00.*Shop at Corner/s],
    [true, /\$101\.50.*\$97\.44.*Shop at Harbor/s],
  ] as const) {
    plus.active = active;
    expect(drawn(<CompareTable comparison={comparison} />).replace(/<[^>]+>/g, " ")).toMatch(words);
  }
});
