/** What a member sees of watched prices: each with what was found, what may be done now, and what it brought. */
import type { ClaimRow } from "#benefits";
import type { WatchedListing } from "#catalog";
import { civilDate } from "#platform/clock";
import type { ProtectionDeps } from "./context.ts";
import { priceWatchId } from "./ids.ts";
import { claimCounts, LOOKED_AT, mayBecome } from "./move-price.ts";
import { zoneOf } from "./open-price.ts";
import { type PriceEvent, type PriceRow, pricesOf, readByItself, readPriceEvents } from "./price-store.ts";
import { stepWords } from "./price-words.ts";
import type { PricePage, PriceWatch, ProtectionReader } from "./protection.types.ts";
import { ANSWER_BY_DAYS, refundLetter } from "./refund-letter.ts";
import { plusDays } from "./rules.ts";
import { windowOf } from "./store-windows.ts";

const MAX_SHOWN = 60;

/** Of all pieces; null until the lower price was read twice. */
export const dropOfRow = ({
  paid_minor,
  checked_minor,
  pieces,
}: Pick<PriceRow, "paid_minor" | "checked_minor" | "pieces">) =>
  checked_minor === null || checked_minor >= paid_minor ? null : (paid_minor - checked_minor) * BigInt(pieces);

type Beside = {
  today: string;
  name: string;
  plan: PricePage["plan"];
  listing: WatchedListing | undefined;
  claim: ClaimRow | undefined;
  events: readonly PriceEvent[];
};

function mayOf(row: PriceRow, { today, plan }: Beside): PriceWatch["may"] {
  const claimed = claimCounts(row) || row.claim_id !== null;
  const open = (row.state === "re_checked" || row.state === "refused") && !claimed;
  return {
    claim: open && plan?.closed === null && today <= row.house_until && row.store_minor === 0n,
    ask: row.state === "re_checked" && !claimed && windowOf(row.internal_name)?.of !== "none",
    answer: row.state === "asked_store",
    withdraw: mayBecome(row.state, "withdrawn") && !claimed,
  };
}

function letterOf(row: PriceRow, { today, name }: Beside): PriceWatch["letter"] {
  if ((row.state !== "re_checked" && row.state !== "asked_store") || row.checked_minor === null || !row.checked_at)
    return null;
  const policy = windowOf(row.internal_name);
  if (policy?.of === "none" || claimCounts(row)) return null;
  const pieces = BigInt(row.pieces);
  const asked = row.asked_at ? civilDate(row.asked_at) : today;
  return refundLetter({
    ...{
      name,
      store: row.store,
      item: row.item,
      pieces: row.pieces,
      order_number: row.order_number,
      bought_on: row.bought_on,
    },
    ...{
      paid_minor: row.paid_minor * pieces,
      now_minor: row.checked_minor * pieces,
      seen_on: civilDate(row.checked_at),
    },
    ...{ answer_by: plusDays(asked, ANSWER_BY_DAYS), policy },
  });
}

function shown(row: PriceRow, beside: Beside): PriceWatch {
  const { listing, claim, events } = beside;
  const policy = windowOf(row.internal_name);
  return {
    ...{ watch_id: priceWatchId.show(row.watch_id), state: row.state, item: row.item, store: row.store },
    ...{ slug: listing?.slug ?? null, image_url: listing?.image_url ?? null, order_number: row.order_number },
    ...{ bought_on: row.bought_on, pieces: row.pieces, paid_minor: row.paid_minor.toString() },
    now_minor: row.last_minor?.toString() ?? null,
    read_at: row.last_read_at?.toISOString() ?? null,
    drop_minor: dropOfRow(row)?.toString() ?? null,
    policy: policy && { days: policy.days, of: policy.of, source: policy.source, checked_at: policy.checked_at },
    ...{ store_until: row.store_until, house_until: row.house_until },
    proof: row.signed ? "signed" : row.receipt_ids.length > 0 ? "receipt" : "none",
    asked_on: row.asked_at ? civilDate(row.asked_at) : null,
    store_minor: row.store_minor.toString(),
    claim: claim ?? null,
    timeline: events.map((event) => ({ at: event.at.toISOString(), state: event.state, words: stepWords(event, row) })),
    letter: letterOf(row, beside),
    may: mayOf(row, beside),
  };
}

async function planOf(context: ProtectionDeps, reader: ProtectionReader): Promise<PricePage["plan"]> {
  const page = await context.benefits.benefit(reader, "orderprotection");
  if (!page?.terms) return null;
  return {
    ...{ closed: page.closed, left_minor: page.limit?.left_minor ?? "0", claim_minor: page.terms.claim_minor },
    window_days: page.terms.window_days,
  };
}

const sum = (rows: readonly PriceRow[], of: (row: PriceRow) => bigint): string =>
  rows.reduce((all, row) => all + of(row), 0n).toString();

export async function readPrices(context: ProtectionDeps, reader: ProtectionReader): Promise<PricePage> {
  const { db } = context.database;
  const { user_id, name } = reader;
  const [rows, plan, byItself, zone] = await Promise.all([
    pricesOf(db, user_id, MAX_SHOWN),
    planOf(context, reader),
    readByItself(db, [user_id]),
    zoneOf(context, user_id),
  ]);
  const claimIds = rows.flatMap(({ claim_id }) => claim_id ?? []);
  const [listings, claims, events] = await Promise.all([
    context.catalog.watched([...new Set(rows.flatMap(({ listing_id }) => listing_id ?? []))]),
    context.benefits.dropClaims(user_id, claimIds),
    readPriceEvents(
      db,
      rows.map(({ watch_id }) => watch_id),
    ),
  ]);
  const byWatch = Map.groupBy(events, ({ watch_id }) => watch_id);
  const today = context.membership.dayOf(context.clock.now(), zone);
  return {
    ...{ today, plan, claims_by_itself: byItself.has(user_id) },
    figures: {
      watched: rows.filter(({ state, listing_id }) => LOOKED_AT.has(state) && listing_id !== null).length,
      found_minor: sum(rows, (row) => dropOfRow(row) ?? 0n),
      brought_minor: sum(rows, broughtOf),
    },
    watches: rows.map((row) =>
      shown(row, {
        ...{ today, name, plan, events: byWatch.get(row.watch_id) ?? [] },
        listing: row.listing_id === null ? undefined : listings.get(row.listing_id),
        claim: row.claim_id === null ? undefined : claims.get(row.claim_id),
      }),
    ),
  };
}

/** The store's part, as far as it is a difference: who sends something back gets more, and that is no gain. */
export function broughtOf(row: PriceRow): bigint {
  const drop = dropOfRow(row) ?? row.store_minor;
  return row.claim_minor + (row.store_minor > drop ? drop : row.store_minor);
}
