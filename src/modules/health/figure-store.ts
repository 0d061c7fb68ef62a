/** SQL of the figures by day. Schema `health` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;
export type FigureDay = { name: string; day: string; value: bigint };

export async function putFigureDays(
  runner: Runner,
  { name, days, at }: { name: string; days: readonly Omit<FigureDay, "name">[]; at: Date },
): Promise<void> {
  if (!days.length) return;
  await sql`
    insert into health.figure_days (name, day, value, counted_at)
    select ${name}, day, value, ${at}
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ value }) => value)}::bigint[]) n(day, value)
    on conflict (name, day) do update set value = excluded.value, counted_at = excluded.counted_at`.execute(runner);
}

/** The days of a span that nobody has counted since they were over for good, newest first. */
export async function missingDays(
  runner: Runner,
  name: string,
  span: { from: string; to: string; settle_hours: number },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select d::date::text as day from generate_series(${span.from}::date, ${span.to}::date, '1 day') d
    where not exists (
      select 1 from health.figure_days f where f.name = ${name} and f.day = d::date
        and f.counted_at >= (d + interval '1 day' + make_interval(hours => ${span.settle_hours})) at time zone 'UTC')
    order by d desc`.execute(runner);
  return rows.map(({ day }) => day);
}

export const readFigureDays = async (runner: Runner, from: string, to: string): Promise<FigureDay[]> =>
  (
    await sql<FigureDay>`
      select name, day::text as day, value from health.figure_days where day between ${from}::date and ${to}::date order by name, day`.execute(
      runner,
    )
  ).rows;
