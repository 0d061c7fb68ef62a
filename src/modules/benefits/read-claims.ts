/** Claims as their member sees them. */
import { addDays, civilDate } from "#platform/clock";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { receiptId } from "#receipts";
import type { ClaimPage, ClaimRow, ClaimState } from "./benefits.types.ts";
import {
  type Claim,
  findByReference,
  readClaim,
  readClaims,
  readClaimsById,
  readEvents,
  readReceiptIds,
} from "./claim-store.ts";
import { stepWords } from "./claim-words.ts";
import type { BenefitsDeps } from "./context.ts";
import { rebateClaimId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { REASON_WORDS } from "./reason-words.ts";
import { mayBecome } from "./settle-claim.ts";

export const APPEAL_DAYS = 30;
export const MAX_ROWS = 20;

const NOTHING_COMES: ReadonlySet<ClaimState> = new Set(["denied", "denied_final", "expired", "withdrawn", "reversed"]);
const AWAITED: ReadonlySet<ClaimState> = new Set(["reading", "review", "asked", "appealed"]);

export function rowOf(claim: Claim): ClaimRow {
  const words = claim.reason ? REASON_WORDS[claim.reason] : null;
  return {
    claim_id: rebateClaimId.show(claim.claim_id),
    ...{ reference: claim.reference, type: claim.type, merchant: claim.merchant, purchased_on: claim.purchased_on },
    ...{ sent_at: claim.sent_at.toISOString(), paid_minor: claim.paid_minor.toString(), state: claim.state },
    rebate_minor: (NOTHING_COMES.has(claim.state) ? 0n : claim.rebate_minor).toString(),
    answer_by: AWAITED.has(claim.state) ? claim.answer_by : null,
    reason: words && claim.reason ? { code: claim.reason, en: words.en, es: words.es, change: words.change } : null,
  };
}

/** Last day of an appeal; null where there is none. */
export const appealUntil = (claim: Claim): string | null =>
  claim.state === "denied" && claim.decided_at ? civilDate(addDays(claim.decided_at, APPEAL_DAYS)) : null;

const timelineOf = async (context: BenefitsDeps, claimId: string): Promise<ClaimPage["timeline"]> =>
  (await readEvents(context.database.db, claimId)).map((event) => ({
    ...{ at: event.at.toISOString(), state: event.state, words: stepWords(event) },
  }));

/** `claimId` as it is kept. */
export async function readClaimPage(context: BenefitsDeps, userId: string, claimId: string): Promise<ClaimPage | null> {
  const { db } = context.database;
  const claim = await readClaim(db, claimId);
  if (claim?.user_id !== userId) return null;
  const ids = await readReceiptIds(db, claimId);
  const shown = await Promise.all(ids.map((id) => context.receipts.show(userId, id)));
  const until = appealUntil(claim);
  const today = civilDate(context.clock.now());
  return {
    ...rowOf(claim),
    cut_by: claim.cut_by,
    receipts: shown.flatMap((one) =>
      one ? [{ receipt_id: receiptId.show(one.receipt_id), name: one.name, type: one.type }] : [],
    ),
    timeline: await timelineOf(context, claimId),
    may: {
      answer: claim.state === "asked",
      appeal: until !== null && today <= until,
      withdraw: mayBecome(claim.state, "withdrawn"),
    },
    appeal_until: until,
    appeal: claim.appeal_words,
  };
}

/** Of one member, by their ids as they are kept. */
export const readDropClaims = async (
  context: BenefitsDeps,
  userId: string,
  claimIds: readonly string[],
): Promise<Map<string, ClaimRow>> =>
  claimIds.length === 0
    ? new Map()
    : new Map(
        (await readClaimsById(context.database.db, claimIds))
          .filter(({ user_id }) => user_id === userId)
          .map((claim) => [claim.claim_id, rowOf(claim)]),
      );

/** `before`: the id of the last row of the page before, as it was shown. */
export async function listClaims(
  context: BenefitsDeps,
  userId: string,
  before: string | null,
): Promise<{ rows: ClaimRow[]; next: string | null }> {
  const after = before === null ? null : rebateClaimId.read(before);
  if (before !== null && after === null) return { rows: [], next: null };
  const claims = await readClaims(context.database.db, userId, { before: after, most: MAX_ROWS + 1 });
  const rows = claims.slice(0, MAX_ROWS).map(rowOf);
  return { rows, next: claims.length > MAX_ROWS ? (rows.at(-1)?.claim_id ?? null) : null };
}

/** For whoever has the reference and the address that it was sent from: a wrong one of either is told alike. */
export async function claimStatus(
  context: BenefitsDeps,
  asked: { reference: string; email: string; address: string },
): Promise<Outcome<ClaimRow & { timeline: ClaimPage["timeline"] }, "unknown_claim" | "too_many">> {
  if (await context.limits.take(LIMITS.claim_status, networkOf(asked.address))) return refused("too_many");
  const reference = asked.reference.toUpperCase().replace(/[^2-9A-HJ-NP-Z]/g, "");
  const claim = reference.length === 8 ? await findByReference(context.database.db, reference) : null;
  const contact = claim && (await context.identity.contact(claim.user_id));
  const email = asked.email.trim().toLowerCase();
  if (!claim || !contact?.email || contact.email.toLowerCase() !== email) return refused("unknown_claim");
  return done({ ...rowOf(claim), timeline: await timelineOf(context, claim.claim_id) });
}
