/**
 * Brings the coins that we add ourselves to what their rules say of what somebody has earned by now: waiting while that waits, confirmed with
 * it, taken back with it. It looks at what is, not at what was told, so that doubled and reordered callbacks end the same (decision 0084).
 */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { BONUS_DAYS, type BonusName, COUNTING, dueOf, monthOf, monthSpan } from "./bonus-rules.ts";
import { type BonusRow, lockBonuses, readBonuses, readEarned, readExtras, sumGiven } from "./bonus-store.ts";
import type { CoinsContext } from "./context.ts";
import { type RewardRow, readReward } from "./reward-store.ts";
import type { CoinShares } from "./rules.ts";
import { settleReward } from "./settle-reward.ts";
import { lockMember } from "./start-store.ts";

/** What a bonus is given once in: an account's whole life, or a month. */
const periodOf = (name: BonusName, month: string): string => (BONUS_DAYS[name] === null ? name : `${name}:${month}`);

function newExtra(context: CoinsContext, user_id: string, bonus: BonusRow, period: string, turn: number): RewardRow {
  const now = context.clock.now();
  return {
    ...{ reward_id: newId("coin_reward"), provider: "house", tx_id: `extra:${user_id}:${period}:${turn}`, user_id },
    ...{ kind: "extra", start_id: null, visit_id: null, offer_id: null, goal_id: bonus.name, name: period },
    ...{ coins: bonus.coins, payout_micros: 0n, told_coins: null, state: "pending", reason: null },
    ...{ posted_pending: 0n, posted_confirmed: 0n, posted_receivable: 0n },
    ...{ sequence: 0, created_at: now, changed_at: now },
  };
}

/** After a reward has become something else: what follows it. Told twice it does it once. */
export async function settleBonuses(context: CoinsContext, rewardId: string): Promise<void> {
  const { db } = context.database;
  const reward = await readReward(db, rewardId);
  if (!reward || reward.provider === "house") return;
  if ((await readBonuses(db)).length === 0) return;
  const contact = await context.identity.contact(reward.user_id);
  const brand = context.partners.named(contact?.partner ?? null);
  const settled = await context.database.transaction(async (tx) => {
    await lockMember(tx, reward.user_id);
    if ((await readReward(tx, rewardId))?.user_id !== reward.user_id) return false;
    await settleOf(tx, context, reward.user_id, monthOf(reward.created_at), brand);
    return true;
  });
  // Their account has gone into another meanwhile: what follows the reward is that one's.
  if (!settled) await settleBonuses(context, rewardId);
}

async function settleOf(
  tx: Tx,
  context: CoinsContext,
  userId: string,
  month: string,
  brand: CoinShares,
): Promise<void> {
  const bonuses = await lockBonuses(tx);
  const earned = await readEarned(tx, userId, monthSpan(month));
  const had = await readExtras(
    tx,
    userId,
    bonuses.map(({ name }) => periodOf(name, month)),
  );
  for (const bonus of bonuses) {
    const period = periodOf(bonus.name, month);
    const due = dueOf(bonus.name, earned);
    const turns = had.filter(({ name }) => name === period);
    const [counts, ...more] = turns.filter(({ state }) => COUNTING.has(state));
    const change = (row: RewardRow, state: "credited" | "pending" | "reversed", reason: string | null = null) =>
      settleReward(tx, context, row, { state, reason, by: "tuppence" }, brand);
    // Two accounts that have become one have it once.
    for (const row of more) await change(row, "reversed", "given_once");
    if (counts && due === null) await change(counts, "reversed", "bonus_gone");
    else if (counts && due === "credited" && counts.state === "pending") await change(counts, "credited");
    else if (counts && due === "pending" && counts.state === "credited") {
      // What it was confirmed with was taken back, and something else waits: it waits with that, of the budget that it was promised of.
      await change(counts, "reversed", "bonus_gone");
      const { coins, created_at } = counts;
      await change({ ...newExtra(context, userId, { ...bonus, coins }, period, turns.length), created_at }, due);
    } else if (!counts && due !== null && isOpenFor(bonus, month) && (await hasBudget(tx, context, bonus)))
      await change(newExtra(context, userId, bonus, period, turns.length), due);
  }
}

/** Days of a month that was over before a bonus was set like this were promised nothing: what is told late of them brings none. */
const isOpenFor = ({ name, changed_at }: BonusRow, month: string): boolean =>
  BONUS_DAYS[name] === null || changed_at < monthSpan(month).to;

/** A bonus that is off gives nothing new; what was promised before follows what it follows. */
async function hasBudget(tx: Tx, context: CoinsContext, { name, coins, month_cap }: BonusRow): Promise<boolean> {
  if (coins === 0n) return false;
  return (await sumGiven(tx, name, monthSpan(monthOf(context.clock.now())))) + coins <= month_cap;
}

export type BonusShown = { name: BonusName; days: number | null; coins: number; used_up: boolean };
export type BonusProgress = { days: number; states: Partial<Record<BonusName, "pending" | "credited">> };

/** What is given now, for everybody to read: in the order of what it asks for. */
export async function readBonusTerms(context: CoinsContext): Promise<BonusShown[]> {
  const { db } = context.database;
  const span = monthSpan(monthOf(context.clock.now()));
  const given = (await readBonuses(db)).filter(({ coins }) => coins > 0n);
  const shown = await Promise.all(
    given.map(async ({ name, coins, month_cap }) => ({
      ...{ name, days: BONUS_DAYS[name], coins: Number(coins) },
      used_up: (await sumGiven(db, name, span)) + coins > month_cap,
    })),
  );
  return shown.toSorted((a, b) => (a.days ?? 0) - (b.days ?? 0));
}

/** How far a member is this month; nothing of it is lost by a day without coins. */
export async function readBonusProgress(context: CoinsContext, userId: string): Promise<BonusProgress> {
  const { db } = context.database;
  const month = monthOf(context.clock.now());
  const earned = await readEarned(db, userId, monthSpan(month));
  const names = (await readBonuses(db)).map(({ name }) => name);
  const had = await readExtras(
    db,
    userId,
    names.map((name) => periodOf(name, month)),
  );
  const states: BonusProgress["states"] = {};
  for (const name of names) {
    const own = had.find((row) => row.goal_id === name && COUNTING.has(row.state));
    if (own) states[name] = own.state === "credited" ? "credited" : "pending";
  }
  return { days: earned.days.all, states };
}
