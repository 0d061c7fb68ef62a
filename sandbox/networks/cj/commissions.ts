import type { FastifyInstance } from "fastify";
import { buildSchema, GraphQLError } from "graphql";
import { isoSeconds } from "../../clock.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { groupOf, itemPayouts, netAmounts } from "../commission.ts";
import type { Order } from "../records.ts";
import { itemsOf } from "../records.ts";
import { answerGraphql, checkCj } from "./access.ts";
import { CJ } from "./credentials.ts";
import type { CjCommission } from "./rows.ts";

const PAGE = 1000;

const schema = buildSchema(`
  scalar DecimalNumber
  scalar Instant
  enum ActionStatus { new extended locked closed }
  enum ActionType { bonus click imp item_lead item_sale perf_inc sim_lead sim_sale }
  enum LockingMethod { IMMEDIATE FIXED_DATE OPEN_ENDED FIXED_DURATION }
  enum ValidationStatus { PENDING ACCEPTED DECLINED AUTOMATED }
  enum CorrectionReason {
    INVALID_CREDIT_CARD RETURNED_MERCHANDISE DUPLICATED_ORDER CANT_SHIP_OR_SOLD_OUT UNQUALIFIED_LEAD QUALIFIED_LEAD
    BAD_DEBT BANKRUPTCY COMPLIANCE BOOKING_CANCELED OTHER_REASON
  }
  type SituationDetail { id: ID! name: String }
  type PublisherCommissionItem {
    sku: String quantity: Int itemListId: String
    perItemSaleAmountPubCurrency: DecimalNumber perItemSaleAmountUsd: DecimalNumber
    discountPubCurrency: DecimalNumber discountUsd: DecimalNumber
    totalCommissionPubCurrency: DecimalNumber totalCommissionUsd: DecimalNumber
  }
  type PublisherCommission {
    commissionId: ID! original: Boolean! originalActionId: ID! actionStatus: ActionStatus! actionType: ActionType!
    actionTrackerId: ID! actionTrackerName: String! advertiserId: ID! advertiserName: String! publisherId: ID!
    publisherName: String websiteId: ID websiteName: String aid: ID orderId: String
    eventDate: Instant! postingDate: Instant! lockingDate: Instant! lockingMethod: LockingMethod
    clickDate: Instant clickReferringURL: String
    pubCommissionAmountUsd: DecimalNumber! pubCommissionAmountPubCurrency: DecimalNumber!
    saleAmountUsd: DecimalNumber saleAmountPubCurrency: DecimalNumber
    orderDiscountUsd: DecimalNumber orderDiscountPubCurrency: DecimalNumber
    coupon: String correctionReason: CorrectionReason validationStatus: ValidationStatus reviewedStatus: String
    country: String isCrossDevice: Boolean source: String siteToStoreOffer: String
    shopperId: String sid: String @deprecated(reason: "use shopperId")
    items: [PublisherCommissionItem!] situationDetails: [SituationDetail!]
  }
  type PublisherCommissionResult {
    count: Int! limit: Int! maxCommissionId: ID payloadComplete: Boolean! records: [PublisherCommission!]!
  }
  type Query {
    publisherCommissions(
      forPublishers: [String!]!
      sincePostingDate: String, beforePostingDate: String
      sinceEventDate: String, beforeEventDate: String
      sinceLockingDate: String, beforeLockingDate: String
      sinceCommissionId: String, commissionIds: [String!]
      advertiserIds: [String!], adIds: [String!], websiteIds: [String!]
      actionStatuses: [String!], actionTypes: [String!]
      lockingMethods: [LockingMethod!], validationStatuses: [ValidationStatus!]
    ): PublisherCommissionResult!
  }
`);

interface Args {
  forPublishers: string[];
  sincePostingDate?: string;
  beforePostingDate?: string;
  sinceEventDate?: string;
  beforeEventDate?: string;
  sinceLockingDate?: string;
  beforeLockingDate?: string;
  sinceCommissionId?: string;
  commissionIds?: string[];
  advertiserIds?: string[];
  adIds?: string[];
  websiteIds?: string[];
  actionStatuses?: string[];
  actionTypes?: string[];
  lockingMethods?: string[];
  validationStatuses?: string[];
}

function itemRows(world: World, order: Order, row: CjCommission) {
  const programme = world.catalogue.programmes().byId("cj", order.programme_id);
  const items = itemsOf(order);
  const signed = itemsOf(row);
  const nets = netAmounts(items, order.discount);
  const payouts = programme ? itemPayouts(programme, items, order.discount) : [];
  const part = order.first_amount === 0 ? 0 : row.amount / order.first_amount;
  return items.map((item, n) => {
    const discount = major(Math.round((item.amount - (nets[n] ?? 0)) * part));
    const perItem = major(Math.round(item.amount / Math.max(1, item.quantity)));
    const commission = major(Math.round((payouts[n] ?? 0) * part));
    return {
      sku: item.sku,
      quantity: signed[n]?.quantity ?? item.quantity,
      itemListId: programme ? groupOf(programme, item.category).id : null,
      perItemSaleAmountPubCurrency: perItem,
      perItemSaleAmountUsd: perItem,
      discountPubCurrency: discount,
      discountUsd: discount,
      totalCommissionPubCurrency: commission,
      totalCommissionUsd: commission,
    };
  });
}

function commission(world: World, row: CjCommission) {
  const order = world.db.get<Order>("select * from orders where network = 'cj' and id = ?", row.action_id);
  if (!order) throw new Error(`commission ${row.id} has no action`);
  const programme = world.catalogue.programmes().byId("cj", order.programme_id);
  const total = order.first_amount + order.discount;
  const discount = total === 0 ? 0 : Math.round((order.discount * row.amount) / Math.max(1, order.first_amount));
  return {
    commissionId: `${row.id}`,
    original: row.original === 1,
    originalActionId: row.action_id,
    actionStatus: row.status,
    actionType: "item_sale",
    actionTrackerId: `${Number(order.programme_id) - 3_700_000}`,
    actionTrackerName: "Online Sale",
    advertiserId: order.programme_id,
    advertiserName: programme?.merchant.name ?? order.merchant,
    publisherId: CJ.publisher,
    publisherName: "Tuppence",
    websiteId: CJ.website,
    websiteName: "Tuppence",
    aid: programme?.adId ?? null,
    orderId: order.order_ref,
    eventDate: isoSeconds(order.event_at),
    postingDate: isoSeconds(row.posting_at),
    lockingDate: isoSeconds(order.locking_at),
    lockingMethod: "FIXED_DURATION",
    clickDate: order.click_at === null ? null : isoSeconds(order.click_at),
    clickReferringURL: null,
    pubCommissionAmountUsd: major(row.payout),
    pubCommissionAmountPubCurrency: major(row.payout),
    saleAmountUsd: major(row.amount),
    saleAmountPubCurrency: major(row.amount),
    orderDiscountUsd: major(discount),
    orderDiscountPubCurrency: major(discount),
    coupon: order.coupon,
    correctionReason: row.reason,
    validationStatus: "AUTOMATED",
    reviewedStatus: null,
    country: "US",
    isCrossDevice: false,
    source: "WEB",
    siteToStoreOffer: null,
    shopperId: order.sub1,
    sid: order.sub1,
    items: itemRows(world, order, row),
    situationDetails: [],
  };
}

function instant(name: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new GraphQLError(`${name} must be an ISO-8601 instant`);
  return at;
}

function publisherCommissions(world: World, args: Args) {
  if (!args.forPublishers.includes(CJ.publisher) || args.forPublishers.length !== 1) {
    throw new GraphQLError(`You are not authorized to see commissions of publishers ${args.forPublishers.join(", ")}`);
  }
  let rows = world.db
    .all<CjCommission>("select * from cj_commissions order by id")
    .map((row) => commission(world, row));
  type Row = (typeof rows)[number];
  const keep = (test: (row: Row) => boolean) => {
    rows = rows.filter(test);
  };
  for (const [name, field, late] of [
    ["sincePostingDate", "postingDate", false],
    ["beforePostingDate", "postingDate", true],
    ["sinceEventDate", "eventDate", false],
    ["beforeEventDate", "eventDate", true],
    ["sinceLockingDate", "lockingDate", false],
    ["beforeLockingDate", "lockingDate", true],
  ] as const) {
    const given = args[name];
    if (given === undefined || given === null) continue;
    const limit = instant(name, given);
    keep((row) => (late ? Date.parse(row[field]) < limit : Date.parse(row[field]) >= limit));
  }
  const since = args.sinceCommissionId;
  if (since !== undefined && since !== null) keep((row) => BigInt(row.commissionId) > BigInt(since));
  for (const [name, field] of [
    ["commissionIds", "commissionId"],
    ["advertiserIds", "advertiserId"],
    ["adIds", "aid"],
    ["websiteIds", "websiteId"],
    ["actionStatuses", "actionStatus"],
    ["actionTypes", "actionType"],
    ["lockingMethods", "lockingMethod"],
    ["validationStatuses", "validationStatus"],
  ] as const) {
    const wanted = args[name];
    if (wanted) keep((row) => row[field] !== null && wanted.includes(row[field]));
  }
  const records = rows.slice(0, PAGE);
  return {
    count: records.length,
    limit: PAGE,
    maxCommissionId: records.at(-1)?.commissionId ?? since ?? null,
    payloadComplete: rows.length <= PAGE,
    records,
  };
}

export function registerCjCommissions(app: FastifyInstance, world: World): void {
  const root = { publisherCommissions: (args: Args) => publisherCommissions(world, args) };
  app.post("/cj/commissions/query", { preHandler: checkCj, config: { target: "cj.commissions" } }, (request, reply) =>
    answerGraphql(schema, root, request.body, reply),
  );
}
