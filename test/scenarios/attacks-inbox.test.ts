/** Attacks on what others tell us: rows that cannot be kept or acted on, beside rows that can. */
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.base.handle.pool.query<Row>(text, values)).rows;

let made = 0;
/** A member with a click at a shop of a network. */
async function shopper(name: string, network: string) {
  const member = await world.member(name);
  const signs = "abcdefghjkmnpqrstvwxyz";
  const click = `0123456789abcdefghjkmn${signs[Math.floor(made / 22)]}${signs[made++ % 22]}`;
  await query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, $4, '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-03-01T10:00:00Z')`,
    [click, member.user_id, randomUUID(), network],
  );
  return { ...member, click };
}
const impact = (id: unknown, click: string, more: object = {}) => ({
  row_key: String(id),
  raw: {
    Id: id,
    CampaignId: "9001",
    State: "PENDING",
    Amount: "100.00",
    Payout: "10.00",
    Currency: "USD",
    EventDate: "2027-03-10T10:00:00Z",
    SubId1: click,
    ...more,
  },
});
const awin = (id: unknown, click: string, more: object = {}) => ({
  row_key: String(id),
  raw: {
    id,
    advertiserId: 9001,
    commissionStatus: "pending",
    commissionAmount: { amount: 10, currency: "USD" },
    saleAmount: { amount: 100, currency: "USD" },
    clickRefs: { clickRef: click },
    transactionDate: "2027-03-10T10:00:00",
    ...more,
  },
});
type Row = ReturnType<typeof impact> | ReturnType<typeof awin>;
const pendingOf = async (userId: string) => (await world.ledger.balances(userId)).pending;

/** Told in one report with a good row before and behind it; the good ones must come through at once. */
async function tellBeside(network: "impact" | "awin", poison: (click: string) => Row) {
  const before = await shopper(`${network}a${made}`, network);
  const behind = await shopper(`${network}b${made}`, network);
  const row = network === "impact" ? impact : awin;
  const id = 70_000 + made;
  const odd = poison(before.click);
  const told = await world.cashback
    .takeReport(network, [row(`${id}1`, before.click), odd, row(`${id}2`, behind.click)], world.clock.now())
    .then(() => "kept")
    .catch((error: Error) => error.message);
  // The jobs of a batch fail together; the sweep then tells each its own.
  for (let minute = 0; minute < 4; minute += 1) {
    await world.work().catch(() => undefined);
    await world.advance({ minutes: 1 });
    await world.inbox.sweep();
  }
  await world.work().catch(() => undefined);
  return { told, good: [await pendingOf(before.user_id), await pendingOf(behind.user_id)], odd };
}

describe("a row of a report that cannot be kept or acted on stops no other", () => {
  const LONG = "9".repeat(40);
  const deep = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  it.each<[string, "impact" | "awin", (click: string) => Row]>([
    ["a NUL in a text", "impact", (click) => impact("N1", click, { Oid: "a\0b" })],
    ["a NUL in a name", "impact", (click) => impact("N2", click, { "a\0b": 1 })],
    ["a NUL in its id", "impact", (click) => impact("N\0", click)],
    ["a NUL in the click's id", "impact", () => impact("N4", "abc\0")],
    ["half of a sign", "impact", (click) => impact("N5", click, { Oid: "\ud83d" })],
    ["half of a sign in its id", "impact", (click) => impact("N6\udc00", click)],
    ["an id of ten thousand signs", "impact", (click) => impact(randomBytes(5_000).toString("hex"), click)],
    ["a click's id of a megabyte", "impact", () => impact("N8", randomBytes(500_000).toString("hex"))],
    [
      "a programme's name of ten thousand signs",
      "impact",
      (click) => impact("N8b", click, { CampaignId: randomBytes(5_000).toString("hex") }),
    ],
    ["a number that no column holds", "impact", (click) => impact("N9", click, { Amount: LONG, Payout: LONG })],
    [
      "more money than there is",
      "impact",
      (click) => impact("N10", click, { Amount: "90000000000000", Payout: "80000000000000" }),
    ],
    [
      "less than nothing",
      "impact",
      (click) => impact("N11", click, { Amount: "-90000000000000000", Payout: "-9000000000000000" }),
    ],
    ["a day before all days", "impact", (click) => impact("N12", click, { EventDate: "-271821-04-20T00:00:00.000Z" })],
    ["a day after all days", "impact", (click) => impact("N13", click, { EventDate: "+275760-09-13T00:00:00.000Z" })],
    [
      "a last day after all days",
      "impact",
      (click) => impact("N13b", click, { LockingDate: "+275760-09-13T00:00:00.000Z" }),
    ],
    ["a nesting of ten thousand", "impact", (click) => impact("N14", click, { Items: deep(10_000) })],
    // Rows have a body by their type; this one has none.
    ["no row at all", "impact", () => ({ row_key: "N15", raw: null }) as never],
    ["a day of a click that is none", "awin", (click) => awin(1, click, { clickDate: "yesterday" })],
    ["a day of an order that is none", "awin", (click) => awin(2, click, { transactionDate: "" })],
    ["a currency that is none", "awin", (click) => awin(3, click, { commissionAmount: { amount: 1, currency: "\0" } })],
  ])("%s", async (_what, network, poison) => {
    const { told, good } = await tellBeside(network, poison);
    expect([told, ...good.map(Boolean)]).toEqual(["kept", true, true]);
  });
});

it("an order counts whose shop calls it by a very long name, or by signs that cannot be kept", async () => {
  const ann = await shopper("Longname", "impact");
  const told = [
    impact("R1", ann.click, { Oid: `${"o".repeat(199)}\u{1f600}${"o".repeat(5_000)}` }),
    impact("R2", ann.click, { Oid: "a\0b\ud800" }),
  ];
  await world.cashback.takeReport("impact", told, world.clock.now());
  await world.work();
  expect(await pendingOf(ann.user_id)).toBe(2_000n);
  const references = await query<{ order_reference: string }>(
    "select order_reference from cashback.orders where order_key in ('R1', 'R2') order by order_key",
  );
  expect(references.map(({ order_reference }) => [order_reference.length, order_reference.slice(-1)])).toEqual([
    [200, "\ufffd"],
    [4, "\ufffd"],
  ]);
});
