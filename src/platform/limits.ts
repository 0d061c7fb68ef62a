/**
 * How often something may be tried, counted in the database so that every node counts the same. Keys are kept as hashes:
 * what was tried is not kept. Modules declare their own rules.
 */
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database";
import { sha256 } from "#platform/ids";
import { assert } from "#platform/outcome";
import { sql } from "#platform/sql";

/** So many tries in so many minutes, for each key. */
export type LimitRule = { readonly scope: string; readonly tries: number; readonly minutes: number };

export const defineLimits = <const Rules extends Record<string, { tries: number; minutes: number }>>(
  rules: Rules,
): { readonly [Scope in keyof Rules]: LimitRule } =>
  Object.fromEntries(Object.entries(rules).map(([scope, rule]) => [scope, { scope, ...rule }])) as {
    // `fromEntries` forgets the names that it was given.
    [Scope in keyof Rules]: LimitRule;
  };

type Wait = { minutes: string };
type Key = readonly [LimitRule, string];

export type LimitsOptions = {
  db: Database;
  clock: Clock;
  /** Multiplies every rule. */
  factor: number;
  /** Those that modules declare. */
  rules: readonly LimitRule[];
};

export function createLimits({ db, clock, factor, rules }: LimitsOptions) {
  const declared = new Map(rules.map((rule) => [rule.scope, rule]));
  for (const rule of rules) assert(declared.get(rule.scope) === rule, `the limit ${rule.scope} is declared twice`);
  const longest = Math.max(...rules.map(({ minutes }) => minutes));

  const windowOf = (rule: LimitRule, key: string) => {
    const { scope, minutes } = rule;
    assert(declared.get(scope) === rule, `no module declares the limit ${scope}`);
    const span = minutes * 60_000;
    const now = clock.now().getTime();
    return {
      key_hash: sha256(`${scope}:${key}`),
      start: new Date(now - (now % span)),
      left: { minutes: String(Math.max(1, Math.ceil((span - (now % span)) / 60_000))) },
    };
  };

  /** Counts a try. Null when it may go on; else in how many minutes to come back. */
  async function take(rule: LimitRule, key: string): Promise<Wait | null> {
    const { key_hash, start, left } = windowOf(rule, key);
    const { rows } = await sql<{ tries: number }>`
      insert into platform.tries as t (scope, key_hash, window_start, tries) values (${rule.scope}, ${key_hash}, ${start}, 1)
      on conflict (scope, key_hash, window_start) do update set tries = t.tries + 1 returning tries`.execute(db);
    return (rows[0]?.tries ?? 1) > Math.max(1, Math.round(rule.tries * factor)) ? left : null;
  }

  return {
    take,
    /** As `take` for several at once; the last that is exceeded. All are counted. */
    async takeAll(keys: readonly Key[]): Promise<Wait | null> {
      let wait: Wait | null = null;
      for (const [rule, key] of keys) wait = (await take(rule, key)) ?? wait;
      return wait;
    },
    /** Each only where those before it let it go on, so that who is stopped by their own limit uses up nobody else's. */
    async takeInTurn(keys: readonly Key[]): Promise<Wait | null> {
      for (const [rule, key] of keys) {
        const wait = await take(rule, key);
        if (wait) return wait;
      }
      return null;
    },
    async used(rule: LimitRule, key: string): Promise<number> {
      const { key_hash, start } = windowOf(rule, key);
      const { rows } = await sql<{ tries: number }>`
        select tries from platform.tries where scope = ${rule.scope} and key_hash = ${key_hash} and window_start = ${start}`.execute(
        db,
      );
      return rows[0]?.tries ?? 0;
    },
    /** After success the own count begins anew. */
    async forget(rule: LimitRule, key: string): Promise<void> {
      const { key_hash } = windowOf(rule, key);
      await sql`delete from platform.tries where scope = ${rule.scope} and key_hash = ${key_hash}`.execute(db);
    },
    /** Windows that closed are of no use to anybody. */
    async dropOld(): Promise<void> {
      const before = new Date(clock.now().getTime() - longest * 60_000);
      await sql`delete from platform.tries where window_start < ${before}`.execute(db);
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
