/** Letters of the membership: each once for a membership, kind and period, in the transaction of what it tells. */
import type { LetterDraft } from "#notifications";
import type { CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import type { MembershipContext } from "./context.ts";
import type { MembershipFacts } from "./letters.ts";
import { TIER_NAMES } from "./messages.ts";
import { insertNotice, readCards } from "./record-store.ts";
import type { Tier } from "./rules.ts";

export type LetterSubject = {
  membership_id: string;
  user_id: string;
  partner: string;
  tier: Tier;
  monthly_minor: bigint;
  payment_method_id: string;
};
const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
};
export const cardWords = (card: { brand: string; last4: string } | undefined): string =>
  card ? `${BRANDS[card.brand] ?? card.brand} •••• ${card.last4}` : "—";

/** False when it was told before. */
export async function tell(
  tx: Tx,
  context: MembershipContext,
  subject: LetterSubject,
  notice: { kind: string; period: CivilDate; letter: (facts: MembershipFacts) => LetterDraft },
  facts: Pick<MembershipFacts, "amount_minor" | "on"> & Partial<MembershipFacts>,
): Promise<boolean> {
  const { membership_id } = subject;
  const cause = `membership:${membership_id}:${notice.kind}:${notice.period}`;
  const isNew = await insertNotice(tx, {
    membership_id,
    kind: notice.kind,
    period: notice.period,
    cause,
    at: context.clock.now(),
  });
  if (!isNew) return false;
  const contact = await context.identity.contact(subject.user_id, tx);
  if (!contact) return true;
  const card = (await readCards(tx, [subject.payment_method_id]))[0];
  await context.notifications.queue(tx, {
    cause,
    recipient: {
      user_id: subject.user_id,
      email: contact.email,
      name: contact.name,
      language: contact.language,
      partner: subject.partner,
    },
    letter: notice.letter({
      brand: context.brandOf(subject.partner).name,
      plan: TIER_NAMES[subject.tier],
      card: cardWords(card),
      monthly_minor: subject.monthly_minor.toString(),
      cancel_link: context.links.make("cancel", membership_id),
      card_link: context.links.make("card", membership_id),
      no_retry_link: context.links.make("no-retry", membership_id),
      ...facts,
    }),
  });
  return true;
}
