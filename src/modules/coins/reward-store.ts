/** SQL of what members earned by offers and surveys. Schema `coins` only. */
import type { SubLedgerRow } from "#ledger";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { prepare, runPrepared } from "#platform/statements";
import type { CoinProviderName } from "./provider.types.ts";
import type { RewardState } from "./rules.ts";

type Runner = Database | Tx;

export type RewardRow = {
  reward_id: string;
  provider: CoinProviderName | "house";
  tx_id: string;
  user_id: string;
  /** `extra`: a bonus that follows what was earned (`bonus-rules.ts`); its goal is the bonus, its name the span it counts for. */
  kind: "offer" | "survey" | "consolation" | "bonus" | "extra";
  start_id: string | null;
  visit_id: string | null;
  offer_id: string | null;
  goal_id: string | null;
  name: string;
  coins: bigint;
  payout_micros: bigint;
  told_coins: bigint | null;
  state: RewardState;
  reason: string | null;
  posted_pending: bigint;
  posted_confirmed: bigint;
  posted_receivable: bigint;
  sequence: number;
  created_at: Date;
  changed_at: Date;
};

/** Who acts on the same transaction of a provider at this moment waits, also when there is no row of it yet. */
export async function lockTransaction(tx: Tx, provider: string, txId: string): Promise<RewardRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}|${txId}`}, 11))`.execute(tx);
  const found = await sql<RewardRow>`
    select * from coins.rewards where provider = ${provider} and tx_id = ${txId} for update`.execute(tx);
  return found.rows[0] ?? null;
}

const LOCK_NAMES = prepare(
  "coins.lock_names",
  "select count(pg_advisory_xact_lock(hashtextextended(key, 11))) from unnest($1::text[]) as asked(key)",
);
const LOCK_TRANSACTIONS = prepare<RewardRow>(
  "coins.lock_transactions",
  `select reward_id, provider, tx_id, user_id, kind, start_id, visit_id, offer_id, goal_id, name, coins, payout_micros, told_coins, state, reason,
     posted_pending, posted_confirmed, posted_receivable, sequence, created_at, changed_at
   from coins.rewards where (provider, tx_id) in (select * from unnest($1::text[], $2::text[])) order by reward_id for update`,
);

/** The same of many, in one order for all who do. */
export async function lockTransactions(
  tx: Tx,
  names: readonly Pick<RewardRow, "provider" | "tx_id">[],
): Promise<RewardRow[]> {
  if (names.length === 0) return [];
  await runPrepared(tx, LOCK_NAMES, [
    [...new Set(names.map(({ provider, tx_id }) => `${provider}|${tx_id}`))].toSorted(),
  ]);
  return runPrepared(tx, LOCK_TRANSACTIONS, [names.map(({ provider }) => provider), names.map(({ tx_id }) => tx_id)]);
}

export const lockReward = async (tx: Tx, rewardId: string): Promise<RewardRow | null> =>
  (await sql<RewardRow>`select * from coins.rewards where reward_id = ${rewardId} for update`.execute(tx)).rows[0] ??
  null;

export const readReward = async (runner: Runner, rewardId: string): Promise<RewardRow | null> =>
  (await sql<RewardRow>`select * from coins.rewards where reward_id = ${rewardId}`.execute(runner)).rows[0] ?? null;

/** By the provider's own id of the transaction. */
export const findReward = async (runner: Runner, provider: string, txId: string): Promise<RewardRow | null> =>
  (await sql<RewardRow>`select * from coins.rewards where provider = ${provider} and tx_id = ${txId}`.execute(runner))
    .rows[0] ?? null;

const SAVE = prepare(
  "coins.save_rewards",
  `with told as materialized (
     select * from jsonb_to_recordset($1::text::jsonb) as r(reward_id uuid, provider text, tx_id text, user_id uuid, kind text,
       start_id uuid, visit_id uuid, offer_id uuid, goal_id text, name text, coins bigint, payout_micros bigint, told_coins bigint, state text,
       reason text, posted_pending bigint, posted_confirmed bigint, posted_receivable bigint, sequence integer, created_at timestamptz,
       changed_at timestamptz, by_whom text)),
   saved as (
     insert into coins.rewards (reward_id, provider, tx_id, user_id, kind, start_id, visit_id, offer_id, goal_id, name, coins, payout_micros, told_coins,
       state, reason, posted_pending, posted_confirmed, posted_receivable, sequence, created_at, changed_at)
     select reward_id, provider, tx_id, user_id, kind, start_id, visit_id, offer_id, goal_id, name, coins, payout_micros, told_coins,
       state, reason, posted_pending, posted_confirmed, posted_receivable, sequence, created_at, changed_at from told
     on conflict (reward_id) do update set coins = excluded.coins, payout_micros = excluded.payout_micros, told_coins = excluded.told_coins,
       state = excluded.state, reason = excluded.reason, posted_pending = excluded.posted_pending, posted_confirmed = excluded.posted_confirmed,
       posted_receivable = excluded.posted_receivable, sequence = excluded.sequence, changed_at = excluded.changed_at)
   insert into coins.reward_events (reward_id, sequence, at, state, reason, coins, by_whom)
   select reward_id, sequence, changed_at, state, reason, coins, by_whom from told`,
);

/** Writes rewards as they now are, each with its row of history; `by_whom` is who made it so. */
export async function saveRewards(tx: Tx, rewards: readonly (RewardRow & { by_whom: string })[]): Promise<void> {
  const rows = rewards.map((row) => ({
    ...row,
    coins: String(row.coins),
    payout_micros: String(row.payout_micros),
    told_coins: row.told_coins === null ? null : String(row.told_coins),
    posted_pending: String(row.posted_pending),
    posted_confirmed: String(row.posted_confirmed),
    posted_receivable: String(row.posted_receivable),
  }));
  await runPrepared(tx, SAVE, [JSON.stringify(rows)]);
}

/** A reward of this goal of one start, which counts. */
export const hasGoal = async (tx: Tx, startId: string, goalId: string): Promise<boolean> =>
  (
    await sql`
      select 1 from coins.rewards where start_id = ${startId} and goal_id = ${goalId} and state in ('pending', 'held', 'credited') limit 1`.execute(
      tx,
    )
  ).rows.length > 0;

/** Another reward of the same survey, which counts. */
export const hasVisit = async (tx: Tx, visitId: string, exceptId: string): Promise<boolean> =>
  (
    await sql`
      select 1 from coins.rewards where visit_id = ${visitId} and reward_id <> ${exceptId} and kind = 'survey'
        and state in ('pending', 'held', 'credited') limit 1`.execute(tx)
  ).rows.length > 0;

/** Whether the house's own first survey was paid to this member, or to an account that has become theirs. */
export const hasBonus = async (runner: Runner, userId: string): Promise<boolean> =>
  (
    await sql`
      select 1 from coins.rewards where user_id = ${userId} and provider = 'house' and kind = 'bonus' limit 1`.execute(
      runner,
    )
  ).rows.length > 0;

/** Beside one reward: how many others its member has, and whether one of them is of the same goal of the same start and counts. */
export type Others = { sum: number; again: boolean };
export const NO_OTHERS: Others = { sum: 0, again: false };

const READ_OTHERS = prepare<Others & { reward_id: string }>(
  "coins.read_others",
  `select * from (
     select a.reward_id, (select count(*)::int from coins.rewards r
         where r.user_id = a.user_id and r.reward_id <> a.reward_id and r.created_at > $5 and r.provider <> 'house') as sum,
       exists (select 1 from coins.rewards g where g.start_id = a.start_id and g.goal_id = a.goal_id and g.reward_id <> a.reward_id
         and g.state in ('pending', 'held', 'credited')) as again
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as a(reward_id, user_id, start_id, goal_id)) as asked
   where sum > 0 or again`,
);

/** By their rewards; those without any others (`NO_OTHERS`) are left out. */
export async function readOthers(
  tx: Tx,
  asked: readonly Pick<RewardRow, "reward_id" | "user_id" | "start_id" | "goal_id">[],
  since: Date,
): Promise<Map<string, Others>> {
  if (asked.length === 0) return new Map();
  const rows = await runPrepared(tx, READ_OTHERS, [
    asked.map((one) => one.reward_id),
    asked.map((one) => one.user_id),
    asked.map((one) => one.start_id),
    asked.map((one) => one.goal_id),
    since,
  ]);
  return new Map(rows.map((row) => [row.reward_id, row]));
}

export const readRewards = async (
  runner: Runner,
  userId: string,
  startIds: readonly string[] | null,
  most: number,
): Promise<RewardRow[]> =>
  (
    await sql<RewardRow>`
      select * from coins.rewards where user_id = ${userId} and (${startIds}::uuid[] is null or start_id = any (${startIds}::uuid[]))
      order by created_at desc, reward_id limit ${most}`.execute(runner)
  ).rows;

export type RewardEvent = {
  reward_id: string;
  sequence: number;
  at: Date;
  state: RewardState;
  reason: string | null;
  coins: bigint;
  by_whom: string;
};

export const readRewardEvents = async (runner: Runner, rewardIds: readonly string[]): Promise<RewardEvent[]> =>
  (
    await sql<RewardEvent>`
      select * from coins.reward_events where reward_id = any (${rewardIds}::uuid[]) order by at, reward_id, sequence`.execute(
      runner,
    )
  ).rows;

export const readHeld = async (runner: Runner, most: number): Promise<RewardRow[]> =>
  (
    await sql<RewardRow>`
      select * from coins.rewards where state = 'held' order by changed_at, reward_id limit ${most}`.execute(runner)
  ).rows;

/** What rewards say that members have, in coins. */
export async function readOwned(tx: Tx, span: { after: string | null; until: string | null }): Promise<SubLedgerRow[]> {
  const result = await sql<SubLedgerRow>`
    select user_id::text as owner, sum(posted_pending)::bigint as pending, sum(posted_confirmed)::bigint as settled, 0::bigint as held
    from coins.rewards
    where (${span.after}::uuid is null or user_id > ${span.after}::uuid) and (${span.until}::uuid is null or user_id <= ${span.until}::uuid)
    group by user_id`.execute(tx);
  return result.rows;
}

/** Coins that were credited, and those that were taken back, in a span, by their events. */
export async function sumMoved(runner: Runner, state: "credited" | "reversed", from: Date, to: Date): Promise<bigint> {
  const found = await sql<{ sum: bigint }>`
    select coalesce(sum(e.coins), 0)::bigint as sum from coins.reward_events e
    where e.state = ${state} and e.at >= ${from} and e.at < ${to}
      and (e.state <> 'reversed' or exists (select 1 from coins.reward_events b where b.reward_id = e.reward_id and b.state = 'credited'))`.execute(
    runner,
  );
  return found.rows[0]?.sum ?? 0n;
}

export async function countStarts(runner: Runner, from: Date, to: Date): Promise<bigint> {
  const found = await sql<{ sum: bigint }>`
    select count(*)::bigint as sum from coins.starts where started_at >= ${from} and started_at < ${to}`.execute(
    runner,
  );
  return found.rows[0]?.sum ?? 0n;
}

/** What a larger share than this one has brought of credited offers, in coins. */
export async function sumPlusExtra(runner: Runner, userId: string, standardBps: number): Promise<bigint> {
  const share = sql`(s.terms ->> 'share_bps')::bigint`;
  // Of a provider whose pay counts in part everybody has a part of the share.
  const standard = sql`ceil(${standardBps}::numeric * coalesce((s.terms ->> 'pay_share_bps')::int, 10000) / 10000)::bigint`;
  const { rows } = await sql<{ extra: bigint }>`
    select coalesce(sum(r.coins - r.coins * ${standard} / ${share}), 0)::bigint as extra
    from coins.rewards r join coins.starts s using (start_id)
    where r.user_id = ${userId} and r.state = 'credited' and ${share} > ${standard}`.execute(runner);
  return rows[0]?.extra ?? 0n;
}
