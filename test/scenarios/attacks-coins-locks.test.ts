/**
 * Jobs of callbacks lock their members, and what those have, in one order whatever was told first: jobs that meet, here or with
 * another part of the house, wait for each other and never in a circle.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { whileHeld } from "../support/held-lock.ts";
import { knownAs, type Said, tellSigned } from "../support/vendor-callbacks.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
// The end of the world verifies the ledger.
afterAll(() => world.close());

let people = 0;
/** Somebody in a survey, with accounts in the books. */
async function respondent() {
  people += 1;
  const { user_id } = await world.member(`Lock${people}`);
  const ref = (await knownAs(world, user_id, ["bitlabs"])).get("bitlabs") ?? "";
  const { pool } = world.base.handle;
  await pool.query(
    `insert into coins.survey_visits (visit_id, user_id, provider, survey_id, user_ref, coins, payout_micros, minutes, first_one, started_at)
     values ($1, $2, 'bitlabs', 'survey', $3, 500, 1000000, 5, false, $4)`,
    [randomUUID(), user_id, ref, world.clock.now()],
  );
  await world.base.handle.transaction((tx) => world.ledger.lockMembers(tx, [user_id]));
  const { rows } = await pool.query<{ account_id: string }>(
    "select account_id from ledger.accounts where owner = $1 and (unit = 'COIN' or kind = 'member_available')",
    [user_id],
  );
  return { user_id, ref, accounts: rows.map(({ account_id }) => account_id) };
}
type Respondent = Awaited<ReturnType<typeof respondent>>;

/** Told one after the other, so that they are worked in this order, by one job. */
async function told(kind: Said["kind"], all: readonly Respondent[]): Promise<string[]> {
  for (const { ref, user_id } of all) {
    await world.advance({ seconds: 1 });
    const said: Said = { kind, tx: `${kind}-${user_id}`, ref, usd: kind === "credit" ? "1.00" : "0", offer: "survey" };
    expect((await tellSigned(world, "bitlabs", said)).statusCode).toBe(200);
  }
  const { rows } = await world.base.handle.pool.query<{ inbox_id: string }>(
    "select inbox_id from platform.inbox where source = 'postback' and state = 'new'",
  );
  expect(rows).toHaveLength(all.length);
  return rows.map(({ inbox_id }) => inbox_id);
}

const MEMBER = "hashtextextended('coins:' || $1, 7)";
const isFree = async (lock: string, id: string): Promise<boolean> =>
  (await world.base.handle.pool.query<{ free: boolean }>(lock, [id])).rows[0]?.free ?? false;
const isMemberFree = (id: string) => isFree(`select pg_try_advisory_xact_lock(${MEMBER}) as free`, id);
const isAccountFree = (id: string) =>
  isFree("select true as free from ledger.heads where account_id = $1 for update skip locked", id);

it("members by their ids, though the last of them was told first", async () => {
  const all = [await respondent(), await respondent(), await respondent()];
  const [first, middle, last] = all.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  if (!first || !middle || !last) throw new Error("three of them");
  const ids = await told("attempt", [last, middle, first]);
  const free = await whileHeld(
    world,
    (query) => query(`select pg_advisory_xact_lock(${MEMBER})`, [middle.user_id]),
    async (waiting) => {
      const work = world.coins.applyCallbacks(ids);
      await waiting(1);
      const seen = [await isMemberFree(first.user_id), await isMemberFree(last.user_id)];
      return async () => {
        await work;
        return seen;
      };
    },
  );
  expect(free, "the first is locked, the last is not yet").toEqual([false, true]);
});

it.each(["credit", "attempt"] as const)(
  "what members have by its accounts, whoever was told first: %s",
  async (kind) => {
    const all = [await respondent(), await respondent(), await respondent()];
    const accounts = all.flatMap((one) => one.accounts).toSorted();
    const lowest = accounts[0] ?? "";
    // Whose account is locked first is told of last.
    const order = all.toSorted((a, b) => Number(a.accounts.includes(lowest)) - Number(b.accounts.includes(lowest)));
    const ids = await told(kind, order);
    const locked = await whileHeld(
      world,
      (query) => query("select 1 from ledger.heads where account_id = $1 for update", [lowest]),
      async (waiting) => {
        const work = world.coins.applyCallbacks(ids);
        await waiting(1);
        const seen: string[] = [];
        for (const id of accounts) if (!(await isAccountFree(id))) seen.push(id);
        return async () => {
          await work;
          return seen;
        };
      },
    );
    expect(locked, "nothing is locked before the lowest").toEqual([lowest]);
    for (const { user_id } of all)
      expect((await world.ledger.balances(user_id)).coins, "and each has theirs").toBeGreaterThan(0n);
  },
);
