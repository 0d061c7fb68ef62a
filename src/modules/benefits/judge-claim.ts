/** What a person decides about a claim: whole or a part, one thing to bring, no with a reason; and about an appeal, somebody else. */
import { addDays, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ClaimReason, ClaimState } from "./benefits.types.ts";
import { type Claim, lockClaim, lockMember, readClaim } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { mostOf, standsFor } from "./known-orders.ts";
import { giveBack, mayBecome, moveClaim, reduce, reserve } from "./settle-claim.ts";
import { backingOf, type MembershipRow } from "./standing.ts";

/** Days in which somebody brings what is asked for. */
export const ASK_DAYS = 14;

export type JudgeRefusal =
  | "unknown_claim"
  | "not_now"
  | "same_person"
  | "nothing_left"
  | "too_much"
  | "order_gone"
  | "membership_not_paid";
export type Judged = Outcome<Claim, JudgeRefusal>;
type Judging = { claim_id: string; by: string };

async function judgeClaim(
  context: BenefitsDeps,
  { claim_id, by }: Judging,
  act: (tx: Tx, claim: Claim, memberships: readonly MembershipRow[]) => Promise<Judged>,
): Promise<Judged> {
  const known = await readClaim(context.database.db, claim_id);
  if (!known) return refused("unknown_claim");
  const memberships = await context.membership.membershipsOf(known.user_id);
  return context.database.transaction(async (tx) => {
    await lockMember(tx, known.user_id);
    const claim = await lockClaim(tx, claim_id);
    if (!claim) return refused("unknown_claim");
    // Two accounts became one at this moment: whoever asks again finds the right member.
    if (claim.user_id !== known.user_id) return refused("not_now");
    if (claim.state === "appealed" && claim.decided_by === by) return refused("same_person");
    return act(tx, claim, memberships);
  });
}

const WAITS: ReadonlySet<ClaimState> = new Set(["review", "asked", "appealed"]);

/** `amount_minor`: a part of it; null for all that fits under the limits. */
export const approveClaim = (
  context: BenefitsDeps,
  judging: Judging & { amount_minor: bigint | null },
): Promise<Judged> =>
  judgeClaim(context, judging, async (tx, claim, memberships) => {
    if (!WAITS.has(claim.state)) return refused("not_now");
    const order = claim.order_id === null ? null : await context.cashback.holdOrder(tx, claim.order_id);
    if (claim.order_id !== null && !standsFor(order, claim)) return refused("order_gone");
    const row = memberships.find(({ membership_id }) => membership_id === claim.membership_id);
    const backing = await backingOf(tx, context, row);
    if (backing === "unpaid") return refused("membership_not_paid");
    const reservation = claim.reserved_at ? claim : await reserve(tx, context, claim);
    const { rebate_minor, cut_by, reserved_at, limit_subject } = reservation;
    const stands = mostOf(order, claim);
    const most = stands < rebate_minor ? stands : rebate_minor;
    const rebate = judging.amount_minor ?? most;
    const set = { ...claim, ...{ rebate_minor, cut_by, reserved_at, limit_subject } };
    if (rebate <= 0n || rebate > most) {
      // A refusal that is returned undoes nothing: what was set aside for this press alone is given back here.
      if (!claim.reserved_at) await giveBack(tx, context, set);
      return refused(most === 0n ? "nothing_left" : "too_much");
    }
    if (rebate < rebate_minor) await reduce(tx, context, set, rebate);
    const state = backing === "paid" ? "paid" : "approved";
    return done(await moveClaim(tx, context, set, { state, by: judging.by, rebate_minor: rebate }));
  });

export const denyClaim = (
  context: BenefitsDeps,
  judging: Judging & { reason: ClaimReason; words: string },
): Promise<Judged> =>
  judgeClaim(context, judging, async (tx, claim) => {
    if (!WAITS.has(claim.state)) return refused("not_now");
    const state = claim.state === "appealed" ? "denied_final" : "denied";
    const { by, reason, words } = judging;
    return done(await moveClaim(tx, context, claim, { state, by, reason, words }));
  });

/** One thing, and a day until which it is waited for. */
export const askClaim = (
  context: BenefitsDeps,
  judging: Judging & { reason: ClaimReason; words: string },
): Promise<Judged> =>
  judgeClaim(context, judging, async (tx, claim) => {
    if (claim.state !== "review") return refused("not_now");
    const { by, reason, words } = judging;
    const answer_by = civilDate(addDays(context.clock.now(), ASK_DAYS));
    return done(await moveClaim(tx, context, claim, { state: "asked", by, reason, words, answer_by }));
  });

/** What was agreed to or paid turns out not to be right. */
export const takeBackClaim = (context: BenefitsDeps, judging: Judging & { reason: ClaimReason }): Promise<Judged> =>
  judgeClaim(context, judging, async (tx, claim) => {
    if (!mayBecome(claim.state, "reversed")) return refused("not_now");
    return done(await moveClaim(tx, context, claim, { state: "reversed", by: judging.by, reason: judging.reason }));
  });
