/** What browsers tell of codes: counted once for a browser, code and day, for listed codes alone, and not by one network as it likes. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/sql";
import { createWorld, type World } from "../../../../test/support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
  await world.catalog.importAll({ products_later: true });
  await world.work();
});
afterAll(() => world.close());

const tag = () => randomBytes(16).toString("hex");
const today = () => world.clock.now().toISOString().slice(0, 10);
const tell = (tries: readonly object[], ip = "198.51.100.7", headers: Record<string, string> = {}) =>
  world.app.inject({
    ...{ method: "POST", url: "/ext/tuppence/tries", remoteAddress: ip, payload: { tries } },
    headers: { origin: "chrome-extension://abcdefgh", "sec-fetch-site": "none", ...headers },
  });
const figures = async (code: string) => {
  const { rows } = await sql<{ tried: number; worked: number; last: string | null }>`
    select o.tried, o.worked, o.verified_at::date::text as last from catalog.offers o join catalog.merchants m using (merchant_id)
    where m.internal_name = 'marlow-finch' and o.code = ${code}`.execute(world.database.db);
  return rows[0];
};
const kept = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from extension.code_tries`.execute(world.database.db)).rows[0]?.n;
const one = (more: object = {}) => ({
  store: "marlow-finch",
  code: "FINCH10",
  day: today(),
  tag: tag(),
  worked: true,
  ...more,
});

it("makes the figures of a listed code, once for each browser and day, shows them, and verifies nothing by an unsigned word", async () => {
  const told = one({ saving_minor: "1300" });
  expect((await tell([told])).json()).toEqual({ success: true });
  expect(await figures("FINCH10")).toEqual({ tried: 1, worked: 1, last: null });
  // Told again, by another way, and twice in one post.
  await tell([told, { ...told, worked: false }], "203.0.113.9");
  expect(await figures("FINCH10")).toMatchObject({ tried: 1, worked: 1 });
  await tell([one({ worked: false })]);
  expect(await figures("FINCH10")).toMatchObject({ tried: 2, worked: 1 });
  const coupons = (await world.catalog.under(world.partners.home).merchant("marlow-finch"))?.coupons ?? [];
  expect(coupons.find(({ offer_code }) => offer_code === "FINCH10")).toMatchObject({ tried: 2, worked: 1 });
  const code = (await world.catalog.under(world.partners.home).bundleStores())
    .find(({ name }) => name === "marlow-finch")
    ?.codes.find((code) => code.code === "FINCH10");
  expect(code).toMatchObject({ tried: 2, worked: 1 });
});

it("keeps no code that the catalogue does not list, whoever tells of it", async () => {
  const before = await kept();
  const answer = await tell([one({ code: "PRIVATE-OF-SAM" }), one({ store: "nowhere" })], "203.0.113.10");
  expect(answer.json()).toEqual({ success: true });
  expect(await kept()).toBe(before);
});

it("lets no network decide alone, however many tags it makes up", async () => {
  for (let turn = 0; turn < 6; turn += 1)
    await tell(
      [one({ code: "GPU40", worked: false }), one({ code: "GPU40", worked: false })],
      `2001:db8:5:6::${turn + 1}`,
    );
  expect(await figures("GPU40")).toMatchObject({ tried: 3, worked: 0 });
  await tell([one({ code: "GPU40" })], "203.0.113.11");
  expect(await figures("GPU40")).toMatchObject({ tried: 4, worked: 1 });
  let status = 200;
  for (let turn = 0; turn < 60 && status === 200; turn += 1)
    status = (await tell([one({ code: "SHIPFREE" })], "203.0.113.12")).statusCode;
  expect(status).toBe(429);
});

it("takes no day that is to come or long gone, and no figure that is none", async () => {
  const before = await kept();
  await tell([one({ code: "TYPE15", day: "2020-01-01" }), one({ code: "TYPE15", day: "2999-01-01" })], "203.0.113.13");
  expect(await kept()).toBe(before);
  await tell([one({ code: "TYPE15", saving_minor: "900000000" })], "203.0.113.14");
  const { rows } = await sql<{ saving_minor: bigint | null }>`
    select saving_minor from extension.code_tries where code = 'TYPE15'`.execute(world.database.db);
  expect(rows).toEqual([{ saving_minor: null }]);
  for (const wrong of [
    one({ tag: "no" }),
    one({ user_id: "sam" }),
    one({ address: "https://shop.example/cart" }),
    one({ saving_minor: "-5" }),
    one({ code: "two words" }),
    one({ day: "yesterday" }),
  ])
    expect((await tell([wrong], "203.0.113.15")).statusCode, JSON.stringify(wrong)).toBe(422);
});

it("counts each of many that come at once", async () => {
  await Promise.all(Array.from({ length: 12 }, (_, n) => tell([one({ code: "MARLOW25" })], `203.0.113.${100 + n}`)));
  expect(await figures("MARLOW25")).toMatchObject({ tried: 12, worked: 12 });
});

it("forgets single words in time, and keeps what was counted", async () => {
  await world.advance({ days: 31 });
  await world.extension.dropOldTries();
  expect(await kept()).toBe(0);
  expect(await figures("MARLOW25")).toMatchObject({ tried: 12 });
});
