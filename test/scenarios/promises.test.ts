/** What everybody may read of how we keep our word: counted from what happened, and of few nothing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { GOODWILL } from "#rewards";
import { NOTHING } from "../../src/modules/ledger/ledger.server.ts";
import { createShopping, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let shopping: Shopping;
const members: Awaited<ReturnType<World["member"]>>[] = [];

const PEOPLE = 11;
const AMOUNT = 2_000n;

beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
  shopping = await createShopping(world);
  for (let n = 0; n < PEOPLE; n += 1) members.push(await world.member(`Person${"abcdefghijk"[n]}`));
});
afterAll(() => world.close());

/** A moment later: a span ends before its last instant. */
async function count() {
  await world.advance({ seconds: 1 });
  return world.promises.count();
}
async function give(owner: string) {
  await world.database.transaction(async (tx) => {
    const credited = await world.ledger.credit(tx, [
      {
        kind: "goodwill.given",
        cause: `test:${owner}`,
        owner,
        from: NOTHING,
        to: { pending: 0n, confirmed: AMOUNT },
        against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -AMOUNT }],
      },
    ]);
    if (!credited.ok) throw new Error(credited.code);
  });
}
async function withdraw(member: (typeof members)[number]) {
  await give(member.user_id);
  const asked = await world.payouts.request({
    ...{ user_id: member.user_id, request_key: "one", method: "paypal" as const, amount: "everything" },
    ...{ destination: member.email, password: member.password },
  });
  if (!asked.ok) throw new Error(asked.code);
}
async function settled() {
  for (let round = 0; round < 8; round += 1) {
    await world.work();
    await world.advance({ seconds: 30 });
    await world.control("/postbacks/idle", {});
  }
  await world.work();
}

it("tells that nothing was counted before anything happened", async () => {
  expect(await world.promises.read()).toMatchObject({
    payouts: { asked: 0, methods: [] },
    paid_out_minor: "0",
    orders: { confirmed: 0, refused: 0, reasons: [], confirm_days: null },
    claims: { due: 0, in_time: 0 },
    stores: { judged: [] },
  });
});

it("tells times of payouts once there are ten, with those that are still under way", async () => {
  for (const member of members.slice(0, 9)) await withdraw(member);
  await settled();
  expect((await count()).payouts).toEqual({ asked: 9, methods: [] });

  for (const member of members.slice(9)) await withdraw(member);
  // Asked for and not sent: nobody has worked yet, and nobody is late yet.
  expect((await count()).payouts.methods).toMatchObject([{ asked: 11, arrived: 9, due: 9 }]);
  await world.advance({ hours: 30 });
  const late = await count();
  expect(late.payouts.methods).toMatchObject([
    { method: "paypal", asked: 11, arrived: 9, due: 11, in_time: 9, came_back: 0 },
  ]);
  expect(late.payouts.methods[0]?.slowest_minutes).toBe(1_801);
  expect(late.payouts.methods[0]?.median_minutes).toBeLessThan(10);

  await settled();
  const after = await count();
  expect(after.payouts.methods).toMatchObject([{ asked: 11, arrived: 11, due: 11, in_time: 9 }]);
  expect(after.paid_out_minor).toBe(String(AMOUNT * BigInt(PEOPLE)));
});

it("tells what became of orders, and of a store once enough people bought there", async () => {
  const orders: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const member = members[n % 9];
    if (member) orders.push(await shopping.shop(member, 50));
  }
  for (const order of orders.slice(0, 11)) await shopping.act(order, "approve");
  for (const order of orders.slice(11)) await shopping.act(order, "reverse", { reason: "returned" });
  const few = await count();
  expect(few.orders).toMatchObject({ confirmed: 11, refused: 9, reasons: [{ code: null, orders: 9 }] });
  // Twenty orders, but of nine people alone.
  expect(few.stores.judged).toEqual([]);

  for (const member of members.slice(9)) orders.push(await shopping.shop(member, 50));
  await shopping.act(orders[20] ?? "", "reverse", { reason: "returned" });
  const enough = await count();
  expect(enough.orders).toMatchObject({ confirmed: 11, refused: 10 });
  expect(enough.orders.reasons.reduce((sum, { orders: n }) => sum + n, 0)).toBe(10);
  expect(enough.stores.judged).toMatchObject([
    { internal_name: "marlow-finch", orders: 22, confirmed: 11, refused: 10, within_day: 22, health: "bad" },
  ]);
  // What was taken back after it was confirmed is refused, and counts once.
  await shopping.act(orders[0] ?? "", "reverse", { reason: "returned" });
  expect((await count()).orders).toMatchObject({ confirmed: 10, refused: 11 });
});

it("forgets what is older than it tells, and keeps one count a day", async () => {
  await world.advance({ days: 31 });
  const later = await count();
  expect(later.payouts.asked).toBe(0);
  expect(later.orders).toMatchObject({ confirmed: 0, refused: 0 });
  expect(later.stores.judged).toHaveLength(1);
  await count();
  await world.advance({ hours: 1 });
  expect(await count()).toEqual(await world.promises.read());
  const { rows } = await world.base.handle.pool.query<{ n: number }>(
    "select count(*)::int as n from promises.counts group by (counted_at at time zone 'UTC')::date",
  );
  expect(rows.map(({ n }) => n)).toEqual(rows.map(() => 1));
  expect(rows.length).toBeGreaterThan(1);
});

it("says on the store's page and before each click that it tracks badly", async () => {
  const page = async () => (await world.catalog.under(world.partners.home).merchant("marlow-finch"))?.merchant.track;
  expect(await page()).toEqual({ health: "bad", median_hours: 0, refused: 11, decided: 21 });
  const found = await world.cashback.destination({ merchant: "marlow-finch" }, world.partners.home);
  expect(found?.track?.health).toBe("bad");
  // What was counted once is not said for ever.
  await world.advance({ days: 90 });
  await count();
  expect(await page()).toBeNull();
});
