import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";

let world: World;
let userId = "";
const click = "0123456789abcdefghjkmnpq";
beforeAll(async () => {
  world = await createWorld();
  userId = (await world.member("Ida")).user_id;
  await world.base.handle.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, now())`,
    [click, userId, randomUUID()],
  );
});
afterAll(() => world.close());

/** An action as Impact answers it, with nothing in it that tells when it was changed. */
const action = (id: string, amount: string, state = "PENDING") => ({
  Id: id,
  CampaignId: "9001",
  State: state,
  Amount: amount,
  Payout: "4.00",
  Currency: "USD",
  EventDate: "2027-03-10T10:00:00Z",
  SubId1: click,
});
const told = async (id: string, amount: string, fetchedAt: Date) => {
  const fresh = await world.cashback.takeReport("impact", [{ row_key: id, raw: action(id, amount) }], fetchedAt);
  await world.work();
  return fresh;
};
const sale = async (id: string) =>
  (
    await world.base.handle.pool.query<{ sale_minor: bigint }>(
      "select sale_minor from cashback.orders where order_key = $1",
      [id],
    )
  ).rows[0]?.sale_minor;
const at = (second: number) => new Date(Date.UTC(2027, 2, 10, 20, 0, second));

it("hears an order that goes back to what it was", async () => {
  expect(await told("A", "40.00", at(1))).toBe(1);
  expect(await told("A", "80.00", at(2))).toBe(1);
  expect(await told("A", "40.00", at(3))).toBe(1);
  expect(await sale("A")).toBe(4_000n);
  expect(await told("A", "40.00", at(4)), "the same again is no news").toBe(0);
  expect((await world.ledger.balances(userId)).pending).toBe(400n);
});

it("takes a report that tells a row twice", async () => {
  const twice = [
    { row_key: "T", raw: action("T", "10.00") },
    { row_key: "T", raw: action("T", "10.00") },
  ];
  expect(await world.cashback.takeReport("impact", twice, at(1))).toBe(1);
  expect(await world.cashback.takeReport("impact", twice, at(2))).toBe(0);
  await world.work();
  expect(await sale("T")).toBe(1_000n);
});

it("comes right when two answers crossed and the older one was heard last", async () => {
  await told("B", "50.00", at(1));
  // Asked at 2 and answered late with the new state; asked at 3 and answered at once with the old one.
  expect(await told("B", "70.00", at(2))).toBe(1);
  expect(await told("B", "50.00", at(3))).toBe(1);
  expect(await sale("B")).toBe(5_000n);
  expect(await told("B", "70.00", at(4)), "the next report brings the new state again").toBe(1);
  expect(await sale("B")).toBe(7_000n);
});

it("stores reports that arrive together, and answers each for its own rows", async () => {
  const take = (id: string, amount: string, second: number) =>
    world.cashback.takeReport("impact", [{ row_key: id, raw: action(id, amount) }], at(second));
  await told("G1", "10.00", at(1));
  const never = new Date(Number.NaN);
  const answers = await Promise.allSettled([
    take("G2", "20.00", 2),
    // Told before and told again with what is new in between: the later telling must meet the earlier ones in the inbox.
    take("G1", "15.00", 3),
    take("G1", "10.00", 4),
    world.cashback.takeReport("impact", [{ row_key: "G4", raw: action("G4", "40.00") }], never),
    take("G3", "30.00", 4),
    take("G3", "30.00", 4),
  ]);
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "refused"))).toEqual([
    1,
    1,
    1,
    "refused",
    1,
    0,
  ]);
  await world.work();
  expect(await Promise.all(["G1", "G2", "G3", "G4"].map(sale))).toEqual([1_000n, 2_000n, 3_000n, undefined]);
});

it("never acts on what a postback says, even when its job was lost and it waits long", async () => {
  const forged = { ...action("F", "900.00", "APPROVED"), action_id: "F" };
  await world.cashback.takePostback("impact", forged, ["F"]);
  await world.base.handle.pool.query("delete from graphile_worker._private_jobs");
  await world.advance({ minutes: 10 });
  expect(await world.inbox.sweep()).toBe(1);
  await world.advance({ minutes: 10 });
  expect(await world.inbox.sweep(), "it is asked about once").toBe(1);
  await world.work();
  expect(await sale("F")).toBeUndefined();
  const { rows } = await world.base.handle.pool.query(
    "select state, reason from platform.inbox where source = 'postback'",
  );
  expect(rows).toEqual([{ state: "refused", reason: "the network does not know this order" }]);
});

it("hears a hint once a minute: the same one later may be about a later change", async () => {
  const hint = { action_id: "M" };
  const asked = async () =>
    (await world.base.handle.pool.query("select 1 from platform.inbox where source = 'postback' and row_key = 'M'"))
      .rowCount;
  await world.cashback.takePostback("impact", hint, ["M"]);
  await world.cashback.takePostback("impact", hint, ["M"]);
  expect(await asked()).toBe(1);
  await world.advance({ minutes: 1 });
  await world.cashback.takePostback("impact", hint, ["M"]);
  expect(await asked()).toBe(2);
});
