/** SQL of remittances, their differences, and what persons tell. Schema `treasury` only. */
import type { Network } from "#catalog";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { CashProvider, DifferenceKind, EntryKind, SettledAs } from "./rules.ts";

type Runner = Database | Tx;

export type ProgrammePart = { programme_id: string; amount_minor: bigint };
export type RemittanceRow = {
  network: Network;
  reference: string;
  currency: string;
  amount_minor: bigint;
  received_minor: bigint;
  fee_minor: bigint;
  stated_minor: bigint;
  matched_minor: bigint;
  /** What the network states by programme; amounts as text. Empty when it does not say. */
  programmes: { programme_id: string; amount_minor: string }[];
  /** The network's own invoices that it pays. */
  invoices: string[];
  /** `YYYY-MM-DD`, as on our bank's statement. */
  paid_on: string;
  by: string;
  booked_at: Date;
} & Telling;

/** What was told wrong is undone, and may be told again under the same reference: one of its tellings stands at most. */
export type Telling = { telling: number; undone_at: Date | null; undone_by: string | null };
/** Who says that something was told wrong, why, and when. */
export type Undoing = { by: string; reason: string; at: Date };

/** One payment after the other of a network, so that two do not pay for the same orders. */
export async function lockNetwork(tx: Tx, network: Network): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`treasury:${network}`}, 742))`.execute(tx);
}

/** All tellings of a remittance, the newest first. */
export async function readTellings(runner: Runner, network: Network, reference: string): Promise<RemittanceRow[]> {
  const result = await sql<RemittanceRow>`
    select * from treasury.remittances where network = ${network} and reference = ${reference} order by telling desc`.execute(
    runner,
  );
  return result.rows;
}

export async function insertRemittance(tx: Tx, row: RemittanceRow): Promise<void> {
  await sql`
    insert into treasury.remittances (network, reference, currency, amount_minor, received_minor, fee_minor, stated_minor, matched_minor, programmes, invoices, paid_on, by, booked_at, telling)
    values (${row.network}, ${row.reference}, ${row.currency}, ${row.amount_minor}, ${row.received_minor}, ${row.fee_minor}, ${row.stated_minor},
      ${row.matched_minor}, ${JSON.stringify(row.programmes)}::jsonb, ${JSON.stringify(row.invoices)}::jsonb, ${row.paid_on}, ${row.by}, ${row.booked_at}, ${row.telling})`.execute(
    tx,
  );
}

export async function undoRemittance(tx: Tx, row: RemittanceRow, { by, reason, at }: Undoing): Promise<void> {
  await sql`
    update treasury.remittances set undone_at = ${at}, undone_by = ${by}, undone_reason = ${reason}
    where network = ${row.network} and reference = ${row.reference} and telling = ${row.telling}`.execute(tx);
  await sql`
    update treasury.differences set settled_at = ${at}, settled_as = 'undone', settled_by = ${by}, reason = ${reason}
    where network = ${row.network} and reference = ${row.reference} and telling = ${row.telling} and settled_at is null`.execute(
    tx,
  );
}

/** What of a telling stands open (null), and what was said that the rest of it is; sums in cents. */
export async function sumDifferences(
  tx: Tx,
  row: Pick<RemittanceRow, "network" | "reference" | "telling">,
): Promise<{ settled_as: SettledAs | null; amount_minor: bigint }[]> {
  const result = await sql<{ settled_as: SettledAs | null; amount_minor: bigint }>`
    select settled_as, sum(amount_minor)::bigint as amount_minor from treasury.differences
    where network = ${row.network} and reference = ${row.reference} and telling = ${row.telling} group by settled_as`.execute(
    tx,
  );
  return result.rows;
}

export type DifferenceRow = {
  difference_id: string;
  network: Network;
  reference: string;
  kind: DifferenceKind;
  /** Of what was paid for one programme. */
  programme_id: string | null;
  amount_minor: bigint;
  opened_at: Date;
  settled_at: Date | null;
  /** Of which telling of the remittance. */
  telling: number;
};

export async function insertDifferences(tx: Tx, rows: readonly DifferenceRow[]): Promise<void> {
  for (const row of rows)
    await sql`
      insert into treasury.differences (difference_id, network, reference, kind, programme_id, amount_minor, opened_at, telling)
      values (${row.difference_id}, ${row.network}, ${row.reference}, ${row.kind}, ${row.programme_id}, ${row.amount_minor}, ${row.opened_at}, ${row.telling})`.execute(
      tx,
    );
}

export async function findDifference(runner: Runner, differenceId: string): Promise<DifferenceRow | null> {
  const result = await sql<DifferenceRow>`
    select * from treasury.differences where difference_id = ${differenceId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function settleDifference(
  tx: Tx,
  told: { difference_id: string; as: SettledAs; by: string; reason: string | null; at: Date },
): Promise<boolean> {
  const result = await sql`
    update treasury.differences set settled_at = ${told.at}, settled_as = ${told.as}, settled_by = ${told.by}, reason = ${told.reason}
    where difference_id = ${told.difference_id} and settled_at is null`.execute(tx);
  return result.rowCount === 1;
}

/** Those that stood open at an instant, oldest first. */
export async function readDifferences(runner: Runner, at: Date): Promise<DifferenceRow[]> {
  const result = await sql<DifferenceRow>`
    select difference_id, network, reference, kind, programme_id, amount_minor, opened_at, settled_at, telling from treasury.differences
    where opened_at < ${at} and (settled_at is null or settled_at >= ${at}) order by opened_at, difference_id`.execute(
    runner,
  );
  return result.rows;
}

export type DifferenceOfRemittance = DifferenceRow & {
  settled_as: string | null;
  settled_by: string | null;
  reason: string | null;
  paid_on: string | null;
  received_minor: bigint | null;
  stated_minor: bigint | null;
  matched_minor: bigint | null;
  booked_at: Date | null;
  told_by: string | null;
};
/** With the payment that it is of, as that was told. */
export async function readDifference(runner: Runner, differenceId: string): Promise<DifferenceOfRemittance | null> {
  const result = await sql<DifferenceOfRemittance>`
    select d.*, r.paid_on::text as paid_on, r.received_minor, r.stated_minor, r.matched_minor, r.booked_at, r.by as told_by
    from treasury.differences d left join treasury.remittances r using (network, reference, telling)
    where d.difference_id = ${differenceId}`.execute(runner);
  return result.rows[0] ?? null;
}

export type EntryRow = {
  provider: CashProvider | "stripe";
  kind: EntryKind;
  /** The bank's or the provider's own id of it. */
  reference: string;
  /** In cents; fees and corrections are positive when they lessen what the provider holds. */
  amount_minor: bigint;
  /** `YYYY-MM-DD`, as on the statement of the bank or the provider. */
  happened_on: string;
  reason: string | null;
  by: string;
  booked_at: Date;
} & Telling;

/** Returns which telling of it this is; null when one stands already. */
export async function insertEntry(tx: Tx, row: Omit<EntryRow, keyof Telling>): Promise<number | null> {
  const result = await sql<{ telling: number }>`
    insert into treasury.entries (provider, kind, reference, amount_minor, happened_on, reason, by, booked_at, telling)
    select ${row.provider}, ${row.kind}, ${row.reference}, ${row.amount_minor}, ${row.happened_on}, ${row.reason}, ${row.by}, ${row.booked_at}::timestamptz,
      coalesce(max(telling), 0) + 1
    from treasury.entries where provider = ${row.provider} and kind = ${row.kind} and reference = ${row.reference}
    on conflict do nothing returning telling`.execute(tx);
  return result.rows[0]?.telling ?? null;
}

/** Undoes the telling that stands. */
export async function undoEntry(tx: Tx, row: EntryRow, { by, reason, at }: Undoing): Promise<void> {
  await sql`
    update treasury.entries set undone_at = ${at}, undone_by = ${by}, undone_reason = ${reason}
    where provider = ${row.provider} and kind = ${row.kind} and reference = ${row.reference} and telling = ${row.telling}`.execute(
    tx,
  );
}

/** All tellings of an entry, the newest first, locked: nobody undoes one of them meanwhile. */
export async function lockEntries(
  tx: Tx,
  key: { provider: string; kind: EntryKind; reference: string },
): Promise<EntryRow[]> {
  const result = await sql<EntryRow>`
    select * from treasury.entries where provider = ${key.provider} and kind = ${key.kind} and reference = ${key.reference}
    order by telling desc for update`.execute(tx);
  return result.rows;
}

export type BankSum = { what: EntryKind | "remittance"; amount_minor: bigint; count: number };
/** What entries and remittances that were booked before an instant say, by kind; entries in the amounts that were told. */
export async function sumBooked(runner: Runner, before: Date): Promise<BankSum[]> {
  const result = await sql<BankSum>`
    select kind as what, sum(amount_minor)::bigint as amount_minor, count(*)::int as count from treasury.entries
    where booked_at < ${before} and (undone_at is null or undone_at >= ${before}) group by kind
    union all
    select 'remittance', sum(received_minor)::bigint, count(*)::int from treasury.remittances
    where booked_at < ${before} and (undone_at is null or undone_at >= ${before}) having count(*) > 0`.execute(runner);
  return result.rows;
}

/** All that was told of a provider, the newest first, also what was taken back. */
export async function readEntriesOf(runner: Runner, provider: string, most: number): Promise<EntryRow[]> {
  const result = await sql<EntryRow>`
    select * from treasury.entries where provider = ${provider} order by booked_at desc, kind, reference, telling desc limit ${most}`.execute(
    runner,
  );
  return result.rows;
}

/** All of a kind that stood at an instant, in order. */
export async function readEntries(runner: Runner, kind: EntryKind, before: Date): Promise<EntryRow[]> {
  const result = await sql<EntryRow>`
    select * from treasury.entries where kind = ${kind} and booked_at < ${before} and (undone_at is null or undone_at >= ${before})
    order by booked_at, reference`.execute(runner);
  return result.rows;
}

/** Those that stood at an instant and were undone since. */
export async function readUndoneSince(runner: Runner, kind: EntryKind, since: Date): Promise<EntryRow[]> {
  const result = await sql<EntryRow>`
    select * from treasury.entries where kind = ${kind} and booked_at <= ${since} and undone_at > ${since}
    order by booked_at, reference`.execute(runner);
  return result.rows;
}

/** The transaction sees one instant of all modules' tables, and can change nothing. The first statement of it. */
export async function lookAtOneInstant(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
}

export async function readRemittances(runner: Runner, most: number): Promise<RemittanceRow[]> {
  const result = await sql<RemittanceRow>`
    select * from treasury.remittances order by booked_at desc, reference limit ${most}`.execute(runner);
  return result.rows;
}
