/**
 * What pages say as they are served, before any script: under a partner that is nothing but a data set nothing of another brand
 * is left, and on a page in Spanish nothing English.
 */
import { request } from "node:http";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { type Product, startProduct } from "../support/product.ts";
import { inLanguage, publicTemplates, type Template } from "./public-pages.ts";

/** A partner that no file of the project knows. */
const ORCHARD = {
  ...shipright,
  partner_name: "orchard",
  name: "Orchard Perks",
  hosts: ["orchard.example"],
  theme: "theme3",
  strap: { en: "Pears for everyone who shops.", es: "Peras para quien compra." },
  support_email: "help@orchard.example",
  run_by: null,
  member_share_bps: tuppence.member_share_bps / 2,
  plan: { ...shipright.plan, monthly_minor: 1_249 },
} as const;
const OTHERS = /tuppence|shipright|joinsmarty/i;

let product: Product;
let templates: Template[];
beforeAll(async () => {
  product = await startProduct({ brands: [tuppence, shipright, ORCHARD] });
  templates = await publicTemplates(product);
});
afterAll(() => product?.close());

/** By a host of our own choice, which `fetch` does not let anybody say. */
function served(path: string, host?: string): Promise<{ status: number; html: string; cache: string }> {
  const { hostname, port, host: own } = new URL(product.url);
  return new Promise((settle, fail) => {
    const asked = request({ hostname, port, path, headers: { host: host ?? own, accept: "text/html" } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        settle({
          status: answer.statusCode ?? 0,
          html: Buffer.concat(parts).toString("utf8"),
          cache: answer.headers["cache-control"] ?? "",
        }),
      );
      answer.on("error", fail);
    });
    asked.on("error", fail);
    asked.end();
  });
}

/** What somebody reads or hears of a page, each text by itself. */
function textsOf(html: string, apart = ""): string[] {
  const page = parse(html, { comment: false });
  for (const one of page.querySelectorAll(`script, style, template, noscript${apart}`)) one.remove();
  const texts: string[] = [];
  for (const one of page.querySelectorAll("title, body *"))
    for (const node of one.childNodes) if (node.nodeType === 3) texts.push(node.text);
  for (const one of page.querySelectorAll("[aria-label], [alt], [title], [placeholder], meta[content]"))
    for (const name of ["aria-label", "alt", "title", "placeholder", "content"])
      texts.push(one.getAttribute(name) ?? "");
  return [...new Set(texts.map((text) => text.replace(/\s+/g, " ").trim()))].filter(Boolean);
}

it("under a fourth partner, which is data alone, every page speaks of it and of no other brand", async () => {
  const wrong: Record<string, string[]> = {};
  for (const { path, status } of templates) {
    const page = await served(path, "orchard.example");
    // Who runs the brand is named by its address; what is an address is looked for under our own host.
    const found = textsOf(page.html).filter(
      (text) => OTHERS.test(text) && !text.includes("1 Penny Lane") && !text.startsWith("http"),
    );
    if (page.status !== status) found.push(`answered ${page.status}`);
    if (!page.html.includes('data-theme="theme3"')) found.push("another theme");
    if (!page.html.includes("Orchard Perks")) found.push("without its name");
    if (found.length) wrong[path] = found;
  }
  expect(wrong).toEqual({});
  // Its plan is its own, and no cache hands one brand's page to another.
  const price = async (host?: string) => (await served("/tuppence", host)).html.match(/\$1[12]\.\d9/)?.[0];
  expect([await price(), await price("orchard.example"), await price()]).toEqual(["$11.99", "$12.49", "$11.99"]);
});

/** Words that no Spanish sentence holds. */
const ENGLISH = /\b(the|and|your|you|with|from|this|that|are|what|when|which|have|not|for|how)\b/i;
it("in Spanish no page says anything in English", async () => {
  const wrong: Record<string, string[]> = {};
  // Stores are called what they are called: "From You Flowers".
  const { rows } = await product.wired.database.pool.query<{ name: string }>("select name from catalog.merchants");
  const named = rows.map(({ name }) => name).filter((name) => ENGLISH.test(name));
  const withoutNames = (text: string) => named.reduce((rest, name) => rest.replaceAll(name, ""), text);
  for (const { path } of templates) {
    const page = await served(inLanguage(path, "es"));
    // What stores and makers wrote is marked as English where it is.
    const found = textsOf(page.html, ', [lang="en"]').filter(
      (text) => (withoutNames(text).match(new RegExp(ENGLISH, "gi")) ?? []).length > 1,
    );
    if (found.length) wrong[path] = found;
  }
  expect(wrong).toEqual({});
});
