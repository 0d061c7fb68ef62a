/** SQL of what operators say of providers. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type ProviderRules = {
  is_off: boolean;
  /** What part of its pay coins are reckoned from, before the brand's share of it. */
  pay_share_bps: number;
  /** Coins of a day (of UTC) that are credited before a person looks; null for no bound. */
  daily_cap: bigint | null;
};
export type ProviderChange = ProviderRules & { sequence: number; at: Date; by_whom: string; reason: string };

export const FULL_SHARE_BPS = 10_000;
/** Of a provider of which nobody has said anything. */
export const NO_RULES: ProviderRules = { is_off: false, pay_share_bps: FULL_SHARE_BPS, daily_cap: null };

export const readAllRules = async (runner: Runner): Promise<Map<string, ProviderRules>> => {
  const found = await sql<ProviderRules & { provider: string }>`
    select provider, is_off, pay_share_bps, daily_cap from coins.provider_rules`.execute(runner);
  return new Map(found.rows.map(({ provider, ...rules }) => [provider, rules]));
};

export const readRules = async (runner: Runner, provider: string): Promise<ProviderRules> =>
  (
    await sql<ProviderRules>`
      select is_off, pay_share_bps, daily_cap from coins.provider_rules where provider = ${provider}`.execute(runner)
  ).rows[0] ?? NO_RULES;

/**
 * The rules of all, under which coins of these providers are credited. Whoever credits coins of one with a bound works after who did
 * before, so that many at once do not all find the same sum. In one order for all, and after the members.
 */
export async function lockRules(tx: Tx, providers: readonly string[]): Promise<ReadonlyMap<string, ProviderRules>> {
  const locked = new Set<string>();
  for (;;) {
    const rules = await readAllRules(tx);
    // A bound may have come while another was waited for.
    const bounded = [...new Set(providers)].filter(
      (name) => !locked.has(name) && (rules.get(name)?.daily_cap ?? null) !== null,
    );
    if (bounded.length === 0) return rules;
    await sql`
      select 1 from coins.provider_rules where provider = any (${bounded}::text[]) order by provider for update`.execute(
      tx,
    );
    for (const name of bounded) locked.add(name);
  }
}

/** Coins that were credited by a provider's word alone since an instant; what a person credited is not among them. */
export async function sumCreditedSince(runner: Runner, provider: string, since: Date): Promise<bigint> {
  const found = await sql<{ sum: bigint }>`
    select coalesce(sum(coins), 0)::bigint as sum from coins.reward_events
    where by_whom = ${provider} and state = 'credited' and at >= ${since}`.execute(runner);
  return found.rows[0]?.sum ?? 0n;
}

/** Null when it is so already: told twice it is one change. */
export async function changeRules(
  tx: Tx,
  provider: string,
  change: Partial<ProviderRules>,
  who: { by: string; reason: string; at: Date },
): Promise<ProviderRules | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`coins-rules|${provider}`}, 13))`.execute(tx);
  const before = await readRules(tx, provider);
  const next: ProviderRules = { ...before, ...change };
  const same =
    next.is_off === before.is_off && next.pay_share_bps === before.pay_share_bps && next.daily_cap === before.daily_cap;
  if (same) return null;
  await sql`
    insert into coins.provider_rules as r (provider, is_off, pay_share_bps, daily_cap, sequence, changed_at)
    values (${provider}, ${next.is_off}, ${next.pay_share_bps}, ${next.daily_cap}, 1, ${who.at})
    on conflict (provider) do update set is_off = excluded.is_off, pay_share_bps = excluded.pay_share_bps,
      daily_cap = excluded.daily_cap, sequence = r.sequence + 1, changed_at = excluded.changed_at`.execute(tx);
  await sql`
    insert into coins.provider_changes (provider, sequence, at, by_whom, reason, is_off, pay_share_bps, daily_cap)
    select provider, sequence, ${who.at}, ${who.by}, ${who.reason}, is_off, pay_share_bps, daily_cap
    from coins.provider_rules where provider = ${provider}`.execute(tx);
  // Pages that were rendered by the old rules are dropped, in every process.
  await sql`select pg_notify('tuppence_pages', 'coins')`.execute(tx);
  return next;
}

/** Oldest first. */
export const listChanges = async (runner: Runner, provider: string): Promise<ProviderChange[]> =>
  (
    await sql<ProviderChange>`
      select sequence, at, by_whom, reason, is_off, pay_share_bps, daily_cap from coins.provider_changes
      where provider = ${provider} order by sequence`.execute(runner)
  ).rows;
