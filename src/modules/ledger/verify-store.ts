/**
 * The second, independent check: everything is computed again from the lines, and nothing is taken from what posting
 * computed. One statement for each law; each returns what breaks it.
 */
import type { AccountKind } from "#platform/account-kind";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;
export type Finding = { kind: string; detail: string };

const MAX_FINDINGS = 100;

/**
 * For this transaction only: sorting and joining millions of lines in memory, whole tables at a time. What is found is
 * limited outside of each statement, because PostgreSQL plans for the first few rows where it sees a limit, and follows
 * every line through indexes.
 */
export async function prepareToRead(runner: Runner): Promise<void> {
  await sql`
    select set_config('work_mem', '256MB', true), set_config('max_parallel_workers_per_gather', '2', true),
      set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(runner);
}

/** The moment of this transaction, for others to look at the same. */
export async function exportMoment(runner: Runner): Promise<string> {
  const result = await sql<{ moment: string }>`select pg_export_snapshot() as moment`.execute(runner);
  return result.rows[0]?.moment ?? "";
}

export async function enterMoment(runner: Runner, moment: string): Promise<void> {
  await sql`set transaction snapshot ${sql.lit(moment)}`.execute(runner);
}

async function find(
  runner: Runner,
  kind: string,
  statement: ReturnType<typeof sql<{ detail: string }>>,
): Promise<Finding[]> {
  const result = await sql<{ detail: string }>`
    with found as materialized (${statement}) select detail from found limit ${MAX_FINDINGS}`.execute(runner);
  return result.rows.map((row) => ({ kind, detail: row.detail }));
}

export const findUnbalanced = (runner: Runner) =>
  find(
    runner,
    "a transfer does not sum to zero",
    sql`
    select transfer_id::text as detail from ledger.lines group by transfer_id having
      coalesce(sum(amount) filter (where unit = 'USD'), 0) <> 0 or coalesce(sum(amount) filter (where unit <> 'USD'), 0) <> 0`,
  );

/** Half of the transfers each, so that two may look at once. Written out here, apart from how posting hashes. */
const findChangedContentIn = (half: ReturnType<typeof sql>) => (runner: Runner) =>
  find(
    runner,
    "the content of a transfer is not what was posted",
    sql`
    with content as (
      select transfer_id, string_agg(account_id::text, ',') as accounts, string_agg(amount::text, ',') as amounts
      from (select transfer_id, account_id, amount from ledger.lines where ${half} order by transfer_id, position) l
      group by transfer_id),
    told as (select * from ledger.transfers where ${half})
    select t.transfer_id::text as detail from told t full join content c using (transfer_id)
    where c.transfer_id is null or t.transfer_id is null or t.content_hash <> sha256(convert_to(
      t.kind || E'\\x1f' || t.cause || E'\\x1f' || coalesce(t.reason, '') || E'\\x1f' || t.data::text || E'\\x1f' || c.accounts || E'\\x1f' || c.amounts, 'UTF8'))`,
  );
const MIDDLE = "80000000-0000-0000-0000-000000000000";
export const findChangedContent = [
  findChangedContentIn(sql`transfer_id < ${sql.lit(MIDDLE)}::uuid`),
  findChangedContentIn(sql`transfer_id >= ${sql.lit(MIDDLE)}::uuid`),
];

export const findBrokenChains = (runner: Runner) =>
  find(
    runner,
    "the chain of an account is broken",
    sql`
    select x.account_id::text || ' at ' || x.sequence as detail from (
      select l.account_id, l.sequence, l.amount, l.balance, l.hash, l.transfer_id, t.content_hash,
        lag(l.hash, 1, '\\x'::bytea) over w as before, lag(l.sequence, 1, 0::bigint) over w as earlier, lag(l.balance, 1, 0::bigint) over w as carried
      from ledger.lines l join ledger.transfers t using (transfer_id) where l.sequence is not null
      window w as (partition by l.account_id order by l.sequence)) x
    where x.sequence <> x.earlier + 1 or x.balance <> x.carried + x.amount
       or x.hash <> ledger.line_hash(x.before, x.account_id, x.transfer_id, x.sequence, x.amount, x.balance, x.content_hash)`,
  );

export const findBrokenHouseChains = (runner: Runner) =>
  find(
    runner,
    "the chain of a house account is broken",
    sql`
    select x.account_id::text || ' at ' || x.sequence as detail from (
      select c.account_id, c.sequence, l.amount, c.balance, c.hash, l.transfer_id, l.account_id as line_account, t.content_hash,
        lag(c.hash, 1, '\\x'::bytea) over w as before, lag(c.sequence, 1, 0::bigint) over w as earlier, lag(c.balance, 1, 0::bigint) over w as carried
      from ledger.house_chain c left join ledger.lines l using (line_id) left join ledger.transfers t using (transfer_id)
      window w as (partition by c.account_id order by c.sequence)) x
    where x.amount is null or x.line_account <> x.account_id or x.sequence <> x.earlier + 1 or x.balance <> x.carried + x.amount
       or x.hash <> ledger.line_hash(x.before, x.account_id, x.transfer_id, x.sequence, x.amount, x.balance, x.content_hash)`,
  );

/** House lines are chained behind, but below the mark none may be missing. */
export const findUnchained = (runner: Runner) =>
  find(
    runner,
    "a line of a house account is not in its chain",
    sql`
    select l.line_id::text as detail from ledger.lines l left join ledger.house_chain c using (line_id)
    where l.sequence is null and c.line_id is null and l.line_id < (select mark from ledger.house_mark)`,
  );

export const findWrongHeads = (runner: Runner) =>
  find(
    runner,
    "a balance is not the sum of its lines",
    sql`
    select h.account_id::text || ': ' || h.balance || ' instead of ' || coalesce(s.total, 0) as detail
    from ledger.heads h join ledger.accounts a using (account_id)
    left join (
      select account_id, sum(amount) as total, count(*) as lines from ledger.lines where sequence is not null group by account_id
      union all
      select c.account_id, sum(l.amount), count(*) from ledger.house_chain c join ledger.lines l using (line_id) group by c.account_id) s using (account_id)
    where h.balance <> coalesce(s.total, 0) or h.lines <> coalesce(s.lines, 0)
       or (a.bound = 'floor' and h.balance < 0) or (a.bound = 'ceiling' and h.balance > 0)`,
  );

export const findWrongEnds = (runner: Runner) =>
  find(
    runner,
    "the end of a chain is not where the account says",
    sql`
    select h.account_id::text as detail from ledger.heads h
    left join ledger.lines l on l.account_id = h.account_id and l.sequence = h.lines
    left join ledger.house_chain c on c.account_id = h.account_id and c.sequence = h.lines
    where h.lines > 0 and h.hash is distinct from coalesce(l.hash, c.hash)`,
  );

export const findStrangeUnits = (runner: Runner) =>
  find(
    runner,
    "a line is not in the unit of its account",
    sql`
    select l.line_id::text as detail from ledger.lines l left join ledger.accounts a using (account_id)
    where a.account_id is null or a.unit <> l.unit or a.house <> (l.sequence is null)`,
  );

export const findWrongHolds = (runner: Runner) =>
  find(
    runner,
    "open holds are not what is set aside",
    sql`
    select x.owner || ' ' || x.unit || ': ' || x.held || ' set aside, ' || x.open || ' in open holds' as detail from (
      select a.owner, a.unit, h.balance as held,
        coalesce((select sum(o.amount) from ledger.holds o where o.owner = a.owner and o.unit = a.unit and o.state = 'open'), 0) as open
      from ledger.accounts a join ledger.heads h using (account_id) where a.kind in ('member_held', 'member_coins_held')) x
    where x.held <> x.open`,
  );

/** Debt is settled on every way into the available balance, so nobody has free money and owes some. */
export const findDebtBesideMoney = (runner: Runner) =>
  find(
    runner,
    "a member has free money and owes some",
    sql`
    select a.owner || ': ' || f.balance || ' free, ' || -o.balance || ' owed, ' || a.unit as detail
    from ledger.accounts a join ledger.heads f using (account_id)
    join ledger.accounts b on b.owner = a.owner and b.unit = a.unit and b.kind in ('member_clawback', 'member_coins_clawback')
    join ledger.heads o on o.account_id = b.account_id
    where a.kind in ('member_available', 'member_coins') and f.balance > 0 and o.balance < 0`,
  );

/** Nobody has a coin that was not paid for: what is out, less what is owed, is worth no more than what lies aside for it. */
export const findUnfundedCoins = (runner: Runner, perDollar: bigint) =>
  find(
    runner,
    "more coins are out than were paid for",
    sql`
    select x.coins || ' coins, ' || x.reserve || ' cents for them' as detail from (
      select coalesce((select sum(h.balance) from ledger.heads h join ledger.accounts a using (account_id)
          where a.kind in ('member_coins', 'member_coins_held', 'member_coins_clawback')), 0) as coins,
        coalesce((select sum(l.amount) from ledger.lines l join ledger.accounts a using (account_id) where a.kind = 'coin_reserve'), 0) as reserve) x
    where x.coins * 100 > x.reserve * ${perDollar}::bigint`,
  );

/** A hold says what transfers did: its opening always, its end exactly when it has ended, that way and no other. */
export const findGhostHolds = (runner: Runner) =>
  find(
    runner,
    "a hold is not what its transfers say",
    sql`
    select x.hold_id || ': ' || x.state as detail from (
      select o.hold_id, o.state, o.amount, s.amount as set_aside,
        exists (select 1 from ledger.transfers t where t.cause = 'hold:' || o.hold_id || ':captured') as captured,
        exists (select 1 from ledger.transfers t where t.cause = 'hold:' || o.hold_id || ':released') as released
      from ledger.holds o left join (
        select t.cause, l.unit, l.amount from ledger.lines l join ledger.accounts a using (account_id) join ledger.transfers t using (transfer_id)
        where a.kind in ('member_held', 'member_coins_held') and t.kind = 'hold.opened') s
        on s.cause = 'hold:' || o.hold_id || ':opened' and s.unit = o.unit) x
    where x.set_aside is distinct from x.amount or x.captured <> (x.state = 'captured') or x.released <> (x.state = 'released')`,
  );

/** What an account may hold and never pass stands in the code, with who owns its kind, and not only beside its money. */
export const findStrangeAccounts = (runner: Runner, kinds: Iterable<AccountKind>) =>
  find(
    runner,
    "an account is not as the chart says",
    sql`
    select a.account_id || ': ' || a.kind || ' of ' || a.owner as detail from ledger.accounts a
    left join jsonb_to_recordset(${JSON.stringify([...kinds])}::jsonb) as c(name text, unit text, house boolean, bound text) on c.name = a.kind
    left join ledger.heads h using (account_id)
    where (a.unit, a.house, a.bound) is distinct from (c.unit, c.house, c.bound)
       or (h.unit, h.house, h.bound) is distinct from (c.unit, c.house, c.bound)`,
  );

export async function countAll(runner: Runner): Promise<{ accounts: bigint; transfers: bigint; lines: bigint }> {
  const result = await sql<{ accounts: bigint; transfers: bigint; lines: bigint }>`
    select (select count(*) from ledger.accounts) as accounts, (select count(*) from ledger.transfers) as transfers, (select count(*) from ledger.lines) as lines`.execute(
    runner,
  );
  return result.rows[0] ?? { accounts: 0n, transfers: 0n, lines: 0n };
}

export async function insertVerification(
  runner: Runner,
  row: { at: Date; accounts: bigint; transfers: bigint; lines: bigint; findings: Finding[]; ms: number },
): Promise<void> {
  await sql`
    insert into ledger.verifications (at, accounts, transfers, lines, findings, ms)
    values (${row.at}, ${row.accounts}, ${row.transfers}, ${row.lines}, ${JSON.stringify(row.findings)}::jsonb, ${row.ms})`.execute(
    runner,
  );
}

/** Null when it was never verified here. */
export async function readLastVerification(runner: Runner): Promise<{ at: Date; findings: number } | null> {
  const { rows } = await sql<{ at: Date; findings: number }>`
    select at, jsonb_array_length(findings)::int as findings from ledger.verifications order by verification_id desc limit 1`.execute(
    runner,
  );
  return rows[0] ?? null;
}

export async function wasBookedBefore(runner: Runner, at: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger.transfers where at < ${at} limit 1`.execute(runner);
  return rows.length > 0;
}
