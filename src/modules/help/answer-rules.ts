/** What can be answered about a missing purchase, and what follows: pure. */
import type { MessageState } from "./thread-rules.ts";

/** Networks answer about an order within a month; then a person looks again. */
export const ASKED_DAYS = 30;

/** Answers about a missing purchase, by what a person found. Letters have words for each, in both languages. */
export const PURCHASE_ANSWERS = {
  found: "It is in their passbook now.",
  asked: "The store's network was asked; they hear from us within thirty days.",
  no_visit: "We have no visit of theirs to the store before the order.",
  other_partner: "The store says that the order came by somebody else's link or code.",
  not_eligible: "What was bought is excluded by the store's terms.",
  returned: "The store says that the order was cancelled or returned.",
  too_early: "The store has not told of any order of that day yet.",
} as const;
export type PurchaseAnswer = keyof typeof PURCHASE_ANSWERS;
/** To everything else a person answers in their own words. */
export type AnswerCode = PurchaseAnswer | "words";
export const isPurchaseAnswer = (code: string): code is PurchaseAnswer => Object.hasOwn(PURCHASE_ANSWERS, code);

/** How it stands after an answer: what was found about a purchase settles it; a network that was asked, and words, do not. */
export function afterAnswer(code: AnswerCode): MessageState {
  if (code === "asked") return "pending_house";
  return code === "words" || code === "too_early" ? "pending_member" : "resolved";
}
