import type { FastifyInstance } from "fastify";
import type { Programme } from "../../catalogue/programmes.ts";
import { major, minorOf } from "../../money.ts";
import type { Sale, World } from "../../world.ts";
import { type Form, itemFields, numberedItems, recordSale } from "../conversions.ts";

const PATH = "/impact/conversions";
const ITEM = { sku: "ItemSku", amount: "ItemSubTotal", quantity: "ItemQuantity", category: "ItemCategory" };

/** What a shop on this network sends with a sale. */
export function reportImpact(programme: Programme, clickId: string, sale: Sale) {
  const fields: Record<string, string> = {
    ...itemFields(sale.items, ITEM),
    CampaignId: programme.id,
    ClickId: clickId,
    OrderId: sale.orderRef,
    CurrencyCode: "USD",
    OrderDiscount: major(sale.discountMinor),
    ...(sale.coupon ? { OrderPromoCode: sale.coupon } : {}),
  };
  return { path: PATH, fields };
}

export function registerImpactConversion(app: FastifyInstance, world: World): void {
  app.post<{ Body: Form }>(PATH, { config: { target: "impact.conversion" } }, (request, reply) => {
    const f = request.body ?? {};
    const result = recordSale(world, {
      programme: world.catalogue.programmes().byId("impact", f.CampaignId ?? ""),
      clickId: f.ClickId ?? "",
      orderRef: f.OrderId ?? "",
      currency: f.CurrencyCode ?? "USD",
      items: numberedItems(f, ITEM),
      discount: minorOf(f.OrderDiscount ?? "0"),
      coupon: f.OrderPromoCode,
    });
    return result
      ? { Status: "QUEUED", ActionId: result.id }
      : reply.code(400).send({ Status: "ERROR", Message: "No click to credit", Errors: [] });
  });
}
