/** The door of benefits: what a membership pays back and brings besides. */
import { sha256 } from "#platform/ids";
import { readAnswerDays } from "./answer-days-store.ts";
import type { BenefitReader, ClaimRequest, DropRequest, Refunded } from "./benefits.types.ts";
import { boostLedger, hasBoost } from "./boost-store.ts";
import { answerClaim, appealClaim, withdrawClaim } from "./change-claim.ts";
import { findByPurchase } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { decideRead } from "./decide-claim.ts";
import { createBenefitsDesk } from "./desk.ts";
import { followOrders, followPayments, followRefund, sweepClaims } from "./follow-claims.ts";
import { followMail } from "./follow-mails.ts";
import { rebateClaimId } from "./ids.ts";
import { leaveAccount } from "./leave-account.ts";
import { partnerNames } from "./partners.ts";
import { readBenefit, readLeft, readOverview, rxCardOf } from "./read-benefits.ts";
import { readBoosts } from "./read-boosts.ts";
import { claimStatus, listClaims, readClaimPage, readDropClaims } from "./read-claims.ts";
import { type GivenAddress, rebateAddress, setRebateAddress } from "./rebate-address.ts";
import { makeApplePass, readAppleKeys } from "./rx/apple-pass.ts";
import { makeGoogleLink, readGoogleKeys } from "./rx/google-pass.ts";
import { claimDrop, sendClaim } from "./send-claim.ts";
import { followBoosts } from "./settle-boosts.ts";
import { rebateLedger } from "./sub-ledger-store.ts";
import { writeLetter } from "./write-letters.ts";

export * from "./accounts.ts";
export type * from "./benefits.types.ts";
export { CLAIM_REASONS, CLOSED_REASONS } from "./benefits.types.ts";
export { dropOf, MIN_READING_MINUTES } from "./claim-rules.ts";
export { rebateClaimId } from "./ids.ts";
export { CLAIM_CHANGED } from "./job-kinds.ts";
export { BENEFIT_REFUSALS, type BenefitRefusal } from "./messages.ts";
export { weighRefunds } from "./refunds-told.ts";

/** A member's number on the savings card: the same for ever, and it tells nobody who they are here. */
const cardNumber = (userId: string): string =>
  BigInt(`0x${sha256(`rx:${userId}`).toString("hex").slice(0, 15)}`)
    .toString()
    .padStart(18, "0")
    .slice(-18);

export function createBenefits(context: BenefitsDeps) {
  context.ledger.registerSubLedger(rebateLedger);
  context.ledger.registerSubLedger(boostLedger);
  context.receipts.registerNames(partnerNames);
  const [apple, google] = [readAppleKeys(context.settings), readGoogleKeys(context.settings)];
  const wallets = { apple: apple !== null, google: google !== null };
  const cardOf = (reader: BenefitReader) => rxCardOf(context, reader, { number: cardNumber(reader.user_id), wallets });
  return {
    /** All benefits with what is left and what they brought, and the newest claims. */
    overview: (reader: BenefitReader) => readOverview(context, reader),
    /** What is left of the month of each that can be claimed. */
    left: (reader: BenefitReader) => readLeft(context, reader),
    /** One benefit with its terms; null for what there is not. */
    benefit: (reader: BenefitReader, type: string) => readBenefit(context, reader, type),
    async claim(userId: string, claimId: string) {
      const id = rebateClaimId.read(claimId);
      return id && readClaimPage(context, userId, id);
    },
    claims: (userId: string, before: string | null) => listClaims(context, userId, before),
    status: (asked: Parameters<typeof claimStatus>[1]) => claimStatus(context, asked),
    rxCard: async (reader: BenefitReader) => cardOf(reader),
    /** The card as a file for Apple Wallet; null without a contract, or where no pass can be signed. */
    async rxPass(reader: BenefitReader, language: "en" | "es") {
      const card = cardOf(reader);
      return card && apple ? makeApplePass(apple, card, language) : null;
    },
    /** The address at Google that keeps the card in a wallet; null as above. */
    async rxGoogleLink(reader: BenefitReader, language: "en" | "es") {
      const card = cardOf(reader);
      return card && google ? makeGoogleLink(google, card, { language, at: context.clock.now() }) : null;
    },
    sendClaim: (request: ClaimRequest) => sendClaim(context, request),
    /** A price that fell, as protection saw it: the same key is the same claim. */
    claimDrop: (request: DropRequest) => claimDrop(context, request),
    /** What the store gave back in all for what a claim on a drop is about. */
    refundedDrop: (purchase: string, refunded: Refunded) => followRefund(context, purchase, refunded),
    /** The claim on a drop, as it is kept; null before there is one. */
    claimOfDrop: async (purchase: string) => (await findByPurchase(context.database.db, purchase))?.claim_id ?? null,
    /** How claims on drops stand, by their ids as they are kept; those of one member. */
    dropClaims: (userId: string, claimIds: readonly string[]) => readDropClaims(context, userId, claimIds),
    answerClaim: (asked: Parameters<typeof answerClaim>[1]) => answerClaim(context, asked),
    appealClaim: (asked: Parameters<typeof appealClaim>[1]) => appealClaim(context, asked),
    withdrawClaim: (asked: Parameters<typeof withdrawClaim>[1]) => withdrawClaim(context, asked),
    rebateAddress: (userId: string) => rebateAddress(context, userId),
    setRebateAddress: (userId: string, address: GivenAddress) => setRebateAddress(context, userId, address),
    decideRead: (receiptId: string) => decideRead(context, receiptId),
    /** What a mail tells of purchases that were claimed. */
    followMail: (mailId: string) => followMail(context, mailId),
    followOrders: (orderIds: readonly string[]) => followOrders(context, orderIds),
    /** Acts on orders that changed: what the membership adds to their cash back. */
    followBoosts: (orderIds: readonly string[]) => followBoosts(context, orderIds),
    /** Whether a membership has brought its member this: then a trial was used. */
    usedBoost: hasBoost,
    boosts: (reader: Parameters<typeof readBoosts>[1]) => readBoosts(context, reader),
    writeLetter: (change: Parameters<typeof writeLetter>[1]) => writeLetter(context, change),
    /** When claims were first answered, over all members, and within how many working days that was promised. */
    answerDays: async (span: Parameters<typeof readAnswerDays>[1]) => ({
      days: await readAnswerDays(context.database.db, span),
      promised_days: context.settings.CLAIM_ANSWER_DAYS,
    }),
    sweep: () => sweepClaims(context),
    /** Takes back what months paid for that went back. */
    followPayments: () => followPayments(context),
    /** What operators see and do. */
    desk: createBenefitsDesk(context),
    /** The end of an account. */
    leaveAccount: (tx: Parameters<typeof leaveAccount>[0], userId: string) => leaveAccount(tx, context, userId),
  };
}
export type Benefits = ReturnType<typeof createBenefits>;
/** What screens may ask of benefits. */
export type BenefitsService = Pick<
  Benefits,
  | "overview"
  | "benefit"
  | "claim"
  | "claims"
  | "status"
  | "rxCard"
  | "sendClaim"
  | "answerClaim"
  | "appealClaim"
  | "withdrawClaim"
  | "rebateAddress"
  | "setRebateAddress"
>;
