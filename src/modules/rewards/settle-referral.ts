/**
 * Brings a referral to where the friend's orders say it should be: state, ledger, history and mails in one transaction.
 * Computed anew each time from the orders as they are, so that a repeat does nothing.
 */
import type { Credit } from "#ledger";
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { RewardsContext } from "./context.ts";
import { referralEarned, referralReversed } from "./letters.ts";
import { REFERRAL_REASONS, type ReferralReason } from "./messages.ts";
import { invitedOnce, personKey, takeOnce } from "./promotion-limits.ts";
import {
  againstMarketing,
  heldIn,
  inTurn,
  REFERRAL_TRANSITIONS,
  type ReferralState,
  type Standing,
  secondStanding,
  shortName,
  standingOf,
} from "./rules.ts";
import { insertEvent, lockReferralsOf, type ReferralRow, saveReferral } from "./store.ts";

export async function settleReferral(context: RewardsContext, friendId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    let had = false;
    for (const before of inTurn(await lockReferralsOf(tx, friendId))) {
      if (before.state === "refused") continue;
      const orders = await context.cashback.ordersForReward(tx, {
        user_id: friendId,
        min_minor: before.min_order_minor,
        until: before.window_ends_at,
      });
      const state = await settleOne(tx, context, before, (had ? secondStanding : standingOf)(before, orders));
      had ||= state === "pending" || state === "earned";
    }
  });
}

/** Returns the state that it is in afterwards. */
async function settleOne(
  tx: Tx,
  context: RewardsContext,
  before: ReferralRow,
  standing: Standing,
): Promise<ReferralState> {
  if (standing.state === before.state && standing.order_id === before.order_id) return before.state;
  const against = standing.state === "refused" ? standing.reason_code : null;
  // A card is only known once somebody pays: what it tells comes late, but before any reward.
  const reason = against ?? (standing.state === "reversed" ? null : await cardAgainst(tx, context, before));
  if (reason) {
    await refuseReferral(tx, context, before, reason);
    return "refused";
  }
  const now = context.clock.now();
  const after: ReferralRow = {
    ...before,
    ...standing,
    version: before.version + 1,
    earned_at: standing.state === "earned" ? (before.earned_at ?? now) : null,
  };
  await saveReferral(tx, after);
  if (after.state === before.state) return after.state;
  assert(
    (REFERRAL_TRANSITIONS[before.state] as readonly string[]).includes(after.state),
    `a referral may go from ${before.state} to ${after.state}`,
  );
  await insertEvent(tx, {
    referral_id: after.referral_id,
    sequence: after.version,
    from_state: before.state,
    to_state: after.state,
    reason_code: after.reason_code,
    order_id: after.order_id,
    at: now,
  });
  await post(tx, context, before.state, after);
  await write(tx, context, after);
  return after.state;
}

/** What the cards of both say against a reward: one pays for both, or the friend's was another invited friend's. */
async function cardAgainst(tx: Tx, context: RewardsContext, row: ReferralRow): Promise<ReferralReason | null> {
  const own = await context.membership.cardKeys(tx, row.inviter_id);
  const cards = await context.membership.cardKeys(tx, row.friend_id);
  if (own.some((card) => cards.includes(card))) return "same_card";
  const keys = cards.map((card) => personKey("card", card));
  return (await takeOnce(tx, context, invitedOnce(row.referral_id), keys)) ? null : "invited_before";
}

/** Ends a referral for good, whatever it was, and takes back what either side holds by it. */
export async function refuseReferral(
  tx: Tx,
  context: RewardsContext,
  before: ReferralRow,
  reason_code: ReferralReason,
): Promise<void> {
  const row: ReferralRow = {
    ...before,
    state: "refused",
    reason_code,
    order_id: null,
    expected_at: null,
    version: before.version + 1,
    earned_at: null,
  };
  await saveReferral(tx, row);
  await insertEvent(tx, {
    referral_id: row.referral_id,
    sequence: row.version,
    from_state: before.state,
    to_state: "refused",
    reason_code,
    order_id: null,
    at: context.clock.now(),
  });
  await post(tx, context, before.state, row);
}

type Side = "inviter" | "friend";
const ownerOf = (row: ReferralRow, side: Side) => (side === "inviter" ? row.inviter_id : row.friend_id);
const amountOf = (row: ReferralRow, side: Side) => (side === "inviter" ? row.inviter_minor : row.friend_minor);

async function post(tx: Tx, context: RewardsContext, from: ReferralState, row: ReferralRow) {
  const friend = await context.identity.contact(row.friend_id, tx);
  const inviter = await context.identity.contact(row.inviter_id, tx);
  const credits = (["inviter", "friend"] as const).flatMap((side): Credit[] => {
    const amount = amountOf(row, side);
    const [before, after] = [heldIn(from, amount), heldIn(row.state, amount)];
    if (before.pending === after.pending && before.confirmed === after.confirmed) return [];
    return [
      {
        kind: `bonus.referral_${row.state}`,
        cause: `referral:${row.referral_id}:${row.version}:${side}`,
        reason: row.reason_code,
        data: {
          bonus: `referral:${row.referral_id}:${side}`,
          title: side === "inviter" ? "invited" : "invitation",
          other: shortName((side === "inviter" ? friend : inviter)?.name ?? ""),
          expected_at: row.state === "pending" ? (row.expected_at?.toISOString() ?? null) : null,
        },
        owner: ownerOf(row, side),
        from: before,
        to: after,
        against: againstMarketing(before, after),
      },
    ];
  });
  if (credits.length === 0) return;
  const outcome = await context.ledger.credit(tx, credits);
  assert(outcome.ok, `a credit is never refused (${outcome.ok ? "" : outcome.code})`);
}

/** Pending is told by the passbook; what is earned and what is taken back is told by mail, to each in their language. */
async function write(tx: Tx, context: RewardsContext, row: ReferralRow) {
  if (row.state !== "earned" && row.state !== "reversed") return;
  const people = {
    inviter: await context.identity.contact(row.inviter_id, tx),
    friend: await context.identity.contact(row.friend_id, tx),
  };
  for (const side of ["inviter", "friend"] as const) {
    const to = people[side];
    const other = people[side === "inviter" ? "friend" : "inviter"];
    if (!to?.email || !other || amountOf(row, side) === 0n) continue;
    await context.notifications.queue(tx, {
      cause: `referral:${row.referral_id}:${row.version}:${side}`,
      recipient: {
        user_id: ownerOf(row, side),
        email: to.email,
        name: to.name,
        language: to.language,
        partner: to.partner,
      },
      letter: (row.state === "earned" ? referralEarned : referralReversed)({
        side,
        other: shortName(other.name),
        amount_minor: amountOf(row, side).toString(),
        min_order_minor: row.min_order_minor.toString(),
        until: row.window_ends_at.toISOString(),
        reason: row.reason_code ? REFERRAL_REASONS[row.reason_code] : null,
      }),
    });
  }
}
