/** Long histories: of coins every line is told once, and no number of lines takes anything from the passbook of cash. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { GOODWILL } from "#rewards";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { writeCsv } from "../write-csv.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const NOTHING = { pending: 0n, confirmed: 0n };
const BATCH = 250;

/** As an operator gives: the only credit that no row above the ledger stands for. */
async function give(owner: string, unit: "USD" | "COIN", amount: bigint, from: number, count: number) {
  const cost = unit === "COIN" ? world.ledger.reserveOf(amount) : amount;
  const outcome = await world.base.handle.transaction((tx) =>
    world.ledger.credit(
      tx,
      Array.from({ length: count }, (_, n) => ({
        kind: "goodwill.given",
        cause: `given:${owner}:${unit}:${from + n}`,
        reason: "goodwill",
        data: { bonus: `hand:${owner}:${unit}:${from + n}` },
        owner,
        unit,
        from: NOTHING,
        to: { pending: 0n, confirmed: amount },
        against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -cost }],
      })),
    ),
  );
  expect(outcome.ok).toBe(true);
}

it("turns its pages without losing or doubling one of a thousand lines, and cash stays in the passbook", async () => {
  const { user_id } = await world.member("Zoe");
  await give(user_id, "USD", 500n, 0, 1);
  for (let from = 0; from < 1_000; from += BATCH) await give(user_id, "COIN", 15n, from, BATCH);
  await give(user_id, "COIN", 15n, 1_000, 1);
  const seen: string[] = [];
  let pages = 0;
  for (let before: string | null = null, more = true; more; pages += 1) {
    const page = await world.passbook.coins({ user_id, before });
    seen.push(...page.entries.map(({ id }) => id));
    before = page.next;
    more = before !== null;
  }
  expect([seen.length, new Set(seen).size, pages]).toEqual([1_001, 1_001, 41]);
  const { entries, balances } = await world.passbookOf(user_id);
  expect(entries.map((entry) => "title" in entry && entry.title.en)).toEqual(["Credit from us"]);
  expect(balances).toMatchObject({ available_minor: "500", coins: "15015" });
});

it("takes a place that nobody gave out as the newest", async () => {
  const { user_id } = await world.member("Yara");
  await give(user_id, "COIN", 10n, 0, 3);
  for (const before of ["", "-1", "1e9", "x'; drop", "9".repeat(40)])
    expect((await world.passbook.coins({ user_id, before })).entries, before).toHaveLength(3);
});

/** Money that was set aside and came back: lines that the passbook tells among the balances alone. */
const setAsideAndBack = (owner: string, from: number, count: number) =>
  world.base.handle.transaction(async (tx) => {
    for (let n = from; n < from + count; n += 1) {
      const held = await world.ledger.hold(tx, { cause: `aside:${owner}:${n}`, owner, unit: "USD", amount: 1n });
      if (!held.ok) throw new Error(held.code);
      await world.ledger.release(tx, { hold_id: held.value.hold_id, reason: "provider_refused" });
    }
  });

type Member = Awaited<ReturnType<World["member"]>>;
async function withdraw({ user_id, email, password }: Member, amount: string): Promise<void> {
  const asked = await world.payouts.request({
    ...{ user_id, request_key: `of ${amount}`, method: "paypal", amount, destination: email, password },
  });
  if (!asked.ok) throw new Error(asked.code);
  for (let round = 0; round < 8; round += 1) {
    await world.work();
    await world.advance({ seconds: round < 5 ? 5 : 600 });
    await world.control("/postbacks/idle", {});
  }
}

it("says of the oldest bonuses that payouts carried them, and counts payouts as the entries that they are", async () => {
  const member = await world.member("Wanda");
  for (let n = 0; n < 3; n += 1) {
    await give(member.user_id, "USD", 500n, n, 1);
    await world.advance({ hours: 1 });
  }
  await withdraw(member, "12");
  const { entries, counts, balances } = await world.passbookOf(member.user_id);
  expect(entries.map((entry) => (entry.type === "bonus" ? (entry.paid ? "paid" : entry.state) : entry.type))).toEqual([
    ...["payout", "confirmed", "paid", "paid"],
  ]);
  expect(counts).toEqual({ all: 4, pending: 0, confirmed: 1, paid: 3, reversed: 0 });
  expect(balances.paid_minor).toBe("1200");
  const page = await world.passbook.page({ user_id: member.user_id, filter: "confirmed", page: 1 });
  expect([page.entries.length, page.totals.back_minor]).toEqual([1, "500"]);
});

it("sums cash from all of its lines, however many came after what was paid out", async () => {
  const member = await world.member("Xena");
  const { user_id } = member;
  await give(user_id, "USD", 5_000n, 0, 1);
  await withdraw(member, "20");
  const before = await world.passbookOf(user_id);
  expect(before).toMatchObject({
    balances: { paid_minor: "2000", confirmed_minor: "5000" },
    counts: { all: 2, paid: 1 },
  });
  await setAsideAndBack(user_id, 0, BATCH);
  const aside = await world.passbookOf(user_id);
  expect([aside.balances, aside.totals, aside.counts]).toEqual([before.balances, before.totals, before.counts]);
  for (let from = 1; from <= 1_000; from += BATCH) await give(user_id, "USD", 1n, from, BATCH);
  const page = await world.passbookOf(user_id);
  expect(page.balances).toMatchObject({
    ...{ paid_minor: "2000", confirmed_minor: "6000", available_minor: "4000" },
  });
  expect([page.counts.all, page.counts.confirmed, page.totals.back_minor]).toEqual([1_002, 1_001, "6000"]);
  const csv = await writeCsv(world.passbook, user_id, "all");
  expect(csv.split("\n").filter((row) => row.includes("Credit from us"))).toHaveLength(1_001);
  expect(csv.match(/Payout \(PayPal\)/g)).toHaveLength(1);
});
