/** What proves a claim, as the rules look at it. */
import type { Tx } from "#platform/database";
import type { Paper } from "./claim-rules.ts";
import { type Claim, readReceiptIds, receiptsInUse } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";

export type Evidence = NonNullable<Awaited<ReturnType<BenefitsDeps["receipts"]["evidence"]>>>;

/** Receipts of a claim, in their order; those that their member has erased are left out. */
export async function readEvidence(context: BenefitsDeps, claimId: string): Promise<Evidence[]> {
  const ids = await readReceiptIds(context.database.db, claimId);
  const found = await Promise.all(ids.map((id) => context.receipts.evidence(id)));
  return found.filter((one) => one !== null);
}

/** With everything that they may be a copy of, and whether that proves a claim. */
export async function papersOf(
  tx: Tx,
  context: BenefitsDeps,
  claim: Claim,
  evidence: readonly Evidence[],
): Promise<Paper[]> {
  const papers: Paper[] = [];
  for (const { receipt_id, state, read, signs } of evidence) {
    const found = await context.receipts.likenesses(tx, receipt_id);
    const used = await receiptsInUse(
      tx,
      found.map((like) => like.receipt_id),
      claim.claim_id,
    );
    papers.push({
      ...{ receipt_id, state, read, signs },
      likenesses: found.map((like) => ({
        ...like,
        own: like.user_id === claim.user_id,
        used: used.has(like.receipt_id),
      })),
    });
  }
  return papers;
}
