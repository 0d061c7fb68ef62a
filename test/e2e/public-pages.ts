/** One address for each template of the product, chosen from the catalogue as it is. Pages, weights and Lighthouse read it. */
import type { Product } from "../support/product.ts";
import { SAMPLE_COUNT } from "../support/sample-count.ts";

export type Template = {
  name: string;
  path: string;
  status: number;
  /** Found by search engines: has a canonical address, languages, a description. */
  indexed: boolean;
  /** Made for each reader, so it is not among the ready, compressed pages. */
  personal?: boolean;
  /** Carries structured data. */
  structured?: boolean;
};

async function one(product: Product, sql: string): Promise<Record<string, string>> {
  const { rows } = await product.wired.database.pool.query(sql);
  if (!rows[0]) throw new Error(`The catalogue has nothing for: ${sql}`);
  return rows[0];
}

export async function publicTemplates(product: Product): Promise<Template[]> {
  // By the product's own clock, as its pages go by it.
  const now = `'${product.wired.clock.now().toISOString()}'::timestamptz`;
  const live = `o.gone_at is null and (o.ends_at is null or o.ends_at > ${now})`;
  const withCoupons = await one(
    product,
    "select internal_name from catalog.merchants where live and live_coupons > 0 order by popularity desc, 1",
  );
  const [without, ended, many, section, compared] = await Promise.all([
    one(
      product,
      `select internal_name from catalog.merchants m where live and not exists
       (select from catalog.offers o where o.merchant_id = m.merchant_id) order by popularity desc`,
    ),
    one(
      product,
      `select internal_name from catalog.merchants m where live and exists
       (select from catalog.offers o where o.merchant_id = m.merchant_id and o.ends_at < ${now}) order by popularity, 1`,
    ),
    one(
      product,
      `select m.internal_name from catalog.merchants m join catalog.offers o using (merchant_id)
       where m.live and ${live} and m.internal_name <> '${withCoupons.internal_name}' group by 1 order by count(*) desc, 1`,
    ),
    // Sections are kept by operators, so a fresh catalogue has none.
    one(
      product,
      `insert into catalog.sections (section, title_en, title_es, internal_names)
       values ('first-purchase', 'Stores to begin with', 'Tiendas para empezar', '{marlow-finch,brightpenny,otter-lane}')
       on conflict (section) do update set title_en = excluded.title_en returning section`,
    ),
    one(
      product,
      `select p.slug, p.category, p.subcategory, min(l.listing_id::text) as listing_id
       from catalog.products p join catalog.listings l using (product_id) join catalog.merchants m using (merchant_id)
       where p.merchants > 1 and p.subcategory <> '' and m.live group by 1, 2, 3 order by max(p.merchants) desc, 1`,
    ),
  ]);
  // Lists of offers come by a job, some minutes after the start.
  await product.wired.coins.refreshOffers();
  const { items } = await product.wired.catalog.under(product.wired.partners.home).coupons({});
  await product.wired.database.pool.query(`insert into promises.counts values (${now} + interval '1 day', $1)`, [
    SAMPLE_COUNT,
  ]);
  const page = (name: string, path: string, structured = false): Template => ({
    name,
    path,
    status: 200,
    indexed: true,
    structured,
  });
  const other = (name: string, path: string, status: number): Template => ({ name, path, status, indexed: false });
  return [
    page("home", "/", true),
    page("stores", "/stores"),
    page("stores of a category", "/stores/electronics"),
    page("Plus stores", "/spstores"),
    page("merchant with coupons", `/${withCoupons.internal_name}-coupons`, true),
    page("merchant with the most coupons", `/${many.internal_name}-coupons`, true),
    page("merchant without coupons", `/${without.internal_name}-coupons`, true),
    page("merchant with ended coupons", `/${ended.internal_name}-coupons`, true),
    page("list of merchants", "/MerchantList"),
    page("section", `/section/${section.section}`),
    page("coupons", "/coupons"),
    page("one offer of a store", `/cashback/offer/${items[0]?.offer_id}`),
    page("campaign", "/cashback/campaign/ending-this-week"),
    other("an offer that is not here", "/cashback/offer/nothing", 404),
    other("a campaign that is not here", "/cashback/campaign/nothing", 404),
    page("offers for coins", "/offers"),
    page("products", "/products"),
    page("products of a department", `/products/${compared.category}`),
    page("products of a category", `/products/${compared.category}/${compared.subcategory}`),
    page("membership", "/tuppence", true),
    page("product", `/${compared.slug}-product`, true),
    page("listing", `/p/${compared.slug}/lst_${compared.listing_id?.replaceAll("-", "")}`, true),
    other("search", "/search?q=headphones", 200),
    other("search for a store that is not here", "/search?q=temu", 200),
    other("search that finds nothing", "/search?q=zzzz", 200),
    other("stores that nobody has", "/stores?q=zzzz", 200),
    other("no such page", "/no/such/page", 404),
    page("extension", "/extension"),
    page("app", "/mobile-app"),
    other("the extension was taken away", "/uninstall", 200),
    other("a link to leave lists that does not work", "/unsub/news?t=nothing", 410),
    other("login", "/login", 200),
    other("log in without the site around it", "/login-full-page", 200),
    other("lost password", "/password/reset", 200),
    other("a password link that does not work", `/password/reset/${"x".repeat(48)}`, 200),
    other("a confirmation link that does not work", `/verify/${"x".repeat(48)}`, 200),
    other("a sign-in link that does not work", `/token/callback/${"x".repeat(48)}`, 200),
    other("steps on a phone", "/mobile-safari/installed/1", 200),
    page("cookies", "/cookies"),
    page("questions and answers", "/faq", true),
    page("a page of words", "/how-it-works", true),
    page("a notice with a table", "/ccpa-notice", true),
    page("news", "/news"),
    page("what we promise", "/promises"),
    page("one piece of news", "/news/2026-11-22-open-ledger", true),
    page("licenses", "/license"),
    { ...page("contact", "/contact"), personal: true },
    { ...page("privacy choices", "/ccpa-privacy-rights"), personal: true },
    { ...page("rating", "/review"), personal: true },
    { ...page("how a claim stands", "/rebates/status"), personal: true },
    // By the country of whoever reads them.
    { ...page("terms", "/terms"), personal: true },
    { ...page("privacy policy", "/privacy-policy"), personal: true },
    { ...page("invitation", "/refer"), personal: true },
    { ...page("register", "/register"), personal: true },
    { ...page("the app", "/get-app"), personal: true },
    { ...page("rules of the wheel and the draw", "/sweepstakes-rules"), personal: true },
    other("a privacy link that does not work", `/ccpa-privacy-rights/verify?t=${"x".repeat(40)}`, 404),
    other("an entry link that does not work", `/sweepstakes/verify?t=${"x".repeat(40)}`, 404),
  ];
}

/** The address in a language; the query that is there stays. */
export const inLanguage = (path: string, language: "en" | "es"): string =>
  language === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}lang=es`;
