import type { Programme } from "../catalogue/programmes.ts";
import { major, minorOf } from "../money.ts";
import type { World } from "../world.ts";
import { findClick } from "./clicks.ts";
import { createOrder } from "./orders.ts";
import type { OrderItem } from "./records.ts";

/**
 * The advertisers' side of the networks: a shop reports a sale from server to server with the click id that its
 * cookie kept. Without a known click there is nobody to credit and nothing is recorded.
 */
export type Form = Record<string, string | undefined>;

/** What a network calls the fields of one item; each is followed by the item's number. */
export interface ItemFields {
  sku: string;
  amount: string;
  quantity: string;
  category: string;
}

/** The numbered fields of a sale's items, as a shop sends them. */
export function itemFields(items: readonly OrderItem[], name: ItemFields): Record<string, string> {
  const fields: Record<string, string> = {};
  items.forEach((item, n) => {
    fields[`${name.sku}${n + 1}`] = item.sku;
    fields[`${name.amount}${n + 1}`] = major(item.amount);
    fields[`${name.quantity}${n + 1}`] = `${item.quantity}`;
    fields[`${name.category}${n + 1}`] = item.category;
    fields[`ItemName${n + 1}`] = item.name;
  });
  return fields;
}

export function numberedItems(form: Form, name: ItemFields): OrderItem[] {
  const items: OrderItem[] = [];
  for (let n = 1; form[`${name.sku}${n}`] !== undefined; n++) {
    const sku = form[`${name.sku}${n}`] ?? "";
    items.push({
      sku,
      name: form[`ItemName${n}`] ?? sku,
      category: form[`${name.category}${n}`] ?? "",
      quantity: Number(form[`${name.quantity}${n}`] ?? "1"),
      amount: minorOf(form[`${name.amount}${n}`] ?? "0"),
    });
  }
  return items;
}

interface Report {
  /** Undefined when the shop named none that there is. */
  programme: Programme | undefined;
  clickId: string;
  orderRef: string;
  currency: string;
  items: OrderItem[];
  discount: number;
  coupon: string | undefined;
}

export function recordSale(world: World, report: Report): { id: string } | null {
  const click = findClick(world, report.clickId);
  if (!report.programme || !click || click.programme_id !== report.programme.id) return null;
  const order = createOrder(world, {
    programme: report.programme,
    click,
    orderRef: report.orderRef,
    currency: report.currency,
    items: report.items,
    discount: report.discount,
    coupon: report.coupon ?? null,
  });
  return { id: order.id };
}
