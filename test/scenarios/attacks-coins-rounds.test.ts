/** Callbacks that one job works at once: what each becomes is what it would become alone, whatever stands beside it. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownAs, type Said, tellSigned } from "../support/vendor-callbacks.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let offer_id: string;
beforeAll(async () => {
  world = await createWorld();
  await world.coins.refreshOffers();
  const { rows } = await world.base.handle.pool.query<{ id: string }>(
    `select 'cof_' || replace(offer_id::text, '-', '') as id from coins.offers
     where provider = 'ayet' and jsonb_array_length(goals) >= 3 order by provider_offer_id limit 1`,
  );
  offer_id = rows[0]?.id ?? "";
});
// The end of the world verifies the ledger.
afterAll(() => world.close());

let people = 0;
/** Somebody who has set out for the offer, long enough ago, with a step of it. */
async function earner() {
  people += 1;
  const member = { ...(await world.member(`Round${people}`)), is_verified: true, plus_active: false };
  const ref = (await knownAs(world, member.user_id, ["ayet"])).get("ayet") ?? "";
  const offer = await world.coins.offer(world.partners.home, offer_id);
  const platform = offer?.platforms[0] ?? "desktop";
  const begun = await world.coins.begin(member, { offer_id, platform }, world.partners.home);
  if (!begun.ok) throw new Error(begun.code);
  // Whoever began it on this machine before is not what is looked at here.
  await world.base.handle.pool.query("update coins.starts set shared_with = null");
  const { rows } = await world.base.handle.pool.query<{ offer: string; goal: string; micros: string; coins: string }>(
    `select provider_offer_id as offer, goal->>'goal_id' as goal, goal->>'payout_micros' as micros, goal->>'coins' as coins
     from coins.starts, jsonb_array_elements(terms->'goals') goal where start_id = $1 and (goal->>'coins')::bigint > 0 limit 1`,
    [begun.value.start_id],
  );
  const [goal] = rows;
  if (!goal) throw new Error("no goal");
  await world.advance({ hours: 2 });
  const micros = BigInt(goal.micros);
  const usd = `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, "0")}`;
  const credit = (tx: string): Said => ({ kind: "credit", tx, ref, usd, offer: goal.offer, goal: goal.goal });
  const back = (tx: string): Said => ({ ...credit(tx), kind: "reversal" });
  return { user_id: member.user_id, coins: BigInt(goal.coins), credit, back };
}
type Earner = Awaited<ReturnType<typeof earner>>;

/** Told one after the other, so that they are worked in this order, by one job. */
async function told(...all: Said[]): Promise<string[]> {
  for (const said of all) {
    await world.advance({ seconds: 1 });
    expect((await tellSigned(world, "ayet", said)).statusCode).toBe(200);
  }
  const { rows } = await world.base.handle.pool.query<{ inbox_id: string }>(
    "select inbox_id from platform.inbox where source = 'postback' and state = 'new' order by fetched_at",
  );
  expect(rows).toHaveLength(all.length);
  return rows.map(({ inbox_id }) => inbox_id);
}
const apply = async (...all: Said[]) => world.coins.applyCallbacks(await told(...all));
const has = async ({ user_id }: Earner) => {
  const { coins, coins_pending, coins_owed } = await world.ledger.balances(user_id);
  return { coins, pending: coins_pending, owed: coins_owed };
};
const statesOf = async ({ user_id }: Earner) =>
  Object.fromEntries(
    (await world.coins.desk.rewardsOf(user_id, 50)).map(({ tx_id, state, reason }) => [
      tx_id,
      `${state} ${reason ?? ""}`.trim(),
    ]),
  );
const NOTHING = { coins: 0n, pending: 0n, owed: 0n };

describe("callbacks of one member and step in one job", () => {
  it.each(["credit-first", "reversal-first"])("bring nothing when one takes the other back: %s", async (order) => {
    const [ann, bob] = [await earner(), await earner()];
    const pair = [ann.credit(`${order}-1`), ann.back(`${order}-1`)];
    await apply(...(order === "credit-first" ? pair : pair.toReversed()), bob.credit(`${order}-2`));
    expect(await has(ann)).toEqual(NOTHING);
    expect(await has(bob), "who stands beside them has theirs").toEqual({ ...NOTHING, coins: bob.coins });
    expect(Object.values(await statesOf(ann))).toEqual([expect.stringMatching(/^reversed/)]);
  });

  it("pay a step once: a second transaction waits, and pays when the first was taken back before it", async () => {
    const [ann, bob] = [await earner(), await earner()];
    await apply(
      ...[ann.credit("twice-1"), ann.credit("twice-2")],
      ...[bob.credit("again-1"), bob.back("again-1"), bob.credit("again-2")],
    );
    expect(await statesOf(ann)).toEqual({ "twice-1": "credited", "twice-2": "held goal_twice" });
    expect(await has(ann)).toEqual({ coins: ann.coins, pending: ann.coins, owed: 0n });
    expect(await statesOf(bob)).toMatchObject({ "again-1": expect.stringMatching(/^reversed/), "again-2": "credited" });
    expect(await has(bob)).toEqual({ ...NOTHING, coins: bob.coins });
  });

  it("of a transaction that is somebody else's bring them nothing, and take nothing from whose it is", async () => {
    const [ann, eve] = [await earner(), await earner()];
    await apply(ann.credit("stolen"), eve.back("stolen"));
    expect([await has(ann), await has(eve)]).toEqual([{ ...NOTHING, coins: ann.coins }, NOTHING]);
  });
});

describe("a provider's day", () => {
  it("bounds a job as it bounds them one by one", async () => {
    const all = [await earner(), await earner(), await earner()];
    const [ann] = all;
    await world.advance({ days: 1 });
    const bound = { by: "opr_olga", reason: "a new provider" };
    await world.coins.desk.changeRules("ayet", { daily_cap: 2n * (ann?.coins ?? 0n) }, bound);
    await apply(...all.map((one, place) => one.credit(`bounded-${place}`)));
    await world.coins.desk.changeRules("ayet", { daily_cap: null }, bound);
    const ends = await Promise.all(all.map(statesOf));
    expect(ends).toEqual([{ "bounded-0": "credited" }, { "bounded-1": "credited" }, { "bounded-2": "held daily_cap" }]);
  });
});

describe("one that cannot be written", () => {
  it("leaves nothing half written of those beside it, and they are done without it", async () => {
    const [ann, bob] = [await earner(), await earner()];
    const { pool } = world.base.handle;
    await pool.query("alter table coins.rewards add constraint poison check (tx_id <> 'poison')");
    const ids = await told(ann.credit("before"), bob.credit("poison"), bob.credit("after"), ann.back("before"));
    await expect(world.coins.applyCallbacks(ids)).rejects.toThrow(/poison/);
    expect([await has(ann), await has(bob), await statesOf(ann)]).toEqual([NOTHING, NOTHING, {}]);
    const { rows: events } = await pool.query(
      "select 1 from coins.reward_events join coins.rewards using (reward_id) where user_id = $1",
      [ann.user_id],
    );
    expect(events).toEqual([]);
    // As the job does the second time.
    let failed = 0;
    for (const id of ids) await world.coins.applyCallbacks([id]).catch(() => (failed += 1));
    expect(failed).toBe(1);
    expect([await has(ann), await has(bob)]).toEqual([NOTHING, { ...NOTHING, coins: bob.coins }]);
    await pool.query("alter table coins.rewards drop constraint poison");
    await world.coins.applyCallbacks(ids);
    expect(await statesOf(bob), "the step was paid meanwhile").toEqual({
      after: "credited",
      poison: "held goal_twice",
    });
    const { rows } = await pool.query("select state from platform.inbox where inbox_id = any ($1)", [ids]);
    expect(rows.map(({ state }) => state)).toEqual(ids.map(() => "applied"));
  });
});

type Statement = (this: pg.Client, ...told: unknown[]) => Promise<unknown>;
/**
 * Cuts the connection on which callbacks are worked at its statement of this number, as a killed process does. Null when it has fewer; else
 * the statement, with what came of the work. `answers`: the statement is done, and only its answer is lost.
 */
async function cutAt(number: number, work: () => Promise<unknown>, answers = false): Promise<string | null> {
  // Of the driver's many ways to ask, all are told on as they came.
  const known = pg.Client.prototype.query as unknown as Statement;
  const begun = new Set<pg.Client>();
  let victim: pg.Client | null = null;
  let count = 0;
  let cut: string | null = null;
  const query: Statement = function (...told) {
    const [first] = told as [string | { text: string }];
    const text = typeof first === "string" ? first : first.text;
    if (/^begin/i.test(text)) begun.add(this);
    // What other parts of the process do meanwhile is theirs: this one begins with its rows of the inbox, also where it is run anew
    // because the ledger remembered an account of what was rolled back.
    if (cut === null && begun.has(this) && text.includes("platform.inbox")) {
      begun.delete(this);
      victim = this;
      count = 0;
    }
    if (victim !== this || cut !== null) return known.apply(this, told);
    count += 1;
    const isMeant = answers ? /^commit/i.test(text) : count === number;
    if (!isMeant) return known.apply(this, told);
    cut = text;
    // What the driver keeps to itself, and its types too: the wire.
    const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection;
    if (!answers) {
      stream.destroy();
      return known.apply(this, told);
    }
    return known.apply(this, told).then(() => {
      stream.destroy();
      throw new Error("the answer is lost");
    });
  };
  // See above: one signature stands for the driver's many, here and when it is put back.
  pg.Client.prototype.query = query as never;
  try {
    await work().catch((error: unknown) => {
      if (cut === null) throw error;
    });
  } finally {
    // As above.
    pg.Client.prototype.query = known as never;
  }
  return cut;
}
const jobsWaiting = async () =>
  (await world.base.handle.pool.query<{ n: number }>("select count(*)::int as n from graphile_worker.jobs")).rows[0]?.n;
const eventsOf = async ({ user_id }: Earner) =>
  (
    await world.base.handle.pool.query<{ n: number }>(
      "select count(*)::int as n from coins.reward_events join coins.rewards using (reward_id) where user_id = $1",
      [user_id],
    )
  ).rows[0]?.n;
const inboxOf = async (ids: readonly string[]) =>
  (
    await world.base.handle.pool.query<{ state: string }>(
      "select state from platform.inbox where inbox_id = any ($1)",
      [ids],
    )
  ).rows.map(({ state }) => state);

describe("a process that dies while it works several rounds", () => {
  it("leaves nothing of any of them, at whichever statement it dies, and what is done again is done once", async () => {
    const [ann, bob] = [await earner(), await earner()];
    const ids = await told(ann.credit("cut-1"), bob.credit("cut-2"), ann.back("cut-1"), ann.credit("cut-3"));
    const jobs = await jobsWaiting();
    const cut: string[] = [];
    for (;;) {
      const text = await cutAt(cut.length + 1, () => world.coins.applyCallbacks(ids));
      if (text === null) break;
      cut.push(text);
      expect([await has(ann), await has(bob)], text).toEqual([NOTHING, NOTHING]);
      expect([await statesOf(ann), await eventsOf(ann), await eventsOf(bob)], text).toEqual([{}, 0, 0]);
      expect([await inboxOf(ids), await jobsWaiting()], text).toEqual([ids.map(() => "new"), jobs]);
    }
    expect(cut.length, "every step of three rounds").toBeGreaterThan(20);
    expect(cut.at(-1)).toMatch(/^commit/i);
    expect(cut.filter((text) => /ledger\./.test(text)).length, "money among them").toBeGreaterThan(2);
    const ends = async () => [
      await has(ann),
      await has(bob),
      await statesOf(ann),
      await eventsOf(ann),
      await inboxOf(ids),
    ];
    const done = await ends();
    expect(done.slice(0, 3)).toEqual([
      { ...NOTHING, coins: ann.coins },
      { ...NOTHING, coins: bob.coins },
      { "cut-1": expect.stringMatching(/^reversed/), "cut-3": "credited" },
    ]);
    await world.coins.applyCallbacks(ids);
    expect(await ends(), "told once more").toEqual(done);
  });

  it("whose last answer is lost has done all of it, and the next one does nothing again", async () => {
    const [ann, bob] = [await earner(), await earner()];
    const ids = await told(ann.credit("lost-1"), bob.credit("lost-2"), ann.back("lost-1"), ann.credit("lost-3"));
    expect(await cutAt(0, () => world.coins.applyCallbacks(ids), true)).toMatch(/^commit/i);
    const ends = async () => [
      await has(ann),
      await has(bob),
      await eventsOf(ann),
      await eventsOf(bob),
      await inboxOf(ids),
    ];
    const done = await ends();
    expect(done.slice(0, 2)).toEqual([
      { ...NOTHING, coins: ann.coins },
      { ...NOTHING, coins: bob.coins },
    ]);
    await world.coins.applyCallbacks(ids);
    await world.work();
    expect(await ends()).toEqual(done);
  });
});
