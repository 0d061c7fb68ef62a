/**
 * No link leads nowhere: what the documents of every page link to, in both languages, to visitors and to a member, is followed
 * once; of links that differ by their store or product alone, a few. Links that the browser draws later are followed by journeys.
 */
import { readdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BENEFIT_TYPES } from "../../brands/benefits.ts";
import { shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Cookies, giveMoney, signUp } from "./members.ts";
import { inLanguage, publicTemplates } from "./public-pages.ts";

/** Of links that differ by nothing but which store, product or piece of a list they lead to, so many are followed. */
const MAX_ALIKE = 6;
const MEMBER_PAGES = [
  "/account/purchase-history",
  "/account/withdrawal",
  "/account/gift-card-history",
  "/account/withdrawal-coin",
  "/account/coin/history",
  "/account/profile",
  "/account/profile/verify",
  "/account/pss",
  "/account/referrals",
  "/account/billing",
  "/account/subscription",
  "/account/shipsubscription",
  "/account/sfbenefits",
  "/account/fdrd",
  "/account/rebates",
  "/account/rebates/share",
  ...BENEFIT_TYPES.map((type) => `/account/rebates/${type}`),
  "/account/rxbenefits",
  "/mobile/dashboard",
  "/mobile/rebates",
  "/mobile/subscriptions",
  "/mobile/billing",
  "/account/notifications",
  "/account/protection/accounts",
  "/account/protection/shipping",
  "/account/protection/price",
  "/account/protection/hotel",
  "/account/protection/carrental",
  "/account/protection/package",
  "/account/faq",
  "/account/contact",
  "/offer/incompleteCoinOffers",
  "/gift/redeem",
];
/** Every page of words, each piece of news, and what no template stands for. */
const named = (folder: string) => readdirSync(`content/en/${folder}`).map((file) => file.replace(/\.md$/, ""));
const MORE_PAGES = [
  ...named("pages").map((name) => `/${name}`),
  ...named("news").map((name) => `/news/${name}`),
  ...["/surveys", "/coupons/electronics", "/spl/spt/1", "/spl/spinv", "/spl/splandamz", "/payment-error", "/spoptout"],
];

let product: Product;
let browser: Browser;
let cookies: Cookies;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  cookies = await signUp(product, "follower@example.com");
  await giveMoney(product, "follower@example.com");
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const headersOf = (member: boolean) => ({
  accept: "text/html",
  ...(member && { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") }),
});

/** `/nike-coupons` is like `/macys-coupons`. */
const shapeOf = (path: string) =>
  path
    .replace(/^\/go\/[^?]+/, "/go/x")
    .replace(/^\/[^/?]+-(coupons|product)/, "/x-$1")
    .replace(/^\/(stores|spstores|coupons|products|p|news|section)\/[^?]+/, "/$1/x")
    .replace(/=[^&]*/g, "=x");

async function linksOf(path: string, member: boolean): Promise<string[]> {
  const answer = await fetch(product.url + path, { headers: headersOf(member) });
  expect(answer.status, `${path} is a page`).toBe(200);
  const html = await answer.text();
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)]
    .map(([, href]) => new URL((href ?? "").replaceAll("&amp;", "&"), product.url + path))
    .filter((url) => url.origin === product.url)
    .map((url) => url.pathname + url.search);
}

/** What a link ends in, and at which address; ways out to stores end at their first step. */
async function followed(path: string, member: boolean): Promise<string | null> {
  let at = path;
  for (let steps = 0; steps < 6; steps += 1) {
    const answer = await fetch(product.url + at, { headers: headersOf(member), redirect: "manual" });
    await answer.arrayBuffer();
    const to = answer.headers.get("location");
    if (answer.status < 300) return null;
    if (answer.status >= 400 || !to) return `${answer.status} ${at}`;
    const url = new URL(to, product.url);
    if (url.origin !== product.url) return null;
    at = url.pathname + url.search;
  }
  return `goes round ${path}`;
}

it.each([
  ["visitors", false],
  ["a member", true],
] as const)("leads %s somewhere", async (_who, member) => {
  const templates = await publicTemplates(product);
  const pages = [
    ...templates.filter((template) => template.status === 200).map((template) => template.path),
    ...MORE_PAGES,
    ...(member ? MEMBER_PAGES : []),
  ].flatMap((path) => [path, inLanguage(path, "es")]);
  const from = new Map<string, string>();
  for (const page of pages) for (const link of await linksOf(page, member)) if (!from.has(link)) from.set(link, page);
  const alike = new Map<string, number>();
  const chosen = [...from.keys()].filter((link) => {
    const count = (alike.get(shapeOf(link)) ?? 0) + 1;
    alike.set(shapeOf(link), count);
    // Leaving the account is a link too, and would end the walk.
    return count <= MAX_ALIKE && !link.startsWith("/logout");
  });
  expect(chosen.length).toBeGreaterThan(60);
  const dead: string[] = [];
  for (const link of chosen) {
    const end = await followed(link, member);
    if (end) dead.push(`${end}, linked as ${link} on ${from.get(link)}`);
  }
  expect(dead).toEqual([]);
});
