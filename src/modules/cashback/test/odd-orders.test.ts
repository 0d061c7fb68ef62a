/** Orders that must not pay by themselves, or not to whom they say: told as a network's report tells them. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GIVEN_UP } from "#ledger";
import { createWorld, type World } from "../../../../test/support/world.ts";

let world: World;
const NAMES = "abcdefghjkmnpqrstvwxyz";
let made = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A member with a click at a shop that pays a tenth of the sale back, of a commission seven tenths of which is theirs. */
async function shopper(name: string, programme = "9001", network = "impact") {
  const member = await world.member(name);
  const click = `0123456789abcdefghjkmnp${NAMES[made++]}`;
  await world.base.handle.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, $5, $3, $4, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-03-01T10:00:00Z')`,
    [click, member.user_id, programme, randomUUID(), network],
  );
  return { ...member, click };
}
type Shopper = Awaited<ReturnType<typeof shopper>>;

type Told = { amount: string; payout: string; state?: string; currency?: string; second?: number };
async function tell(id: string, click: string, { amount, payout, state = "PENDING", currency = "USD", second }: Told) {
  const action = {
    Id: id,
    CampaignId: "9001",
    State: state,
    Amount: amount,
    Payout: payout,
    Currency: currency,
    EventDate: "2027-03-10T10:00:00Z",
    SubId1: click,
  };
  const fetchedAt = new Date(Date.UTC(2027, 2, 10, 20, 0, second ?? 1));
  await world.cashback.takeReport("impact", [{ row_key: id, raw: action }], fetchedAt);
  await world.work();
}
const balances = async ({ user_id }: Shopper) => {
  const { pending, available, clawback } = await world.ledger.balances(user_id);
  return { pending, available, clawback };
};
const entry = async ({ user_id }: Shopper) => (await world.passbookOf(user_id)).entries[0];

describe("a basket whose commission is far below what its programme implies", () => {
  it.each([
    ["promise", "confirmed", 50_000n],
    ["share", "confirmed", 3n],
    ["nothing", "declined", 0n],
  ] as const)("waits for a person, who says: %s", async (decision, state, free) => {
    const ann = await shopper(`Ann${decision}`);
    const id = `LOW-${decision}`;
    await tell(id, ann.click, { amount: "5000.00", payout: "0.04", state: "APPROVED" });
    expect(await entry(ann)).toMatchObject({ state: "pending", reason: { en: expect.stringMatching(/far less/) } });
    expect((await balances(ann)).available, "nothing is free before somebody looked").toBe(0n);
    const [waiting, ...more] = await world.cashback.inReview();
    expect(more).toEqual([]);
    expect(waiting).toMatchObject({ commission_minor: 4n, sale_minor: 500_000n, order_key: id });
    const order_id = waiting?.order_id ?? "";
    expect(await world.cashback.reviewOrder({ order_id, decision, by: "Olga" })).toMatchObject({ ok: true });
    expect(await world.cashback.reviewOrder({ order_id, decision: "promise", by: "Olga" })).toMatchObject({
      code: "not_in_review",
    });
    expect(await entry(ann)).toMatchObject({ state });
    expect(await balances(ann)).toEqual({ pending: 0n, available: free, clawback: 0n });
    // The network tells it again, a cent more: the decision stands.
    await tell(id, ann.click, { amount: "5000.10", payout: "0.04", state: "APPROVED", second: 9 });
    expect(await entry(ann)).toMatchObject({ state });
    expect((await world.cashback.inReview()).length).toBe(0);
  });

  it("is nobody's to decide any more once its network has mended the commission", async () => {
    const lea = await shopper("Lea");
    await tell("MENDED", lea.click, { amount: "500.00", payout: "0.40", state: "APPROVED" });
    const [{ order_id } = { order_id: "" }] = await world.cashback.inReview();
    await tell("MENDED", lea.click, { amount: "500.00", payout: "71.00", state: "APPROVED", second: 5 });
    expect(await entry(lea)).toMatchObject({ state: "confirmed", reason: null });
    expect(await world.cashback.inReview()).toEqual([]);
    for (const decision of ["nothing", "share", "promise"] as const)
      expect(await world.cashback.reviewOrder({ order_id, decision, by: "Olga" })).toMatchObject({
        code: "not_in_review",
      });
    expect(await balances(lea)).toEqual({ pending: 0n, available: 5_000n, clawback: 0n });
    // What falls again waits again, from then on.
    await tell("MENDED", lea.click, { amount: "500.00", payout: "0.30", state: "APPROVED", second: 9 });
    expect(await world.cashback.inReview()).toMatchObject([{ order_id, commission_minor: 30n }]);
    await tell("MENDED", lea.click, { amount: "500.00", payout: "0.30", state: "REVERSED", second: 12 });
    expect(await world.cashback.inReview(), "its network took it back itself").toEqual([]);
  });

  it("that was mended before this was looked at leaves the queue when somebody presses, and keeps its money", async () => {
    const mia = await shopper("Mia");
    await tell("STUCK", mia.click, { amount: "500.00", payout: "71.00", state: "APPROVED" });
    const { rows } = await world.base.handle.pool.query<{ order_id: string }>(
      "update cashback.orders set review_since = now() where user_id = $1 returning order_id",
      [mia.user_id],
    );
    const order_id = rows[0]?.order_id ?? "";
    expect(await world.cashback.reviewOrder({ order_id, decision: "nothing", by: "Olga" })).toMatchObject({
      code: "not_in_review",
    });
    expect(await world.cashback.inReview()).toEqual([]);
    expect(await balances(mia)).toEqual({ pending: 0n, available: 5_000n, clawback: 0n });
  });

  it("pays by itself when the loss is small: the rate that was shown is the rate that is paid", async () => {
    const bea = await shopper("Bea");
    await tell("SMALL", bea.click, { amount: "9.00", payout: "0.10", state: "APPROVED" });
    expect(await balances(bea)).toEqual({ pending: 0n, available: 90n, clawback: 0n });
  });
});

it("tells a member of an order in a currency that we do not settle, and pays nothing for it", async () => {
  const cleo = await shopper("Cleo");
  await tell("EURO", cleo.click, { amount: "100.00", payout: "10.00", currency: "EUR" });
  expect(await entry(cleo)).toMatchObject({
    state: "declined",
    reason: { en: expect.stringMatching(/currency that we do not settle/) },
  });
  expect(await balances(cleo)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
});

describe("an order of Awin's whose sale and commission are in two currencies", () => {
  type Amounts = { sale: [number, string]; commission: [number, string]; status?: string; second?: number };
  async function tellAwin(id: string, click: string, { sale, commission, status = "pending", second = 1 }: Amounts) {
    const raw = {
      ...{ id, advertiserId: "9001", commissionStatus: status, transactionDate: "2027-03-10T10:00:00" },
      saleAmount: { amount: sale[0], currency: sale[1] },
      commissionAmount: { amount: commission[0], currency: commission[1] },
      clickRefs: { clickRef: click },
    };
    const fetchedAt = new Date(Date.UTC(2027, 2, 10, 20, 0, second));
    await world.cashback.takeReport("awin", [{ row_key: id, raw }], fetchedAt);
    await world.work();
  }
  const refused = { state: "declined", reason: { en: expect.stringMatching(/currency that we do not settle/) } };
  const NOTHING = { pending: 0n, available: 0n, clawback: 0n };

  it.each([
    ["a sale in yen", [15_000, "JPY"], [5, "USD"]],
    ["a sale in Canadian dollars", [1_000, "CAD"], [100, "USD"]],
    ["a commission in euros", [100, "USD"], [15, "EUR"]],
  ] as const)(
    "pays nothing for %s, pending or approved, and all once it is told in dollars",
    async (name, sale, paid) => {
      const nia = await shopper(`Nia${sale[1]}${paid[1]}`, "9001", "awin");
      const amounts = { sale: [...sale], commission: [...paid] } as Amounts;
      for (const [second, status] of ["pending", "approved"].entries()) {
        await tellAwin(name, nia.click, { ...amounts, status, second: second + 1 });
        expect(await entry(nia)).toMatchObject({ ...refused, spent_minor: "0", back_minor: "0" });
        expect(await balances(nia)).toEqual(NOTHING);
      }
      await tellAwin(name, nia.click, { sale: [80, "USD"], commission: [12, "USD"], status: "approved", second: 5 });
      expect(await entry(nia)).toMatchObject({ state: "confirmed", spent_minor: "8000" });
      expect(await balances(nia)).toEqual({ ...NOTHING, available: 800n });
    },
  );

  it("keeps an order as it was told in dollars, until it is told so again or refused", async () => {
    const oda = await shopper("Oda", "9001", "awin");
    await tellAwin("ODA", oda.click, { sale: [80, "USD"], commission: [12, "USD"] });
    const foreign: Amounts = { sale: [12_000, "JPY"], commission: [12, "USD"], status: "approved" };
    await tellAwin("ODA", oda.click, { ...foreign, second: 2 });
    expect(await entry(oda)).toMatchObject({ state: "pending", spent_minor: "8000", back_minor: "800" });
    expect(await balances(oda)).toEqual({ ...NOTHING, pending: 800n });
    await tellAwin("ODA", oda.click, { ...foreign, status: "declined", second: 3 });
    expect(await entry(oda)).toMatchObject({ state: "declined", spent_minor: "8000" });
    expect(await balances(oda)).toEqual(NOTHING);
    await tellAwin("ODA", oda.click, { ...foreign, second: 4 });
    expect(await balances(oda)).toEqual(NOTHING);
    await tellAwin("ODA", oda.click, { sale: [80, "USD"], commission: [12, "USD"], status: "approved", second: 5 });
    expect(await balances(oda)).toEqual({ ...NOTHING, available: 800n });
  });

  it("that waits for a person can only be refused while it is told so", async () => {
    const pia = await shopper("Pia", "9001", "awin");
    await tellAwin("PIA", pia.click, { sale: [500, "USD"], commission: [0.4, "USD"] });
    await tellAwin("PIA", pia.click, { sale: [75_000, "JPY"], commission: [90, "USD"], second: 2 });
    const [{ order_id } = { order_id: "" }] = await world.cashback.inReview();
    for (const decision of ["promise", "share"] as const)
      expect(await world.cashback.reviewOrder({ order_id, decision, by: "Olga" })).toMatchObject({
        code: "not_dollars",
      });
    expect(await world.cashback.reviewOrder({ order_id, decision: "nothing", by: "Olga" })).toMatchObject({ ok: true });
    expect(await entry(pia)).toMatchObject({ state: "declined" });
    expect(await balances(pia)).toEqual(NOTHING);
  });
});

it("pays nothing for sums whose comma may be a decimal sign, and keeps the row where it is seen", async () => {
  const quin = await shopper("Quin");
  await tell("COMMA", quin.click, { amount: "100,00", payout: "15,00" });
  expect(await entry(quin)).toBeUndefined();
  expect(await balances(quin)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
  const { rows } = await world.base.handle.pool.query(
    "select state, reason from platform.inbox where payload->>'Id' = 'COMMA'",
  );
  expect(rows).toEqual([{ state: "parked", reason: "unreadable" }]);
});

it("gives nothing for another store's click, and an order stays whose it was first", async () => {
  const dora = await shopper("Dora", "7777");
  await tell("OTHER", dora.click, { amount: "100.00", payout: "15.00" });
  expect(await balances(dora)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
  const [eve, fay] = [await shopper("Eve"), await shopper("Fay")];
  await tell("FIRST", eve.click, { amount: "100.00", payout: "15.00" });
  await tell("FIRST", fay.click, { amount: "120.00", payout: "18.00", second: 5 });
  expect(await balances(eve)).toEqual({ pending: 1_200n, available: 0n, clawback: 0n });
  expect(await balances(fay)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
});

it("gives nothing for a click in another network, though the programme has the same number there", async () => {
  const ida = await shopper("Ida", "9001", "awin");
  await tell("ACROSS", ida.click, { amount: "100.00", payout: "15.00" });
  expect(await balances(ida)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
  expect(await entry(ida)).toBeUndefined();
});

it("expects the money after the locking days of the store that was clicked", async () => {
  const jon = await shopper("Jon");
  await tell("LOCKS", jon.click, { amount: "100.00", payout: "15.00" });
  const { rows } = await world.base.handle.pool.query<{ expected_at: Date }>(
    "select expected_at from cashback.orders where user_id = $1",
    [jon.user_id],
  );
  // Thirty days after the order of 10 March, as the click says; not the 45 of stores that say nothing.
  expect(rows.map((row) => row.expected_at.toISOString())).toEqual(["2027-04-09T10:00:00.000Z"]);
});

it("keeps the facts of an order's first row, though a correction comes with it", async () => {
  const kim = await shopper("Kim", "9001", "cj");
  const row = (id: string, more: object) => ({ row_key: id, raw: { commissionId: id, ...common, ...more } });
  const common = { originalActionId: "KIM", actionStatus: "new", advertiserId: "9001" };
  const amounts = (sale: string, commission: string) => ({ saleAmountUsd: sale, pubCommissionAmountUsd: commission });
  const first = { original: true, eventDate: "2027-03-10T10:00:00Z", shopperId: kim.click, orderId: "K-1" };
  // A correction names neither click nor order.
  const correction = { original: false, eventDate: "2027-03-12T10:00:00Z" };
  await world.cashback.takeReport(
    "cj",
    [
      row("K1", { ...first, ...amounts("100.00", "15.00") }),
      row("K2", { ...correction, ...amounts("-20.00", "-3.00") }),
    ],
    new Date("2027-03-12T12:00:00Z"),
  );
  await world.work();
  expect(await balances(kim)).toEqual({ pending: 800n, available: 0n, clawback: 0n });
  expect(await entry(kim)).toMatchObject({ at: "2027-03-10T10:00:00.000Z", order_reference: "K-1" });
});

it("never lets an older report undo a newer one", async () => {
  const gil = await shopper("Gil");
  await tell("STALE", gil.click, { amount: "100.00", payout: "15.00", state: "REVERSED", second: 30 });
  await tell("STALE", gil.click, { amount: "100.00", payout: "15.00", state: "APPROVED", second: 20 });
  expect(await balances(gil)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
});

it("gives what is confirmed for an account that has ended to the house, and takes it back from there", async () => {
  const hal = await shopper("Hal");
  await tell("GONE", hal.click, { amount: "280.00", payout: "40.00" });
  expect((await balances(hal)).pending).toBe(2_800n);
  const member = { ...hal, confirmed_at: world.clock.now() };
  const gone = await world.identity.deleteAccount(
    // Deleting reads only what a signed-in member has of this.
    member as unknown as Parameters<typeof world.identity.deleteAccount>[0],
    { password: hal.password, give_up: true, user_agent: "", address: "" },
  );
  expect(gone).toMatchObject({ ok: true });
  await tell("GONE", hal.click, { amount: "280.00", payout: "40.00", state: "APPROVED", second: 10 });
  expect(await balances(hal)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
  expect(await world.ledger.houseBalance(GIVEN_UP, "house")).toBe(2_800n);
  await tell("GONE", hal.click, { amount: "280.00", payout: "40.00", state: "REVERSED", second: 20 });
  expect(await world.ledger.houseBalance(GIVEN_UP, "house")).toBe(0n);
});
