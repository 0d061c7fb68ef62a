/** Prices of one product, asked for by its number of the trade: the same for everybody, without a session, and not as often as one likes. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccountCaller } from "../../../../test/support/account-calls.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import type { ProductPrices } from "../extension.server.ts";

let world: World;
let wanted: { gtin: string; slug: string; product_id: string };
beforeAll(async () => {
  world = await createWorld({ products: 120, environment: { RATE_LIMIT_FACTOR: "1" } });
  await world.catalog.importAll();
  const { rows } = await world.base.handle.pool.query<typeof wanted>(
    "select gtin, slug, product_id from catalog.products where gtin is not null and cardinality(ready_at) > 1 order by merchants desc, slug limit 1",
  );
  if (!rows[0]) throw new Error("some product is sold by two stores");
  wanted = rows[0];
});
afterAll(() => world.close());

const ask = (gtin: string, ip = "198.51.100.7") =>
  world.app.inject({ method: "GET", url: `/ext/tuppence/prices/${gtin}`, remoteAddress: ip });

it("tells which store is cheapest after cash back, as the product's own page does", async () => {
  const answer = await ask(wanted.gtin);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("public, max-age=300");
  const told: ProductPrices = answer.json();
  const page = await world.catalog.under(world.partners.home).product(wanted.slug);
  const ready = page?.listings.filter(
    ({ availability, condition }) => availability !== "out_of_stock" && condition === "new",
  );
  expect(told).toMatchObject({ slug: wanted.slug, name: page?.name });
  expect(told.stores[0]).toEqual({
    ...{ name: ready?.[0]?.merchant.internal_name, title: ready?.[0]?.merchant.name },
    ...{ minor: Number(ready?.[0]?.price_minor), after_minor: Number(ready?.[0]?.after_cash_back_minor) },
  });
  expect(told.stores.length).toBeGreaterThan(1);
  expect(new Set(told.stores.map(({ name }) => name)).size).toBe(told.stores.length);
});

it("says what was lowest only after a fortnight of watching", async () => {
  expect((await ask(wanted.gtin)).json()).toMatchObject({ lowest: null });
  const { pool } = world.base.handle;
  await pool.query(
    `update catalog.price_history h set day = h.day - 20 from catalog.listings l
     where l.listing_id = h.listing_id and l.product_id = $1`,
    [wanted.product_id],
  );
  const told: ProductPrices = (await ask(wanted.gtin)).json();
  expect(told.lowest?.minor).toBeLessThanOrEqual(Math.min(...told.stores.map(({ minor }) => minor)));
});

it("knows no product that no store sells, no brand without the extension, and takes nothing but a number", async () => {
  expect((await ask("00012345678905")).statusCode).toBe(404);
  expect((await world.app.inject({ method: "GET", url: `/ext/nobody/prices/${wanted.gtin}` })).statusCode).toBe(404);
  expect((await ask(encodeURIComponent("https://store.example/p/1"))).statusCode).toBe(422);
});

it("answers one network no more often than people press", async () => {
  const answers = await Promise.all(Array.from({ length: 301 }, () => ask(wanted.gtin, "203.0.113.8")));
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(1);
});

it("lets the popup of who is signed in ask for a letter and choose favourites, and another origin neither", async () => {
  const caller = createAccountCaller(world);
  const { session, user_id } = await caller.join("Petra Popup");
  const cookie = `tp_token_test=${session.token}; tp_token_local=${session.token}; tp_token=${session.token}; tp_bind=${session.bind}`;
  const put = (url: string, origin: string) =>
    world.app.inject({
      ...{ method: "PUT", url, payload: {} },
      headers: {
        cookie,
        origin,
        "sec-fetch-site": origin.startsWith("http") ? "cross-site" : "none",
      },
    });
  for (const url of [`/api/user/price-alerts/${wanted.slug}`, "/api/user/favourites/marlow-finch"]) {
    expect((await put(url, "https://evil.example")).statusCode, url).toBe(403);
    expect((await put(url, "chrome-extension://abcdefgh")).statusCode, url).toBe(200);
  }
  expect(await world.catalog.priceAlerts(user_id)).toMatchObject([{ slug: wanted.slug }]);
  expect(await world.catalog.favourites(user_id)).toEqual(["marlow-finch"]);
  // What else a session opens is no extension's.
  expect((await put("/api/user/profile", "chrome-extension://abcdefgh")).statusCode).toBe(403);
});
