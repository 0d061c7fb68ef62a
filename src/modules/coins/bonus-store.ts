/** SQL of the coins that we add ourselves. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { BonusName, Earned } from "./bonus-rules.ts";
import type { RewardRow } from "./reward-store.ts";

type Runner = Database | Tx;
type Span = { from: Date; to: Date };

export type BonusTerms = { coins: bigint; month_cap: bigint };
/** `changed_at`: since when it stands like this. */
export type BonusRow = BonusTerms & { name: BonusName; changed_at: Date };
export type BonusChange = BonusTerms & { sequence: number; at: Date; by_whom: string; reason: string };
/** Of a bonus of which nobody has said anything. */
export const NO_BONUS: BonusTerms = { coins: 0n, month_cap: 0n };

export const readBonuses = async (runner: Runner): Promise<BonusRow[]> =>
  (await sql<BonusRow>`select name, coins, month_cap, changed_at from coins.bonuses order by name`.execute(runner))
    .rows;

/** In one order for all, and after the member: who gives of a budget works after who did before. */
export const lockBonuses = async (tx: Tx): Promise<BonusRow[]> =>
  (
    await sql<BonusRow>`select name, coins, month_cap, changed_at from coins.bonuses order by name for update`.execute(
      tx,
    )
  ).rows;

/** Coins of a bonus that all members together have of a span. */
export const sumGiven = async (runner: Runner, name: BonusName, span: Span): Promise<bigint> =>
  (
    await sql<{ sum: bigint }>`
      select coalesce(sum(coins), 0)::bigint as sum from coins.rewards
      where kind = 'extra' and goal_id = ${name} and created_at >= ${span.from} and created_at < ${span.to}
        and state in ('pending', 'held', 'credited')`.execute(runner)
  ).rows[0]?.sum ?? 0n;

/** What a member has earned of providers: offers ever, and days of a span, by when each was first told. */
export async function readEarned(runner: Runner, userId: string, span: Span): Promise<Earned> {
  const { rows } = await sql<{ offers_sure: number; offers_all: number; days_sure: number; days_all: number }>`
    with earned as (
      select kind, state, (created_at at time zone 'UTC')::date as day, created_at from coins.rewards
      where user_id = ${userId} and kind in ('offer', 'survey') and coins > 0 and state in ('pending', 'held', 'credited')
    ), month as (select * from earned where created_at >= ${span.from} and created_at < ${span.to})
    select (select count(*) from earned where kind = 'offer' and state = 'credited')::int as offers_sure,
      (select count(*) from earned where kind = 'offer')::int as offers_all,
      (select count(distinct day) from month where state = 'credited')::int as days_sure,
      (select count(distinct day) from month)::int as days_all`.execute(runner);
  const [row] = rows;
  return {
    offers: { sure: row?.offers_sure ?? 0, all: row?.offers_all ?? 0 },
    days: { sure: row?.days_sure ?? 0, all: row?.days_all ?? 0 },
  };
}

/** What a member has had of bonuses of a period, taken back or not, oldest first. */
export const readExtras = async (runner: Runner, userId: string, periods: readonly string[]): Promise<RewardRow[]> =>
  (
    await sql<RewardRow>`
      select * from coins.rewards where user_id = ${userId} and kind = 'extra' and name = any (${periods}::text[])
      order by created_at, reward_id`.execute(runner)
  ).rows;

/** Null when it is so already: told twice it is one change. */
export async function changeBonus(
  tx: Tx,
  name: BonusName,
  next: BonusTerms,
  who: { by: string; reason: string; at: Date },
): Promise<BonusTerms | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`coins-bonus|${name}`}, 13))`.execute(tx);
  const before = (await readBonuses(tx)).find((one) => one.name === name) ?? NO_BONUS;
  if (before.coins === next.coins && before.month_cap === next.month_cap) return null;
  await sql`
    insert into coins.bonuses as b (name, coins, month_cap, sequence, changed_at)
    values (${name}, ${next.coins}, ${next.month_cap}, 1, ${who.at})
    on conflict (name) do update set coins = excluded.coins, month_cap = excluded.month_cap, sequence = b.sequence + 1,
      changed_at = excluded.changed_at`.execute(tx);
  await sql`
    insert into coins.bonus_changes (name, sequence, at, by_whom, reason, coins, month_cap)
    select name, sequence, ${who.at}, ${who.by}, ${who.reason}, coins, month_cap from coins.bonuses where name = ${name}`.execute(
    tx,
  );
  // Pages that say the old terms are dropped, in every process.
  await sql`select pg_notify('tuppence_pages', 'coins')`.execute(tx);
  return next;
}

/** Oldest first. */
export const listBonusChanges = async (runner: Runner, name: BonusName): Promise<BonusChange[]> =>
  (
    await sql<BonusChange>`
      select sequence, at, by_whom, reason, coins, month_cap from coins.bonus_changes where name = ${name}
      order by sequence`.execute(runner)
  ).rows;
