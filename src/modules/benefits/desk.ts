/** What operators may ask and do about claims. */
import type { PaidType } from "../../../brands/benefits.ts";
import type { ClaimState } from "./benefits.types.ts";
import { findByReference, readClaim, readClaims, readEvents, readVerdicts } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { approveClaim, askClaim, denyClaim, takeBackClaim } from "./judge-claim.ts";
import {
  countOpen,
  countSteps,
  listClaims,
  readClaimsWith,
  readSampled,
  readWaiting,
  type Span,
  setLooked,
} from "./operator-store.ts";
import { readEvidence } from "./papers.ts";

export type BenefitsDesk = ReturnType<typeof createBenefitsDesk>;
export function createBenefitsDesk(context: BenefitsDeps) {
  const { db } = context.database;
  return {
    waiting: (state: ClaimState, most: number) => readWaiting(db, state, most),
    sampled: (most: number) => readSampled(db, most),
    looked: (claimId: string) => setLooked(db, claimId, context.clock.now()),
    claim: (claimId: string) => readClaim(db, claimId),
    byReference: (reference: string) => findByReference(db, reference),
    claimsWith: (receiptId: string) => readClaimsWith(db, receiptId),
    claimsOf: (userId: string, most: number) => readClaims(db, userId, { most }),
    list: (asked: {
      state: ClaimState | null;
      type: PaidType | null;
      after: { at: Date; id: string } | null;
      most: number;
    }) => listClaims(db, asked),
    events: (claimId: string) => readEvents(db, claimId),
    verdicts: (claimId: string) => readVerdicts(db, claimId),
    /** The papers with what was read of them, and others that they may be copies of. */
    async papers(claimId: string) {
      const papers = await readEvidence(context, claimId);
      return Promise.all(
        papers.map(async (paper) => ({ paper, likenesses: await context.receipts.likenesses(db, paper.receipt_id) })),
      );
    },
    /** Where a page of a paper can be seen for some minutes: for those who may see what is personal. */
    pictureOf: (receiptId: string, page: number) => context.receipts.desk.hrefOf(receiptId, page),
    approve: (judging: Parameters<typeof approveClaim>[1]) => approveClaim(context, judging),
    ask: (judging: Parameters<typeof askClaim>[1]) => askClaim(context, judging),
    deny: (judging: Parameters<typeof denyClaim>[1]) => denyClaim(context, judging),
    takeBack: (judging: Parameters<typeof takeBackClaim>[1]) => takeBackClaim(context, judging),
    counts: (span: Span) => countSteps(db, span),
    open: () => countOpen(db),
  };
}
