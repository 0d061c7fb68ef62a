/**
 * Brings a claim to another state: its money by the one credit, its part of the limits, its papers, its history and what is told
 * of it, in one transaction. Its member is locked, so that limits hold however many claims come at once.
 */
import { NOTHING } from "#ledger";
import type { CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { emit } from "#platform/jobs";
import { shareDown } from "#platform/money";
import { assert } from "#platform/outcome";
import { REBATES } from "./accounts.ts";
import { CLAIM_TRANSITIONS, type ClaimReason, type ClaimState } from "./benefits.types.ts";
import { type Claim, saveClaim } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { CLAIM_CHANGED } from "./job-kinds.ts";
import { NO_USAGE, readUsage } from "./usage-store.ts";

export const causeOf = ({ claim_id }: Pick<Claim, "claim_id">): string => `claim:${claim_id}`;
export const mayBecome = (from: ClaimState, to: ClaimState): boolean =>
  (CLAIM_TRANSITIONS[from] as readonly ClaimState[]).includes(to);

/** From here on nothing of it counts: its limits and papers are free again. */
const OVER: ReadonlySet<ClaimState> = new Set(["denied", "denied_final", "withdrawn", "expired", "reversed"]);

type Reservation = Pick<Claim, "rebate_minor" | "cut_by" | "reserved_at" | "limit_subject">;
type Reserving = Pick<Claim, "claim_id" | "user_id" | "type" | "terms" | "paid_minor">;
const WINDOWS = ["month", "year"] as const;
const limitOf = (type: string, window: (typeof WINDOWS)[number]): string =>
  window === "month" ? `rebates.${type}` : `rebates.${type}.year`;

/** Takes what fits under the limits of the month and of the year; nothing when they are used up. */
export async function reserve(tx: Tx, context: BenefitsDeps, claim: Reserving): Promise<Reservation> {
  const { terms, user_id, type } = claim;
  const now = context.clock.now();
  const { elsewhere } = (await readUsage(tx, user_id, now)).get(type) ?? NO_USAGE;
  const share = shareDown(claim.paid_minor, terms.share_bps);
  const most = BigInt(terms.claim_minor);
  const reservation: Reservation = {
    ...{ rebate_minor: share > most ? most : share, cut_by: share > most ? "claim" : null },
    ...{ reserved_at: now, limit_subject: user_id },
  };
  const take = async (window: (typeof WINDOWS)[number]) => {
    const whole = BigInt(window === "month" ? terms.month_minor : terms.year_minor) - elsewhere[window];
    return context.ledger.takeLimit(tx, {
      ...{ limit: limitOf(type, window), subject: user_id, window, most: whole > 0n ? whole : 0n },
      ...{ amount: reservation.rebate_minor, cause: causeOf(claim) },
    });
  };
  for (const [place, window] of WINDOWS.entries()) {
    const taken = await take(window);
    if (taken.ok) continue;
    reservation.rebate_minor = BigInt(taken.detail?.left ?? "0");
    reservation.cut_by = window;
    // What the year leaves is less than the month gave: the month gets the rest back.
    await giveBack(tx, context, { ...claim, ...reservation });
    if (reservation.rebate_minor === 0n) return { ...reservation, reserved_at: null };
    for (const again of WINDOWS.slice(0, place + 1)) assert((await take(again)).ok, "what is left can be taken");
  }
  return reservation;
}

type Reserved = Pick<Claim, "claim_id" | "type" | "limit_subject">;
export async function giveBack(tx: Tx, context: BenefitsDeps, claim: Reserved): Promise<void> {
  for (const window of WINDOWS)
    await context.ledger.giveBackLimit(tx, {
      ...{ limit: limitOf(claim.type, window), subject: claim.limit_subject, cause: causeOf(claim) },
    });
}

/** A part of what was set aside is enough: the rest is free again, in the windows that it came from. */
export async function reduce(tx: Tx, context: BenefitsDeps, claim: Claim, rebate: bigint): Promise<void> {
  if (!claim.reserved_at) return;
  const [taken, today] = [claim.reserved_at, context.clock.now()].map((at) => at.toISOString());
  for (const window of WINDOWS) {
    const letters = window === "month" ? 7 : 4;
    // In another window it could not be put back without counting there.
    if (taken?.slice(0, letters) !== today?.slice(0, letters)) continue;
    const use = { limit: limitOf(claim.type, window), subject: claim.limit_subject, cause: causeOf(claim) };
    await context.ledger.giveBackLimit(tx, use);
    const most = BigInt(Number.MAX_SAFE_INTEGER);
    const again = await context.ledger.takeLimit(tx, { ...use, window, most, amount: rebate });
    assert(again.ok, "a part of what was set aside can be set aside");
  }
}

/** Its order came to less: so much less of it is paid back, and it stays what it is. `claim` is locked. */
export async function lowerClaim(
  tx: Tx,
  context: BenefitsDeps,
  claim: Claim,
  { rebate, by }: { rebate: bigint; by: string },
): Promise<void> {
  await reduce(tx, context, claim, rebate);
  const changed_at = context.clock.now();
  const next = { ...claim, rebate_minor: rebate, sequence: claim.sequence + 1, changed_at };
  await post(tx, context, claim, next);
  const held = heldIn(next.state, rebate);
  const lower = { ...next, posted_pending: held.pending, posted_confirmed: held.confirmed };
  await saveClaim(tx, lower, { from: claim.state, by });
  await emit(tx, context.registry, CLAIM_CHANGED, { claim_id: lower.claim_id, sequence: lower.sequence });
}

export type Change = {
  state: ClaimState;
  by: string;
  reason?: ClaimReason | null;
  doubt?: string | null;
  words?: string;
  answer_by?: CivilDate | null;
  rebate_minor?: bigint;
  reservation?: Reservation;
  sampled?: boolean;
  appeal_words?: string;
};

const heldIn = (state: ClaimState, rebate: bigint) => ({
  pending: state === "approved" ? rebate : 0n,
  confirmed: state === "paid" ? rebate : 0n,
});

/** `claim` is locked. Says what became of it. */
export async function moveClaim(tx: Tx, context: BenefitsDeps, claim: Claim, change: Change): Promise<Claim> {
  assert(mayBecome(claim.state, change.state), `a claim that is ${claim.state} can become ${change.state}`);
  const { state, by, words } = change;
  const now = context.clock.now();
  const decided = state === "denied" || state === "denied_final" || state === "approved" || state === "paid";
  const over = OVER.has(state);
  if (over && claim.reserved_at) await giveBack(tx, context, claim);
  if (over) await context.receipts.release(tx, causeOf(claim));
  const next: Claim = {
    ...claim,
    ...change.reservation,
    ...(change.rebate_minor === undefined ? {} : { rebate_minor: change.rebate_minor }),
    ...(over ? { reserved_at: null } : {}),
    ...(decided && !(state === "paid" && claim.state === "approved") ? { decided_by: by, decided_at: now } : {}),
    state,
    reason: change.reason ?? null,
    doubt: change.doubt ?? null,
    answer_by: change.answer_by ?? null,
    appeal_words: change.appeal_words ?? claim.appeal_words,
    sampled: change.sampled ?? claim.sampled,
    sequence: claim.sequence + 1,
    changed_at: now,
  };
  await post(tx, context, claim, next);
  const held = heldIn(next.state, next.rebate_minor);
  await saveClaim(
    tx,
    { ...next, posted_pending: held.pending, posted_confirmed: held.confirmed },
    { from: claim.state, by, ...(words ? { words } : {}) },
  );
  await emit(tx, context.registry, CLAIM_CHANGED, { claim_id: next.claim_id, sequence: next.sequence });
  return next;
}

async function post(tx: Tx, context: BenefitsDeps, from: Claim, to: Claim): Promise<void> {
  const before = { pending: from.posted_pending, confirmed: from.posted_confirmed };
  const after = heldIn(to.state, to.rebate_minor);
  if (before.pending === after.pending && before.confirmed === after.confirmed) return;
  const kind = to.state === "approved" || to.state === "paid" ? to.state : "reversed";
  const credited = await context.ledger.credit(tx, [
    {
      kind: `rebate.${kind}`,
      cause: `rebate:${to.claim_id}:${to.sequence}`,
      reason: to.reason,
      data: { rebate: to.claim_id, type: to.type, merchant: to.merchant },
      owner: to.user_id,
      from: before.pending === 0n && before.confirmed === 0n ? NOTHING : before,
      to: after,
      against: [
        {
          account: { kind: REBATES, owner: "house" },
          amount: before.pending + before.confirmed - after.pending - after.confirmed,
        },
      ],
    },
  ]);
  assert(credited.ok, `the rebate of ${to.claim_id} can be posted`);
}
