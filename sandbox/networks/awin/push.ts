import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { groupOf } from "../commission.ts";
import type { Order } from "../records.ts";
import { itemsOf } from "../records.ts";
import { AWIN } from "./credentials.ts";

/** `2013-06-13 12:05:00`, always UTC. */
export function awinPushTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace("T", " ");
}

/** Awin tells of a new transaction once, in a form field, and never of a change. */
export function awinNotice(world: World, order: Order): string {
  const programme = world.catalogue.programmes().byId("awin", order.programme_id);
  const groupId = (category: string) => (programme ? groupOf(programme, category).id : "");
  const payload = {
    transactionId: order.id,
    transactionDate: awinPushTime(order.event_at),
    transactionCurrency: order.currency,
    transactionAmount: major(order.amount),
    trackedCurrency: order.currency,
    trackedAmount: major(order.amount),
    affiliateId: AWIN.publisher,
    merchantId: order.programme_id,
    groupId: groupId(itemsOf(order)[0]?.category ?? ""),
    bannerId: "0",
    clickRef: order.sub1,
    clickRef2: order.sub2,
    clickRef3: order.sub3,
    clickThroughTime: order.click_at === null ? "" : awinPushTime(order.click_at),
    clickTime: order.click_at === null ? "" : awinPushTime(order.click_at),
    ip: "",
    commission: major(order.payout),
    url: "",
    phrase: "",
    searchEngine: "",
    commissionGroups: (programme?.groups ?? []).map((g) => ({ id: g.id, name: g.name, code: g.code, description: "" })),
    products: itemsOf(order).map((item) => ({
      productName: item.name,
      unitPrice: major(Math.round(item.amount / Math.max(1, item.quantity))),
      skuType: "",
      skuCode: item.sku,
      quantity: `${item.quantity}`,
      category: item.category,
      cgId: groupId(item.category),
    })),
  };
  return new URLSearchParams({ AwinTransactionPush: JSON.stringify(payload) }).toString();
}
