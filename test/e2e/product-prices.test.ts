/** A product's prices over time and in other currencies: seen without any script, told in words, in both languages. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { productId } from "../../src/modules/catalog/ids.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { openVisitor, PHONE, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";

let product: Product;
let browser: Browser;
let slug: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  const { pool } = product.wired.database;
  const { rows } = await pool.query<{ product_id: string; slug: string; listing_id: string; today: string }>(
    `select p.product_id, p.slug, l.listing_id, (now() at time zone 'UTC')::date::text as today
     from catalog.products p join catalog.listings l using (product_id)
     where p.merchants = 1 and l.gone_at is null and l.availability = 'in_stock' and l.price_minor > 3000
     order by p.product_id limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error("there is no product");
  slug = found.slug;
  await pool.query(
    `insert into catalog.price_history (listing_id, day, price_minor, low_minor) values
      ($1, $2::date - 60, 4000, 4000), ($1, $2::date - 40, 2000, 2000), ($1, $2::date - 30, null, null), ($1, $2::date - 20, 3500, 3500)
     on conflict (listing_id, day) do nothing`,
    [found.listing_id, found.today],
  );
  await pool.query(
    `insert into catalog.listings (listing_id, product_id, merchant_id, programme_id, feed_id, external_id, price_minor, currency, availability,
       condition, rate_group, tracking_link, content_hash, updated_at)
     select gen_random_uuid(), product_id, merchant_id, programme_id, feed_id, 'abroad', 1800000, 'COP', 'in_stock', 'new', rate_group, tracking_link, 1, updated_at
     from catalog.listings where listing_id = $1`,
    [found.listing_id],
  );
  expect(await product.wired.catalog.priceHistory({ product_id: productId.show(found.product_id) })).toMatchObject({
    lowest: { minor: "2000" },
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it.each([
  ["en", "Lowest in 90 days: $20.00", "In other currencies", "not to be had"],
  ["es", "El más bajo en 90 días: $20.00", "En otras monedas", "no se consigue"],
] as const)("%s: the page tells its prices without a script", async (language, lowest, abroad, gone) => {
  const visitor = await openVisitor(browser, { baseURL: product.url, viewport: PHONE, language, javaScript: false });
  await visitor.page.goto(`/${slug}-product?lang=${language}`);
  const text = ((await visitor.page.locator("main").textContent()) ?? "").replaceAll("\u00a0", " ");
  expect(text).toContain(lowest);
  expect(text).toContain(abroad);
  expect(text).toContain("COP 18,000");
  expect(await visitor.page.locator("main table caption").allTextContents()).toHaveLength(2);
  expect(await visitor.page.locator("main .sr table").textContent()).toContain(gone);
  expect(await visitor.page.locator("figure svg path").count()).toBe(2);
  await visitor.close();
});

it("has no fault that can be found by a machine, nor one that its scripts complain of", async () => {
  const visitor = await openVisitor(browser, { baseURL: product.url });
  await visitor.page.goto(`/${slug}-product`);
  expect(await violationsInBothModes(visitor.page, { within: "main" })).toEqual([]);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

it.each([
  ["en", "Out of stock everywhere", "Shop there", "lowest"],
  ["es", "Agotado en todas las tiendas", "Comprar", "el más bajo"],
] as const)("%s: what no store has is sold by nobody, and waited for", async (language, title, shop, lowest) => {
  const { pool } = product.wired.database;
  const { rows } = await pool.query<{ slug: string }>(
    `with gone as (select product_id, slug from catalog.products where merchants = 2 order by product_id offset $1 limit 1),
       set as (update catalog.listings l set availability = 'out_of_stock' from gone where l.product_id = gone.product_id)
     select slug from gone`,
    [language === "en" ? 0 : 1],
  );
  await product.wired.catalog.refresh();
  const visitor = await openVisitor(browser, { baseURL: product.url, viewport: PHONE, language });
  await visitor.page.goto(`/${rows[0]?.slug}-product?lang=${language}`);
  const main = visitor.page.locator("main");
  await main.getByRole("heading", { name: title }).waitFor();
  expect(await main.locator('a[href*="/redirecting"]').count()).toBe(0);
  expect(await main.locator(".prices tbody").textContent()).not.toContain(lowest);
  expect(await main.getByText(shop, { exact: true }).count()).toBe(1);
  expect(await main.locator("form[method=post] button").count()).toBe(1);
  expect(await violationsInBothModes(visitor.page, { within: "main" })).toEqual([]);
  await visitor.close();
});
