/** A long history of coins: every line stands in it once, and it takes nothing from the passbook of cash. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";

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
        against: [{ account: { kind: "goodwill" as const, owner: "house" }, amount: -cost }],
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
