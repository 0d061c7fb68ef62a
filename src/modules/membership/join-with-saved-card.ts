/**
 * Joining with the card that is on file: a member of one line takes another without typing a card again. The words and the
 * consent are those of every sign-up; only where the card comes from differs.
 */
import { done, type Outcome, refused } from "#platform/outcome";
import type { MembershipContext } from "./context.ts";
import { type JoinInput, joinWith, type Paid, quoteWith } from "./join-membership.ts";
import type { MembershipRefusal } from "./messages.ts";
import type { Quote } from "./quote.ts";
import { type CardRow, findCustomer, readCards, readOwnCards } from "./record-store.ts";
import { isSold, type Tier } from "./rules.ts";
import { readMemberships } from "./store.ts";

type SavedCard = { card: CardRow; customer_id: string; zone: string | undefined };

/**
 * The card of the membership that runs, or of the last one that did; without either, one that was put on file alone. Null
 * when there is none, and when it was taken off.
 */
async function findSavedCard(context: MembershipContext, userId: string): Promise<SavedCard | null> {
  const { db } = context.database;
  const rows = await readMemberships(db, userId);
  const row = rows.find((one) => one.state !== "ended") ?? rows[0];
  const used = row ? (await readCards(db, [row.payment_method_id]))[0] : undefined;
  if (row && used && !used.removed) return { card: used, customer_id: row.customer_id, zone: row.zone };
  const customer_id = await findCustomer(db, userId);
  if (!customer_id) return null;
  const held = new Set((await context.processor.listCards(customer_id)).map((face) => face.payment_method_id));
  const card = (await readOwnCards(db, userId)).find((one) => held.has(one.payment_method_id));
  return card ? { card, customer_id, zone: row?.zone } : null;
}

/** Price, dates and words for the card on file, whose trial may have been used. Dates are of the member's own zone. */
export async function quoteSavedCard(
  context: MembershipContext,
  input: { user_id: string; tier: Tier; zone?: string | undefined },
): Promise<Outcome<{ quote: Quote; card: CardRow }, MembershipRefusal>> {
  const contact = await context.identity.contact(input.user_id);
  if (!contact) return refused("not_signed_in");
  if (!isSold(context.brandOf(contact.partner), input.tier)) return refused("not_sold_yet");
  const saved = await findSavedCard(context, input.user_id);
  if (!saved) return refused("no_card");
  const face = await context.processor.readCard(saved.card.payment_method_id);
  const quote = await quoteWith(
    context,
    {
      brand: context.brandOf(contact.partner),
      tier: input.tier,
      zone: input.zone ?? saved.zone,
      user_id: input.user_id,
    },
    face,
  );
  return done({ quote, card: saved.card });
}

export async function joinWithSavedCard(
  context: MembershipContext,
  input: Omit<JoinInput, "setup_id">,
): Promise<Outcome<Paid, MembershipRefusal>> {
  const saved = await findSavedCard(context, input.user_id);
  if (!saved) return refused("no_card");
  const card = await context.processor.readCard(saved.card.payment_method_id);
  return joinWith(
    context,
    { ...input, zone: input.zone ?? saved.zone, setup_id: `saved:${card.payment_method_id}` },
    { card, customer_id: saved.customer_id },
  );
}
