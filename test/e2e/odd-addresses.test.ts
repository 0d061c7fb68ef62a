/** Addresses and forms that nobody meant: every page answers with a page, in words, and never with a failure of ours. */
import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, it } from "vitest";
import routes from "../../src/routes.ts";
import { type Product, startProduct } from "../support/product.ts";

const ODD = [
  "%00",
  "a%00b",
  "%",
  "%zz",
  "%c0%af",
  "%ed%a0%80",
  "..%2f..%2fetc%2fpasswd",
  "%2f%2fevil.example",
  "%5c%5cevil.example",
  "%E2%80%AE",
  "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7",
  "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "__proto__",
  "constructor",
  "undefined",
  "-1",
  "1e999",
  "9".repeat(400),
  "a".repeat(1_500),
  "lst_00000000000000000000000000000000",
];
const PLACES = [
  "/ODD",
  "/ODD-coupons",
  "/ODD-product",
  "/ODD/coupons",
  "/ODD-coupons?type=ODD&code=ODD",
  "/marlow-finch-coupons?code=ODD&type=ODD",
  "/stores/ODD",
  "/stores?q=ODD",
  "/stores?sort=ODD&page=ODD&country=ODD",
  "/spstores/ODD",
  "/products/ODD",
  "/products/electronics/ODD",
  "/products?q=ODD&page=ODD&sort=ODD&min=ODD&max=ODD&brand=ODD",
  "/coupons/ODD",
  "/coupons?page=ODD&type=ODD",
  "/section/ODD",
  "/MerchantList?letter=ODD",
  "/p/ODD/ODD",
  "/msg/ODD",
  "/ODD-coupons/redirecting?offer=ODD&listing=ODD",
  "/login?to=ODD",
  "/account/purchase-history?filter=ODD&page=ODD&open=ODD",
  "/account/withdrawal?done=ODD",
  "/stores/ODD.data",
  "/ODD-coupons.data?_routes=ODD",
  "/__manifest?paths=ODD&version=ODD",
  "/?partner=ODD&lang=ODD",
  "/assets/ODD",
];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.close());

it("answers every odd address in words", async () => {
  const wrong: string[] = [];
  for (const place of PLACES) {
    for (const odd of ODD) {
      const path = place.replaceAll("ODD", odd);
      const response = await fetch(product.url + path, {
        redirect: "manual",
        headers: { cookie: `lang=${odd}; partner=${odd}` },
      });
      const body = await response.text();
      const said = `${place} with ${odd.slice(0, 40)}: ${response.status}`;
      if (response.status >= 500) wrong.push(said);
      if (response.status < 300 && body.includes("<script>alert(1)"))
        wrong.push(`${said} writes the script into the page`);
      const to = response.headers.get("location");
      if (to && new URL(to, product.url).origin !== product.url) wrong.push(`${said} sends people to ${to}`);
      if (to && /^[/\\]{2}/.test(to)) wrong.push(`${said} sends people to ${to}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(product.errors()).toEqual([]);
});

it("names every page that is none in its reader's language", async () => {
  const titled = async (path: string) => {
    const html = await (await fetch(product.url + path)).text();
    return /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replaceAll("&#x27;", "'") ?? null;
  };
  const missing = { en: "We can't find that page · Tuppence", es: "No encontramos esa página · Tuppence" };
  for (const path of [
    "/no/such/page",
    "/nobody-here-coupons",
    "/nobody-here-product",
    "/section/nobody",
    "/stores/nobody",
  ])
    expect([path, await titled(path), await titled(`${path}?lang=es`)]).toEqual([path, missing.en, missing.es]);
  expect(await titled("/un")).toBe("Unsubscribe from these emails? · Tuppence");
  expect(await titled("/un?lang=es")).not.toMatch(/^(No more|Tuppence$)/);
});

/** The addresses of all pages that take a form, with something in each place that a name stands in. */
function takersOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path = "", file, children = [] }) => {
    const whole = path === "" ? above : `${above}/${path}`;
    const takes = /^export [^\n]*\baction\b/m.test(readFileSync(`src/${file}`, "utf8"));
    const here = takes ? [whole.replace(/:\w+\??|\*/g, "x")] : [];
    return [...here, ...takersOf(children, whole)];
  });
}

it("refuses what is no form, and a form that cannot be read, on every page that takes one", async () => {
  const paths = takersOf(await routes);
  expect(paths.length).toBeGreaterThan(40);
  const unknown = {
    en: "We can't read this kind of content here.",
    es: "Aquí no podemos leer este tipo de contenido.",
  };
  const broken = { en: "We can't read this form.", es: "No podemos leer este formulario." };
  const sent = [
    { type: "text/plain", body: "email=a@example.com", told: [415, unknown] as const },
    { type: "application/json", body: "{}", told: [415, unknown] as const },
    { type: "application/x-www-form-urlencodedd", body: "a=b", told: [415, unknown] as const },
    { type: "multipart/form-data", body: "a=b", told: [400, broken] as const },
    { type: "multipart/form-data; boundary=x", body: "a=b", told: [400, broken] as const },
    { type: "multipart/form-data; boundary=x", body: "", told: [400, broken] as const },
  ];
  const wrong: unknown[] = [];
  for (const [at, path] of paths.entries())
    for (const { type, body, told } of sent) {
      const language = at % 2 === 0 ? "en" : "es";
      const response = await fetch(product.url + path, {
        ...{ method: "POST", redirect: "manual", body },
        headers: { "content-type": type, origin: product.url, cookie: `lang=${language}` },
      });
      const text = await response.text();
      const said = [response.status, text.startsWith("{") ? JSON.parse(text).message : text.slice(0, 60)];
      if (said[0] !== told[0] || said[1] !== told[1][language]) wrong.push([path, type, ...said]);
    }
  expect(wrong).toEqual([]);
  expect(product.errors()).toEqual([]);
});
