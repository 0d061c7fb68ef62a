/** Reads what is watched in our own catalogue, many at once: lower prices are found, read again, told; windows close. */
import type { WatchedListing } from "#catalog";
import type { Tx } from "#platform/database";
import type { ProtectionDeps } from "./context.ts";
import { dropFound } from "./letters.ts";
import { claimCounts, LOOKED_AT, movePrice } from "./move-price.ts";
import { lockPrices, type PriceRow, pricesDue, readByItself, saveLooks, savePrice } from "./price-store.ts";
import { comparable, LOOK_MINUTES, type Looked, lookAt, plusDays } from "./rules.ts";

const MAX_AT_ONCE = 200;
const MINUTE_MS = 60_000;
/** Whoever asked the store waits so long for its answer, also past the window. */
const ANSWER_DAYS = 30;

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

/** The last day on which something can come of it. */
export const lastDayOf = (row: Pick<PriceRow, "store_until" | "house_until">): string =>
  row.store_until !== null && row.store_until > row.house_until ? row.store_until : row.house_until;

function isOver(context: ProtectionDeps, row: PriceRow, now: Date): boolean {
  const day = (at: Date) => context.membership.dayOf(at, row.zone);
  const last = lastDayOf(row);
  const until = row.state === "asked_store" && row.asked_at ? plusDays(day(row.asked_at), ANSWER_DAYS) : last;
  return day(now) > (until > last ? until : last) && !claimCounts(row);
}

/** Those that were read twice in this pass, for whoever claims by itself. */
export async function lookAtPrices(context: ProtectionDeps): Promise<PriceRow[]> {
  const found: PriceRow[] = [];
  for (;;) {
    const now = context.clock.now();
    const due = await pricesDue(context.database.db, now, MAX_AT_ONCE);
    if (due.length === 0) return found;
    const listings = await context.catalog.watched([...new Set(due.flatMap(({ listing_id }) => listing_id ?? []))]);
    const ids = due.map(({ watch_id }) => watch_id);
    found.push(...(await context.database.transaction((tx) => lookAtSome(tx, context, { ids, listings, now }))));
    if (due.length < MAX_AT_ONCE) return found;
  }
}

type Some = { ids: readonly string[]; listings: ReadonlyMap<string, WatchedListing>; now: Date };
async function lookAtSome(tx: Tx, context: ProtectionDeps, { ids, listings, now }: Some): Promise<PriceRow[]> {
  const rows = await lockPrices(tx, ids);
  const byItself = await readByItself(tx, [...new Set(rows.map(({ user_id }) => user_id))]);
  const looks: { watch_id: string; minor: bigint | null; next: Date }[] = [];
  const claimed: PriceRow[] = [];
  for (const row of rows) {
    // Another process looked meanwhile.
    if (row.next_look_at === null || row.next_look_at > now) continue;
    if (isOver(context, row, now)) {
      await movePrice(tx, row, { state: "window_closed", by: "clock", at: now });
      continue;
    }
    const listing = row.listing_id === null ? undefined : listings.get(row.listing_id);
    const minor = listing && comparable(listing, row) ? listing.price_minor : null;
    const isRead = LOOKED_AT.has(row.state) && !claimCounts(row);
    const looked = isRead ? lookAt(row, minor, now) : null;
    if (looked && hasChanged(row, looked)) {
      const next = await saveLooked(tx, context, { row, looked, minor, now });
      if (next.state === "re_checked" && row.state !== "re_checked" && byItself.has(row.user_id)) claimed.push(next);
    } else looks.push({ watch_id: row.watch_id, minor, next: later(now, looked?.again ?? LOOK_MINUTES) });
  }
  await saveLooks(tx, looks, now);
  return claimed;
}

const hasChanged = (row: PriceRow, { state, first, checked }: Looked): boolean =>
  row.state !== state || (first?.minor ?? null) !== row.first_minor || (checked?.minor ?? null) !== row.checked_minor;

async function saveLooked(
  tx: Tx,
  context: ProtectionDeps,
  { row, looked, minor, now }: { row: PriceRow; looked: Looked; minor: bigint | null; now: Date },
): Promise<PriceRow> {
  const { state, first, checked, again } = looked;
  const tells = state === "re_checked" && row.told_at === null;
  const set = {
    ...{ first_minor: first?.minor ?? null, first_read_at: first?.at ?? null },
    ...{ checked_minor: checked?.minor ?? null, checked_at: checked?.at ?? null, next_look_at: later(now, again) },
    ...(minor === null ? {} : { last_minor: minor, last_read_at: now }),
    ...(tells ? { told_at: now } : {}),
  };
  if (tells) await tell(tx, context, { ...row, ...set });
  if (state !== row.state) return movePrice(tx, row, { state, by: "catalogue", at: now, minor, set });
  const next = { ...row, ...set };
  await savePrice(tx, next, null);
  return next;
}

/** Once for each purchase, whatever its price does afterwards. */
async function tell(tx: Tx, context: ProtectionDeps, row: PriceRow): Promise<void> {
  const contact = await context.identity.contact(row.user_id, tx);
  if (!contact || row.checked_minor === null) return;
  await context.notifications.queue(tx, {
    cause: `price-drop:${row.watch_id}`,
    recipient: { ...contact, user_id: row.user_id },
    letter: dropFound({
      ...{ item: row.item, store: row.store, until: lastDayOf(row), bought_on: row.bought_on },
      ...{
        paid_minor: (row.paid_minor * BigInt(row.pieces)).toString(),
        now_minor: (row.checked_minor * BigInt(row.pieces)).toString(),
      },
    }),
  });
}
