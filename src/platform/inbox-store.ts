/** SQL of the inbox. Everything here works on many rows at once. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { prepare, runPrepared } from "#platform/statements";
import { storableJson } from "#platform/storable-json";

type Runner = Database | Tx;

/** How somebody else told us: asked for, unsigned and so only a reason to ask, or signed. */
export type InboxSource = "report" | "postback" | "webhook";
export type InboxState = "new" | "applied" | "parked" | "refused";

export type InboxInsert = {
  inbox_id: string;
  provider: string;
  source: InboxSource;
  row_key: string;
  /** Hexadecimal: two tellings of one key with the same hash are one. */
  content_hash: string;
  payload: unknown;
  /** When the sender said it. */
  fetched_at: Date;
  received_at: Date;
  next_look_at: Date;
};
export type InboxName = { inbox_id: string; provider: string; source: InboxSource; row_key: string };
export type InboxRow = InboxName & { payload: unknown; fetched_at: Date; looks: number };

const INSERT = prepare<InboxName>(
  "inbox_insert",
  `insert into platform.inbox as inbox (inbox_id, provider, source, row_key, content_hash, payload, fetched_at, received_at, next_look_at)
   select inbox_id, provider, source, row_key, decode(content_hash, 'hex'), payload, fetched_at, received_at, next_look_at
   from rows from (unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]), jsonb_array_elements($6::text::jsonb),
     unnest($7::timestamptz[], $8::timestamptz[], $9::timestamptz[]))
     as told(inbox_id, provider, source, row_key, content_hash, payload, fetched_at, received_at, next_look_at)
   on conflict on constraint inbox_unique do update set state = 'new', fetched_at = excluded.fetched_at, reason = null, settled_at = null,
     looks = 0, next_look_at = excluded.next_look_at
   where inbox.source = 'report' and inbox.fetched_at < excluded.fetched_at and exists (
     select 1 from platform.inbox since where since.provider = inbox.provider and since.source = inbox.source and since.row_key = inbox.row_key
       and since.content_hash <> inbox.content_hash and since.fetched_at >= inbox.fetched_at)
   returning inbox_id, provider, source, row_key`,
);

/**
 * Returns the rows that wait for their job: a row that was told before, with the same content, is not told again. Unless
 * something else was told of it since: an order may go back to what it was (40, 80, 40 again), and of two answers that
 * crossed the later one may be the older; then the content that was known before is news again.
 */
export async function insertInbox(tx: Tx, told: readonly InboxInsert[]): Promise<InboxName[]> {
  if (told.length === 0) return [];
  // One statement may meet a row once only, and reports do tell a row twice.
  const rows = [
    ...new Map(told.map((row) => [`${row.provider}|${row.source}|${row.row_key}|${row.content_hash}`, row])).values(),
  ];
  return runPrepared(tx, INSERT, [
    ...[rows.map((row) => row.inbox_id), rows.map((row) => row.provider), rows.map((row) => row.source)],
    ...[rows.map((row) => row.row_key), rows.map((row) => row.content_hash)],
    // One text for all: in a list each quote of each payload would be escaped.
    `[${rows.map((row) => storableJson(row.payload)).join(",")}]`,
    ...[rows.map((row) => row.fetched_at), rows.map((row) => row.received_at), rows.map((row) => row.next_look_at)],
  ]);
}

const LOCK = prepare<InboxRow>(
  "inbox_lock",
  `select inbox_id, provider, source, row_key, payload, fetched_at, looks from platform.inbox
   where inbox_id = any ($1::uuid[]) and state = 'new' and source = $2 order by fetched_at, inbox_id for update`,
);

/**
 * Rows of one source that wait, locked for this transaction. One that another worker has is waited for: that worker may have
 * been killed, and its transaction be about to be undone.
 */
export async function lockWaiting(tx: Tx, source: InboxSource, ids: readonly string[]): Promise<InboxRow[]> {
  return runPrepared(tx, LOCK, [ids, source]);
}

/** Other rows that arrived since and wait; those that another worker has are left to it. Locked for this transaction. */
export async function takeAlong(tx: Tx, source: InboxSource, since: Date, most: number): Promise<InboxRow[]> {
  const result = await sql<InboxRow>`
    select inbox_id, provider, source, row_key, payload, fetched_at, looks from platform.inbox
    where state = 'new' and source = ${source} and received_at > ${since} order by received_at limit ${most} for update skip locked`.execute(
    tx,
  );
  return result.rows;
}

/** The row of a signed message; null when it was never told or has been acted on. */
export async function findWaiting(runner: Runner, provider: string, rowKey: string): Promise<InboxRow | null> {
  const result = await sql<InboxRow>`
    select inbox_id, provider, source, row_key, payload, fetched_at, looks from platform.inbox
    where provider = ${provider} and source = 'webhook' and row_key = ${rowKey} and state = 'new'`.execute(runner);
  return result.rows[0] ?? null;
}

export type Settled = { inbox_id: string; state: Exclude<InboxState, "new">; reason: string | null };

const SETTLE = prepare(
  "inbox_settle",
  `update platform.inbox i set state = x.state, reason = x.reason, settled_at = $4,
     payload = case when i.source = 'webhook' and x.state <> 'parked' then i.payload - 'raw' else i.payload end
   from unnest($1::uuid[], $2::text[], $3::text[]) as x(id, state, reason) where i.inbox_id = x.id`,
);

/** Signed messages name people: once one was acted on, only what we read of it is kept. */
export async function settleInbox(tx: Runner, rows: readonly Settled[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  const lists = [rows.map((row) => row.inbox_id), rows.map((row) => row.state), rows.map((row) => row.reason)];
  await runPrepared(tx, SETTLE, [...lists, at]);
}

/** 10, 20, 40 … minutes, at most two hours. */
const LATER = sql`interval '10 minutes' * least(12, power(2, least(looks, 10)))`;

/**
 * Rows that wait longer than they should, the longest waiting first: their job was lost or failed for good. Each is put off by
 * a distance that grows, so that nothing that cannot be settled stands before what can.
 */
export async function takeForgotten(tx: Tx, now: Date, most: number): Promise<InboxName[]> {
  const result = await sql<InboxName>`
    update platform.inbox set looks = looks + 1, next_look_at = ${now}::timestamptz + ${LATER} where inbox_id in (
      select inbox_id from platform.inbox where state = 'new' and next_look_at <= ${now}
      order by next_look_at limit ${most} for update skip locked)
    returning inbox_id, provider, source, row_key`.execute(tx);
  return result.rows;
}

/**
 * Rows that wait, for a job or for a person, are never among them, nor one that is told again while this looks: the state is
 * asked of the row itself once more, after whoever had it locked. Returns how many went.
 */
export async function dropSettled(db: Database, before: Date, most: number): Promise<number> {
  const result = await sql`
    delete from platform.inbox where inbox_id = any (array(
      select inbox_id from platform.inbox where state in ('applied', 'refused') and settled_at < ${before} order by settled_at limit ${most}
    )) and state in ('applied', 'refused')`.execute(db);
  return result.rowCount;
}

/** Why a row is a person's that nobody parked. */
const UNSETTLED = "not settled by its job";

export type ParkedRows = { provider: string; source: InboxSource; reason: string; rows: number; oldest: Date };

/** What waits for a person, by its reason: what was parked, and what was looked at so often and still waits. */
export async function readParked(runner: Runner, looksMost: number): Promise<ParkedRows[]> {
  const result = await sql<ParkedRows>`
    select provider, source, reason, count(*)::integer as rows, min(received_at) as oldest from (
      select provider, source, coalesce(reason, 'unknown') as reason, received_at from platform.inbox where state = 'parked'
      union all
      select provider, source, ${UNSETTLED}::text, received_at from platform.inbox where state = 'new' and looks >= ${looksMost}
    ) as waiting group by 1, 2, 3 order by 1, 2, 3`.execute(runner);
  return result.rows;
}

export type ParkedRow = InboxName & { reason: string | null; received_at: Date };

/** What a person sees waiting: what was parked, and what its job could not settle however often it was looked at. */
const waitsForPerson = (looksMost: number) => sql`(state = 'parked' or (state = 'new' and looks >= ${looksMost}))`;

export async function listParked(runner: Runner, looksMost: number, most: number): Promise<ParkedRow[]> {
  const result = await sql<ParkedRow>`
    select inbox_id, provider, source, row_key, coalesce(reason, case when state = 'new' then ${UNSETTLED} end) as reason, received_at
    from platform.inbox where ${waitsForPerson(looksMost)} order by received_at limit ${most}`.execute(runner);
  return result.rows;
}

/** Of what waits for a person, those that their senders named so. */
export async function findParked(runner: Runner, looksMost: number, rowKey: string, most: number): Promise<SeenRow[]> {
  const result = await sql<SeenRow>`
    select ${SEEN} from platform.inbox where ${waitsForPerson(looksMost)} and row_key = ${rowKey} order by received_at limit ${most}`.execute(
    runner,
  );
  return result.rows;
}

/** A row as a person reads it. */
export type SeenRow = InboxName & {
  payload: unknown;
  /** When its sender said it, as far as they tell. */
  fetched_at: Date;
  received_at: Date;
  /** How often it was looked at since it waits, because its job was lost or failed. */
  looks: number;
  state: InboxState;
  reason: string | null;
  settled_at: Date | null;
};
const SEEN = sql`inbox_id, provider, source, row_key, payload, fetched_at, received_at, looks, state, reason, settled_at`;

export const readSeen = async (runner: Runner, inboxId: string): Promise<SeenRow | null> =>
  (await sql<SeenRow>`select ${SEEN} from platform.inbox where inbox_id = ${inboxId}::uuid`.execute(runner)).rows[0] ??
  null;

/** What was called in, the newest first: some of each provider and state by their index, of which the newest are told. */
export async function listPostbacks(
  runner: Runner,
  asked: {
    providers: readonly string[];
    states: readonly InboxState[];
    after: { at: Date; id: string } | null;
    most: number;
  },
): Promise<SeenRow[]> {
  const at = asked.after?.at ?? null;
  const result = await sql<SeenRow>`
    select ${SEEN} from unnest(${[...asked.providers]}::text[]) as p (called) cross join unnest(${[...asked.states]}::text[]) as s (stands)
      cross join lateral (
        select * from platform.inbox i where i.source = 'postback' and i.provider = p.called and i.state = s.stands
          and (${at}::timestamptz is null or (i.received_at, i.inbox_id) < (${at}::timestamptz, ${asked.after?.id ?? null}::uuid))
        order by i.received_at desc, i.inbox_id desc limit ${asked.most}) as newest
    order by received_at desc, inbox_id desc limit ${asked.most}`.execute(runner);
  return result.rows;
}

/** By the names that their senders gave them. */
export async function findPostbacks(
  runner: Runner,
  asked: { providers: readonly string[]; keys: readonly string[]; most: number },
): Promise<SeenRow[]> {
  const result = await sql<SeenRow>`
    select ${SEEN} from platform.inbox where source = 'postback' and provider = any (${[...asked.providers]}::text[])
      and row_key = any (${[...asked.keys]}::text[]) order by received_at desc limit ${asked.most}`.execute(runner);
  return result.rows;
}

/** Null when it does not wait for a person. */
export async function reopen(tx: Tx, inboxId: string, looksMost: number, nextLook: Date): Promise<InboxName | null> {
  const result = await sql<InboxName>`
    update platform.inbox set state = 'new', reason = null, settled_at = null, looks = 0, next_look_at = ${nextLook}
    where inbox_id = ${inboxId}::uuid and ${waitsForPerson(looksMost)} returning inbox_id, provider, source, row_key`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}

export async function lockParked(tx: Tx, inboxId: string, looksMost: number): Promise<boolean> {
  const result = await sql`
    select 1 from platform.inbox where inbox_id = ${inboxId}::uuid and ${waitsForPerson(looksMost)} for update`.execute(
    tx,
  );
  return result.rows.length > 0;
}
