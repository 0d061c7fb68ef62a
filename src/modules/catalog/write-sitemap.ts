/** The site map: an index, and parts of at most 25,000 addresses, each in both languages. */
import type { BareReadDeps } from "./read-catalog.types.ts";
import { readHiddenSections } from "./show-section.ts";
import { readNames, readProductParts } from "./store/read-sitemap.ts";

/** A part may hold 50,000 addresses; each of ours stands there twice, once for each language. */
const PART_SIZE = 25_000;
const CACHE_MINUTES = 60;

const PAGES = [
  "/",
  "/stores",
  "/coupons",
  "/products",
  "/MerchantList",
  "/how-it-works",
  "/faq",
  "/about",
  "/promises",
  "/news",
  "/careers",
  "/contact",
  "/refer",
  "/section/top-stores",
  "/section/best-cashback",
  "/section/merchants-we-love",
  "/section/top-products",
  "/section/raised-rates",
];

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export async function sitemapIndex(deps: BareReadDeps): Promise<string> {
  const parts = await productParts(deps);
  const names = ["pages", "stores", ...parts.map((_, index) => `products-${index + 1}`)];
  const origin = deps.settings.PUBLIC_URL;
  const lines = names.map((name) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${name}.xml`)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join("\n")}\n</sitemapindex>\n`;
}

const productParts = (deps: BareReadDeps) =>
  deps.lists.get("sitemap-parts", CACHE_MINUTES, () => readProductParts(deps.database.pool, PART_SIZE));

/** One part by its name: `pages`, `stores`, `products-1` …; null for a name that is none. `news`: paths of its items. */
export async function sitemapPart(deps: BareReadDeps, name: string, news: readonly string[]): Promise<string | null> {
  const { pool } = deps.database;
  if (name === "pages") {
    const [stores, coupons, products] = await Promise.all([
      readNames(pool, "store-categories", "", PART_SIZE),
      readNames(pool, "coupon-categories", "", PART_SIZE),
      readNames(pool, "product-categories", "", PART_SIZE),
    ]);
    const hidden = await readHiddenSections(deps);
    return urlSet(deps, [
      ...PAGES.filter((path) => !hidden.has(path.replace(/^\/section\//, ""))),
      ...news,
      ...stores.map((slug) => `/stores/${slug}`),
      ...coupons.map((slug) => `/coupons/${slug}`),
      ...products.map((path) => `/products/${path}`),
    ]);
  }
  if (name === "stores")
    return urlSet(
      deps,
      (await readNames(pool, "stores", "", PART_SIZE)).map((store) => `/${store}-coupons`),
    );
  const number = /^products-([1-9]\d{0,3})$/.exec(name)?.[1];
  const after = number ? (await productParts(deps))[Number(number) - 1] : undefined;
  return after === undefined
    ? null
    : urlSet(
        deps,
        (await readNames(pool, "products", after, PART_SIZE)).map((slug) => `/${slug}-product`),
      );
}

function urlSet(deps: BareReadDeps, paths: readonly string[]): string {
  const origin = deps.settings.PUBLIC_URL;
  const lines = paths.flatMap((path) => {
    const en = escapeXml(`${origin}${path}`);
    const es = `${en}?lang=es`;
    const links = `<xhtml:link rel="alternate" hreflang="en" href="${en}"/><xhtml:link rel="alternate" hreflang="es" href="${es}"/><xhtml:link rel="alternate" hreflang="x-default" href="${en}"/>`;
    return [`<url><loc>${en}</loc>${links}</url>`, `<url><loc>${es}</loc>${links}</url>`];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${lines.join("\n")}\n</urlset>\n`;
}

/** What machines may read: public pages; not members' pages, calls, or redirects to stores. */
export const robotsText = (publicUrl: string): string =>
  [
    "User-agent: *",
    "Disallow: /account",
    "Disallow: /api/",
    "Disallow: /hooks/",
    "Disallow: /*/redirecting",
    "Disallow: /login",
    "Disallow: /register",
    "Disallow: /logout",
    "Disallow: /payment-error",
    "Allow: /",
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
