/** The door of payouts: withdrawals to PayPal, Venmo and gift cards, and what became of them. */

import { done, type Outcome, refused } from "#platform/outcome";
import { createSeal } from "#platform/seal";
import { buyGiftCard } from "./buy-gift-card.ts";
import { confirmOwner, type Owner } from "./confirm-owner.ts";
import type { HeldThere, PayoutContext, PayoutDeps } from "./context.ts";
import { readGiftCodes } from "./gift-code-store.ts";
import { type CodeGift, giveGiftCode, makePartnerCodes, redeemCode } from "./gift-codes.ts";
import { appealHeld, createHeldDesk } from "./hold-for-person.ts";
import { withdrawalId } from "./ids.ts";
import type { PayoutRefusal } from "./messages.ts";
import { findWithdrawals, listWithdrawals, readWithdrawalEvents } from "./operator-store.ts";
import { adoptWithdrawals, followPayable, KIND } from "./payable.ts";
import { createPaypal } from "./paypal/payouts.ts";
import { readCoinPage } from "./read-coin-page.ts";
import { readGiftCardHistory, readWithdrawalPage } from "./read-payouts.ts";
import { shareReceiver } from "./receivers.ts";
import { createRenewal } from "./renew-card.ts";
import { requestWithdrawal, type WithdrawalRequest } from "./request-withdrawal.ts";
import {
  listSharedReceivers,
  readHeldAt,
  readReceiversOf,
  readSharedReceiver,
  sumArrived,
} from "./shared-receiver-store.ts";
import { readPaidOut, readPayoutSpeed } from "./speed-store.ts";
import { readGiftCards, readWithdrawal, readWithdrawals, replaceGiftCards } from "./store.ts";
import { coinWithdrawalLedger, withdrawalLedger } from "./sub-ledger-store.ts";
import { type Hint, keepHint, readHints, takeHint } from "./take-hint.ts";
import { readTremendousBalance } from "./tremendous/balance.ts";
import { createTremendous } from "./tremendous/orders.ts";

export type { HeldEntry } from "./hold-for-person.ts";
export type { PayoutRefusal } from "./messages.ts";
export { PAYOUT_REFUSALS } from "./messages.ts";
export type { CoinCard, CoinPage } from "./read-coin-page.ts";
export type { GiftCardChoice, GiftCardEntry, WithdrawalEntry, WithdrawalPage } from "./read-payouts.ts";
export type { WithdrawalRequest } from "./request-withdrawal.ts";
export type { Method, WithdrawalState } from "./rules.ts";
export { withdrawalId };

export function createPayouts(deps: PayoutDeps) {
  const paypal = createPaypal(deps.settings, deps.clock, deps.calls);
  const tremendous = createTremendous(deps.settings, deps.calls);
  const seal = createSeal(deps.secret);
  const context: PayoutContext = { ...deps, seal };
  readHints(deps.inbox);
  deps.payables.registerProvider(paypal);
  deps.ledger.registerSubLedger(withdrawalLedger);
  deps.ledger.registerSubLedger(coinWithdrawalLedger);
  deps.payables.registerProvider(tremendous);
  deps.payables.follow(KIND, { changed: (tx, payable, secret) => followPayable(tx, context, payable, secret) });
  return {
    request: (input: WithdrawalRequest) => requestWithdrawal(context, input),
    /** What operators look for. */
    desk: {
      read: (id: string) => readWithdrawal(deps.database.db, id),
      events: (id: string) => readWithdrawalEvents(deps.database.db, id),
      find: (amount: bigint, most: number) => findWithdrawals(deps.database.db, amount, most),
      of: (userId: string, most: number) =>
        readWithdrawals(deps.database.db, userId, ["paypal", "venmo", "gift_card"], most),
      list: (asked: Parameters<typeof listWithdrawals>[1]) => listWithdrawals(deps.database.db, asked),
    },
    /** What coins can be swapped for, with what each is worth. */
    coinPage: (userId: string) => readCoinPage(context, userId),
    /** A card that failed or ran out: a new link, or its amount back. */
    renewGiftCard: createRenewal(context, tremendous.renew),
    redeemCode: (input: Parameters<typeof redeemCode>[1]) => redeemCode(context, input),
    giftCodes: {
      give: (gift: CodeGift) => giveGiftCode(context, gift),
      forPartner: (batch: Parameters<typeof makePartnerCodes>[1]) => makePartnerCodes(context, batch),
      of: (userId: string, most: number) => readGiftCodes(deps.database.db, userId, most),
      partners: (): readonly string[] => deps.partners.all().map((brand) => brand.partner_name),
    },
    held: createHeldDesk(context),
    /** Places where more than one member is paid, or asked to be, for operators. */
    shared: {
      list: (asked: Parameters<typeof listSharedReceivers>[1]) => listSharedReceivers(deps.database.db, asked),
      one: (key: string, most: number) => readSharedReceiver(deps.database.db, key, most),
      of: (userIds: readonly string[], most: number) => readReceiversOf(deps.database.db, userIds, most),
      heldAt: (hash: Buffer, most: number) => readHeldAt(deps.database.db, hash, most),
      arrived: (userIds: readonly string[]) => sumArrived(deps.database.db, userIds),
    },
    /** Once, by whoever was refused. */
    appeal: (asked: Parameters<typeof appealHeld>[1]) => appealHeld(context, asked),
    withdrawalPage: (userId: string) => readWithdrawalPage(context, userId),
    giftCardHistory: (userId: string) => readGiftCardHistory(context, userId),
    /** Opens a gift card: the link, behind the password. */
    async openGiftCard(input: Owner & { id: string }): Promise<Outcome<{ link: string }, PayoutRefusal>> {
      const withdrawal_id = withdrawalId.read(input.id);
      const row = withdrawal_id ? await readWithdrawal(deps.database.db, withdrawal_id) : null;
      if (!row || row.user_id !== input.user_id || !row.link_sealed) return refused("unknown_withdrawal");
      const confirmed = await confirmOwner(deps.identity, input);
      return confirmed.ok ? done({ link: seal.open(row.link_sealed) }) : confirmed;
    },
    /** A webhook is a hint, even a signed one: it is kept, and the truth is asked for. */
    keepHint: (hint: Hint) => keepHint(context, hint),
    takeHint: (inboxId: string) => takeHint(context, inboxId),
    heldBy: (provider: "paypal" | "tremendous"): Promise<HeldThere> =>
      provider === "paypal" ? paypal.readBalance() : readTremendousBalance(deps),
    verifyPaypalWebhook: paypal.verifyWebhook,
    verifyTremendousWebhook: tremendous.verifyWebhook,
    /** How long withdrawals took, over all members. */
    speed: (span: Parameters<typeof readPayoutSpeed>[1]) => readPayoutSpeed(deps.database.db, span),
    /** Everything that ever arrived with members, in cents. */
    paidOut: () => readPaidOut(deps.database.db),
    sweep: () => adoptWithdrawals(context),
    /** For commands and the console: a receiver that a person has confirmed to be shared. */
    shareReceiver: (input: Parameters<typeof shareReceiver>[1]) => shareReceiver(context, input),
    async refreshGiftCards(): Promise<number> {
      const cards = await tremendous.products();
      // An empty answer is more likely a fault there than the end of all cards.
      if (cards.length > 0) await deps.database.transaction((tx) => replaceGiftCards(tx, cards, deps.clock.now()));
      return cards.length;
    },
    /** Cards that are offered now, with the least and most of each. */
    giftCards: () => readGiftCards(deps.database.db, null),
    /** For rewards that are taken as a card: the same limits and steps as a withdrawal. */
    buyGiftCard: (input: Parameters<typeof buyGiftCard>[1]) => buyGiftCard(context, input),
    hasGiftCards: async () => (await readGiftCards(deps.database.db, null)).length > 0,
  };
}
export type Payouts = ReturnType<typeof createPayouts>;
/** What screens may ask of payouts. */
export type PayoutsService = Pick<
  Payouts,
  | "request"
  | "appeal"
  | "withdrawalPage"
  | "giftCardHistory"
  | "openGiftCard"
  | "coinPage"
  | "renewGiftCard"
  | "redeemCode"
>;
