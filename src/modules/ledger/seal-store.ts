/** SQL of seals. Schema `ledger` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";

type Runner = Database | Tx;

/**
 * Where one account stands: how many lines its chain has, its last transfer and hash, and digests of its definition (kind,
 * unit, owner, house, bound) and of the dates of all its transfers, which no chain holds. Hashes in hexadecimal.
 */
export type SealedHead = {
  account_id: string;
  lines: bigint;
  transfer_id: string | null;
  hash: string | null;
  definition: string;
  dates: string | null;
};

/** Lines of this many are digested at once, so that no digest is of more than a megabyte. */
const PORTION = 65_536;

/** Every account as it stands, or as it stood when its chain had so many lines. In the order of their ids. */
export async function readHeads(
  runner: Runner,
  upTo: { accounts: readonly string[]; lines: readonly bigint[] } | null,
): Promise<SealedHead[]> {
  const asked = sql`(select * from unnest(${upTo?.accounts ?? []}::uuid[], ${upTo?.lines ?? []}::bigint[]) as s(account_id, most))`;
  const result = await sql<SealedHead>`
    with chain as materialized (
      select c.account_id, c.sequence, c.transfer_id, c.hash from (
        select l.account_id, l.sequence, l.transfer_id, l.hash from ledger.lines l where l.sequence is not null
        union all
        select h.account_id, h.sequence, l.transfer_id, h.hash from ledger.house_chain h join ledger.lines l using (line_id)) c
      ${upTo ? sql`join ${asked} s on s.account_id = c.account_id and c.sequence <= s.most` : sql``}),
    portions as (
      select c.account_id, c.sequence / ${sql.lit(PORTION)} as portion, max(c.sequence) as lines,
        sha256(string_agg(int8send((extract(epoch from t.at) * 1000000)::bigint) || int8send((extract(epoch from t.posted_at) * 1000000)::bigint), ''::bytea order by c.sequence)) as dates
      from chain c join ledger.transfers t using (transfer_id) group by 1, 2),
    ends as (
      select account_id, max(lines) as lines, sha256(string_agg(dates, ''::bytea order by portion)) as dates from portions group by 1)
    select a.account_id, coalesce(e.lines, 0) as lines, c.transfer_id, encode(c.hash, 'hex') as hash, encode(e.dates, 'hex') as dates,
      encode(sha256(convert_to(concat_ws(E'\\x1f', a.kind, a.unit, a.owner, a.house, a.bound), 'UTF8')), 'hex') as definition
    from ledger.accounts a left join ends e using (account_id)
    left join chain c on c.account_id = a.account_id and c.sequence = e.lines
    ${upTo ? sql`where a.account_id = any (${upTo.accounts}::uuid[])` : sql``}
    order by a.account_id`.execute(runner);
  return result.rows;
}

/** One process seals at a time. */
export async function lockSeals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7420005)`.execute(tx);
}

export async function countSeals(runner: Runner): Promise<bigint> {
  const result = await sql<{ newest: bigint }>`
    select coalesce(max(number), 0)::bigint as newest from ledger.seals`.execute(runner);
  return result.rows[0]?.newest ?? 0n;
}

export async function insertSeal(runner: Runner, seal: { number: bigint; at: Date; digest: Buffer }): Promise<void> {
  await sql`insert into ledger.seals (number, at, digest) values (${seal.number}, ${seal.at}, ${seal.digest})`.execute(
    runner,
  );
}
