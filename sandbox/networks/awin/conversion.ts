import type { FastifyInstance } from "fastify";
import type { Programme } from "../../catalogue/programmes.ts";
import { major, minorOf } from "../../money.ts";
import type { Sale, World } from "../../world.ts";
import { type Form, itemFields, numberedItems, recordSale } from "../conversions.ts";

const PATH = "/awin/sread.php";
const ITEM = { sku: "sku", amount: "amt", quantity: "qty", category: "cat" };

/** What a shop on this network sends with a sale. */
export function reportAwin(programme: Programme, clickId: string, sale: Sale) {
  const fields: Record<string, string> = {
    ...itemFields(sale.items, ITEM),
    tt: "ss",
    tv: "2",
    merchant: programme.id,
    cks: clickId,
    ref: sale.orderRef,
    cr: "USD",
    discount: major(sale.discountMinor),
    ...(sale.coupon ? { vc: sale.coupon } : {}),
  };
  return { path: PATH, fields };
}

export function registerAwinConversion(app: FastifyInstance, world: World): void {
  app.post<{ Body: Form }>(PATH, { config: { target: "awin.conversion" } }, (request, reply) => {
    const f = request.body ?? {};
    const result = recordSale(world, {
      programme: world.catalogue.programmes().byId("awin", f.merchant ?? ""),
      clickId: f.cks ?? "",
      orderRef: f.ref ?? "",
      currency: f.cr ?? "USD",
      items: numberedItems(f, ITEM),
      discount: minorOf(f.discount ?? "0"),
      coupon: f.vc,
    });
    return result ? { transactionId: result.id } : reply.code(400).send({ error: "no click" });
  });
}
