/** SQL of watched prices, their history and what was claimed of them. Schema `protection` only. */
import type { CivilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { PriceState } from "./protection.types.ts";

export type Runner = Database | Tx;
/** What is asked of the plan: kept before it is sent. */
export type ClaimedDrop = {
  pieces: number;
  bought_minor: string;
  now_minor: string;
  first_read_at: string;
  second_read_at: string;
  claimed_on: CivilDate;
};
export type PriceRow = {
  watch_id: string;
  user_id: string;
  request_key: string;
  state: PriceState;
  source: "mail" | "hand";
  signed: boolean;
  mail_id: string | null;
  order_number: string | null;
  listing_id: string | null;
  internal_name: string;
  store: string;
  domain: string;
  item: string;
  condition: string;
  pieces: number;
  paid_minor: bigint;
  bought_on: CivilDate;
  store_until: CivilDate | null;
  house_until: CivilDate;
  zone: string;
  receipt_ids: string[];
  last_minor: bigint | null;
  last_read_at: Date | null;
  first_minor: bigint | null;
  first_read_at: Date | null;
  checked_minor: bigint | null;
  checked_at: Date | null;
  next_look_at: Date | null;
  told_at: Date | null;
  asked_at: Date | null;
  store_minor: bigint;
  claiming_at: Date | null;
  claim_drop: ClaimedDrop | null;
  claim_id: string | null;
  claim_state: string | null;
  claim_minor: bigint;
  sequence: number;
  created_at: Date;
  changed_at: Date;
};

export const PRICE_ROW = sql`watch_id, user_id, request_key, state, source, signed, mail_id, order_number, listing_id, internal_name, store, domain, item,
  condition, pieces, paid_minor, bought_on::text as bought_on, store_until::text as store_until, house_until::text as house_until, zone,
  receipt_ids, last_minor, last_read_at, first_minor, first_read_at, checked_minor, checked_at, next_look_at, told_at, asked_at, store_minor,
  claiming_at, claim_drop, claim_id, claim_state, claim_minor, sequence, created_at, changed_at`;

const many = async (query: ReturnType<typeof sql<PriceRow>>, runner: Runner): Promise<PriceRow[]> =>
  (await query.execute(runner)).rows;
const one = async (query: ReturnType<typeof sql<PriceRow>>, runner: Runner): Promise<PriceRow | null> =>
  (await many(query, runner))[0] ?? null;

/** What one member does comes one after the other. */
export async function lockMember(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`protection:${userId}`}, 40))`.execute(tx);
}
export const readPrice = (runner: Runner, watchId: string) =>
  one(sql<PriceRow>`select ${PRICE_ROW} from protection.price_watches where watch_id = ${watchId}`, runner);
export const lockPrice = (tx: Tx, watchId: string) =>
  one(sql<PriceRow>`select ${PRICE_ROW} from protection.price_watches where watch_id = ${watchId} for update`, tx);
export const lockPrices = (tx: Tx, watchIds: readonly string[]) =>
  many(
    sql<PriceRow>`
      select ${PRICE_ROW} from protection.price_watches where watch_id = any (${watchIds}::uuid[]) order by watch_id for update`,
    tx,
  );
export const priceByKey = (runner: Runner, userId: string, key: string) =>
  one(
    sql<PriceRow>`select ${PRICE_ROW} from protection.price_watches where user_id = ${userId} and request_key = ${key}`,
    runner,
  );
export const pricesOf = (runner: Runner, userId: string, most: number) =>
  many(
    sql<PriceRow>`
      select ${PRICE_ROW} from protection.price_watches where user_id = ${userId} order by created_at desc, watch_id desc limit ${most}`,
    runner,
  );
export const pricesDue = (runner: Runner, now: Date, most: number) =>
  many(
    sql<PriceRow>`
      select ${PRICE_ROW} from protection.price_watches where next_look_at <= ${now} order by next_look_at, watch_id limit ${most}`,
    runner,
  );
export const pricesOfClaim = (runner: Runner, claimId: string) =>
  many(sql<PriceRow>`select ${PRICE_ROW} from protection.price_watches where claim_id = ${claimId}`, runner);
/** Of an order that a mail named, at a store, or of one mail. */
export const pricesOfOrder = (runner: Runner, asked: { user_id: string; domain: string; order_number: string }) =>
  many(
    sql<PriceRow>`
      select ${PRICE_ROW} from protection.price_watches
      where user_id = ${asked.user_id} and domain = ${asked.domain} and order_number = ${asked.order_number} order by watch_id`,
    runner,
  );
/** The same thing, claimed by another watch of the same member. */
export const claimedBeside = async (tx: Tx, row: PriceRow): Promise<PriceRow[]> =>
  many(
    sql<PriceRow>`
      select ${PRICE_ROW} from protection.price_watches
      where user_id = ${row.user_id} and listing_id = ${row.listing_id} and watch_id <> ${row.watch_id}
        and (claiming_at is not null or store_minor > 0)`,
    tx,
  );
export const countOpen = async (runner: Runner, userId: string): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from protection.price_watches where user_id = ${userId} and next_look_at is not null`.execute(
      runner,
    )
  ).rows[0]?.n ?? 0;

const insert = (tx: Tx, r: PriceRow) =>
  sql`
    insert into protection.price_watches (watch_id, user_id, request_key, state, source, signed, mail_id, order_number, listing_id, internal_name,
      store, domain, item, condition, pieces, paid_minor, bought_on, store_until, house_until, zone, receipt_ids, next_look_at, sequence,
      created_at, changed_at)
    values (${r.watch_id}, ${r.user_id}, ${r.request_key}, ${r.state}, ${r.source}, ${r.signed}, ${r.mail_id}, ${r.order_number}, ${r.listing_id},
      ${r.internal_name}, ${r.store}, ${r.domain}, ${r.item}, ${r.condition}, ${r.pieces}, ${r.paid_minor}, ${r.bought_on}, ${r.store_until},
      ${r.house_until}, ${r.zone}, ${r.receipt_ids}::uuid[], ${r.next_look_at}, ${r.sequence}, ${r.created_at}, ${r.changed_at})`.execute(
    tx,
  );

export type PriceEvent = {
  watch_id: string;
  sequence: number;
  at: Date;
  from_state: PriceState | null;
  state: PriceState;
  minor: bigint | null;
  by_whom: string;
  why: string;
};

/** Writes a watch as it is now; with a row of history where its state changed. */
export async function savePrice(
  tx: Tx,
  r: PriceRow,
  event: { from: PriceState | null; minor: bigint | null; by: string; why?: string } | null,
): Promise<void> {
  if (event?.from === null) await insert(tx, r);
  else
    await sql`
      update protection.price_watches set state = ${r.state}, receipt_ids = ${r.receipt_ids}::uuid[], last_minor = ${r.last_minor},
        last_read_at = ${r.last_read_at}, first_minor = ${r.first_minor}, first_read_at = ${r.first_read_at}, checked_minor = ${r.checked_minor},
        checked_at = ${r.checked_at}, next_look_at = ${r.next_look_at}, told_at = ${r.told_at}, asked_at = ${r.asked_at},
        store_minor = ${r.store_minor}, claiming_at = ${r.claiming_at},
        claim_drop = ${r.claim_drop ? JSON.stringify(r.claim_drop) : null}::jsonb, claim_id = ${r.claim_id}, claim_state = ${r.claim_state},
        claim_minor = ${r.claim_minor}, sequence = ${r.sequence}, changed_at = ${r.changed_at}
      where watch_id = ${r.watch_id}`.execute(tx);
  if (event)
    await sql`
      insert into protection.price_events (watch_id, sequence, at, from_state, state, minor, by_whom, why)
      values (${r.watch_id}, ${r.sequence}, ${r.changed_at}, ${event.from}, ${r.state}, ${event.minor}, ${event.by}, ${event.why ?? ""})`.execute(
      tx,
    );
}

/** Of watches that only were looked at again: what was read, and when they are looked at next. */
export async function saveLooks(
  tx: Tx,
  looks: readonly { watch_id: string; minor: bigint | null; next: Date }[],
  at: Date,
): Promise<void> {
  if (looks.length === 0) return;
  await sql`
    update protection.price_watches w set last_minor = coalesce(l.minor, w.last_minor), next_look_at = l.next,
      last_read_at = case when l.minor is null then w.last_read_at else ${at}::timestamptz end
    from unnest(${looks.map(({ watch_id }) => watch_id)}::uuid[], ${looks.map(({ minor }) => minor?.toString() ?? null)}::bigint[],
      ${looks.map(({ next }) => next.toISOString())}::timestamptz[]) as l(id, minor, next)
    where w.watch_id = l.id`.execute(tx);
}

export const readPriceEvents = async (runner: Runner, watchIds: readonly string[]): Promise<PriceEvent[]> =>
  (
    await sql<PriceEvent>`
      select * from protection.price_events where watch_id = any (${watchIds}::uuid[]) order by watch_id, sequence`.execute(
      runner,
    )
  ).rows;

/** False when another watch has claimed this purchase. */
export async function takePrint(tx: Tx, taken: { print: string; watch_id: string; at: Date }): Promise<boolean> {
  const { rows } = await sql<{ watch_id: string }>`
    insert into protection.claimed_purchases as c (print, watch_id, at) values (${taken.print}, ${taken.watch_id}, ${taken.at})
    on conflict (print) do update set print = excluded.print returning c.watch_id`.execute(tx);
  return rows[0]?.watch_id === taken.watch_id;
}

/** The same fact once more changes nothing. */
export async function addRefund(
  tx: Tx,
  refund: { fact_id: string; watch_id: string; minor: bigint; at: Date },
): Promise<void> {
  await sql`
    insert into protection.price_refunds (fact_id, watch_id, minor, at) values (${refund.fact_id}, ${refund.watch_id}, ${refund.minor}, ${refund.at})
    on conflict do nothing`.execute(tx);
}
/** Each time that somebody who may say so told of money given back for it. */
export const readRefunds = async (runner: Runner, watchId: string): Promise<bigint[]> =>
  (
    await sql<{ minor: bigint }>`select minor from protection.price_refunds where watch_id = ${watchId}`.execute(runner)
  ).rows.map(({ minor }) => minor);

export async function readByItself(runner: Runner, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from protection.members where user_id = any (${userIds}::uuid[]) and claims_by_itself`.execute(
    runner,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}
export const setByItself = (runner: Runner, userId: string, on: boolean) =>
  sql`
    insert into protection.members (user_id, claims_by_itself) values (${userId}, ${on})
    on conflict (user_id) do update set claims_by_itself = excluded.claims_by_itself`.execute(runner);

/** Lower prices that were read twice and wait for a press. */
export const countFound = async (runner: Runner, userId: string): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from protection.price_watches where user_id = ${userId} and state = 're_checked' and claiming_at is null`.execute(
      runner,
    )
  ).rows[0]?.n ?? 0;
