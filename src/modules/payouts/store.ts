/** All SQL of payouts. Schema `payouts` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Method, ReasonCode, WithdrawalState } from "./rules.ts";

type Runner = Database | Tx;

export type WithdrawalRow = {
  withdrawal_id: string;
  user_id: string;
  request_key: string;
  number: number;
  method: Method;
  amount_minor: bigint;
  /** What it is paid with, when not with cash. */
  coins: bigint | null;
  destination: string;
  label: string;
  state: WithdrawalState;
  hold_id: string;
  provider_reference: string | null;
  provider_item: string | null;
  reason_code: ReasonCode | null;
  link_sealed: Buffer | null;
  requested_at: Date;
  submitted_at: Date | null;
  settled_at: Date | null;
  arrives_by: Date;
  renewals: number;
  renewed_at: Date | null;
};
export type GiftCardRow = {
  product_id: string;
  name: string;
  minimum_minor: bigint;
  maximum_minor: bigint;
  /** The only amounts it comes in; none: any between the least and the most. */
  face_values: bigint[];
  countries: string[];
  disclosure: string;
};

/** One withdrawal after another for a member: the number and the request key are looked at under this lock. */
export async function lockMember(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 743))`.execute(tx);
}

export async function findByRequest(runner: Runner, userId: string, requestKey: string): Promise<WithdrawalRow | null> {
  return (
    (
      await sql<WithdrawalRow>`select * from payouts.withdrawals where user_id = ${userId} and request_key = ${requestKey}`.execute(
        runner,
      )
    ).rows[0] ?? null
  );
}

export async function nextNumber(tx: Tx, userId: string): Promise<number> {
  return (
    (
      await sql<{
        n: number;
      }>`select coalesce(max(number), 0) + 1 as n from payouts.withdrawals where user_id = ${userId}`.execute(tx)
    ).rows[0]?.n ?? 1
  );
}

export async function insertWithdrawal(
  tx: Tx,
  row: Omit<
    WithdrawalRow,
    | "state"
    | "provider_reference"
    | "provider_item"
    | "reason_code"
    | "link_sealed"
    | "submitted_at"
    | "settled_at"
    | "renewals"
    | "renewed_at"
  >,
): Promise<void> {
  await sql`
    insert into payouts.withdrawals (withdrawal_id, user_id, request_key, number, method, amount_minor, coins, destination, label, state, hold_id, requested_at, arrives_by, payable_at)
    values (${row.withdrawal_id}, ${row.user_id}, ${row.request_key}, ${row.number}, ${row.method}, ${row.amount_minor}, ${row.coins}, ${row.destination}, ${row.label}, 'requested', ${row.hold_id}, ${row.requested_at}, ${row.arrives_by}, ${row.requested_at})`.execute(
    tx,
  );
  await insertEvent(tx, row.withdrawal_id, null, "requested", null, row.requested_at);
}

export async function readWithdrawal(runner: Runner, withdrawalId: string): Promise<WithdrawalRow | null> {
  return (
    (await sql<WithdrawalRow>`select * from payouts.withdrawals where withdrawal_id = ${withdrawalId}`.execute(runner))
      .rows[0] ?? null
  );
}

export async function lockWithdrawal(tx: Tx, withdrawalId: string): Promise<WithdrawalRow | null> {
  return (
    (
      await sql<WithdrawalRow>`select * from payouts.withdrawals where withdrawal_id = ${withdrawalId} for update`.execute(
        tx,
      )
    ).rows[0] ?? null
  );
}

export async function moveWithdrawal(
  tx: Tx,
  row: WithdrawalRow,
  to: { state: WithdrawalState; reason_code: ReasonCode | null; link_sealed: Buffer | null; settled: boolean },
  at: Date,
): Promise<void> {
  await sql`
    update payouts.withdrawals set state = ${to.state}, reason_code = ${to.reason_code}, link_sealed = coalesce(${to.link_sealed}, link_sealed),
      submitted_at = coalesce(submitted_at, ${at}), settled_at = case when ${to.settled} then ${at}::timestamptz end
    where withdrawal_id = ${row.withdrawal_id}`.execute(tx);
  await insertEvent(tx, row.withdrawal_id, row.state, to.state, to.reason_code, at);
}

/** Those under way that have no payable yet. */
export async function takeWithoutPayable(tx: Tx, most: number): Promise<WithdrawalRow[]> {
  return (
    await sql<WithdrawalRow>`
      select * from payouts.withdrawals where payable_at is null order by requested_at limit ${most} for update skip locked`.execute(
      tx,
    )
  ).rows;
}

export async function markPayable(tx: Tx, withdrawalId: string, at: Date): Promise<void> {
  await sql`update payouts.withdrawals set payable_at = ${at} where withdrawal_id = ${withdrawalId}`.execute(tx);
}

async function insertEvent(
  tx: Tx,
  withdrawalId: string,
  from: WithdrawalState | null,
  to: WithdrawalState,
  reason: ReasonCode | null,
  at: Date,
): Promise<void> {
  await sql`
    insert into payouts.withdrawal_events (withdrawal_id, sequence, from_state, to_state, reason_code, at)
    select ${withdrawalId}, coalesce(max(sequence), 0) + 1, ${from}, ${to}, ${reason}, ${at} from payouts.withdrawal_events where withdrawal_id = ${withdrawalId}`.execute(
    tx,
  );
}

export async function readWithdrawals(
  runner: Runner,
  userId: string,
  methods: readonly Method[],
  limit: number,
): Promise<WithdrawalRow[]> {
  return (
    await sql<WithdrawalRow>`select * from payouts.withdrawals where user_id = ${userId} and method = any (${methods}::text[]) order by requested_at desc limit ${limit}`.execute(
      runner,
    )
  ).rows;
}

const CARD = sql`product_id, name, minimum_minor, maximum_minor, face_values::text[] as face_values, countries, disclosure`;
type CardText = Omit<GiftCardRow, "face_values"> & { face_values: string[] };
const readCard = (row: CardText): GiftCardRow => ({ ...row, face_values: row.face_values.map(BigInt) });

/** Those that may be given in a country, by name; in every country without one. */
export async function readGiftCards(runner: Runner, country: string | null): Promise<GiftCardRow[]> {
  const where = country === null ? sql`` : sql`and ${country} = any (countries)`;
  const { rows } = await sql<CardText>`
    select ${CARD} from payouts.gift_cards where offered ${where} order by name`.execute(runner);
  return rows.map(readCard);
}

export async function findGiftCard(runner: Runner, productId: string): Promise<GiftCardRow | null> {
  const { rows } = await sql<CardText>`
    select ${CARD} from payouts.gift_cards where product_id = ${productId} and offered`.execute(runner);
  return rows[0] ? readCard(rows[0]) : null;
}

export async function replaceGiftCards(tx: Tx, cards: readonly GiftCardRow[], at: Date): Promise<void> {
  const rows = cards.map((card) => ({
    ...card,
    minimum_minor: String(card.minimum_minor),
    maximum_minor: String(card.maximum_minor),
    face_values: card.face_values.map(String),
  }));
  await sql`
    insert into payouts.gift_cards (product_id, name, minimum_minor, maximum_minor, face_values, countries, disclosure, offered, updated_at)
    select product_id, name, minimum_minor, maximum_minor, face_values, countries, disclosure, true, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(product_id text, name text, minimum_minor bigint, maximum_minor bigint,
      face_values bigint[], countries text[], disclosure text)
    on conflict (product_id) do update set name = excluded.name, minimum_minor = excluded.minimum_minor, maximum_minor = excluded.maximum_minor,
      face_values = excluded.face_values, countries = excluded.countries, disclosure = excluded.disclosure, offered = true,
      updated_at = excluded.updated_at`.execute(tx);
  await sql`update payouts.gift_cards set offered = false where updated_at < ${at}`.execute(tx);
}

/** A card's link was made anew: the old one is forgotten. */
export async function renewLink(tx: Tx, withdrawalId: string, linkSealed: Buffer, at: Date): Promise<void> {
  await sql`
    update payouts.withdrawals set link_sealed = ${linkSealed}, renewals = renewals + 1, renewed_at = ${at}
    where withdrawal_id = ${withdrawalId}`.execute(tx);
}
