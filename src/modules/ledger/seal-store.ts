/** SQL of seals. Schema `ledger` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

/** Where one account stands: its definition (kind, unit, owner, house, bound) as a digest, and the end of its chain. */
export type AccountEnd = {
  account_id: string;
  definition: string;
  lines: bigint;
  transfer_id: string | null;
  /** In hexadecimal. */
  hash: string | null;
};
/** Lines of a chain, with the digest of the dates of their transfers, which no chain holds; and the last of them. */
export type Portion = { account_id: string; lines: bigint; transfer_id: string; hash: string; dates: Buffer };

const definition = sql`encode(sha256(convert_to(concat_ws(E'\\x1f', a.kind, a.unit, a.owner, a.house, a.bound), 'UTF8')), 'hex')`;

/** Lines of this many are digested at once: what a seal reads again of a chain that has grown is never more. */
const PORTION = 64n;

/** Every account as it stands, in the order of their ids. Its last line is found by an index, however long the chain is. */
export async function readEnds(runner: Runner): Promise<AccountEnd[]> {
  const result = await sql<AccountEnd>`
    select a.account_id, ${definition} as definition,
      coalesce(e.sequence, 0) as lines, e.transfer_id, encode(e.hash, 'hex') as hash
    from ledger.accounts a left join lateral (
      (select l.sequence, l.transfer_id, l.hash from ledger.lines l
        where l.account_id = a.account_id and l.sequence is not null order by l.sequence desc limit 1)
      union all
      (select h.sequence, l.transfer_id, h.hash from ledger.house_chain h join ledger.lines l using (line_id)
        where h.account_id = a.account_id order by h.sequence desc limit 1)
      order by sequence desc limit 1) e on true
    order by a.account_id`.execute(runner);
  return result.rows;
}

/**
 * Ends of chains are found by their indexes. How far a range goes that is only known line by line the planner guesses as a
 * share of the table, and would read all of it, or call helpers for a handful of lines.
 */
export async function followIndexes(tx: Tx): Promise<void> {
  await sql`
    select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('enable_seqscan', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`.execute(tx);
}

/** A part of a chain: from the portion that `from` lies in to `most`, both counted from the first line. */
export type ChainPart = { account_id: string; from: bigint; most: bigint };

/** In the order of accounts and lines. */
export async function readPortions(runner: Runner, parts: readonly ChainPart[]): Promise<Portion[]> {
  const asked = sql`(select * from unnest(${parts.map((part) => part.account_id)}::uuid[],
    ${parts.map((part) => part.from - (part.from % PORTION))}::bigint[], ${parts.map((part) => part.most)}::bigint[]) as s(account_id, first, most))`;
  const result = await sql<Portion>`
    select c.account_id, max(c.sequence) as lines,
      sha256(string_agg(int8send((extract(epoch from t.at) * 1000000)::bigint) || int8send((extract(epoch from t.posted_at) * 1000000)::bigint), ''::bytea order by c.sequence)) as dates,
      (array_agg(c.transfer_id order by c.sequence desc))[1] as transfer_id,
      encode((array_agg(c.hash order by c.sequence desc))[1], 'hex') as hash
    from (
      select l.account_id, l.sequence, l.transfer_id, l.hash from ${asked} s
        join ledger.lines l on l.account_id = s.account_id and l.sequence between s.first and s.most
      union all
      select h.account_id, h.sequence, l.transfer_id, h.hash from ${asked} s
        join ledger.house_chain h on h.account_id = s.account_id and h.sequence between s.first and s.most
        join ledger.lines l using (line_id)) c
    join ledger.transfers t using (transfer_id)
    group by c.account_id, c.sequence / ${sql.lit(PORTION)} order by 1, 2`.execute(runner);
  return result.rows;
}

/** How an account was defined, for those that are still there. */
export async function readDefinitions(runner: Runner): Promise<Map<string, string>> {
  const result = await sql<{ account_id: string; definition: string }>`
    select a.account_id, ${definition} as definition
    from ledger.accounts a`.execute(runner);
  return new Map(result.rows.map((row) => [row.account_id, row.definition]));
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
