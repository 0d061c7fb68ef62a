/**
 * How each outside party was last heard of, in one small table for all processes: what `/metrics` and `npm run doctor`
 * show. Whoever calls a provider says how it went through `note`.
 */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { RateBudget } from "#platform/rate-budget";

/** A good answer, or a fault with its text. */
export type HealthNote = { ok: true } | { fault: string };
/** How much of each provider waits for a person now. */
export type CountParked = () => Promise<ReadonlyMap<string, number>>;

/** A refusal of what was asked shows a provider that works; silence, faults of its own and refusals of who asks, or how often, do not. */
export const isFault = (status: number | null): boolean =>
  status === null || status >= 500 || status === 401 || status === 403 || status === 429;

export type HealthLine = {
  provider: string;
  good_at: Date | null;
  fault_at: Date | null;
  fault: string | null;
  faults: number;
  /** Rows and payments that wait for a person. */
  parked: number;
  /** Null for a provider without a call budget of ours. */
  budget: { calls: number; of: number; blocked_seconds: number } | null;
  /** The last thing heard was a fault, and it was not a single one. */
  ill: boolean;
};

/** How what a provider sends us of itself was last: by its signature, or by the secret that stands for one. */
export type SignedLine = Pick<HealthLine, "provider" | "good_at" | "fault_at" | "faults" | "ill">;

export type ProviderHealth = ReturnType<typeof createProviderHealth>;

/** Good answers are written down at most this often: the table tells of faults, it counts no calls. */
const GOOD_EVERY_MS = 30_000;
/** One slip is life; from here on a provider counts as ill until it answers again. */
const ILL_FROM_FAULTS = 3;
/** Strangers may send as many forged messages as they like: so often one of a provider's is noted, by all processes together. */
const FORGED_EVERY_MS = 30_000;
/** After this long a forged message says nothing any more: its door may be no longer used, and nothing genuine would ever come. */
const FORGED_FOR_MS = 24 * 3_600_000;
/** What a provider sends by itself is kept beside its answers, under names that no provider has. */
const SIGNED = "signed-";

export function createProviderHealth(deps: {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  budget: RateBudget;
  /** Parties that are not used here; what once was heard of them says nothing any more. */
  off?: ReadonlySet<string>;
}) {
  const isOff = (provider: string): boolean => deps.off?.has(provider) ?? false;
  const { pool } = deps.database;
  const last = new Map<string, { at: number; ok: boolean }>();
  const forgedAt = new Map<string, number>();

  async function write(provider: string, note: HealthNote): Promise<void> {
    const at = deps.clock.now();
    const ok = "ok" in note;
    const before = last.get(provider);
    if (ok && before?.ok && Math.abs(at.getTime() - before.at) < GOOD_EVERY_MS) return;
    last.set(provider, { at: at.getTime(), ok });
    if (ok)
      await pool.query(
        `insert into platform.provider_health (provider, good_at) values ($1, $2)
         on conflict (provider) do update set good_at = greatest(provider_health.good_at, excluded.good_at), faults = 0`,
        [provider, at],
      );
    else
      await pool.query(
        `insert into platform.provider_health (provider, fault_at, fault, faults) values ($1, $2, $3, 1)
         on conflict (provider) do update set fault_at = excluded.fault_at, fault = excluded.fault, faults = provider_health.faults + 1`,
        [provider, at, note.fault.slice(0, 500)],
      );
  }

  async function noteForged(provider: string, now: Date): Promise<void> {
    if (Math.abs(now.getTime() - (forgedAt.get(provider) ?? 0)) < FORGED_EVERY_MS) return;
    forgedAt.set(provider, now.getTime());
    await pool.query(
      `insert into platform.provider_health as known (provider, fault_at, fault, faults) values ($1, $2, 'not signed by them', 1)
       on conflict (provider) do update set fault_at = excluded.fault_at, fault = excluded.fault, faults = known.faults + 1
       where known.fault_at is null or known.fault_at <= $3`,
      [SIGNED + provider, now, new Date(now.getTime() - FORGED_EVERY_MS)],
    );
  }

  const counters: CountParked[] = [];
  async function countParked(): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    for (const count of counters)
      for (const [provider, rows] of await count()) sums.set(provider, (sums.get(provider) ?? 0) + rows);
    return sums;
  }

  const noted = (provider: string, written: Promise<void>): Promise<void> =>
    written.catch((error) => deps.log.warn({ err: error, provider }, "a provider's health was not noted"));
  const note = (provider: string, told: HealthNote): Promise<void> => noted(provider, write(provider, told));

  return {
    /** Modules say what of theirs waits for a person; it is counted whenever somebody looks. */
    registerParked(count: CountParked): void {
      counters.push(count);
    },
    /** Never throws: what is told about a provider must not hinder the work with it. Names are lower case, such as `paypal`. */
    note,
    /** Of a message that says whose it is, whether its signature says so too. */
    heard: (provider: string, genuine: boolean): Promise<void> =>
      genuine ? note(SIGNED + provider, { ok: true }) : noted(provider, noteForged(provider, deps.clock.now())),
    /** Of each provider that anything was heard of, by name. */
    async readHeard(): Promise<SignedLine[]> {
      const { rows } = await pool.query<Omit<SignedLine, "ill">>(
        `select substr(provider, length($1) + 1) as provider, good_at, fault_at, faults from platform.provider_health
         where starts_with(provider, $1) order by 1`,
        [SIGNED],
      );
      const since = deps.clock.now().getTime() - FORGED_FOR_MS;
      const isIll = ({ faults, fault_at }: (typeof rows)[number]) =>
        faults >= ILL_FROM_FAULTS && fault_at !== null && fault_at.getTime() > since;
      return rows.filter(({ provider }) => !isOff(provider)).map((row) => ({ ...row, ill: isIll(row) }));
    },
    /** One line for each provider that was ever called or has a budget, unless it is off, and for each that has something waiting; by name. */
    async read(): Promise<HealthLine[]> {
      const { rows } = await pool.query<Omit<HealthLine, "budget" | "ill" | "parked">>(
        "select provider, good_at, fault_at, fault, faults from platform.provider_health where not starts_with(provider, $1)",
        [SIGNED],
      );
      const budgets = await deps.budget.left();
      const parked = await countParked();
      const known = new Map(rows.map((row) => [row.provider, row]));
      const used = [...known.keys(), ...budgets.keys()].filter((provider) => !isOff(provider));
      return [...new Set([...used, ...parked.keys()])].sort().map((provider) => {
        const row = known.get(provider);
        return {
          provider,
          good_at: row?.good_at ?? null,
          fault_at: row?.fault_at ?? null,
          fault: row?.fault ?? null,
          faults: row?.faults ?? 0,
          parked: parked.get(provider) ?? 0,
          budget: budgets.get(provider) ?? null,
          ill: !isOff(provider) && (row?.faults ?? 0) >= ILL_FROM_FAULTS,
        };
      });
    },
    /** Brings the gauges of `/metrics` up to date. */
    async measure(metrics: Metrics): Promise<void> {
      for (const line of await this.read()) {
        const labels = { provider: line.provider };
        metrics.providerIll.set(labels, line.ill ? 1 : 0);
        if (line.good_at) metrics.providerGoodAt.set(labels, line.good_at.getTime() / 1_000);
        if (line.budget) metrics.providerBudget.set(labels, line.budget.calls);
        metrics.providerParked.set(labels, line.parked);
      }
    },
  };
}
