/** What the withdrawal and gift card pages show. Amounts are cents as strings. */

import { addDays } from "#platform/clock";
import type { PayoutContext } from "./context.ts";
import { type HeldEntry, heldEntries } from "./hold-for-person.ts";
import { withdrawalId } from "./ids.ts";
import { countryOf, METHODS, type Method, REASONS, type WithdrawalState } from "./rules.ts";
import { readGiftCards, readWithdrawals, type WithdrawalRow } from "./store.ts";

export type WithdrawalEntry = {
  /** `wdr_…` */
  id: string;
  reference: string;
  method: Method;
  method_name: { en: string; es: string };
  to: string;
  amount_minor: string;
  /** What it was paid with, when not with cash. */
  coins: string | null;
  state: WithdrawalState;
  requested_at: string;
  arrives_by: string;
  settled_at: string | null;
  reason: { en: string; es: string } | null;
  /** A card whose link is kept, to be opened behind the password. */
  openable: boolean;
};
export type GiftCardChoice = {
  product_id: string;
  name: string;
  minimum_minor: string;
  maximum_minor: string;
  /** The only amounts it comes in; none: any between the two. */
  face_values: string[];
  logo_url: string | null;
  brand_hex: string | null;
  disclosure: string;
};
export type WithdrawalPage = {
  available_minor: string;
  pending_minor: string;
  held_minor: string;
  owed_minor: string;
  minimum_minor: string;
  /** Where PayPal money goes by default: the member's own address. */
  email: string;
  next_reference: string;
  arrives_by: Record<Method, string>;
  gift_cards: GiftCardChoice[];
  earlier: WithdrawalEntry[];
  paid_minor: string;
  /** Those that wait for a person, or were decided by one. */
  held: HeldEntry[];
};

const MAX_LIST = 50;

export function entryOf(row: WithdrawalRow): WithdrawalEntry {
  return {
    id: withdrawalId.show(row.withdrawal_id),
    reference: String(row.number).padStart(4, "0"),
    method: row.method,
    method_name: METHODS[row.method],
    to: row.label,
    amount_minor: row.amount_minor.toString(),
    coins: row.coins?.toString() ?? null,
    state: row.state,
    requested_at: row.requested_at.toISOString(),
    arrives_by: row.arrives_by.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    reason: row.reason_code ? REASONS[row.reason_code] : null,
    openable: row.link_sealed !== null,
  };
}

export async function readWithdrawalPage(context: PayoutContext, userId: string): Promise<WithdrawalPage> {
  const { db } = context.database;
  const [balances, rows, contact, held] = await Promise.all([
    context.ledger.balances(userId),
    readWithdrawals(db, userId, ["paypal", "venmo", "gift_card"], MAX_LIST),
    context.identity.contact(userId),
    heldEntries(context, userId),
  ]);
  const now = context.clock.now();
  const cards = await readCards(context, contact?.country_code ?? null);
  return {
    available_minor: balances.available.toString(),
    pending_minor: balances.pending.toString(),
    held_minor: balances.held.toString(),
    owed_minor: balances.clawback.toString(),
    minimum_minor: String(context.partners.named(contact?.partner ?? null).payout_minimum_minor),
    email: contact?.email ?? "",
    next_reference: String((rows[0] ? Math.max(...rows.map((row) => row.number)) : 0) + 1).padStart(4, "0"),
    arrives_by: arrivals(now),
    gift_cards: cards.map(({ card, logo_url, brand_hex }) => ({
      product_id: card.product_id,
      name: nameOf(card.name),
      minimum_minor: card.minimum_minor.toString(),
      maximum_minor: card.maximum_minor.toString(),
      face_values: card.face_values.map(String),
      logo_url,
      brand_hex,
      disclosure: card.disclosure,
    })),
    held,
    // Those with coins stand with the coins.
    earlier: rows.filter((row) => row.coins === null).map(entryOf),
    paid_minor: rows
      .reduce((sum, row) => (row.state === "fulfilled" && row.coins === null ? sum + row.amount_minor : sum), 0n)
      .toString(),
  };
}

/** By when each way arrives, asked now. */
export const arrivals = (now: Date): Record<Method, string> =>
  Object.fromEntries(
    Object.entries(METHODS).map(([method, { days }]) => [method, addDays(now, days).toISOString()]),
    // `fromEntries` forgets the names that it was given.
  ) as Record<Method, string>;

export const nameOf = (card: string): string => card.replace(/ gift card$/i, "");
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/['’.]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Cards of a member's country with their store's mark and colour. */
export async function readCards(context: PayoutContext, country: string | null) {
  const cards = await readGiftCards(context.database.db, countryOf(country));
  const logos = await context.catalog.logos(cards.map((card) => slugOf(nameOf(card.name))));
  return cards.map((card) => {
    const logo = logos.get(slugOf(nameOf(card.name)));
    return { card, logo_url: logo?.logo_url ?? null, brand_hex: logo?.brand_hex ?? null };
  });
}

/** A card with its store's mark and colour. */
export type GiftCardEntry = WithdrawalEntry & { logo_url: string | null; brand_hex: string | null };

export async function readGiftCardHistory(context: PayoutContext, userId: string): Promise<GiftCardEntry[]> {
  const rows = await readWithdrawals(context.database.db, userId, ["gift_card"], 200);
  const logos = await context.catalog.logos([...new Set(rows.map((row) => slugOf(nameOf(row.label))))]);
  return rows.map((row) => {
    const logo = logos.get(slugOf(nameOf(row.label)));
    return { ...entryOf(row), logo_url: logo?.logo_url ?? null, brand_hex: logo?.brand_hex ?? null };
  });
}
