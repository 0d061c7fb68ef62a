/** What a page says of itself in a list of finds, where nothing is just now. */
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { type ShellParts, ShellPartsProvider } from "#ui/shell/shell-parts.tsx";
import { startLanguages, TextProvider } from "#ui/text.tsx";
import Coupons, { meta as couponsMeta } from "../web/coupons.tsx";
import es from "../web/es.json" with { type: "json" };
import { productExtra } from "../web/product-extra.ts";
import { meta as productsMeta } from "../web/products.tsx";
import Stores, { meta as storesMeta } from "../web/stores.tsx";

beforeAll(() => startLanguages(es));

const category = { slug: "computers", name_en: "Computers", name_es: "Computadoras", count: 0, subcategories: [] };
const nothing = { items: [], page: 1, pages: 1, total: 0, more: false, page_size: 24 };
const counts = { total: 0, paying: 0, coupons_only: 0 };
const description = (
  meta: typeof couponsMeta | typeof productsMeta | typeof storesMeta,
  loaderData: Record<string, unknown>,
  language: "en" | "es",
) => {
  const root = { language, brand: { name: "Tuppence" }, publicUrl: "https://tuppence.example" };
  const told = meta({ loaderData, matches: [{ id: "root", loaderData: root }] } as never) as Record<string, unknown>[];
  expect(told.find(({ name }) => name === "robots")?.content).toBe("noindex");
  return told.find(({ name }) => name === "description")?.content;
};

it("counts no products that are not there", () => {
  const place = { list: nothing, category, subcategory: null, kept: {}, path: "/products/computers" };
  expect(description(productsMeta, place, "en")).toBe("None of our stores lists products in Computers right now.");
  expect(description(productsMeta, place, "es")).toBe(
    "Ahora mismo ninguna de nuestras tiendas ofrece productos en Computadoras.",
  );
  const all = { ...place, category: null, path: "/products" };
  expect(description(productsMeta, all, "en")).toBe("None of our stores lists any right now.");
  const narrowed = { ...place, kept: { brand: "Harbor" } };
  expect(description(productsMeta, narrowed, "en")).toBe("Remove a filter or try different words.");
});

it("nor stores, nor coupons", () => {
  const stores = { list: { ...nothing, counts }, category, plus: false, coupons: false, path: "/stores/computers" };
  expect(description(storesMeta, stores, "en")).toBe("None of our stores is in Computers right now.");
  expect(description(storesMeta, stores, "es")).toBe("Ahora mismo no hay ninguna tienda en Computadoras.");
  expect(description(storesMeta, { ...stores, plus: true }, "en")).toBe(
    "No store in Computers pays Plus members more right now.",
  );
  const coupons = { list: nothing, category, q: null, kind: null, type: null, path: "/coupons/computers" };
  expect(description(couponsMeta, coupons, "en")).toBe(
    "No coupon or deal in Computers is live right now. Try another category, or see all coupons.",
  );
  expect(description(couponsMeta, coupons, "es")).toBe(
    "Ahora mismo no hay cupones ni promociones vigentes en Computadoras. Prueba con otra categoría o mira todos los cupones.",
  );
});

const Nothing = () => null;
const SHELL: ShellParts = {
  HeaderEnd: Nothing,
  Menu: Nothing,
  prepareMenu: () => {},
  TabBar: Nothing,
  Toasts: Nothing,
  Banner: Nothing,
  Suggestions: Nothing,
  onSearch: () => {},
};

/** The page itself, as it is first written. */
function written(Page: ComponentType<never>, loaderData: Record<string, unknown>, language: "en" | "es"): string {
  const router = createMemoryRouter([{ path: "/", element: createElement(Page, { loaderData } as never) }]);
  return renderToStaticMarkup(
    <TextProvider language={language}>
      <ShellPartsProvider parts={SHELL}>
        <RouterProvider router={router} />
      </ShellPartsProvider>
    </TextProvider>,
  );
}

function couponsPage(changed: Record<string, unknown>, language: "en" | "es" = "en"): string {
  const data = { list: nothing, categories: [], category, missing: null, sort: "popular", path: "/coupons/computers" };
  return written(Coupons, { ...data, type: null, kind: null, q: null, ...changed }, language);
}

function storesPage(changed: Record<string, unknown>): string {
  const data = { list: { ...nothing, counts }, categories: [], category: null, lists: [], missing: null, q: null };
  const rest = { sort: "popular", coupons: false, plus: false, base: "/stores", path: "/stores" };
  return written(Stores, { ...data, ...rest, ...changed }, "en");
}

it("offers nothing to sort or to narrow where no coupon is, and tells where to go on", () => {
  const searched = couponsPage({ q: "nosuch", category: null, path: "/coupons" });
  for (const page of [couponsPage({}), searched])
    for (const words of ["Sort by", "live today", "Filter coupons"]) expect(page).not.toContain(words);
  expect(couponsPage({})).not.toContain("Show only");
  // What was typed stays, so that it can be typed otherwise.
  expect(searched).toMatch(/name="q"[^>]*value="nosuch"|value="nosuch"[^>]*name="q"/);
  expect(couponsPage({})).toContain("No coupon or deal in Computers is live right now.");
  expect(couponsPage({ q: "nosuch" })).toContain("No coupon or deal fits these words right now.");
  expect(couponsPage({ q: "nosuch" }, "es")).toContain(
    "Ahora mismo ningún cupón ni promoción coincide con esas palabras.",
  );
  // A filter that hides them all stays, so that its reader can take it back.
  const narrowed = couponsPage({ type: "coupon" });
  for (const words of ["Sort by", "live today"]) expect(narrowed).not.toContain(words);
  for (const words of ["Show only", "Filter coupons"]) expect(narrowed).toContain(words);
});

it("offers nothing to sort or to narrow where no store is", () => {
  for (const page of [storesPage({ category }), storesPage({ q: "nosuch" })])
    for (const words of ["Sort by", "With coupons", "0 found", "0 stores"]) expect(page).not.toContain(words);
  const narrowed = storesPage({ category, coupons: true });
  expect(narrowed).not.toContain("Sort by");
  expect(narrowed).toContain("With coupons");
});

it("counts one coupon as one", () => {
  const page = (total: number) => couponsPage({ list: { ...nothing, total } }, "es");
  expect(page(1)).toContain("1 vigente hoy.");
  expect(page(2)).toContain("2 vigentes hoy.");
});

it("names a category once that is called as its department is", () => {
  const baby = { slug: "baby", name_en: "Baby", name_es: "Bebé", count: 1, subcategories: [] };
  const place = { list: nothing, category: baby, subcategory: baby, kept: {}, path: "/products/baby/baby" };
  const root = { language: "en", brand: { name: "Tuppence" }, publicUrl: "https://tuppence.example" };
  const told = productsMeta({ loaderData: place, matches: [{ id: "root", loaderData: root }] } as never);
  const trail = JSON.stringify(told).match(/"name":"(?:Home|Products|Baby)"/g);
  expect(trail).toEqual(['"name":"Home"', '"name":"Products"', '"name":"Baby"']);
});

it("nor twice on the way to a product", () => {
  const place = (slug: string, name_en: string, name_es: string) => ({ slug, name_en, name_es });
  const blanket = { product_id: "prd_1", slug: "soft-blanket", name: "Soft blanket", description: "", specs: [] };
  const way = (subcategory: ReturnType<typeof place>, language: "en" | "es") => {
    const product = { ...blanket, brand: null, category: place("baby", "Baby", "Bebé"), subcategory };
    return productExtra(product as never, { alert: null } as never, language).crumbs;
  };
  expect(way(place("baby", "Baby", "Bebé"), "en")).toEqual([
    { text: "Products", href: "/products" },
    { text: "Baby", href: "/products/baby/baby" },
    { text: "Soft blanket" },
  ]);
  const blankets = place("baby-blankets", "Baby blankets", "Mantas para bebé");
  expect(way(blankets, "es").map(({ text }) => text)).toEqual([
    "Productos",
    "Bebé",
    "Mantas para bebé",
    "Soft blanket",
  ]);
});
