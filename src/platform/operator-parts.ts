/** What the operators' pages of all modules are put together from. */
import type { PublicId } from "#platform/ids";
import { parseMajor } from "#platform/money";
import type { Facts } from "#platform/operator";

/** What is not known is left out; instants are written as they are kept. */
export const known = (facts: Readonly<Record<string, string | Date | null | undefined | false>>): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value ? [[name, value instanceof Date ? value.toISOString() : value]] : [],
    ),
  );

/** Where a page of a list ended: the instant and the id of its last row. */
export type Place = { at: Date; id: string };

/** Null for the beginning, and for what no list has written. */
export function readPlace(text: string | null, ids: PublicId): Place | null {
  const [at = "", shown = ""] = text?.split(" ") ?? [];
  const id = ids.read(shown);
  const instant = new Date(at);
  return id && !Number.isNaN(instant.getTime()) ? { at: instant, id } : null;
}

/** Null when there are no more: a page that is not full is the last. */
export function placeAfter<Row>(
  rows: readonly Row[],
  most: number,
  place: (row: Row) => { at: Date; shown: string },
): string | null {
  const last = rows.length === most ? rows.at(-1) : undefined;
  if (last === undefined) return null;
  const { at, shown } = place(last);
  return `${at.toISOString()} ${shown}`;
}

/** "$12.50" or "12.50" as cents, as somebody searches for an amount; null for what is none. A number alone is one. */
export function readSearchedAmount(text: string): bigint | null {
  const typed = text.trim().replace(/^\$/, "");
  const minor = /^\d{1,9}(\.\d{2})?$/.test(typed) ? parseMajor(typed) : null;
  return minor !== null && minor > 0n ? minor : null;
}

/** One of a closed list as a filter names it; null for all. */
export const readFilter = <Name extends string>(value: string | undefined, names: readonly Name[]): Name | null =>
  names.find((name) => name === value) ?? null;

/** A page of a short list that stands in memory: the place is how many rows were shown before. */
export function pageOf<Row>(
  all: readonly Row[],
  { after, most }: { after: string | null; most: number },
): { rows: readonly Row[]; after: string | null } {
  const begin = after !== null && /^\d{1,4}$/.test(after) ? Number(after) : 0;
  const end = begin + most;
  return { rows: all.slice(begin, end), after: end < all.length ? String(end) : null };
}

/** "2026-12-01 14:00" in UTC, as operators type a moment; null for nothing typed. An invalid date for what is none. */
export function readMoment(typed: string | undefined): Date | null {
  if (!typed) return null;
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?:Z| ?UTC)?$/.exec(typed);
  return new Date(match ? `${match[1]}T${match[2]}:00Z` : Number.NaN);
}

/** How the database writes the days and months that a partner's numbers stand in. */
export const PERIOD_FORMATS = { day: "YYYY-MM-DD", month: "YYYY-MM" } as const;
