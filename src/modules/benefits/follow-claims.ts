/** Claims follow what happens elsewhere: orders that are taken back, trials that end, papers that never come, days that pass. */
import { addDays, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import type { ClaimState } from "./benefits.types.ts";
import { type Claim, claimsIn, claimsLapsed, claimsOfOrders, lockClaim, lockMember } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { BY_RULES, decideClaim } from "./decide-claim.ts";
import { type Change, moveClaim } from "./settle-claim.ts";
import { backingOf, type MembershipRow } from "./standing.ts";

const MAX_SWEEP = 500;
/** A paper is read in seconds; what was lost is decided after minutes, and what cannot be read is a person's after an hour. */
const LOST_MINUTES = 10;
const PATIENCE_MINUTES = 60;

/** Each in a transaction of its own, so that one that fails holds up no other. */
async function each(
  context: BenefitsDeps,
  claims: readonly Claim[],
  act: (tx: Tx, claim: Claim) => Promise<Change | null>,
): Promise<void> {
  for (const { claim_id, user_id, state } of claims)
    await context.database.transaction(async (tx) => {
      await lockMember(tx, user_id);
      const claim = await lockClaim(tx, claim_id);
      if (claim?.state !== state || claim.user_id !== user_id) return;
      const change = await act(tx, claim);
      if (change) await moveClaim(tx, context, claim, change);
    });
}

/** What an order's end makes of a claim on it. */
const WITHOUT_ORDER: Partial<Record<ClaimState, ClaimState>> = {
  reading: "denied",
  review: "denied",
  asked: "denied",
  appealed: "denied_final",
  approved: "reversed",
  paid: "reversed",
};

export async function followOrders(context: BenefitsDeps, orderIds: readonly string[]): Promise<void> {
  await each(context, await claimsOfOrders(context.database.db, orderIds), async (tx, claim) => {
    const order = claim.order_id === null ? null : await context.cashback.holdOrder(tx, claim.order_id);
    const state = WITHOUT_ORDER[claim.state];
    if (!state || order?.stands) return null;
    return { state, reason: "refunded_by_store", by: BY_RULES };
  });
}

/** Trials that became paid months, and those that ended before. */
async function followTrials(context: BenefitsDeps): Promise<void> {
  const now = context.clock.now();
  const claims = await claimsIn(context.database.db, { state: "approved", changed_before: now, most: MAX_SWEEP });
  const memberships = new Map<string, readonly MembershipRow[]>();
  for (const { user_id } of claims)
    if (!memberships.has(user_id)) memberships.set(user_id, await context.membership.membershipsOf(user_id));
  await each(context, claims, async (tx, claim) => {
    const row = memberships.get(claim.user_id)?.find(({ membership_id }) => membership_id === claim.membership_id);
    const backing = await backingOf(tx, context, row);
    if (backing === "waits") return null;
    return backing === "paid"
      ? { state: "paid", by: BY_RULES }
      : { state: "reversed", reason: "membership_not_paid", by: BY_RULES };
  });
}

export async function sweepClaims(context: BenefitsDeps): Promise<void> {
  const { db } = context.database;
  const now = context.clock.now();
  const lapsed = await claimsLapsed(db, civilDate(now), MAX_SWEEP);
  await each(context, lapsed, async () => ({ state: "expired", by: BY_RULES }));
  const changed_before = addDays(now, -LOST_MINUTES / 1_440);
  const late = addDays(now, -PATIENCE_MINUTES / 1_440);
  for (const claim of await claimsIn(db, { state: "reading", changed_before, most: MAX_SWEEP }))
    await decideClaim(context, claim.claim_id, { patient: claim.changed_at > late });
  await followTrials(context);
}
