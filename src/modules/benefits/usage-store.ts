/** SQL of how much of their limits members used, and what came of it. Schema `benefits` only. */
import { sql } from "#platform/sql";
import type { PaidType } from "../../../brands/benefits.ts";
import type { Runner } from "./claim-store.ts";

/** What counts against the limits of a month and its year, by kind. `elsewhere`: what was claimed under another account. */
export type Usage = { month: bigint; year: bigint; elsewhere: { month: bigint; year: bigint }; brought: bigint };
export const NO_USAGE: Usage = { month: 0n, year: 0n, elsewhere: { month: 0n, year: 0n }, brought: 0n };

export async function readUsage(runner: Runner, userId: string, now: Date): Promise<Map<PaidType, Usage>> {
  const month = now.toISOString().slice(0, 7);
  const inMonth = sql`to_char(reserved_at at time zone 'utc', 'YYYY-MM') = ${month}`;
  const inYear = sql`to_char(reserved_at at time zone 'utc', 'YYYY') = ${month.slice(0, 4)}`;
  type Row = { type: PaidType; month: bigint; year: bigint; other_month: bigint; other_year: bigint; brought: bigint };
  const { rows } = await sql<Row>`
    select type, coalesce(sum(rebate_minor) filter (where ${inMonth}), 0)::bigint as month,
      coalesce(sum(rebate_minor) filter (where ${inYear}), 0)::bigint as year,
      coalesce(sum(rebate_minor) filter (where ${inMonth} and limit_subject <> user_id), 0)::bigint as other_month,
      coalesce(sum(rebate_minor) filter (where ${inYear} and limit_subject <> user_id), 0)::bigint as other_year,
      coalesce(sum(posted_confirmed), 0)::bigint as brought
    from benefits.claims where user_id = ${userId} group by type`.execute(runner);
  return new Map(
    rows.map((row) => [
      row.type,
      {
        ...{ month: row.month, year: row.year, brought: row.brought },
        elsewhere: { month: row.other_month, year: row.other_year },
      },
    ]),
  );
}

/** Of the claims that were sent since an instant: how many are paid, how many wait, and what is claimed in all. */
export async function readSent(
  runner: Runner,
  userId: string,
  since: Date,
): Promise<{ claimed: bigint; paid: number; checking: number }> {
  const { rows } = await sql<{ claimed: bigint; paid: bigint; checking: bigint }>`
    select coalesce(sum(rebate_minor) filter (where state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed')), 0)::bigint as claimed,
      count(*) filter (where state in ('approved', 'paid')) as paid,
      count(*) filter (where state in ('reading', 'review', 'asked', 'appealed')) as checking
    from benefits.claims where user_id = ${userId} and sent_at >= ${since}`.execute(runner);
  const [row] = rows;
  return { claimed: row?.claimed ?? 0n, paid: Number(row?.paid ?? 0), checking: Number(row?.checking ?? 0) };
}
