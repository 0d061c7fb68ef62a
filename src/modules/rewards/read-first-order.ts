/** What a member sees of the reward for a first order: until when, what for, where it stands, and why. */
import { withdrawalId } from "#payouts";
import { claimEnds, type GiftChoice, rewardCards } from "./claim-first-order.ts";
import type { RewardsContext } from "./context.ts";
import { type ClaimRow, readClaimEvents, readClaims } from "./first-order-store.ts";
import { hasMembership } from "./has-membership.ts";
import { firstOrderReason } from "./messages.ts";
import { inTurn } from "./rules.ts";

type Words = { en: string; es: string };
export type FirstOrderPage = {
  state:
    | "open"
    | "too_late"
    | "members_only"
    | "claimed"
    | "waits_for_membership"
    | "lapsed"
    | "pending"
    | "earned"
    | "reversed";
  amount_minor: string;
  min_order_minor: string;
  order_days: number;
  claim_until: string;
  /** Chosen from while it is open. */
  cards: GiftChoice[];
  claim: {
    kind: ClaimRow["kind"];
    card: string | null;
    claimed_at: string;
    order_until: string;
    expected_at: string | null;
    earned_at: string | null;
    reason: Words | null;
    gift: { state: "waits" | "on_its_way" | "ready" | "cash"; reason: Words | null } | null;
    events: { to: ClaimRow["state"]; at: string }[];
  } | null;
};

export async function readFirstOrder(
  context: RewardsContext,
  member: { user_id: string; created_at: Date; partner: string },
): Promise<FirstOrderPage> {
  const { db } = context.database;
  const { first_order } = context.partners.named(member.partner);
  const now = context.clock.now();
  const [row] = inTurn(await readClaims(db, member.user_id));
  const running = await hasMembership(context, member.user_id);
  const until = claimEnds(member.created_at);
  const base = {
    amount_minor: String(row?.amount_minor ?? first_order.amount_minor),
    min_order_minor: String(row?.min_order_minor ?? first_order.min_order_minor),
    order_days: first_order.order_days,
    claim_until: until.toISOString(),
    cards: [] as GiftChoice[],
    claim: null,
  };
  if (!row) {
    if (until < now) return { ...base, state: "too_late" };
    return running
      ? { ...base, state: "open", cards: await rewardCards(context, member.partner) }
      : { ...base, state: "members_only" };
  }
  const waiting = row.order_until < now ? "lapsed" : running ? "claimed" : "waits_for_membership";
  return {
    ...base,
    state: row.state === "claimed" ? waiting : row.state,
    claim: {
      kind: row.kind,
      card: row.product_name,
      claimed_at: row.claimed_at.toISOString(),
      order_until: row.order_until.toISOString(),
      expected_at: row.expected_at?.toISOString() ?? null,
      earned_at: row.earned_at?.toISOString() ?? null,
      reason: firstOrderReason(row.reason_code),
      gift: await giftOf(context, row),
      events: (await readClaimEvents(db, row.claim_id)).map((event) => ({
        to: event.to_state,
        at: event.at.toISOString(),
      })),
    },
  };
}

type Gift = NonNullable<FirstOrderPage["claim"]>["gift"];
async function giftOf(context: RewardsContext, row: ClaimRow): Promise<Gift> {
  if (row.kind !== "gift_card") return null;
  if (row.gift_state === "kept_as_cash") return { state: "cash", reason: firstOrderReason(row.gift_reason) };
  if (!row.withdrawal_id) return { state: "waits", reason: null };
  const id = withdrawalId.show(row.withdrawal_id);
  const made = (await context.payouts.giftCardHistory(row.user_id)).find((one) => one.id === id);
  if (made?.state === "fulfilled") return { state: "ready", reason: null };
  if (made?.state === "failed" || made?.state === "returned") return { state: "cash", reason: made.reason };
  return { state: "on_its_way", reason: null };
}
