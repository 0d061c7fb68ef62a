import type { FastifyReply, FastifyRequest } from "fastify";
import type { Programme } from "../catalogue/programmes.ts";
import { major } from "../money.ts";
import type { OrderItem } from "../networks/records.ts";
import type { NetworkName, World } from "../world.ts";

/** The merchant's side of tracking: the click id waits in a cookie and goes to the network with the order. */
const PARAMETER: Record<NetworkName, string> = { impact: "irclickid", cj: "cjevent", awin: "awc" };

const cookieName = (programme: Programme) =>
  `sandbox_click_${programme.merchant.internal_name.replaceAll(/[^\w-]/g, "_")}`;

/** Keeps the click id that a tracking link brought along; the last click wins. */
export function keepClick(programme: Programme, path: string, request: FastifyRequest, reply: FastifyReply): void {
  const query = request.query as Record<string, string | undefined>;
  const id = query[PARAMETER[programme.network]];
  if (id === undefined || id === "" || id.length > 200) return;
  reply.setCookie(cookieName(programme), id, { path, maxAge: 30 * 86_400, httpOnly: true, sameSite: "lax" });
  request.cookies[cookieName(programme)] = id;
}

export function keptClick(programme: Programme, request: FastifyRequest): string | null {
  return request.cookies[cookieName(programme)] ?? null;
}

export interface Sale {
  orderRef: string;
  items: OrderItem[];
  discountMinor: number;
  coupon: string | null;
}

function form(programme: Programme, clickId: string, sale: Sale): { path: string; fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  const numbered = (names: { sku: string; amount: string; quantity: string; category: string }) => {
    sale.items.forEach((item, n) => {
      fields[`${names.sku}${n + 1}`] = item.sku;
      fields[`${names.amount}${n + 1}`] = major(item.amount);
      fields[`${names.quantity}${n + 1}`] = `${item.quantity}`;
      fields[`${names.category}${n + 1}`] = item.category;
      fields[`ItemName${n + 1}`] = item.name;
    });
  };
  const discount = major(sale.discountMinor);
  const coupon = sale.coupon ?? "";
  if (programme.network === "impact") {
    numbered({ sku: "ItemSku", amount: "ItemSubTotal", quantity: "ItemQuantity", category: "ItemCategory" });
    const head = { CampaignId: programme.id, ClickId: clickId, OrderId: sale.orderRef, CurrencyCode: "USD" };
    Object.assign(fields, head, { OrderDiscount: discount }, coupon === "" ? {} : { OrderPromoCode: coupon });
    return { path: "/impact/conversions", fields };
  }
  if (programme.network === "cj") {
    numbered({ sku: "ITEM", amount: "AMT", quantity: "QTY", category: "CAT" });
    const head = { CID: programme.id, CJEVENT: clickId, OID: sale.orderRef, CURRENCY: "USD", METHOD: "S2S" };
    Object.assign(fields, head, { DISCOUNT: discount }, coupon === "" ? {} : { COUPON: coupon });
    return { path: "/cj/u", fields };
  }
  numbered({ sku: "sku", amount: "amt", quantity: "qty", category: "cat" });
  const head = { tt: "ss", tv: "2", merchant: programme.id, cks: clickId, ref: sale.orderRef, cr: "USD" };
  Object.assign(fields, head, { discount }, coupon === "" ? {} : { vc: coupon });
  return { path: "/awin/sread.php", fields };
}

/** Reports the sale over HTTP as a merchant's server would. Returns the network's own id, or null when nobody is credited. */
export async function reportSale(
  world: World,
  programme: Programme,
  clickId: string | null,
  sale: Sale,
): Promise<string | null> {
  if (clickId === null) return null;
  const { path, fields } = form(programme, clickId, sale);
  try {
    const reply = await fetch(`${world.origin()}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(5000),
    });
    if (!reply.ok) return null;
    const body = (await reply.json()) as Record<string, unknown>;
    const id = body.ActionId ?? body.actionId ?? body.transactionId;
    return typeof id === "string" ? id : null;
  } catch {
    // A shop sells even when the network does not answer; the sale is then simply not tracked.
    return null;
  }
}
