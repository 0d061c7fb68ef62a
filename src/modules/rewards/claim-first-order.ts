/**
 * Claims the reward for the first order (SPEC §9: within 30 days of signup): once a person, by a member whose membership
 * runs, as a gift card or as cash. It then waits for an order; one that was made already carries it at once.
 */
import { FIRST_ORDER_CLAIM_DAYS } from "#landing";
import { addDays } from "#platform/clock";
import { derivedId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { RewardsContext } from "./context.ts";
import { FIRST_ORDER_KINDS, type FirstOrderKind } from "./first-order-rules.ts";
import { type ClaimRow, claimKey, insertClaim, isClaimedByOther, lockClaims } from "./first-order-store.ts";
import { hasMembership } from "./has-membership.ts";
import type { RewardRefusal } from "./messages.ts";
import { mailboxOf } from "./rules.ts";
import { settleFirstOrder, tellClaim } from "./settle-first-order.ts";

export type GiftChoice = { product_id: string; name: string };

export const claimEnds = (memberSince: Date): Date => addDays(memberSince, FIRST_ORDER_CLAIM_DAYS);

/** Gift cards of the catalogue that are made for the amount, and that the brand gives. */
export async function rewardCards(context: RewardsContext, partner: string): Promise<GiftChoice[]> {
  const { amount_minor, gift_cards } = context.partners.named(partner).first_order;
  const amount = BigInt(amount_minor);
  return (await context.payouts.giftCards())
    .filter((card) => card.minimum_minor <= amount && amount <= card.maximum_minor)
    .filter((card) => gift_cards === null || gift_cards.includes(card.product_id))
    .map(({ product_id, name }) => ({ product_id, name }));
}

export async function claimFirstOrder(
  context: RewardsContext,
  input: { user_id: string; member_since: Date; kind: string; product_id?: string | null },
): Promise<Outcome<{ again: boolean }, RewardRefusal>> {
  const now = context.clock.now();
  const contact = await context.identity.contact(input.user_id);
  if (!contact) return refused("not_signed_in");
  const { first_order } = context.partners.named(contact.partner);
  const kind: FirstOrderKind | undefined = FIRST_ORDER_KINDS.find((one) => one === input.kind);
  if (!kind) return refused("choose_reward");
  const card =
    kind === "gift_card"
      ? (await rewardCards(context, contact.partner)).find((one) => one.product_id === input.product_id)
      : undefined;
  if (kind === "gift_card" && !card) return refused("unknown_gift_card");
  const member = await hasMembership(context, input.user_id);
  const outcome = await context.database.transaction(
    async (tx): Promise<Outcome<{ again: boolean }, RewardRefusal>> => {
      const before = await lockClaims(tx, input.user_id);
      if (before.length > 0) return done({ again: true });
      if (!member) return refused("members_only");
      if (claimEnds(input.member_since) < now)
        return refused("claim_expired", { days: String(FIRST_ORDER_CLAIM_DAYS) });
      const row: ClaimRow = {
        claim_id: derivedId("transfer", `first_order:${input.user_id}`),
        user_id: input.user_id,
        kind,
        product_id: card?.product_id ?? null,
        product_name: card?.name ?? null,
        amount_minor: BigInt(first_order.amount_minor),
        min_order_minor: BigInt(first_order.min_order_minor),
        state: "claimed",
        reason_code: null,
        order_id: null,
        expected_at: null,
        version: 0,
        claimed_at: now,
        order_until: addDays(now, first_order.order_days),
        earned_at: null,
        gift_state: card ? "waits" : null,
        gift_reason: null,
        withdrawal_id: null,
      };
      const cards = await context.membership.cardKeys(tx, input.user_id);
      if (
        await isClaimedByOther(
          tx,
          input.user_id,
          cards.map((card) => claimKey("card", card)),
        )
      )
        return refused("once_per_person");
      const keys = [claimKey("account", input.user_id)];
      if (contact.email) keys.push(claimKey("mailbox", mailboxOf(contact.email)));
      if (!(await insertClaim(tx, row, keys)))
        // Two presses at once: this one waited for the other, which has claimed.
        return (await lockClaims(tx, input.user_id)).length > 0 ? done({ again: true }) : refused("once_per_person");
      await tellClaim(tx, context, row, "claimed");
      return done({ again: false });
    },
  );
  // Somebody who shopped before claiming has an order already.
  if (outcome.ok) await settleFirstOrder(context, input.user_id);
  return outcome;
}
