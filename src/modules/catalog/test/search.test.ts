import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Http } from "#platform/http";
import { registerCatalogCalls } from "../http.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
/** The compilers make it what calls are written for; Fastify's types do not follow them. */
const openApp = () =>
  Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler) as Http;
let app: Http;

const rates = [["A", "All", "5"]] as [string, string, string][];
const stores: [name: string, category: string][] = [
  ["Levi's", "Clothing & Accessories"],
  ["Marlow & Finch Computers", "Electronics & Computers"],
  ["Amazon", "Marketplaces"],
  ["Café Olé", "Restaurants & Cafés"],
  ["Büroland", "Office Supplies"],
  ["Nike", "Shoes"],
  ["New Balance", "Shoes"],
  ["Nikefans Corner", "Office Supplies"],
  ["Adidas", "Office Supplies"],
  ["Starbucks", "Restaurants & Cafés"],
  ["McDonald's", "Restaurants & Cafés"],
  ["Pokémon", "Office Supplies"],
];
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script><path fill="#1F5f5b" d="M0 0"/></svg>';
const ANN = "0198aaaa-0000-7000-8000-000000000001";

beforeAll(async () => {
  world.impact = stores.map(([name, category], n) => ({
    id: `${n + 1}`,
    name,
    url: `https://store${n}.example`,
    // Impact has no categories: a description tells.
    description: category,
    rates,
    ...(n < 3 ? { logo: `logos/${n}` } : {}),
  }));
  world.files.set("/impact/Mediapartners/logos/0", { type: "image/svg+xml", body: Buffer.from(SVG) });
  world.files.set("/impact/Mediapartners/logos/1", {
    type: "image/png",
    body: Buffer.from("<html>not a picture</html>"),
  });
  world.promotions = [
    { id: "1", programme: "1", title: "20% off denim", code: "DENIM20" },
    { id: "2", programme: "6", title: "Free shipping on trainers", code: "SHIP" },
    { id: "3", programme: "2", title: "$40 off graphics cards" },
    { id: "4", programme: "2", title: "Denim laptop sleeves", dates: "2025-01-01T00:00:00Z/2025-02-01T00:00:00Z" },
  ];
  world.feeds.set("1", {
    programme: "2",
    body: feedOf(
      item("a", { title: "Corsair Vengeance DDR5 32 GB", brand: "Corsair" }),
      item("b", { title: "Lian Li Uni Fan SL", product_type: "Computers > Case Fans", price: "29.00 USD" }),
      item("c", {
        title: "Lian Li Lancool Case",
        product_type: "Computers > Cases",
        price: "99.00 USD",
        image_link: "https://127.0.0.9/secret.png",
      }),
      item("d", { title: "Keychron Tastatur für Büro", product_type: "Computers > Keyboards" }),
      item("e", { title: "Zumaya Laptop Desk", product_type: "Nothing we know" }),
    ),
  });
  story = await startStory(world);
  const reports = await story.catalog.importAll();
  await story.catalog.fetchLogos();
  for (const report of reports) expect(report, report.problem ?? "").toMatchObject({ state: "complete", rejected: 0 });
  app = openApp();
  registerCatalogCalls(app, {
    catalog: story.catalog,
    brandOf: () => story.brand,
    plain: false,
    memberOf: async (request) => (request.headers.authorization === "Bearer ann" ? { user_id: ANN } : null),
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await story.stop();
});

const names = async (text: string) => (await story.shown.search(text)).stores.map((store) => store.name);
const products = async (text: string) => (await story.shown.search(text)).products.map((product) => product.name);

describe("search", () => {
  it.each([
    ["levis", "Levi's"],
    ["LÉVI'S", "Levi's"],
    ["lev", "Levi's"],
    ["marlow and finch", "Marlow & Finch Computers"],
    ["finch", "Marlow & Finch Computers"],
    ["amazn", "Amazon"],
    ["amzon", "Amazon"],
    ["cafe ole", "Café Olé"],
    ["buroland", "Büroland"],
    ["new balanse", "New Balance"],
    ["n", "Nike"],
    ["nkie", "Nike"],
    ["inke", "Nike"],
    ["addidas", "Adidas"],
    ["starbuks", "Starbucks"],
    ["mcdonalds", "McDonald's"],
    ["pokemon", "Pokémon"],
    ["pokmeon", "Pokémon"],
    ["marlo", "Marlow & Finch Computers"],
  ])("finds the store for %j", async (text, name) => expect(await names(text)).toContain(name));

  it.each([
    ["corsair", "Corsair Vengeance DDR5 32 GB"],
    ["corsiar", "Corsair Vengeance DDR5 32 GB"],
    ["vengance corsair", "Corsair Vengeance DDR5 32 GB"],
    ["lian li fa", "Lian Li Uni Fan SL"],
    ["lian lanc", "Lian Li Lancool Case"],
    ["tastatur fur buro", "Keychron Tastatur für Büro"],
  ])("finds the product for %j", async (text, name) => expect(await products(text)).toContain(name));

  it("puts the best match first", async () => {
    for (const text of ["nike", "nkie", "nik"]) expect((await names(text))[0]).toBe("Nike");
    expect((await products("lian li uni"))[0]).toBe("Lian Li Uni Fan SL");
    // Not every word must fit; where none does nothing is shown.
    expect(await products("lian zzzzzz")).toContain("Lian Li Uni Fan SL");
    expect(await products("zzzzzz")).toEqual([]);
  });

  it("knows goods that stand in no place by the last thing that their name tells", async () => {
    expect(await products("escritorio")).toContain("Zumaya Laptop Desk");
    expect(await products("portátil")).not.toContain("Zumaya Laptop Desk");
  });

  it("suggests coupons by the title that their reader reads", async () => {
    const titles = async (language: string) => {
      const reply = await app.inject({ url: `/api/search?q=marlow&lang=${language}` });
      return reply.json().coupons.map(({ title }: { title: string }) => title);
    };
    expect(await titles("es")).toEqual(["$40 de descuento en tarjetas gráficas"]);
    expect(await titles("en")).toEqual(["$40 off graphics cards"]);
  });

  it("finds coupons by their words and by their store, never ended ones", async () => {
    expect((await story.shown.search("denim")).coupons).toEqual([
      { title_en: "20% off denim", title_es: "20% off denim", merchant_name: "Levi's", href: "/levis-coupons" },
    ]);
    expect((await story.shown.search("marlow")).coupons.map((coupon) => coupon.title_en)).toEqual([
      "$40 off graphics cards",
    ]);
  });

  it("finds categories in both languages", async () => {
    expect((await story.shown.search("calz")).categories).toContainEqual(
      expect.objectContaining({ href: "/stores/shoes" }),
    );
    expect((await story.shown.search("case f")).categories).toContainEqual(
      expect.objectContaining({ href: "/products/computers/case-fans" }),
    );
  });

  it.each([
    "",
    "   ",
    "%",
    "_",
    "'",
    "\\",
    "a' or 1=1 --",
    "& | ! ( ) :*",
    "<->",
    "\u0000",
    "🦊",
    "x".repeat(5_000),
    "a b c d e f g h i j k l m",
  ])("answers %j calmly", async (text) => {
    await expect(story.shown.search(text)).resolves.toMatchObject({ stores: expect.any(Array) });
    await expect(story.shown.products({ q: text })).resolves.toMatchObject({ page: 1 });
    await expect(story.shown.stores({ q: text })).resolves.toMatchObject({ page: 1 });
  });
});

describe("lists", () => {
  it("page and filter", async () => {
    const shoes = await story.shown.stores({ category: "shoes", sort: "name" });
    expect(shoes).toMatchObject({
      total: 2,
      pages: 1,
      category: { slug: "shoes", name_es: "Calzado", count: 2 },
      items: [{ name: "New Balance" }, { name: "Nike" }],
    });
    expect(await story.shown.stores({ page: 99 })).toMatchObject({ page: 1, total: 12 });
    expect(await story.shown.stores({ category: "nothing" })).toMatchObject({ total: 0, items: [], category: null });
    expect((await story.shown.stores({ coupons: true })).total).toBe(3);
    expect((await story.shown.stores({ country: "gb" })).total).toBe(0);
    expect((await story.shown.merchantList()).map((group) => group.letter)).toEqual([
      "A",
      "B",
      "C",
      "L",
      "M",
      "N",
      "P",
      "S",
    ]);
    expect(await story.shown.coupons({ type: "coupon", sort: "new" })).toMatchObject({ total: 2 });
    expect(await story.shown.products({ category: "computers", sort: "price", min_minor: 2_000 })).toMatchObject({
      total: 2,
      items: [{ name: "Lian Li Uni Fan SL" }, { name: "Lian Li Lancool Case" }],
    });
    expect(await story.shown.section("best-cashback")).toMatchObject({ title_es: "El mejor reembolso" });
    for (const unknown of ["nothing", "constructor", "__proto__"])
      expect(await story.shown.section(unknown)).toBeNull();
    expect(await story.shown.merchant("nobody")).toBeNull();
    expect((await story.shown.home()).stores).toEqual({ total: 12, paying: 12, coupons_only: 0 });
  });
});

describe("calls", () => {
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  it("answer categories, stores and search in the reader's language", async () => {
    expect((await get("/api/categories")).json()).toContainEqual({
      slug: "shoes",
      name_en: "Shoes",
      name_es: "Calzado",
      count: 2,
    });
    expect((await get("/api/product-categories")).json()[0]).toMatchObject({
      slug: "computers",
      subcategories: expect.any(Array),
    });
    expect((await get("/api/search?q=nike&lang=es")).json().stores.slice(0, 1)).toEqual([
      {
        name: "Nike",
        internal_name: "nike",
        rate: { kind: "percent", bps: 350, up_to: false },
        rate_text: "3.5\u00a0% de vuelta",
        logo_url: null,
      },
    ]);
    expect((await get("/api/stores?category=shoes&page=1")).json().items).toHaveLength(2);
    expect((await get("/api/stores/nike")).json()).toMatchObject({
      merchant: { cashback_text: "3.5% cash back", sp_cashback_text: "4.5% cash back with plus" },
    });
    const { merchant, also, coupons } = (await get("/api/stores/levis")).json();
    for (const one of [merchant, ...also]) expect(one.redirect_url).toBe(`/${one.internal_name}-coupons/redirecting`);
    expect(coupons.length).toBeGreaterThan(0);
    for (const one of coupons)
      expect(one).toMatchObject({
        merchant_name: merchant.name,
        merchant_logo_url: merchant.logo_url,
        redirect_url: `/levis-coupons/redirecting?offer=${one.offer_id}`,
      });
    expect((await get("/api/stores/nobody")).statusCode).toBe(404);
    expect((await get("/api/stores?page=-1")).statusCode).toBe(400);
  });

  it("are the same when they are not compared with their schema", async () => {
    const plain = openApp();
    registerCatalogCalls(plain, {
      catalog: story.catalog,
      brandOf: () => story.brand,
      plain: true,
      memberOf: async () => null,
    });
    for (const url of [
      "/api/categories",
      "/api/product-categories",
      "/api/search?q=nike",
      "/api/search?q=denim",
      "/api/stores",
      "/api/stores/levis",
      "/api/stores/marlow-and-finch-computers",
      "/api/stores/nobody",
    ]) {
      const [fast, checked] = [await plain.inject({ url }), await app.inject({ url })];
      const [{ request_id: _one, ...mine }, { request_id: _two, ...theirs }] = [fast.json(), checked.json()];
      expect([fast.statusCode, mine], url).toEqual([checked.statusCode, theirs]);
      expect(fast.headers["content-type"]).toBe(checked.headers["content-type"]);
    }
    await plain.close();
  });

  it("keep favourites for members only", async () => {
    const authorization = "Bearer ann";
    expect((await app.inject({ method: "PUT", url: "/api/user/favourites/nike" })).statusCode).toBe(401);
    expect(
      (await app.inject({ method: "PUT", url: "/api/user/favourites/nobody", headers: { authorization } })).statusCode,
    ).toBe(404);
    for (let n = 0; n < 2; n += 1)
      expect(
        (await app.inject({ method: "PUT", url: "/api/user/favourites/nike", headers: { authorization } })).statusCode,
      ).toBe(200);
    expect(await story.catalog.favourites(ANN)).toEqual(["nike"]);
    expect((await get("/api/user/favourites", { authorization })).json().items).toHaveLength(1);
    expect(
      (await app.inject({ method: "DELETE", url: "/api/user/favourites/nike", headers: { authorization } })).statusCode,
    ).toBe(200);
    expect(await story.catalog.favourites(ANN)).toEqual([]);
  });

  it("take one vote of a member for each coupon", async () => {
    const [coupon] = (await story.shown.merchant("levis"))?.coupons ?? [];
    const vote = (worked: boolean, authorization = "Bearer ann") =>
      app.inject({
        method: "POST",
        url: `/api/coupons/${coupon?.offer_id}/vote`,
        headers: { authorization },
        payload: { worked },
      });
    expect((await vote(true, "")).statusCode).toBe(401);
    expect((await vote(true)).json()).toEqual({ success: true, worked: 1, tried: 1 });
    expect((await vote(false)).statusCode).toBe(409);
    expect(
      (
        await app.inject({
          method: "POST",
          url: "/api/coupons/ofr_nothing/vote",
          headers: { authorization: "Bearer ann" },
          payload: { worked: true },
        })
      ).statusCode,
    ).toBe(404);
    expect((await story.shown.merchant("levis"))?.coupons[0]).toMatchObject({ worked: 1, tried: 1 });
  });

  it("serve logos that cannot run, once fetched, and refuse what is no picture", async () => {
    const page = await story.shown.merchant("levis");
    expect(page?.merchant).toMatchObject({
      brand_hex: "#1f5f5b",
      logo_url: expect.stringMatching(/^\/media\/merchants\/levis\.svg\?v=/),
    });
    const logo = await get(page?.merchant.logo_url ?? "");
    expect(logo.headers).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "content-security-policy": expect.stringContaining("default-src 'none'; style-src 'unsafe-inline'"),
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("immutable"),
    });
    expect((await get("/media/merchants/levis.svg", { "if-none-match": logo.headers.etag as string })).statusCode).toBe(
      304,
    );
    expect((await story.shown.merchant("marlow-and-finch-computers"))?.merchant.logo_url).toBeNull();
    expect((await get("/media/merchants/nobody.svg")).statusCode).toBe(404);
    expect((await get("/media/merchants/..%2f..%2fetc")).statusCode).toBe(404);
  });

  it("fetch no picture from inside our own network", async () => {
    const [card] = (await story.shown.products({ q: "lancool" })).items;
    expect((await get(card?.image_url ?? "")).statusCode).toBe(404);
    expect(await story.rows("select state, reason from catalog.media where source_url like '%secret%'")).toEqual([
      { state: "refused", reason: "the address is not a public one" },
    ]);
  });

  it("write a site map in both languages, and robots.txt", async () => {
    const index = await get("/sitemap.xml");
    expect(index.body).toContain("https://tuppence.example/sitemap-products-1.xml");
    expect((await get("/sitemap-stores.xml")).body).toContain(
      '<xhtml:link rel="alternate" hreflang="es" href="https://tuppence.example/levis-coupons?lang=es"/>',
    );
    expect((await get("/sitemap-products-1.xml")).body).toContain("/lian-li-uni-fan-sl-product");
    expect((await get("/sitemap-pages.xml")).body).toContain("/products/computers/case-fans");
    for (const none of ["products-99", "products-0", "x"])
      expect((await get(`/sitemap-${none}.xml`)).statusCode).toBe(404);
    expect((await get("/robots.txt")).body).toContain("Sitemap: https://tuppence.example/sitemap.xml");
  });
});
