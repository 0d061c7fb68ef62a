/** The door of cash back: clicks, orders that networks report, and what becomes of them for the member. */

import { timingSafeEqual } from "node:crypto";
import type { Network } from "#catalog";
import type { Tx } from "#platform/database";
import { GroupWriter } from "#platform/group-writer";
import { sha256 } from "#platform/ids";
import { createInboxWriter } from "#platform/inbox-writer";
import { allocatePayout, type Payout, returnPayout } from "./allocate-payout.ts";
import { applyRows } from "./apply-rows.ts";
import { assignOrder } from "./assign-order.ts";
import { createAwin } from "./awin/transactions.ts";
import type { ReportRow } from "./cashback.types.ts";
import { createCj } from "./cj/commissions.ts";
import { findSameOrders, holdOrder, readClaimableOrders, sumPlusExtra } from "./claim-store.ts";
import { type ClickRow, insertClicks, insertVisit } from "./click-store.ts";
import { readOwed, spreadOverOrders, takeBackRemittance } from "./commission-store.ts";
import type { CashbackContext, CashbackDeps } from "./context.ts";
import { dropOld } from "./drop-old.ts";
import { createGoShopping } from "./go-shopping.ts";
import { createImpact } from "./impact/actions.ts";
import { createImpactInquiries } from "./impact/inquiries.ts";
import { createImpactInvoices } from "./impact/invoices.ts";
import { createInquiries } from "./inquiries/inquiries.ts";
import { readCounts, type Span } from "./operator-store.ts";
import { createOrderDesk } from "./order-desk.ts";
import { readOrderEntries, readOrderSummary } from "./order-entries.ts";
import { countParked, readInReview } from "./order-store.ts";
import { readClickedStores, readEvents, readOrder } from "./passbook-store.ts";
import { pollNetwork, refetch } from "./poll-network.ts";
import { readConfirmDays, readDecided, readStoreRecords } from "./record-store.ts";
import { reviewOrder } from "./review-order.ts";
import { hasPlusOrder, readOwners, readRewardOrders, readStanding } from "./reward-store.ts";
import { orderLedger } from "./sub-ledger-store.ts";
import { readInbox, takePostback, takeReport } from "./take-rows.ts";
import { tellActivity } from "./tell-activity.ts";
import { findWaitingRows } from "./waiting-store.ts";
import { writeOrderMails } from "./write-mails.ts";

export * from "./accounts.ts";
export type * from "./cashback.types.ts";
export type { ClaimableOrder } from "./claim-store.ts";
export type { OwedRow } from "./commission-store.ts";
export type { Departure, ShoppingTarget } from "./go-shopping.ts";
export { inquiryId, orderId } from "./ids.ts";
export type { AskRefusal } from "./inquiries/ask-network.ts";
export type { InquiryView } from "./inquiries/inquiries.ts";
export { INQUIRY_CHANGED, ORDER_CHANGED } from "./job-kinds.ts";
export { CASHBACK_REFUSALS, REDIRECT_NOTICE_MS } from "./messages.ts";
export { REASONS } from "./rules.ts";

const sameSecret = (given: string, expected: string) => timingSafeEqual(sha256(given), sha256(expected));

export function createCashback(deps: CashbackDeps) {
  deps.ledger.registerSubLedger(orderLedger);
  readInbox(deps.inbox);
  const context: CashbackContext = {
    ...deps,
    adapters: { impact: createImpact(deps), cj: createCj(deps), awin: createAwin(deps) },
    reports: createInboxWriter(deps.database, deps.inbox, "reports"),
  };
  const ways = deps.settings.NETWORK_INQUIRIES.split(",");
  const inquiryAdapters = ways.includes("impact") ? { impact: createImpactInquiries(deps) } : {};
  const clicks = new GroupWriter<ClickRow>({
    what: "clicks",
    async store(rows) {
      await insertClicks(deps.database, rows);
      return () => undefined;
    },
  });
  const shopping = createGoShopping(context, clicks);
  return {
    /** Stores a click durably and answers with the address to leave by. */
    go: shopping.go,
    /** Where a target leads, without a click: for the notice page. */
    destination: shopping.find,
    forgetDestinations: shopping.forget,
    /** How often networks' reports are read. */
    pollSeconds: deps.settings.POLL_SECONDS,
    /** Orders whose commission is far below what was to be expected; and what a person says of one. */
    inReview: (most = 200) => readInReview(deps.database.db, most),
    /** One order and what happened to it; null when there is none. */
    async showOrder(orderId: string) {
      const order = await readOrder(deps.database.db, orderId);
      return order && { order, events: (await readEvents(deps.database.db, [orderId])).get(orderId) ?? [] };
    },
    /** What operators look for among orders and clicks. */
    desk: createOrderDesk(context),
    /** A person gives an order to a click. */
    assignOrder: (input: Parameters<typeof assignOrder>[1]) => assignOrder(context, input),
    /** Purchases that members miss, asked about at their network by its own way. */
    inquiries: createInquiries({ ...context, inquiryAdapters }),
    /** What members did in a span of time. */
    counts: (span: Span) => readCounts(deps.database.db, span),
    /** What became of orders, over all members. */
    record: {
      decided: (span: Span) => readDecided(deps.database.db, span),
      confirmDays: (span: Span) => readConfirmDays(deps.database.db, span),
      stores: (span: Span, least: Parameters<typeof readStoreRecords>[2]) =>
        readStoreRecords(deps.database.db, span, least),
    },
    reviewOrder: (input: Parameters<typeof reviewOrder>[1]) => reviewOrder(context, input),
    /** SPEC §7: what somebody set out to do. */
    recordVisit: (visit: { user_id: string; offer_id: string; item: unknown }) =>
      insertVisit(deps.database.db, { ...visit, at: deps.clock.now() }),
    /** A member's orders as the passbook shows them. */
    orderEntries: (input: Parameters<typeof readOrderEntries>[1]) => readOrderEntries(context, input),
    orderSummary: (userId: string) => readOrderSummary(context, userId),
    lastStores: (userId: string, limit = 8) => readClickedStores(deps.database.db, userId, limit),
    /** Whether a caller knows the part of the address that only we and the network were told. */
    knowsPostback: (network: "impact" | "awin", given: string): boolean =>
      sameSecret(given, deps.settings[network === "impact" ? "IMPACT_POSTBACK_SECRET" : "AWIN_POSTBACK_SECRET"]),
    /** A postback: kept as a hint, then the truth is read from the network by id. */
    takePostback: (network: Network, payload: unknown, keys: readonly string[]) =>
      takePostback(context, network, payload, keys),
    /** Rows of a report as the network sent them. */
    takeReport: (network: Network, rows: readonly ReportRow[], fetchedAt: Date) =>
      takeReport(context, network, rows, fetchedAt),
    applyRows: (inboxIds: readonly string[], options: { alone: boolean }) => applyRows(context, inboxIds, options),
    refetch: (hint: { network: Network; keys: readonly string[]; inbox_id: string }) => refetch(context, hint),
    poll: (network: Network, options: { wide: boolean } = { wide: false }) => pollNetwork(context, network, options),
    /** Ids of rows that a network may still change, those due first: what a poll asks for by id. */
    waitingRows: (network: Network, parkedSince: Date, most: number) =>
      findWaitingRows(deps.database.db, network, parkedSince, most),
    writeMails: (changes: readonly { order_id: string; sequence: number }[]) => writeOrderMails(context, changes),
    /** Drops barren clicks that are older than the settings keep them. */
    dropOld: () => dropOld(context),
    /** Brings the order of stores in step with who went there and who bought. */
    tellActivity: () => tellActivity(context),
    countParked: () => countParked(deps.database.db),
    /** Which orders a payout paid: called by payouts when money has arrived. */
    allocatePayout: (tx: Tx, payout: Payout) => allocatePayout(tx, context, payout),
    returnPayout: (tx: Tx, payout: Payout) => returnPayout(tx, context, payout),
    /** Which orders a network's payment pays for; answers how much of it found one. Moves nothing. */
    spreadRemittance: spreadOverOrders,
    /** Gives the orders of a payment that was told wrong back; answers what had found one. Moves nothing. */
    takeBackRemittance,
    /** Invoices of the one network that documents a call for them; the others' paper is told by a person. */
    readInvoices: createImpactInvoices(deps).read,
    /** What networks owed us at an instant, by how their orders stood. */
    owedAt: readOwed,
    /** Orders of a member that are large enough for a reward and were made in time, oldest first. */
    ordersForReward: readRewardOrders,
    /** Whether a member's membership has paid off in an order: at the rate that only Plus gives. */
    usedPlusRate: hasPlusOrder,
    /** Orders as they stand, for what follows them; `runner`: the caller's transaction, where they must not change. */
    ordersById: readStanding,
    /** Orders that a rebate can be claimed on; and one of them, held as it is until the transaction ends. */
    claimableOrders: readClaimableOrders,
    holdOrder,
    sameOrders: findSameOrders,
    /** What the share of Plus has brought beside that of everybody. */
    plusExtra: sumPlusExtra,
    ownersOf: (orderIds: readonly string[]) => readOwners(deps.database.db, orderIds),
    async close() {
      await Promise.all([clicks.close(), context.reports.close()]);
    },
  };
}
export type Cashback = ReturnType<typeof createCashback>;
/** What screens may ask of cash back. */
export type CashbackService = Pick<Cashback, "destination">;
