/**
 * SQL of our own rates: what counts of a programme's commission, and the one place where a commission becomes what counts of it.
 * Whoever reads a rate to show or to promise it reads it by `countedBps` and `countedMinor`.
 */
import type { Clock } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";

type Runner = Database | Tx;

/** Rows of `programme_rates` and `programmes`, by the names that they have in the statement. A rate is the whole price at most. */
export const countedBps = (rate: string, programme: string): string =>
  `least(10000, ${rate}.bps * ${programme}.counts_bps / 10000)`;
export const countedMinor = (rate: string, programme: string): string =>
  `(${rate}.minor * ${programme}.counts_bps / 10000)`;

/** Over all groups of a programme: its best rates as `bps` and `minor`, and whether what it pays differs (`up_to`). */
export const bestOf = (rate: string, programme: string): string => {
  const [bps, minor] = [countedBps(rate, programme), countedMinor(rate, programme)];
  return `coalesce(max(${bps}) filter (where ${rate}.kind = 'percent'), 0) as bps,
    coalesce(max(${minor}) filter (where ${rate}.kind = 'fixed'), 0) as minor,
    count(distinct (${rate}.kind, ${bps}, ${minor})) filter (where ${rate}.bps > 0 or ${rate}.minor > 0) > 1 as up_to`;
};

/**
 * Rows of `listings` and `programmes`: nobody pays by a programme that has ended, and a shop's own file stays with the shop when its
 * programme comes to lead to another store.
 */
export const paysFor = (listing: string, programme: string): string =>
  `(${programme}.cash_back_allowed and ${programme}.gone_at is null and ${programme}.merchant_id = ${listing}.merchant_id)`;

/** Whoever decides about rates, or turns them, is alone until the transaction ends. */
export const holdOwnRates = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('catalog.own_rates'))`.execute(tx);

/**
 * Brings what counts in step with what is decided for now. Answers that now, and the programmes of which something else counts.
 * The clock and the rows are read after the wait: a look from before it would put back what another turned meanwhile.
 */
export async function turnOwnRates(tx: Tx, clock: Clock): Promise<{ now: Date; turned: string[] }> {
  await holdOwnRates(tx);
  const now = clock.now();
  const { rows } = await sql<{ programme_id: string }>`
    with running as (
      select programme_id, counts_bps from catalog.own_rates where ended_at is null and starts_at <= ${now} and ends_at > ${now}
    ), counts as (
      select p.programme_id, coalesce(r.counts_bps, 10000) as counts_bps
      from catalog.programmes p left join running r using (programme_id) where r.programme_id is not null or p.counts_bps <> 10000
    )
    update catalog.programmes p set counts_bps = c.counts_bps from counts c
    where c.programme_id = p.programme_id and p.counts_bps <> c.counts_bps returning p.programme_id`.execute(tx);
  return { now, turned: rows.map(({ programme_id }) => programme_id) };
}

export type OwnRate = {
  own_rate_id: string;
  programme_id: string;
  counts_bps: number;
  starts_at: Date;
  ends_at: Date;
  decided_at: Date;
  decided_by: string;
  approved_by: string | null;
  reason: string;
  ended_at: Date | null;
  ended_by: string | null;
  ended_why: string | null;
};
const OWN_RATE = sql`select own_rate_id, programme_id, counts_bps, starts_at, ends_at, decided_at, decided_by, approved_by, reason,
  ended_at, ended_by, ended_why from catalog.own_rates`;

/** Whether there is such a programme; nobody else decides about rates until the transaction ends. */
export async function lockProgramme(tx: Tx, programmeId: string): Promise<boolean> {
  await holdOwnRates(tx);
  const { rows } = await sql`select 1 from catalog.programmes where programme_id = ${programmeId}`.execute(tx);
  return rows.length > 0;
}

/** Those of a programme, the first to begin first. */
export async function readOwnRates(runner: Runner, programmeIds: readonly string[]): Promise<OwnRate[]> {
  const { rows } = await sql<OwnRate>`
    ${OWN_RATE} where programme_id = any(${programmeIds as string[]}::uuid[]) order by starts_at, own_rate_id`.execute(
    runner,
  );
  return rows;
}

export async function saveOwnRate(tx: Tx, rate: Omit<OwnRate, "ended_at" | "ended_by" | "ended_why">): Promise<void> {
  await sql`
    insert into catalog.own_rates (own_rate_id, programme_id, counts_bps, starts_at, ends_at, decided_at, decided_by, approved_by, reason)
    values (${rate.own_rate_id}, ${rate.programme_id}, ${rate.counts_bps}, ${rate.starts_at}, ${rate.ends_at}, ${rate.decided_at},
      ${rate.decided_by}, ${rate.approved_by}, ${rate.reason})`.execute(tx);
}

export async function endOwnRate(
  tx: Tx,
  ownRateId: string,
  { at, by, why }: { at: Date; by: string; why: string },
): Promise<void> {
  await sql`
    update catalog.own_rates set ended_at = ${at}, ended_by = ${by}, ended_why = ${why} where own_rate_id = ${ownRateId}`.execute(
    tx,
  );
}

export type ScheduledRate = OwnRate & {
  network: Network;
  network_programme_id: string;
  programme_name: string;
  internal_name: string;
};

/** The one that begins last first. `state`: as `ownRateState` says it. */
export async function listOwnRates(
  db: Database,
  asked: { state: string | null; now: Date; after: { at: Date; id: string } | null; most: number },
): Promise<ScheduledRate[]> {
  const { state, now, after, most } = asked;
  const { rows } = await sql<ScheduledRate>`
    select r.*, p.network, p.network_programme_id, p.name as programme_name, m.internal_name
    from (${OWN_RATE}) r join catalog.programmes p using (programme_id) join catalog.merchants m using (merchant_id)
    where (${state}::text is null or ${state} = case when r.ended_at is not null then 'taken back' when r.ends_at <= ${now} then 'over'
        when r.starts_at > ${now} then 'comes' else 'runs' end)
      and (${after?.at ?? null}::timestamptz is null
        or (date_trunc('milliseconds', r.starts_at), r.own_rate_id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid))
    order by date_trunc('milliseconds', r.starts_at) desc, r.own_rate_id desc limit ${most}`.execute(db);
  return rows;
}

export type ToldRate = {
  programme_id: string;
  name: string;
  kind: "percent" | "fixed";
  bps: number;
  minor: bigint;
  counts_bps: number;
};

/** What networks say that programmes pay, group by group in the network's order, and what counts of it now. */
export async function readToldRates(runner: Runner, programmeIds: readonly string[]): Promise<ToldRate[]> {
  const { rows } = await sql<ToldRate>`
    select p.programme_id, r.name, r.kind, r.bps, r.minor, p.counts_bps
    from catalog.programme_rates r join catalog.programmes p using (programme_id)
    where p.programme_id = any(${programmeIds as string[]}::uuid[]) order by p.programme_id, r.position`.execute(
    runner,
  );
  return rows;
}
