/** All SQL of payables. Schema `payables` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { prepare, runPrepared } from "#platform/statements";
import type { PayableIntent } from "./payables.types.ts";
import type { PayableState } from "./rules.ts";

type Runner = Database | Tx;

export type PayableRow = Required<PayableIntent> & {
  state: PayableState;
  note: string | null;
  unclear: boolean;
  reference: string | null;
  item: string | null;
  code: string | null;
  fee_minor: bigint | null;
  looks: number;
  created_at: Date;
  first_sent_at: Date | null;
  state_at: Date;
  next_look_at: Date | null;
  leased_until: Date | null;
  person_since: Date | null;
  person_reason: string | null;
  sequence: number;
  stopped_at: Date | null;
};

export async function insertPayable(tx: Tx, row: PayableRow): Promise<boolean> {
  const result = await sql`
    insert into payables.payables (payable_id, kind, provider, owner, unit, amount_minor, hold_id, held_in, request, data, state, note, unclear,
      reference, item, created_at, first_sent_at, state_at, next_look_at)
    values (${row.payable_id}, ${row.kind}, ${row.provider}, ${row.owner}, ${row.unit}, ${row.amount_minor}, ${row.hold_id}, ${row.held_in},
      ${JSON.stringify(row.request)}::jsonb, ${JSON.stringify(row.data)}::jsonb, ${row.state}, ${row.note}, ${row.unclear},
      ${row.reference}, ${row.item}, ${row.created_at}, ${row.first_sent_at}, ${row.state_at}, ${row.next_look_at})
    on conflict (payable_id) do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function readPayable(runner: Runner, payableId: string): Promise<PayableRow | null> {
  const result = await sql<PayableRow>`select * from payables.payables where payable_id = ${payableId}`.execute(runner);
  return result.rows[0] ?? null;
}

/** Named one by one: what a prepared statement returns must stay the same when a migration adds a column. */
const LOCK = prepare<PayableRow>(
  "payables_lock",
  `select payable_id, kind, provider, owner, unit, amount_minor, hold_id, held_in, request, data, state, note, unclear, reference, item, code,
      fee_minor, looks, created_at, first_sent_at, state_at, next_look_at, leased_until, person_since, person_reason, sequence, stopped_at
    from payables.payables where payable_id = $1 for update`,
);

export async function lockPayable(tx: Tx, payableId: string): Promise<PayableRow | null> {
  const [row] = await runPrepared(tx, LOCK, [payableId]);
  return row ?? null;
}

const SAVE = prepare(
  "payables_save",
  `update payables.payables set state = $2, note = $3, unclear = $4, reference = $5, item = $6, code = $7, fee_minor = $8,
    looks = $9, first_sent_at = $10, state_at = $11, next_look_at = $12, leased_until = $13, person_since = $14,
    person_reason = $15, sequence = $16, stopped_at = $17
  where payable_id = $1`,
);

/** Writes everything that changes of a payable; the rest of the row is as it was made. */
export async function savePayable(tx: Tx, row: PayableRow): Promise<void> {
  await runPrepared(tx, SAVE, [
    row.payable_id,
    row.state,
    row.note,
    row.unclear,
    row.reference,
    row.item,
    row.code,
    row.fee_minor,
    row.looks,
    row.first_sent_at,
    row.state_at,
    row.next_look_at,
    row.leased_until,
    row.person_since,
    row.person_reason,
    row.sequence,
    row.stopped_at,
  ]);
}

export type EventRow = {
  payable_id: string;
  sequence: number;
  from_state: PayableState | null;
  to_state: PayableState;
  by: string;
  detail: string | null;
  at: Date;
};

const EVENT = prepare(
  "payables_event",
  `insert into payables.payable_events (payable_id, sequence, from_state, to_state, by, detail, at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function insertEvent(tx: Tx, event: EventRow): Promise<void> {
  const { payable_id, sequence, from_state, to_state, by, detail, at } = event;
  await runPrepared(tx, EVENT, [payable_id, sequence, from_state, to_state, by, detail?.slice(0, 500) ?? null, at]);
}

export async function readEvents(runner: Runner, payableId: string): Promise<EventRow[]> {
  const result = await sql<EventRow>`
    select * from payables.payable_events where payable_id = ${payableId} order by sequence`.execute(runner);
  return result.rows;
}

/** A provider's own ids, or ours, as its webhooks name them. Each is looked for by its own index. */
export async function findPayable(
  runner: Runner,
  provider: string,
  names: { reference?: string | null; item?: string | null; payable_id?: string | null },
): Promise<string | null> {
  const result = await sql<{ payable_id: string }>`
    select payable_id from payables.payables where provider = ${provider} and reference = ${names.reference ?? null}
    union all select payable_id from payables.payables where provider = ${provider} and item = ${names.item ?? null}
    union all select payable_id from payables.payables where provider = ${provider} and payable_id = ${names.payable_id ?? null}::uuid
    limit 1`.execute(runner);
  return result.rows[0]?.payable_id ?? null;
}

/** One person after another who types a provider's id. */
export async function lockReference(tx: Tx, provider: string, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${reference}`}, 745))`.execute(tx);
}

/** Another payable at the same provider that is known there by this id; with `counts`, one that was not given back. */
export async function findOther(
  runner: Runner,
  { provider, payable_id }: Pick<PayableRow, "provider" | "payable_id">,
  reference: string,
  { counts = false } = {},
): Promise<string | null> {
  const others = sql`payable_id <> ${payable_id} ${counts ? sql`and state not in ('refused', 'returned')` : sql``}`;
  const result = await sql<{ payable_id: string }>`
    select payable_id from payables.payables where provider = ${provider} and reference = ${reference} and ${others}
    union all select payable_id from payables.payables where provider = ${provider} and item = ${reference} and ${others}
    limit 1`.execute(runner);
  return result.rows[0]?.payable_id ?? null;
}

/** Those whose look is due. They are due again only after `again`, so that a full queue never keeps others waiting. */
export async function takeDue(runner: Runner, now: Date, again: Date, most: number): Promise<string[]> {
  const result = await sql<{ payable_id: string }>`
    update payables.payables p set next_look_at = ${again} where payable_id in (
      select payable_id from payables.payables where next_look_at <= ${now} order by next_look_at limit ${most} for update skip locked)
    returning payable_id`.execute(runner);
  return result.rows.map((row) => row.payable_id);
}

export async function readForPerson(runner: Runner, most: number): Promise<PayableRow[]> {
  const result = await sql<PayableRow>`
    select * from payables.payables where person_since is not null order by person_since limit ${most}`.execute(runner);
  return result.rows;
}

export type Count = { provider: string; state: string; count: bigint; person: bigint };
/** Of what has not ended, and of what a person has: those that ended are not counted, because there are more each day. */
export async function countOpen(runner: Runner): Promise<Count[]> {
  const result = await sql<Count>`
    select provider, state, count(*) as count, count(person_since) as person from payables.payables
    where state not in ('done', 'refused', 'returned') or person_since is not null group by provider, state`.execute(
    runner,
  );
  return result.rows;
}

export async function moveOwner(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update payables.payables set owner = ${to} where owner = ${from}`.execute(tx);
}
