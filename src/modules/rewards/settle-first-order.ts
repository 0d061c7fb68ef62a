/**
 * Brings a claim to where its member's orders say it should be: state, ledger, history, gift card and letter in one
 * transaction. Computed anew each time from the orders as they are, so that a repeat does nothing.
 */
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { assert } from "#platform/outcome";
import type { RewardsContext } from "./context.ts";
import { asReferral, claimStanding, FIRST_ORDER_TRANSITIONS, type FirstOrderState } from "./first-order-rules.ts";
import {
  type ClaimRow,
  claimKey,
  lockClaim,
  lockClaims,
  readClaims,
  saveClaim,
  takeClaimKeys,
} from "./first-order-store.ts";
import { hasMembership } from "./has-membership.ts";
import { BUY_GIFT } from "./job-kinds.ts";
import { firstOrderCash, firstOrderClaimed, firstOrderEarned, firstOrderReversed } from "./letters.ts";
import { firstOrderReason } from "./messages.ts";
import { againstMarketing, heldIn, inTurn } from "./rules.ts";

const LETTERS = {
  claimed: firstOrderClaimed,
  earned: firstOrderEarned,
  reversed: firstOrderReversed,
  cash: firstOrderCash,
} as const;

export async function settleFirstOrder(context: RewardsContext, userId: string): Promise<void> {
  if ((await readClaims(context.database.db, userId)).length === 0) return;
  const member = await hasMembership(context, userId);
  await context.database.transaction(async (tx) => {
    let had = false;
    for (const before of inTurn(await lockClaims(tx, userId))) {
      const orders = await context.cashback.ordersForReward(tx, {
        user_id: userId,
        min_minor: before.min_order_minor,
        until: before.order_until,
      });
      const standing = claimStanding(before, orders, { member, first: !had });
      const carries = standing.state === "pending" || standing.state === "earned";
      // A card is only known once somebody pays, and may be another by now: looked at before anything is promised.
      if (carries && standing.state !== before.state && !(await takeCards(tx, context, before)))
        Object.assign(standing, { state: "reversed", order_id: null, expected_at: null, reason_code: "card_had" });
      had ||= standing.state === "pending" || standing.state === "earned";
      if (standing.state === before.state && standing.order_id === before.order_id) continue;
      await move(tx, context, before, { ...before, ...standing });
    }
  });
}

/** False when one of the cards that pay for this membership has had the reward with somebody else's account. */
async function takeCards(tx: Tx, context: RewardsContext, row: ClaimRow): Promise<boolean> {
  const cards = await context.membership.cardKeys(tx, row.user_id);
  return takeClaimKeys(
    tx,
    row,
    cards.map((card) => claimKey("card", card)),
  );
}

async function move(tx: Tx, context: RewardsContext, before: ClaimRow, next: ClaimRow): Promise<void> {
  const now = context.clock.now();
  const row: ClaimRow = {
    ...next,
    version: before.version + 1,
    earned_at: next.state === "earned" ? (before.earned_at ?? now) : null,
  };
  if (row.state === before.state) {
    // Another order carries it now; nothing of the money changes.
    await saveClaim(tx, { ...row, version: before.version }, before.state, now);
    return;
  }
  assert(
    (FIRST_ORDER_TRANSITIONS[before.state] as readonly string[]).includes(row.state),
    `a first-order reward may go from ${before.state} to ${row.state}`,
  );
  const freed = await post(tx, context, before.state, row);
  const gift = row.state === "earned" && row.gift_state === "waits";
  // Who owed something paid that back first: what is left is no whole card.
  const whole = freed === row.amount_minor;
  if (gift && !whole) {
    row.gift_state = "kept_as_cash";
    row.gift_reason = "debt_first";
  }
  await saveClaim(tx, row, before.state, now);
  if (gift && whole) await addJobs(tx, [BUY_GIFT.with({ claim_id: row.claim_id })]);
  if (row.state === "earned") await tellClaim(tx, context, row, "earned");
  if (row.state === "reversed") await tellClaim(tx, context, row, "reversed");
}

/** Returns what became available. */
async function post(tx: Tx, context: RewardsContext, from: FirstOrderState, row: ClaimRow): Promise<bigint> {
  const before = heldIn(asReferral(from), row.amount_minor);
  const after = heldIn(asReferral(row.state), row.amount_minor);
  const outcome = await context.ledger.credit(tx, [
    {
      kind: "reward.first_order",
      cause: `first_order:${row.claim_id}:${row.version}`,
      reason: row.reason_code,
      data: {
        bonus: `first_order:${row.claim_id}`,
        title: "first_order",
        expected_at: row.state === "pending" ? (row.expected_at?.toISOString() ?? null) : null,
      },
      owner: row.user_id,
      from: before,
      to: after,
      against: againstMarketing(before, after),
    },
  ]);
  assert(outcome.ok, `a credit is never refused (${outcome.ok ? "" : outcome.code})`);
  return outcome.value[0]?.available ?? 0n;
}

export async function tellClaim(tx: Tx, context: RewardsContext, row: ClaimRow, kind: keyof typeof LETTERS) {
  const to = await context.identity.contact(row.user_id, tx);
  if (!to?.email) return;
  await context.notifications.queue(tx, {
    cause: `first_order_${kind}:${row.claim_id}:${row.version}`,
    recipient: { user_id: row.user_id, email: to.email, name: to.name, language: to.language, partner: to.partner },
    letter: LETTERS[kind]({
      amount_minor: row.amount_minor.toString(),
      min_order_minor: row.min_order_minor.toString(),
      until: row.order_until.toISOString(),
      card: row.product_name,
      kept_as_cash: row.gift_state === "kept_as_cash",
      reason: firstOrderReason(row.gift_reason ?? row.reason_code),
    }),
  });
}

/** The job: the chosen card is bought with the money that became available, as a withdrawal would be. */
export async function buyGift(context: RewardsContext, claimId: string): Promise<void> {
  const claim = await context.database.transaction((tx) => lockClaim(tx, claimId));
  if (claim?.state !== "earned" || claim.gift_state !== "waits" || !claim.product_id) return;
  const bought = await context.payouts.buyGiftCard({
    user_id: claim.user_id,
    request_key: `first_order:${claim.claim_id}`,
    product_id: claim.product_id,
    amount_minor: claim.amount_minor,
  });
  await context.database.transaction(async (tx) => {
    const row = await lockClaim(tx, claimId);
    if (row?.gift_state !== "waits") return;
    if (bought.ok) {
      await saveClaim(
        tx,
        { ...row, gift_state: "bought", withdrawal_id: bought.value.withdrawal_id },
        row.state,
        row.claimed_at,
      );
      return;
    }
    const kept: ClaimRow = {
      ...row,
      gift_state: "kept_as_cash",
      gift_reason: bought.code === "not_enough" ? "spent_before" : "card_not_made",
    };
    await saveClaim(tx, kept, row.state, row.claimed_at);
    await tellClaim(tx, context, kept, "cash");
  });
}
