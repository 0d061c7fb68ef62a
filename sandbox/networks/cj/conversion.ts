import type { FastifyInstance } from "fastify";
import type { Programme } from "../../catalogue/programmes.ts";
import { major, minorOf } from "../../money.ts";
import type { Sale, World } from "../../world.ts";
import { type Form, itemFields, numberedItems, recordSale } from "../conversions.ts";

const PATH = "/cj/u";
const ITEM = { sku: "ITEM", amount: "AMT", quantity: "QTY", category: "CAT" };

/** What a shop on this network sends with a sale. */
export function reportCj(programme: Programme, clickId: string, sale: Sale) {
  const fields: Record<string, string> = {
    ...itemFields(sale.items, ITEM),
    CID: programme.id,
    CJEVENT: clickId,
    OID: sale.orderRef,
    CURRENCY: "USD",
    METHOD: "S2S",
    DISCOUNT: major(sale.discountMinor),
    ...(sale.coupon ? { COUPON: sale.coupon } : {}),
  };
  return { path: PATH, fields };
}

export function registerCjConversion(app: FastifyInstance, world: World): void {
  app.post<{ Body: Form }>(PATH, { config: { target: "cj.conversion" } }, (request, reply) => {
    const f = request.body ?? {};
    const result = recordSale(world, {
      programme: world.catalogue.programmes().byId("cj", f.CID ?? ""),
      clickId: f.CJEVENT ?? "",
      orderRef: f.OID ?? "",
      currency: f.CURRENCY ?? "USD",
      items: numberedItems(f, ITEM),
      discount: minorOf(f.DISCOUNT ?? "0"),
      coupon: f.COUPON,
    });
    return result ? { accepted: true, actionId: result.id } : reply.code(400).send({ accepted: false });
  });
}
