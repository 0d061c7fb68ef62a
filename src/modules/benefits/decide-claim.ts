/** A claim is decided by the table of rules, when all that proves it has been read. What a rule doubts waits for a person. */
import { type CivilDate, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { workingDaysAfter } from "#platform/working-days";
import { BY_RULES, type ClaimFacts, decisionOf, judge, type Paper, RULES_VERSION } from "./claim-rules.ts";
import {
  type Claim,
  claimsOfReceipt,
  lockClaim,
  lockMember,
  readClaim,
  readHistory,
  saveVerdict,
} from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { mostIfTold, standsFor } from "./known-orders.ts";
import { papersOf, readEvidence } from "./papers.ts";
import { knownAs } from "./partners.ts";
import { toldOf } from "./refunds-told.ts";
import { moveClaim } from "./settle-claim.ts";
import { backingOf, dayFor, type MembershipRow, wasMember } from "./standing.ts";

/** Of what is paid without a person, so much is looked at afterwards. */
const SAMPLE_IN_THOUSAND = 30;

/** The same claim is always a sample or never one. */
export const isSample = (claimId: string): boolean =>
  sha256(`sample:${claimId}`).readUInt32BE(0) % 1_000 < SAMPLE_IN_THOUSAND;

export const answerDay = (context: BenefitsDeps): CivilDate =>
  civilDate(workingDaysAfter(context.clock.now(), context.settings.CLAIM_ANSWER_DAYS));

/** `patient`: papers that are still being read are waited for. */
export async function decideClaim(context: BenefitsDeps, claimId: string, { patient = true } = {}): Promise<void> {
  const known = await readClaim(context.database.db, claimId);
  if (known?.state !== "reading") return;
  const evidence = await readEvidence(context, claimId);
  if (patient && evidence.some(({ state }) => state === "reading")) return;
  const memberships = await context.membership.membershipsOf(known.user_id);
  await context.database.transaction(async (tx) => {
    await lockMember(tx, known.user_id);
    const claim = await lockClaim(tx, claimId);
    // Somebody was faster, or two accounts became one meanwhile: whoever looks next decides.
    if (claim?.state !== "reading" || claim.user_id !== known.user_id) return;
    const papers = await papersOf(tx, context, claim, evidence);
    await decide(tx, context, claim, { papers, memberships });
  });
}

async function decide(
  tx: Tx,
  context: BenefitsDeps,
  claim: Claim,
  { papers, memberships }: { papers: readonly Paper[]; memberships: readonly MembershipRow[] },
): Promise<void> {
  const { terms } = claim;
  const order = claim.order_id === null ? null : await context.cashback.holdOrder(tx, claim.order_id);
  const known_as = knownAs(terms, claim);
  const verdicts = judge({
    ...{
      today: claim.drop?.claimed_on ?? dayFor(context.membership, memberships, claim.sent_at),
      terms,
      drop: claim.drop,
      mail: claim.mail !== null,
      country: claim.country,
      merchant: claim.merchant,
    },
    ...{ purchased_on: claim.purchased_on, paid_minor: claim.paid_minor, rebate_minor: claim.rebate_minor },
    was_member: wasMember(context.membership, memberships, { tiers: terms.tiers, day: claim.purchased_on }),
    ...{ known_as, papers, refunds: refundsFor(order, claim) },
    order: claim.order_id === null ? null : { stands: standsFor(order, claim) },
    history: {
      ...(await readHistory(tx, claim, context.clock.now())),
      auto_month: BigInt(context.partners.named(claim.partner).benefits.auto_month_minor),
    },
  });
  const decision = decisionOf(verdicts);
  const at = context.clock.now();
  await saveVerdict(tx, {
    ...{ claim_id: claim.claim_id, sequence: claim.sequence, version: RULES_VERSION, rules: verdicts, at },
  });
  if (decision.do === "deny") {
    await moveClaim(tx, context, claim, { state: "denied", reason: decision.reason, by: BY_RULES });
    return;
  }
  const row = memberships.find(({ membership_id }) => membership_id === claim.membership_id);
  const backing = decision.do === "pay" ? await backingOf(tx, context, row) : "unpaid";
  if (decision.do === "review" || backing === "unpaid") {
    const doubt = decision.do === "review" ? decision.doubt : "membership paid";
    const by = { by: BY_RULES, doubt, answer_by: answerDay(context) };
    await moveClaim(tx, context, claim, { state: "review", ...by });
    return;
  }
  await moveClaim(tx, context, claim, {
    state: backing === "paid" ? "paid" : "approved",
    ...{ by: BY_RULES, sampled: isSample(claim.claim_id) },
  });
}

function refundsFor(order: Parameters<typeof mostIfTold>[0], claim: Claim): ClaimFacts["refunds"] {
  const noted = claim.drop ?? claim.mail;
  const told = noted ? toldOf(noted) : 0n;
  return told > 0n ? { told, most: mostIfTold(order, claim) } : null;
}

/** The job: whatever waited for this paper is decided now. */
export async function decideRead(context: BenefitsDeps, receiptId: string): Promise<void> {
  for (const { claim_id } of await claimsOfReceipt(context.database.db, receiptId))
    await decideClaim(context, claim_id);
}
