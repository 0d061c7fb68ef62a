/** A purchase is watched: told by a member who chose it in our catalogue, or by a mail of its store. */
import type { WatchedListing } from "#catalog";
import type { MailFact, OrderedItem, OrderFact } from "#mailboxes";
import type { CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { receiptId } from "#receipts";
import type { ProtectionDeps } from "./context.ts";
import { LIMITS } from "./limits.ts";
import type { ProtectionRefusal } from "./messages.ts";
import { countOpen, lockMember, type PriceRow, priceByKey, savePrice } from "./price-store.ts";
import { HOUSE_DAYS, plusDays } from "./rules.ts";
import { windowOf } from "./store-windows.ts";

/** What one member may have watched at once. */
export const MAX_OPEN = 100;
export const MAX_PIECES = 20;
const MAX_PAID = 1_000_000n;
/** Days of a mail or a form that may lie ahead: it is tomorrow elsewhere. */
const AHEAD_DAYS = 1;

export type PriceRequest = {
  user_id: string;
  request_key: string;
  listing_id: string;
  paid_minor: string;
  pieces: number;
  bought_on: string;
  receipt_ids: readonly string[];
};

/** Where a member lives, as their membership says; in UTC without one. */
export async function zoneOf({ membership }: ProtectionDeps, userId: string): Promise<string> {
  const rows = await membership.membershipsOf(userId);
  return (rows.find(({ state }) => state !== "ended") ?? rows[0])?.zone ?? "UTC";
}

type Bought = Pick<
  PriceRow,
  "item" | "pieces" | "paid_minor" | "bought_on" | "source" | "signed" | "mail_id" | "order_number"
> & {
  request_key: string;
  receipt_ids: string[];
  store: { internal_name: string; name: string; domain: string };
};

function rowOf(
  context: ProtectionDeps,
  { user_id, zone, bought, listing }: { user_id: string; zone: string; bought: Bought; listing: WatchedListing | null },
): PriceRow {
  const now = context.clock.now();
  const { store, ...told } = bought;
  const days = windowOf(store.internal_name)?.days ?? null;
  return {
    ...{
      watch_id: newId("price_watch"),
      user_id,
      zone,
      ...told,
      state: "watching",
      condition: listing?.condition ?? "new",
    },
    ...{
      listing_id: listing?.listing_id ?? null,
      internal_name: store.internal_name,
      store: store.name,
      domain: store.domain,
    },
    store_until: days === null ? null : (plusDays(bought.bought_on, days) as CivilDate),
    house_until: plusDays(bought.bought_on, HOUSE_DAYS) as CivilDate,
    ...{
      last_minor: null,
      last_read_at: null,
      first_minor: null,
      first_read_at: null,
      checked_minor: null,
      checked_at: null,
    },
    ...{ next_look_at: now, told_at: null, asked_at: null, store_minor: 0n },
    ...{ claiming_at: null, claim_drop: null, claim_id: null, claim_state: null, claim_minor: 0n },
    ...{ sequence: 1, created_at: now, changed_at: now },
  };
}

const isDay = (text: string): text is CivilDate =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text;

type Told = { paid_minor: bigint; bought_on: CivilDate; receipt_ids: string[] };
function readTold(request: PriceRequest, today: string): Outcome<Told, ProtectionRefusal> {
  const paid_minor = /^\d{1,9}$/.test(request.paid_minor) ? BigInt(request.paid_minor) : 0n;
  const { bought_on, pieces } = request;
  if (!isDay(bought_on) || bought_on > plusDays(today, AHEAD_DAYS) || bought_on < plusDays(today, -HOUSE_DAYS))
    return refused("day_invalid");
  if (paid_minor < 100n || paid_minor > MAX_PAID) return refused("price_invalid");
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > MAX_PIECES) return refused("pieces_invalid");
  if (paid_minor * BigInt(pieces) > MAX_PAID) return refused("total_too_high");
  const ids = [...new Set(request.receipt_ids)];
  const receipt_ids = ids.flatMap((id) => receiptId.read(id) ?? []);
  if (receipt_ids.length < ids.length) return refused("unknown_receipt");
  return done({ paid_minor, bought_on, receipt_ids });
}

/** By hand: what is typed is watched, and pays nothing by itself. */
export async function watchPrice(
  context: ProtectionDeps,
  request: PriceRequest,
): Promise<Outcome<string, ProtectionRefusal>> {
  const { user_id, request_key } = request;
  const known = await priceByKey(context.database.db, user_id, request_key);
  if (known) return done(known.watch_id);
  const zone = await zoneOf(context, user_id);
  const told = readTold(request, context.membership.dayOf(context.clock.now(), zone));
  if (!told.ok) return told;
  const listing = await context.catalog.watchedListing(request.listing_id);
  if (listing?.currency !== "USD") return refused("unknown_item");
  for (const id of told.value.receipt_ids)
    if (!(await context.receipts.show(user_id, id))) return refused("unknown_receipt");
  if (await context.limits.take(LIMITS.add_watch, user_id)) return refused("too_many_watches");
  const store = { internal_name: listing.internal_name, name: listing.merchant_name, domain: listing.domain };
  const bought: Bought = {
    ...{ ...told.value, request_key, store, item: listing.item, pieces: request.pieces },
    ...{ source: "hand", signed: false, mail_id: null, order_number: null },
  };
  return context.database.transaction((tx) => keep(tx, rowOf(context, { user_id, zone, bought, listing })));
}

async function keep(tx: Tx, row: PriceRow): Promise<Outcome<string, ProtectionRefusal>> {
  await lockMember(tx, row.user_id);
  const known = await priceByKey(tx, row.user_id, row.request_key);
  if (known) return done(known.watch_id);
  if ((await countOpen(tx, row.user_id)) >= MAX_OPEN) return refused("too_many_watches");
  await savePrice(tx, row, { from: null, minor: row.paid_minor, by: row.source === "mail" ? "mail" : "member" });
  return done(row.watch_id);
}

type OrderMail = MailFact & { content: OrderFact };
export const isOrder = (fact: MailFact): fact is OrderMail => fact.content.kind === "order";

const keyOf = ({ store, content }: OrderMail, item: OrderedItem): string =>
  `mail:${store.domain}:${content.order_number}:${item.name}`.slice(0, 300);

const canBeWatched = ({ unit_minor, quantity }: OrderedItem): boolean =>
  unit_minor !== null &&
  unit_minor >= 100n &&
  quantity >= 1 &&
  quantity <= MAX_PIECES &&
  unit_minor * BigInt(quantity) <= MAX_PAID;

/** Each thing of an order that its mail names with a price is watched once, however many mails tell of the order. */
export async function watchOrder(context: ProtectionDeps, fact: OrderMail): Promise<void> {
  const { store, content, user_id } = fact;
  const zone = await zoneOf(context, user_id);
  const today = context.membership.dayOf(context.clock.now(), zone);
  const items = content.items.filter(canBeWatched);
  const isRecent = isDay(content.ordered_on) && content.ordered_on >= plusDays(today, -HOUSE_DAYS);
  if (content.currency !== "USD" || !isRecent || content.ordered_on > plusDays(today, AHEAD_DAYS) || items.length === 0)
    return;
  const found = store.merchant_id
    ? await context.catalog.namedListings({ merchant_id: store.merchant_id, names: items.map(({ name }) => name) })
    : new Map<string, WatchedListing>();
  for (const item of items) {
    const listing = found.get(item.name) ?? null;
    const { name: item_name, quantity: pieces, unit_minor } = item;
    const bought: Bought = {
      ...{
        item: listing?.item ?? item_name.slice(0, 200),
        pieces,
        paid_minor: unit_minor ?? 0n,
        request_key: keyOf(fact, item),
      },
      ...{
        bought_on: content.ordered_on as CivilDate,
        source: "mail",
        signed: fact.proof === "signed",
        receipt_ids: [],
      },
      ...{ mail_id: fact.mail_id, order_number: content.order_number },
      store: {
        internal_name: listing?.internal_name ?? "",
        name: listing?.merchant_name ?? store.name,
        domain: store.domain,
      },
    };
    await context.database.transaction((tx) => keep(tx, rowOf(context, { user_id, zone, bought, listing })));
  }
}
