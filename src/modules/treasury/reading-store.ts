/** SQL of what providers say that they hold. Schema `treasury` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { CashProvider } from "./rules.ts";

type Runner = Database | Tx;

export type ReadingRow = {
  provider: CashProvider;
  balance_minor: bigint;
  as_of: Date;
  read_at: Date;
  books_minor: bigint;
  /** Amounts as text. */
  under_way: { what: string; id: string; amount: string }[];
  under_way_minor: bigint;
  difference_minor: bigint;
  differs_since: Date | null;
};

export async function insertReading(tx: Tx, row: ReadingRow): Promise<void> {
  await sql`
    insert into treasury.readings (provider, balance_minor, as_of, read_at, books_minor, under_way, under_way_minor, difference_minor, differs_since)
    values (${row.provider}, ${row.balance_minor}, ${row.as_of}, ${row.read_at}, ${row.books_minor}, ${JSON.stringify(row.under_way)}::jsonb,
      ${row.under_way_minor}, ${row.difference_minor}, ${row.differs_since})`.execute(tx);
}

/** The newest of a provider from before an instant. */
export async function readReading(runner: Runner, provider: CashProvider, before: Date): Promise<ReadingRow | null> {
  const result = await sql<ReadingRow>`
    select provider, balance_minor, as_of, read_at, books_minor, under_way, under_way_minor, difference_minor, differs_since
    from treasury.readings where provider = ${provider} and read_at < ${before} order by read_at desc, reading_id desc limit 1`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}
