/** All SQL of the ledger. Schema `ledger` only. */
import type { Database, Tx } from "#platform/database";
import type { Unit } from "#platform/money";
import { sql } from "#platform/sql";
import { prepare, runPrepared } from "#platform/statements";
import { GIVEN_UP, MEMBER_ACCOUNTS } from "./accounts.ts";
import { type HoldState, openedBy, transferId, UNITS } from "./rules.ts";

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

/** What an account holds; `closed_at` is set on the free money of members whose account has ended. */
export type Balance = { balance: bigint; closed_at: Date | null };

type BalanceRow = { account_id: string } & Balance;
const LOCK_BALANCES = prepare<BalanceRow>(
  "ledger.lock_balances",
  `with locked as materialized (
     select account_id, balance, closed_at from ledger.heads where account_id = any ($1::uuid[]) order by account_id for no key update)
   select account_id, balance, closed_at from locked where balance <> 0 or closed_at is not null`,
);

/**
 * Balances of members' accounts, locked in sorted order until the transaction ends when `lock` is set: all of them, but those that hold
 * nothing and are not closed, most of a new member's, are left out of the answer.
 */
export async function readBalances(
  runner: Runner,
  accountIds: readonly string[],
  lock: boolean,
): Promise<Map<string, Balance>> {
  const rows = lock
    ? await runPrepared(runner, LOCK_BALANCES, [accountIds])
    : (
        await sql<BalanceRow>`
          select account_id, balance, closed_at from ledger.heads
          where account_id = any (${accountIds}::uuid[]) and (balance <> 0 or closed_at is not null)`.execute(runner)
      ).rows;
  return new Map(rows.map((row) => [row.account_id, row]));
}

export async function closeAccount(tx: Tx, accountId: string, at: Date): Promise<void> {
  await sql`update ledger.heads set closed_at = coalesce(closed_at, ${at}) where account_id = ${accountId}`.execute(tx);
}

/** What transfers moved on members' accounts, for those that were posted before: in the one unit that they moved. */
export type PostedCredit = {
  transfer_id: string;
  kind: string;
  owners: string[];
  /** Coins, and not dollars. */
  coins: boolean;
  pending: bigint;
  available: bigint;
  clawback: bigint;
  /** Cents that went to the house instead. */
  given_up: bigint;
};
const kindsOf = (part: "pending" | "available" | "clawback"): string[] =>
  UNITS.map((unit) => MEMBER_ACCOUNTS[unit][part].name);

export async function readPosted(tx: Tx, transferIds: readonly string[]): Promise<Map<string, PostedCredit>> {
  const result = await sql<PostedCredit>`
    select t.transfer_id, t.kind, coalesce(array_agg(distinct a.owner) filter (where not a.house), '{}') as owners,
      coalesce(bool_or(a.unit = 'COIN'), false) as coins,
      coalesce(sum(l.amount) filter (where a.kind = any (${kindsOf("pending")}::text[])), 0)::bigint as pending,
      coalesce(sum(l.amount) filter (where a.kind = any (${kindsOf("available")}::text[])), 0)::bigint as available,
      coalesce(sum(l.amount) filter (where a.kind = any (${kindsOf("clawback")}::text[])), 0)::bigint as clawback,
      coalesce(sum(l.amount) filter (where a.kind = ${GIVEN_UP.name}), 0)::bigint as given_up
    from ledger.transfers t join ledger.lines l using (transfer_id) join ledger.accounts a using (account_id)
    where t.transfer_id = any (${transferIds}::uuid[]) group by t.transfer_id`.execute(tx);
  return new Map(result.rows.map((row) => [row.transfer_id, row]));
}

/** The balance of a house account: what is chained, and the lines since then. Below the mark every line is chained. */
export async function sumHouse(runner: Runner, accountId: string): Promise<bigint> {
  const result = await sql<{ total: bigint }>`
    select (h.balance + coalesce((
      select sum(l.amount) from ledger.lines l
      where l.account_id = ${accountId} and l.sequence is null and l.line_id >= (select mark from ledger.house_mark)
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
  unit: Unit;
  amount: bigint;
  balance: bigint;
  sequence: bigint;
  hash: Buffer;
  content_hash: Buffer;
  at: Date;
};

export type OpenedLine = Pick<
  StatementLine,
  "transfer_id" | "kind" | "reason" | "data" | "account_kind" | "amount" | "at"
>;

/** The newest lines of members' accounts, found by their chains: the index knows only lines that are chained. */
export async function readStatement(
  runner: Runner,
  accountIds: readonly string[],
  limit: number,
): Promise<StatementLine[]> {
  const result = await sql<StatementLine>`
    select t.transfer_id, t.kind, t.cause, t.reason, t.data, a.kind as account_kind, a.unit, l.amount, l.balance, l.sequence, l.hash, t.content_hash, t.at
    from ledger.lines l join ledger.transfers t using (transfer_id) join ledger.accounts a using (account_id)
    where l.account_id = any (${accountIds}::uuid[]) and l.sequence is not null order by l.line_id desc limit ${limit}`.execute(
    runner,
  );
  return result.rows;
}

/** What a transaction reads from here on is of the moment of its first reading. */
export const seeOneMoment = (tx: Tx) => sql`set transaction isolation level repeatable read, read only`.execute(tx);

/** All lines of a few accounts but those of some kinds of transfers, the newest first. */
export async function readLinesBeside(
  runner: Runner,
  accountIds: readonly string[],
  kinds: readonly string[],
): Promise<StatementLine[]> {
  const result = await sql<StatementLine>`
    select t.transfer_id, t.kind, t.cause, t.reason, t.data, a.kind as account_kind, a.unit, l.amount, l.balance, l.sequence, l.hash, t.content_hash, t.at
    from ledger.lines l join ledger.transfers t using (transfer_id) join ledger.accounts a using (account_id)
    where l.account_id = any (${accountIds}::uuid[]) and l.sequence is not null and t.kind <> all (${kinds}::text[])
    order by l.line_id desc`.execute(runner);
  return result.rows;
}

export type CoinLine = StatementLine & { line_id: bigint };

/**
 * Lines of a few accounts, the newest first, before a place in time: each account's by its own chain, so that a page costs what it
 * shows, however many lines there are.
 */
export async function readLinesBefore(
  runner: Runner,
  accountIds: readonly string[],
  before: bigint | null,
  most: number,
): Promise<CoinLine[]> {
  const result = await sql<CoinLine>`
    select l.line_id, t.transfer_id, t.kind, t.cause, t.reason, t.data, a.kind as account_kind, a.unit, l.amount, l.balance, l.sequence, l.hash,
      t.content_hash, t.at
    from unnest(${accountIds}::uuid[]) as asked(account_id)
    cross join lateral (
      select * from ledger.lines o where o.account_id = asked.account_id and o.sequence is not null
        ${before === null ? sql`` : sql`and o.line_id < ${before}`} order by o.sequence desc limit ${most}) l
    join ledger.transfers t using (transfer_id) join ledger.accounts a on a.account_id = l.account_id
    order by l.line_id desc limit ${most}`.execute(runner);
  return result.rows;
}

/** What moved on members' accounts since an instant, by kind of transfer. */
export async function sumByKind(
  runner: Runner,
  accountIds: readonly string[],
  since: Date,
): Promise<{ kind: string; amount: bigint }[]> {
  const result = await sql<{ kind: string; amount: bigint }>`
    select t.kind, sum(l.amount)::bigint as amount from ledger.lines l join ledger.transfers t using (transfer_id)
    where l.account_id = any (${accountIds}::uuid[]) and l.sequence is not null and t.at >= ${since} group by t.kind`.execute(
    runner,
  );
  return result.rows;
}

export async function insertHold(tx: Tx, hold: Omit<HoldRow, "state"> & { cause: string; at: Date }): Promise<boolean> {
  const result = await sql`
    insert into ledger.holds (hold_id, cause, owner, unit, amount, worth, state, opened_at)
    values (${hold.hold_id}, ${hold.cause}, ${hold.owner}, ${hold.unit}, ${hold.amount}, ${hold.worth}, 'open', ${hold.at}) on conflict do nothing`.execute(
    tx,
  );
  return result.rowCount === 1;
}

/** `worth`: what coins leave for, in cents; null for dollars. */
export type HoldRow = {
  hold_id: string;
  owner: string;
  unit: Unit;
  amount: bigint;
  worth: bigint | null;
  state: HoldState;
};

export async function lockHold(tx: Tx, holdId: string): Promise<HoldRow | null> {
  const result =
    await sql<HoldRow>`select hold_id, owner, unit, amount, worth, state from ledger.holds where hold_id = ${holdId} for update`.execute(
      tx,
    );
  return result.rows[0] ?? null;
}

/** The opening lines of somebody's dollars that are set aside and have not ended, the newest first. */
export async function readOpenHolds(runner: Runner, owner: string): Promise<OpenedLine[]> {
  const holds = await sql<{ hold_id: string; amount: bigint }>`
    select hold_id, amount from ledger.holds where owner = ${owner} and unit = 'USD' and state = 'open'`.execute(
    runner,
  );
  const amounts = new Map(holds.rows.map(({ hold_id, amount }) => [transferId(openedBy(hold_id)) as string, amount]));
  if (amounts.size === 0) return [];
  const result = await sql<Omit<OpenedLine, "account_kind" | "amount">>`
    select transfer_id, kind, reason, data, at from ledger.transfers where transfer_id = any (${[...amounts.keys()]}::uuid[])
    order by at desc, transfer_id`.execute(runner);
  return result.rows.map((row) => ({
    ...row,
    account_kind: MEMBER_ACCOUNTS.USD.held.name,
    amount: amounts.get(row.transfer_id) ?? 0n,
  }));
}

/** What is set aside goes with its owner. Holds that ended keep whose they were. */
export async function moveOpenHolds(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update ledger.holds set owner = ${to} where owner = ${from} and state = 'open'`.execute(tx);
}

export async function closeHold(tx: Tx, holdId: string, state: "captured" | "released", at: Date): Promise<void> {
  await sql`update ledger.holds set state = ${state}, closed_at = ${at} where hold_id = ${holdId}`.execute(tx);
}

/** What the server's role may do here; for the owner of the tables, after each migration. */
export async function shieldLedger(owner: Runner, role: string): Promise<void> {
  await sql`select ledger.shield(${role})`.execute(owner);
}

export async function chainHouse(runner: Runner, most: number): Promise<number> {
  const result = await sql<{ done: number }>`select ledger.chain_house(${most}) as done`.execute(runner);
  return result.rows[0]?.done ?? 0;
}
