/** Claims follow what happens elsewhere: orders that are taken back or shrink, trials that end, papers that never come, days that pass. */
import { addDays, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import type { ClaimState, Refunded } from "./benefits.types.ts";
import { BY_RULES, REFUNDS_TOLD } from "./claim-rules.ts";
import {
  type Claim,
  claimsAfter,
  claimsIn,
  claimsLapsed,
  claimsOfOrders,
  findByPurchase,
  lockClaim,
  lockMember,
  noteRefunds,
  setDoubted,
} from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { decideClaim } from "./decide-claim.ts";
import { mostIfTold, mostOf, standsFor } from "./known-orders.ts";
import { tellsMore } from "./refunds-told.ts";
import { type Change, lowerClaim, moveClaim } from "./settle-claim.ts";

const MAX_SWEEP = 500;
/** A paper is read in seconds; what was lost is decided after minutes, and what cannot be read is a person's after an hour. */
const LOST_MINUTES = 10;
const PATIENCE_MINUTES = 60;
const MONTH_DAYS = 31;
/** Longer than any trial and the days in which its first payment is tried; and than banks take back what was paid. */
const TRIAL_DAYS = 400;
const DISPUTE_DAYS = 180;

/** Each in a transaction of its own, so that one that fails holds up no other. */
export async function eachClaim(
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
  await eachClaim(context, await claimsOfOrders(context.database.db, orderIds), async (tx, claim) => {
    const order = claim.order_id === null ? null : await context.cashback.holdOrder(tx, claim.order_id);
    const state = WITHOUT_ORDER[claim.state];
    if (!state) return null;
    const most = standsFor(order, claim) ? mostOf(order, claim) : 0n;
    if (most === 0n) return { state, reason: "refunded_by_store", by: BY_RULES };
    if (most < claim.rebate_minor) await lowerClaim(tx, context, claim, { rebate: most, by: BY_RULES });
    return null;
  });
}

/** The store gave something back: what it paid is not ours to pay, and what we paid beside it is taken back. */
export async function followRefund(context: BenefitsDeps, purchase: string, refunded: Refunded): Promise<void> {
  const known = await findByPurchase(context.database.db, purchase);
  if (!known?.drop) return;
  await eachClaim(context, [known], async (tx, claim) =>
    claim.drop && tellsMore(claim.drop, refunded) ? followTold(tx, context, claim, refunded) : null,
  );
}

/**
 * `claim` is locked. What is sure takes its share of the rebate along; where more may have been given back, whoever looks at the
 * claim sees it, and one that nobody looks at any more is shown to a person.
 */
export async function followTold(
  tx: Tx,
  context: BenefitsDeps,
  known: Claim,
  refunded: Refunded,
): Promise<Change | null> {
  const claim = await noteRefunds(tx, known, refunded);
  const order = claim.order_id === null ? null : await context.cashback.holdOrder(tx, claim.order_id);
  const state = WITHOUT_ORDER[claim.state];
  if (!state) return null;
  const most = mostOf(order, claim);
  if (most === 0n) return { state, reason: "refunded_by_store", by: BY_RULES };
  if (most < claim.rebate_minor) await lowerClaim(tx, context, claim, { rebate: most, by: BY_RULES });
  const rebate = most < claim.rebate_minor ? most : claim.rebate_minor;
  const decided = claim.state === "approved" || claim.state === "paid";
  if (decided && mostIfTold(order, claim) < rebate) await setDoubted(tx, claim.claim_id, REFUNDS_TOLD);
  return null;
}

const NOT_PAID: Change = { state: "reversed", reason: "membership_not_paid", by: BY_RULES };

/** All claims in a state that changed in so many days, page by page; `look` says what becomes of some of them, by their ids. */
async function followAll(
  context: BenefitsDeps,
  asked: { state: ClaimState; days: number },
  look: (claims: readonly Claim[]) => Promise<ReadonlyMap<string, Change>>,
): Promise<void> {
  const since = addDays(context.clock.now(), -asked.days);
  for (let after: string | null = null; ; ) {
    const page: Claim[] = await claimsAfter(context.database.db, { state: asked.state, since, after, most: MAX_SWEEP });
    const changes = await look(page);
    const some = page.filter(({ claim_id }) => changes.has(claim_id));
    await eachClaim(context, some, async (_tx, claim) => changes.get(claim.claim_id) ?? null);
    if (page.length < MAX_SWEEP) return;
    after = page.at(-1)?.claim_id ?? null;
  }
}

/** Trials that became paid months, and those that ended before: a trial's first month begins after the claim. */
const followTrials = (context: BenefitsDeps): Promise<void> =>
  followAll(context, { state: "approved", days: TRIAL_DAYS }, async (claims) => {
    const months = await context.membership.firstMonths(
      claims.map(({ claim_id, user_id, membership_id, sent_at }) => ({
        ...{ key: claim_id, user_id, membership_id, since: sent_at, first_charge_on: civilDate(sent_at) },
      })),
    );
    const changes = months.flatMap(({ key, paid, ended, runs }): [string, Change][] =>
      paid ? [[key, { state: "paid", by: BY_RULES }]] : ended && !runs ? [[key, NOT_PAID]] : [],
    );
    return new Map(changes);
  });

/** Once a day: whose months went back whole, by us or by their bank, keeps no rebate that was paid on them. */
export const followPayments = (context: BenefitsDeps): Promise<void> =>
  followAll(context, { state: "paid", days: DISPUTE_DAYS }, async (claims) => {
    const months = await context.membership.paidMonths(
      claims.map(({ claim_id, user_id, purchased_on }) => ({
        // The month that the purchase was made in may have begun so many days before it.
        ...{ key: claim_id, user_id, from: civilDate(addDays(new Date(`${purchased_on}T00:00:00Z`), -MONTH_DAYS)) },
      })),
    );
    const gone = months.filter(({ charged, kept }) => charged > 0n && kept <= 0n);
    return new Map(gone.map(({ key }) => [key, NOT_PAID]));
  });

export async function sweepClaims(context: BenefitsDeps): Promise<void> {
  const { db } = context.database;
  const now = context.clock.now();
  const lapsed = await claimsLapsed(db, civilDate(now), MAX_SWEEP);
  await eachClaim(context, lapsed, async () => ({ state: "expired", by: BY_RULES }));
  const changed_before = addDays(now, -LOST_MINUTES / 1_440);
  const late = addDays(now, -PATIENCE_MINUTES / 1_440);
  for (const claim of await claimsIn(db, { state: "reading", changed_before, most: MAX_SWEEP }))
    await decideClaim(context, claim.claim_id, { patient: claim.changed_at > late });
  await followTrials(context);
}
