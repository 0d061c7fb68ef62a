import type { FastifyInstance } from "fastify";
import { DAY_MS } from "../../clock.ts";
import { majorNumber } from "../../money.ts";
import type { World } from "../../world.ts";
import { groupOf, itemPayouts, netAmounts } from "../commission.ts";
import type { Order } from "../records.ts";
import { itemsOf } from "../records.ts";
import { awinError, checkAwin, onlyAwin } from "./access.ts";
import { AWIN } from "./credentials.ts";

/** `2026-03-01T10:00:00`, in UTC and without a zone. */
const stamp = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 19));

function status(order: Order): string {
  if (order.state === "pending") return "pending";
  if (order.state === "approved") return "approved";
  return order.reason === "deleted" ? "deleted" : "declined";
}

function parts(world: World, order: Order) {
  const programme = world.catalogue.programmes().byId("awin", order.programme_id);
  if (!programme) return [];
  const items = itemsOf(order);
  const nets = netAmounts(items, order.discount);
  const payouts = itemPayouts(programme, items, order.discount);
  const sums = new Map<string, { id: number; code: string; name: string; amount: number; commission: number }>();
  items.forEach((item, n) => {
    const group = groupOf(programme, item.category);
    const sum = sums.get(group.id) ?? {
      id: Number(group.id),
      code: group.code,
      name: group.name,
      amount: 0,
      commission: 0,
    };
    sum.amount += nets[n] ?? 0;
    sum.commission += payouts[n] ?? 0;
    sums.set(group.id, sum);
  });
  const left = order.first_amount === 0 ? 0 : order.amount / order.first_amount;
  return [...sums.values()].map((sum) => ({
    commissionGroupId: sum.id,
    amount: majorNumber(Math.round(sum.amount * left)),
    commissionAmount: majorNumber(Math.round(sum.commission * left)),
    advertiserCost: null,
    commissionGroupCode: sum.code,
    commissionGroupName: sum.name,
    trackedParts: [{ code: sum.code, amount: majorNumber(sum.amount), currency: order.currency }],
  }));
}

function transaction(world: World, order: Order, basket: boolean) {
  const merchant = world.catalogue.programmes().byId("awin", order.programme_id)?.merchant;
  const amount = (minor: number) => ({ amount: majorNumber(minor), currency: order.currency });
  return {
    id: Number(order.id),
    url: merchant?.url ?? "",
    advertiserId: Number(order.programme_id),
    publisherId: Number(AWIN.publisher),
    commissionSharingPublisherId: 0,
    siteName: "Tuppence",
    commissionStatus: status(order),
    commissionAmount: amount(order.payout),
    saleAmount: amount(order.amount),
    ipHash: "0",
    customerCountry: "US",
    clickRefs: {
      clickRef: order.sub1,
      clickRef2: order.sub2,
      clickRef3: order.sub3,
      clickRef4: order.shared,
      clickRef5: "",
      clickRef6: "",
    },
    clickDate: stamp(order.click_at),
    transactionDate: stamp(order.event_at),
    validationDate: stamp(order.validated_at),
    type: "Sale",
    declineReason: order.state === "reversed" ? order.reason : null,
    voucherCodeUsed: order.coupon !== null,
    voucherCode: order.coupon ?? "",
    lapseTime: order.click_at === null ? 0 : Math.max(0, Math.round((order.event_at - order.click_at) / 1000)),
    amended: order.amended === 1,
    amendReason: order.amend_reason,
    oldSaleAmount: order.amended === 1 ? amount(order.first_amount) : null,
    oldCommissionAmount: order.amended === 1 ? amount(order.first_payout) : null,
    clickDevice: "Unknown",
    transactionDevice: "Unknown",
    publisherUrl: "",
    advertiserCountry: "US",
    orderRef: order.order_ref,
    customParameters: null,
    transactionParts: parts(world, order),
    paidToPublisher: order.cleared_at !== null,
    paymentId: 0,
    transactionQueryId: 0,
    originalSaleAmount: null,
    ...(basket ? { basketProducts: basketOf(world, order) } : {}),
  };
}

function basketOf(world: World, order: Order) {
  const programme = world.catalogue.programmes().byId("awin", order.programme_id);
  return itemsOf(order).map((item) => ({
    basketProductId: item.sku,
    name: item.name,
    sku: item.sku,
    unitPrice: majorNumber(Math.round(item.amount / Math.max(1, item.quantity))),
    quantity: item.quantity,
    category: item.category,
    commissionGroupCode: programme ? groupOf(programme, item.category).code : "",
  }));
}

const DATE_COLUMNS = { transaction: "event_at", validation: "validated_at", amendment: "amended_at" } as const;

function parse(text: string | undefined): number {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text)) return Number.NaN;
  return Date.parse(`${text}Z`);
}

export function registerAwinTransactions(app: FastifyInstance, world: World): void {
  type Query = Record<string, string | undefined>;
  const options = {
    preHandler: [
      checkAwin,
      onlyAwin("startDate", "endDate", "timezone", "dateType", "status", "advertiserId", "showBasketProducts", "ids"),
    ],
    config: { target: "awin.transactions" },
  };
  const all = () => world.db.all<Order>("select * from orders where network = 'awin' order by created_at, id");

  for (const path of ["transactions/", "transactions"]) {
    app.get<{ Querystring: Query }>(`/awin/api/publishers/:publisher/${path}`, options, (request, reply) => {
      const q = request.query;
      const basket = q.showBasketProducts === "true";
      if (q.ids !== undefined) {
        const ids = new Set(q.ids.split(","));
        return all()
          .filter((order) => ids.has(order.id))
          .map((order) => transaction(world, order, basket));
      }
      const from = parse(q.startDate);
      const to = parse(q.endDate);
      if (Number.isNaN(from) || Number.isNaN(to)) {
        return awinError(reply, 400, "Bad Request", "startDate and endDate must be given as yyyy-MM-ddThh:mm:ss");
      }
      if (to < from) return awinError(reply, 400, "Bad Request", "endDate must be after startDate");
      if (to - from > 31 * DAY_MS) {
        return awinError(reply, 400, "Bad Request", "the date range may not be longer than 31 days");
      }
      if (q.timezone !== undefined && q.timezone !== "UTC") {
        return awinError(reply, 400, "Bad Request", "the sandbox keeps its dates in UTC only");
      }
      const column = DATE_COLUMNS[(q.dateType ?? "transaction") as keyof typeof DATE_COLUMNS];
      if (column === undefined) return awinError(reply, 400, "Bad Request", "unknown dateType");
      return all()
        .filter((order) => {
          const at = order[column];
          if (at === null || at < from || at > to + 999) return false;
          if (q.status !== undefined && q.status !== status(order)) return false;
          return q.advertiserId === undefined || q.advertiserId.split(",").includes(order.programme_id);
        })
        .map((order) => transaction(world, order, basket));
    });
  }
}
