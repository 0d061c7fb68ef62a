/**
 * Figures are counted once for each day of UTC and kept: what a day brought is counted when it is over, and once more when late
 * reports have come in; how much there is of something is counted when its day ends, because the past cannot be asked.
 */
import { addDays, civilDate, stopwatch } from "#platform/clock";
import { toMajor } from "#platform/money";
import type { OperatorFigure } from "#platform/operator";
import type { Cell } from "#platform/write-csv";
import { type FigureDay, missingDays, putFigureDays, readFigureDays } from "./figure-store.ts";
import type { HealthContext } from "./health.types.ts";

/** As long a course as anybody compares: a year and a month. */
const KEEP_DAYS = 400;
/** Networks tell of an order within hours; later changes belong to other days. */
const SETTLE_HOURS = 36;
/** Of one look: catching up must not hold a worker. */
const MAX_MS = 5_000;
const MAX_DAYS_AT_ONCE = 60;
/** Longer gaps are asked as one first: most days of a young service had nothing. */
const WEEK = 7;

type Counted = Omit<FigureDay, "name">[];

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Whether it came through: what is left is for the next look. Days that are not settled are counted at each. */
export async function countDays(context: HealthContext, figures: readonly OperatorFigure[]): Promise<boolean> {
  const { database, clock } = context;
  const began = stopwatch();
  const now = clock.now();
  const yesterday = civilDate(addDays(now, -1));
  const spans = {
    flow: { from: civilDate(addDays(now, -KEEP_DAYS)), to: yesterday, settle_hours: SETTLE_HOURS },
    // Of a level today's is kept as well, and counted anew at each look: to ask at each reading would cost too much.
    level: { from: yesterday, to: civilDate(now), settle_hours: 0 },
  };
  const late = () => stopwatch() - began > MAX_MS;
  let through = true;
  const spanOf = (days: readonly string[]) => ({
    from: startOf(days.at(-1) ?? yesterday),
    to: addDays(startOf(days[0] ?? yesterday), 1),
  });
  const isIdle = async (figure: OperatorFigure, span: { from: Date; to: Date }): Promise<boolean> =>
    figure.isIdle ? figure.isIdle(span) : (await figure.read(span)) === 0n;
  /** Null where days have to be asked one by one. */
  const readEmpty = async (figure: OperatorFigure, days: readonly string[]): Promise<Counted | null> =>
    figure.kind === "flow" && days.length > WEEK && (await isIdle(figure, spanOf(days)))
      ? days.map((day) => ({ day, value: 0n }))
      : null;
  /** Days newest first; halves of a gap that has something are asked alone. */
  const read = async (figure: OperatorFigure, days: readonly string[]): Promise<Counted> => {
    const [first, second] = days;
    if (first === undefined || late()) return [];
    if (second === undefined) return [{ day: first, value: await figure.read(spanOf(days)) }];
    const middle = Math.ceil(days.length / 2);
    const counted: Counted = [];
    for (const half of [days.slice(0, middle), days.slice(middle)])
      counted.push(...((await readEmpty(figure, half)) ?? (await read(figure, half))));
    return counted;
  };
  for (const figure of figures) {
    const missing = await missingDays(database.db, figure.name, spans[figure.kind]);
    // A gap without anything costs one question, however long it is; of others a part, so that every figure has its turn.
    const part = missing.slice(0, MAX_DAYS_AT_ONCE);
    const empty = await readEmpty(figure, missing);
    await putFigureDays(database.db, { name: figure.name, days: empty ?? (await read(figure, part)), at: now });
    if (!empty && part.length < missing.length) through = false;
    if (late()) return false;
  }
  return through;
}

export type FigureCourse = Pick<OperatorFigure, "name" | "what" | "unit" | "kind"> & {
  /** Days that were counted, oldest first. */
  days: readonly { day: string; value: bigint }[];
  /** Of today until now; of a level what was counted last, null before the first time. */
  today: bigint | null;
};

export async function readCourses(
  context: HealthContext,
  figures: readonly OperatorFigure[],
  days: number,
): Promise<FigureCourse[]> {
  const now = context.clock.now();
  const today = civilDate(now);
  const rows = await readFigureDays(context.database.db, civilDate(addDays(now, -days)), today);
  const courses: FigureCourse[] = [];
  for (const { name, what, unit, kind, read } of figures) {
    const own = rows.filter((row) => row.name === name);
    courses.push({
      ...{ name, what, unit, kind },
      days: own.filter(({ day }) => day < today).map(({ day, value }) => ({ day, value })),
      today: kind === "flow" ? await read({ from: startOf(today), to: now }) : (own.at(-1)?.value ?? null),
    });
  }
  return courses;
}

/** A row for each day, a column for each figure; dollars with two decimals. */
export function sheetOf(courses: readonly FigureCourse[]): Cell[][] {
  const days = [...new Set(courses.flatMap((course) => course.days.map(({ day }) => day)))].sort();
  const head = courses.map(({ name, unit }) => (unit === "USD" ? `${name} (USD)` : name));
  const cellOf = ({ unit, days: own }: FigureCourse, day: string): Cell => {
    const value = own.find((one) => one.day === day)?.value;
    if (value === undefined) return "";
    return unit === "USD" ? toMajor(value) : value;
  };
  return [["day", ...head], ...days.map((day) => [day, ...courses.map((course) => cellOf(course, day))])];
}
