/** What operators see of watched prices. Nothing waits for them here: a drop's claim waits in the queues of rebates. */
import { rebateClaimId } from "#benefits";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { ObjectLink, ObjectPage, OperatorFigure, OperatorView } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import type { ProtectionDeps } from "./context.ts";
import { priceWatchId } from "./ids.ts";
import { countDrops, listPrices } from "./operator-store.ts";
import { createTripDesk, tripsView } from "./operator-trips.ts";
import { type PriceRow, pricesOf, readPrice, readPriceEvents } from "./price-store.ts";
import { PRICE_TRANSITIONS, type PriceState } from "./protection.types.ts";

export type ProtectionDesk = ReturnType<typeof createProtectionDesk>;
export function createProtectionDesk(context: ProtectionDeps) {
  const { db } = context.database;
  return {
    trips: createTripDesk(context),
    price: (watchId: string) => readPrice(db, watchId),
    pricesOf: (user: string, most: number) => pricesOf(db, user, most),
    list: (asked: Parameters<typeof listPrices>[1]) => listPrices(db, asked),
    events: (watchId: string) => readPriceEvents(db, [watchId]),
    counts: (span: { from: Date; to: Date }) => countDrops(db, span),
  };
}

// The table of transitions has every state as a key.
const STATES = Object.keys(PRICE_TRANSITIONS) as PriceState[];

const priceLink = (row: PriceRow): ObjectLink => ({
  kind: "watched price",
  id: priceWatchId.show(row.watch_id),
  line: `${row.item} at ${row.store}, ${row.bought_on}: ${showUsd(row.paid_minor)}, ${row.state}`,
});

const sum = (minor: bigint | null): string | null => (minor === null ? null : showUsd(minor));

async function pageOf(desk: ProtectionDesk, row: PriceRow): Promise<ObjectPage> {
  const events = await desk.events(row.watch_id);
  return {
    facts: known({
      ...{ item: row.item, store: row.store, state: row.state, bought: row.bought_on, paid: showUsd(row.paid_minor) },
      ...{ pieces: String(row.pieces), "said by": row.signed ? "a signed mail" : row.source },
      ...{ "first reading": sum(row.first_minor), at: row.first_read_at, "second reading": sum(row.checked_minor) },
      ...{ "read again at": row.checked_at, "costs now": sum(row.last_minor), "read at": row.last_read_at },
      ...{ "store's last day": row.store_until, "our last day": row.house_until, zone: row.zone },
      ...{
        "given back by the store": sum(row.store_minor),
        claim: row.claim_state,
        "looked at next": row.next_look_at,
      },
    }),
    personal: known({ "order number": row.order_number }),
    timeline: events.map(({ at, state, minor, why, by_whom }) => ({
      ...{ at, by: by_whom, what: [state, sum(minor), why].filter(Boolean).join("; ") },
    })),
    links: [
      { kind: "member", id: userId.show(row.user_id), line: "whose it is" },
      ...(row.claim_id ? [{ kind: "rebate claim", id: rebateClaimId.show(row.claim_id), line: "its claim" }] : []),
    ],
  };
}

function figuresOf(desk: ProtectionDesk): OperatorFigure[] {
  const flow = (name: string, what: string, key: "found" | "paid" | "stores"): OperatorFigure => ({
    ...{ name, what, permission: "figures.see", unit: key === "found" ? "count" : "USD", kind: "flow" },
    read: async (span) => (await desk.counts(span))[key],
  });
  return [
    flow("price drops found", "Lower prices that were read twice, on the day of the second reading", "found"),
    flow("price drops paid", "What we paid of them, on the day it became the member's", "paid"),
    flow("price drops given back", "What stores gave back themselves, as mails and members say", "stores"),
  ];
}

export const protectionView = ({ desk }: { desk: ProtectionDesk }): OperatorView => {
  const trips = tripsView(desk.trips);
  return {
    queues: [],
    objects: [
      ...(trips.objects ?? []),
      {
        kind: "watched price",
        permission: "members.see",
        async search(text) {
          const id = priceWatchId.read(text.trim());
          const row = id && (await desk.price(id));
          return row ? [priceLink(row)] : [];
        },
        async show(shown) {
          const id = priceWatchId.read(shown);
          const row = id && (await desk.price(id));
          return row ? pageOf(desk, row) : null;
        },
        acts: [],
      },
    ],
    members: [
      {
        name: "watched prices",
        what: "Purchases whose price is watched, the newest first",
        permission: "members.see",
        list: async (user, most) =>
          (await desk.pricesOf(user, most)).map((row) => ({ ...priceLink(row), at: row.created_at })),
      },
    ],
    lists: [
      ...(trips.lists ?? []),
      {
        name: "watched prices",
        what: "Every purchase whose price is or was watched, the newest first",
        permission: "members.see",
        filters: [{ name: "state", values: ["all", ...STATES] }],
        async read({ filters, after, most }) {
          const rows = await desk.list({
            ...{ state: readFilter(filters.state, STATES), after: readPlace(after, priceWatchId), most },
          });
          return {
            rows: rows.map((row) => ({
              ...priceLink(row),
              facts: known({
                added: row.created_at,
                store: row.store,
                paid: showUsd(row.paid_minor),
                state: row.state,
              }),
            })),
            after: placeAfter(rows, most, (row) => ({ at: row.created_at, shown: priceWatchId.show(row.watch_id) })),
          };
        },
      },
    ],
    figures: [...figuresOf(desk), ...(trips.figures ?? [])],
  };
};
