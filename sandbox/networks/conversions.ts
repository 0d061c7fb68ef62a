import type { FastifyInstance } from "fastify";
import type { Programme } from "../catalogue/programmes.ts";
import { minorOf } from "../money.ts";
import type { World } from "../world.ts";
import { findClick } from "./clicks.ts";
import { createOrder } from "./orders.ts";
import type { OrderItem } from "./records.ts";

/**
 * The advertisers' side of the networks: a shop reports a sale from server to server with the click id that its
 * cookie kept. Without a known click there is nobody to credit and nothing is recorded.
 */
type Form = Record<string, string | undefined>;

function numberedItems(
  form: Form,
  name: { sku: string; amount: string; quantity: string; category: string },
): OrderItem[] {
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
  programme: Programme | undefined;
  clickId: string;
  orderRef: string;
  currency: string;
  items: OrderItem[];
  discount: number;
  coupon: string | undefined;
}

function record(world: World, report: Report): { id: string } | null {
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

export function registerConversions(app: FastifyInstance, world: World): void {
  app.post<{ Body: Form }>("/impact/conversions", { config: { target: "impact.conversion" } }, (request, reply) => {
    const f = request.body ?? {};
    const result = record(world, {
      programme: world.catalogue.programmes().byId("impact", f.CampaignId ?? ""),
      clickId: f.ClickId ?? "",
      orderRef: f.OrderId ?? "",
      currency: f.CurrencyCode ?? "USD",
      items: numberedItems(f, {
        sku: "ItemSku",
        amount: "ItemSubTotal",
        quantity: "ItemQuantity",
        category: "ItemCategory",
      }),
      discount: minorOf(f.OrderDiscount ?? "0"),
      coupon: f.OrderPromoCode,
    });
    if (!result) return reply.code(400).send({ Status: "ERROR", Message: "No click to credit", Errors: [] });
    return { Status: "QUEUED", ActionId: result.id };
  });

  app.post<{ Body: Form }>("/cj/u", { config: { target: "cj.conversion" } }, (request, reply) => {
    const f = request.body ?? {};
    const result = record(world, {
      programme: world.catalogue.programmes().byId("cj", f.CID ?? ""),
      clickId: f.CJEVENT ?? "",
      orderRef: f.OID ?? "",
      currency: f.CURRENCY ?? "USD",
      items: numberedItems(f, { sku: "ITEM", amount: "AMT", quantity: "QTY", category: "CAT" }),
      discount: minorOf(f.DISCOUNT ?? "0"),
      coupon: f.COUPON,
    });
    return result ? { accepted: true, actionId: result.id } : reply.code(400).send({ accepted: false });
  });

  app.post<{ Body: Form }>("/awin/sread.php", { config: { target: "awin.conversion" } }, (request, reply) => {
    const f = request.body ?? {};
    const result = record(world, {
      programme: world.catalogue.programmes().byId("awin", f.merchant ?? ""),
      clickId: f.cks ?? "",
      orderRef: f.ref ?? "",
      currency: f.cr ?? "USD",
      items: numberedItems(f, { sku: "sku", amount: "amt", quantity: "qty", category: "cat" }),
      discount: minorOf(f.discount ?? "0"),
      coupon: f.vc,
    });
    return result ? { transactionId: result.id } : reply.code(400).send({ error: "no click" });
  });
}
