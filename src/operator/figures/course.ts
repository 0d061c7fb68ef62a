/** Courses as a page draws them: plain numbers, gathered by day, week or month. */
import type { FigureCourse } from "#health";
import { formatMoney } from "#ui/money.tsx";

/** Null where nothing was counted. */
export type Point = { label: string; value: number | null };
export type Course = {
  name: string;
  what: string;
  unit: "count" | "USD";
  kind: "flow" | "level";
  points: Point[];
  /** Of the whole span, or the newest of a level; and of as long a span before, null where that was not counted. */
  value: number;
  before: number | null;
};

export const SPANS = {
  day: { text: "Day", days: 30, words: "Last 30 days" },
  week: { text: "Week", days: 91, words: "Last 13 weeks" },
  month: { text: "Month", days: 365, words: "Last 12 months" },
} as const;
export type Span = keyof typeof SPANS;
export const spanOf = (asked: string | null): Span => (asked === "week" || asked === "month" ? asked : "day");

/** Weeks begin on Monday. */
function labelOf(day: string, span: Span): string {
  if (span === "day") return day;
  if (span === "month") return day.slice(0, 7);
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

/** `course` holds twice as many days as the span, so that it can be compared with the one before. */
export function gather(course: FigureCourse, span: Span, today: string): Course {
  const { name, what, unit, kind } = course;
  const days = course.days.map(({ day, value }) => ({ day, value: Number(value) }));
  if (course.today !== null) days.push({ day: today, value: Number(course.today) });
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - SPANS[span].days + 1);
  const from = first.toISOString().slice(0, 10);
  const now = days.filter(({ day }) => day >= from);
  const earlier = days.filter(({ day }) => day < from);
  // Days that nobody has counted have a place, and nothing in it.
  const points = new Map<string, number | null>();
  for (let at = 0; at < SPANS[span].days; at += 1)
    points.set(labelOf(new Date(first.getTime() + at * 86_400_000).toISOString().slice(0, 10), span), null);
  for (const { day, value } of now) {
    const label = labelOf(day, span);
    points.set(label, kind === "flow" ? (points.get(label) ?? 0) + value : value);
  }
  const sum = (rows: typeof days) => rows.reduce((all, { value }) => all + value, 0);
  // Part of a span says nothing beside a whole one.
  const whole = earlier.length >= SPANS[span].days * 0.9;
  return {
    ...{ name, what, unit, kind },
    points: [...points].map(([label, value]) => ({ label, value })),
    value: kind === "flow" ? sum(now) : (now.at(-1)?.value ?? 0),
    before: kind === "flow" ? (whole ? sum(earlier) : null) : (earlier.at(-1)?.value ?? null),
  };
}

export function valueWords(value: number, unit: Course["unit"]): string {
  if (unit === "count") return value.toLocaleString("en-US");
  return formatMoney(Math.round(value));
}

/** "$1.3M", "48k": as an axis has room for. */
export function shortWords(value: number, unit: Course["unit"]): string {
  if (unit === "USD" && value < 0) return `(${shortWords(-value, unit)})`;
  const amount = unit === "USD" ? value / 100 : value;
  const sign = unit === "USD" ? "$" : "";
  const size = Math.abs(amount);
  const trimmed = (scaled: number) => String(Number(scaled.toFixed(scaled >= 100 ? 0 : 1)));
  if (size >= 1_000_000) return `${sign}${trimmed(amount / 1_000_000)}M`;
  if (size >= 1_000) return `${sign}${trimmed(amount / 1_000)}k`;
  // Parts of a dollar are cents, of which there are two digits.
  return `${sign}${unit === "USD" && !Number.isInteger(amount) ? amount.toFixed(2) : trimmed(amount)}`;
}
