/** A letter for each step of a claim that its member should hear of, once. */
import { addDays, civilDate } from "#platform/clock";
import { BENEFIT_WORDS } from "./benefit-words.ts";
import type { ClaimState } from "./benefits.types.ts";
import { type Claim, type ClaimEvent, readClaim, readEvents } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { rebateClaimId } from "./ids.ts";
import {
  type ClaimFacts,
  claimAppealed,
  claimApproved,
  claimAsked,
  claimDenied,
  claimDeniedFinal,
  claimExpired,
  claimLowered,
  claimPaid,
  claimReceived,
  claimReversed,
} from "./letters.ts";
import { APPEAL_DAYS } from "./read-claims.ts";
import { REASON_WORDS } from "./reason-words.ts";

const LETTERS: Partial<Record<ClaimState, typeof claimReceived>> = {
  asked: claimAsked,
  approved: claimApproved,
  paid: claimPaid,
  denied: claimDenied,
  appealed: claimAppealed,
  denied_final: claimDeniedFinal,
  reversed: claimReversed,
  expired: claimExpired,
};

const HELD: ReadonlySet<ClaimState> = new Set(["approved", "paid"]);

/** What is decided in the moment in which it is sent is told by its answer alone. */
function letterFor(event: ClaimEvent, events: readonly ClaimEvent[]) {
  // It stayed what it was, and came to less. What is not agreed to yet is told by its answer.
  if (event.from_state === event.state) return HELD.has(event.state) ? claimLowered : undefined;
  if (event.sequence !== 1) return LETTERS[event.state];
  const next = events.find(({ sequence }) => sequence === 2);
  const waits = !next || next.state === "review" || next.at.getTime() > event.at.getTime();
  return waits ? claimReceived : undefined;
}

const dayOf = (claim: Claim, event: ClaimEvent): string | null =>
  event.state === "denied" ? civilDate(addDays(event.at, APPEAL_DAYS)) : claim.answer_by;

export async function writeLetter(
  context: BenefitsDeps,
  change: { claim_id: string; sequence: number },
): Promise<void> {
  const { db } = context.database;
  const claim = await readClaim(db, change.claim_id);
  const events = await readEvents(db, change.claim_id);
  const event = events.find(({ sequence }) => sequence === change.sequence);
  const letter = event && letterFor(event, events);
  const contact = claim && letter && (await context.identity.contact(claim.user_id));
  if (!contact || !event || !letter) return;
  const words = event.reason ? REASON_WORDS[event.reason] : null;
  const nothing = ["denied", "denied_final", "expired"].includes(event.state);
  const facts: ClaimFacts = {
    ...{ claim_id: rebateClaimId.show(claim.claim_id), reference: claim.reference, merchant: claim.merchant },
    ...{ benefit: BENEFIT_WORDS[claim.type].name, paid_minor: claim.paid_minor.toString() },
    rebate_minor: nothing ? "0" : event.rebate_minor.toString(),
    day: dayOf(claim, event),
    reason: words && { en: words.en, es: words.es },
    change: words?.change ?? null,
    // Their own words need no telling.
    words: event.by_whom === "member" ? "" : event.words,
  };
  await context.database.transaction((tx) =>
    context.notifications.queue(tx, {
      cause: `claim:${claim.claim_id}:${change.sequence}`,
      recipient: { ...contact, user_id: claim.user_id },
      letter: letter(facts),
    }),
  );
}
