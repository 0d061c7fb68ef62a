/** Orders of ours as a claim may begin from them: those that are claimed already are left out. */
import { type ClaimableOrder, orderId } from "#cashback";
import { civilDate } from "#platform/clock";
import type { ClaimType } from "../../../brands/benefits.ts";
import type { KnownOrder } from "./benefits.types.ts";
import { claimsOfOrders } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";

export async function showOrders(
  context: BenefitsDeps,
  type: ClaimType,
  orders: readonly ClaimableOrder[],
): Promise<KnownOrder[]> {
  if (orders.length === 0) return [];
  const claims = await claimsOfOrders(
    context.database.db,
    orders.map(({ order_id }) => order_id),
  );
  const claimed = new Set(claims.filter((claim) => claim.type === type).map(({ order_id }) => order_id));
  return orders
    .filter(({ order_id }) => !claimed.has(order_id))
    .map((order) => ({
      order_id: orderId.show(order.order_id),
      merchant: order.merchant_name,
      internal_name: order.internal_name,
      bought_on: civilDate(order.ordered_at),
      paid_minor: order.sale_minor.toString(),
    }));
}
