/**
 * What several accounts share (a device, a payout address), as operators' lists show it: by a key cut short, in one of two
 * orders, and where a page of them ended.
 */
import { type Statement, sql } from "#platform/sql";

export const SHARED_ORDERS = ["newest", "largest"] as const;
export type SharedOrder = (typeof SHARED_ORDERS)[number];

/** As much of a hash as names it: eight bytes in hex. */
export const isSharedKey = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);
export const sharedKey = (hash: Buffer): string => hash.subarray(0, 8).toString("hex");
/** The least and the most hash that a key can be the beginning of. */
export const spanOfKey = (key: string): { from: Buffer; to: Buffer } => ({
  from: Buffer.from(key.padEnd(64, "0"), "hex"),
  to: Buffer.from(key.padEnd(64, "f"), "hex"),
});

/** `joined_at`: when the newest of its accounts came to it. */
export type SharedPlace = { accounts: number; joined_at: Date; hash: Buffer };
export type SharedAsked = { order: SharedOrder; after: string | null; most: number };

const PLACE = /^(\d{1,9}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{64})$/;
/** Null for the beginning, and for what no list has written. */
function readPlace(text: string | null): SharedPlace | null {
  const [, accounts, at, hash] = PLACE.exec(text ?? "") ?? [];
  const joined_at = new Date(at ?? Number.NaN);
  return accounts && hash && !Number.isNaN(joined_at.getTime())
    ? { accounts: Number(accounts), joined_at, hash: Buffer.from(hash, "hex") }
    : null;
}
/** Null when there are no more: a page that is not full is the last. */
export function sharedPlaceAfter(rows: readonly SharedPlace[], most: number): string | null {
  const last = rows.length === most ? rows.at(-1) : undefined;
  return last ? `${last.accounts} ${last.joined_at.toISOString()} ${last.hash.toString("hex")}` : null;
}

/** Behind `from` a relation with the columns `accounts`, `joined_at` and `hash`. */
export function sharedPage({ order, after, most }: SharedAsked): Statement {
  const place = readPlace(after);
  if (order === "largest")
    return sql`
      ${place ? sql`where (accounts, joined_at, hash) < (${place.accounts}, ${place.joined_at}, ${place.hash})` : sql``}
      order by accounts desc, joined_at desc, hash desc limit ${most}`;
  return sql`
    ${place ? sql`where (joined_at, hash) < (${place.joined_at}, ${place.hash})` : sql``}
    order by joined_at desc, hash desc limit ${most}`;
}
