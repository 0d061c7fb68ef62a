/** All SQL of the ledger. Schema `ledger` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";
import { prepare, runPrepared } from "#platform/statements";
import type { HoldState } from "./rules.ts";

type Runner = Database | Tx;

/** Zero rows first: accounts and their heads exist before the first line names them. Returns those made just now. */
export async function openAccounts(
  tx: Tx,
  accounts: { account_id: string; kind: string; unit: string; owner: string; house: boolean; bound: string }[],
): Promise<Set<string>> {
  const result = await sql<{ account_id: string }>`
    with opened as (
      insert into ledger.accounts (account_id, kind, unit, owner, house, bound)
      select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
        as a(account_id uuid, kind text, unit text, owner text, house boolean, bound text)
      order by account_id
      on conflict do nothing returning account_id, unit, house, bound)
    insert into ledger.heads (account_id, unit, house, bound) select account_id, unit, house, bound from opened returning account_id`.execute(
    tx,
  );
  return new Set(result.rows.map((row) => row.account_id));
}

export type PostRows = {
  ids: string[];
  kinds: string[];
  causes: string[];
  reasons: (string | null)[];
  data: string[];
  at: Date;
  of: number[];
  accounts: string[];
  amounts: bigint[];
};

export type PostOutcome = { place: number; outcome: "posted" | "duplicate" | "conflict" | "insufficient" };

const POST = prepare<PostOutcome>(
  "ledger.post",
  "select place, outcome from ledger.post($1, $2, $3, $4, $5::text[]::jsonb[], $6, $7, $8, $9)",
);

export const post = (tx: Tx, rows: PostRows): Promise<PostOutcome[]> =>
  runPrepared(tx, POST, [
    rows.ids,
    rows.kinds,
    rows.causes,
    rows.reasons,
    rows.data,
    rows.at,
    rows.of,
    rows.accounts,
    rows.amounts,
  ]);

const POST_ONE = prepare<{ outcome: PostOutcome["outcome"] }>(
  "ledger.post_one",
  "select ledger.post_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as outcome",
);

/** The places of members' lines, sorted by account as locks are taken, and those of house lines. From 1. */
export type LinePlaces = { members: number[]; house: number[] };

/** One transfer whose lines name each account once. */
export async function postOne(tx: Tx, rows: PostRows, places: LinePlaces): Promise<PostOutcome[]> {
  const found = await runPrepared(tx, POST_ONE, [
    rows.ids[0],
    rows.kinds[0],
    rows.causes[0],
    rows.reasons[0],
    rows.data[0],
    rows.at,
    rows.accounts,
    rows.amounts,
    places.members,
    places.house,
  ]);
  return found.map(({ outcome }) => ({ place: 1, outcome }));
}

/** Balances of members' accounts, locked in sorted order until the transaction ends when `lock` is set. */
export async function readBalances(
  runner: Runner,
  accountIds: readonly string[],
  lock: boolean,
): Promise<Map<string, bigint>> {
  const result = await sql<{ account_id: string; balance: bigint }>`
    select account_id, balance from ledger.heads where account_id = any (${accountIds}::uuid[]) order by account_id
    ${lock ? sql`for no key update` : sql``}`.execute(runner);
  return new Map(result.rows.map((row) => [row.account_id, row.balance]));
}

/** The balance of a house account is the sum of all its lines, chained or not. */
export async function sumHouse(runner: Runner, accountId: string): Promise<bigint> {
  const result = await sql<{ total: bigint }>`
    select (h.balance + coalesce((
      select sum(l.amount) from ledger.lines l
      where l.account_id = ${accountId} and l.sequence is null
        and not exists (select 1 from ledger.house_chain c where c.line_id = l.line_id)), 0))::bigint as total
    from ledger.heads h where h.account_id = ${accountId}`.execute(runner);
  return result.rows[0]?.total ?? 0n;
}

export type StatementLine = {
  transfer_id: string;
  kind: string;
  cause: string;
  reason: string | null;
  data: Record<string, string | number | boolean | null>;
  account_kind: string;
  amount: bigint;
  balance: bigint;
  sequence: bigint;
  hash: Buffer;
  content_hash: Buffer;
  at: Date;
};

/** Every line of a member's accounts in order: what a statement is made of, and what an offline program verifies. */
export async function readStatement(
  runner: Runner,
  accountIds: readonly string[],
  limit: number,
): Promise<StatementLine[]> {
  const result = await sql<StatementLine>`
    select t.transfer_id, t.kind, t.cause, t.reason, t.data, a.kind as account_kind, l.amount, l.balance, l.sequence, l.hash, t.content_hash, t.at
    from ledger.lines l join ledger.transfers t using (transfer_id) join ledger.accounts a using (account_id)
    where l.account_id = any (${accountIds}::uuid[]) order by l.line_id desc limit ${limit}`.execute(runner);
  return result.rows;
}

export async function insertHold(
  tx: Tx,
  hold: { hold_id: string; cause: string; owner: string; unit: string; amount: bigint; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into ledger.holds (hold_id, cause, owner, unit, amount, state, opened_at)
    values (${hold.hold_id}, ${hold.cause}, ${hold.owner}, ${hold.unit}, ${hold.amount}, 'open', ${hold.at}) on conflict do nothing`.execute(
    tx,
  );
  return result.numAffectedRows === 1n;
}

export type HoldRow = { hold_id: string; owner: string; unit: "USD" | "COIN"; amount: bigint; state: HoldState };

export async function lockHold(tx: Tx, holdId: string): Promise<HoldRow | null> {
  const result =
    await sql<HoldRow>`select hold_id, owner, unit, amount, state from ledger.holds where hold_id = ${holdId} for update`.execute(
      tx,
    );
  return result.rows[0] ?? null;
}

/** What is set aside goes with its owner. Holds that ended keep whose they were. */
export async function moveOpenHolds(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update ledger.holds set owner = ${to} where owner = ${from} and state = 'open'`.execute(tx);
}

export async function closeHold(tx: Tx, holdId: string, state: "captured" | "released", at: Date): Promise<void> {
  await sql`update ledger.holds set state = ${state}, closed_at = ${at} where hold_id = ${holdId}`.execute(tx);
}

export async function chainHouse(runner: Runner, most: number): Promise<number> {
  const result = await sql<{ done: number }>`select ledger.chain_house(${most}) as done`.execute(runner);
  return result.rows[0]?.done ?? 0;
}
