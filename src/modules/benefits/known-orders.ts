/** Orders of ours as a claim may begin from them: those that are claimed already are left out. */
import { type ClaimableOrder, orderId } from "#cashback";
import { civilDate } from "#platform/clock";
import { shareDown } from "#platform/money";
import type { ClaimTerms, PaidType } from "../../../brands/benefits.ts";
import type { Drop, KnownOrder } from "./benefits.types.ts";
import { dropOf } from "./claim-rules.ts";
import { type Claim, claimsOfOrders } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { leastOf, leftOf } from "./mail-purchases.ts";
import { toldOf } from "./refunds-told.ts";

export async function showOrders(
  context: BenefitsDeps,
  { type, terms }: { type: PaidType; terms: Pick<ClaimTerms, "of"> },
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
      ...{ order_id: orderId.show(order.order_id), from: "order" },
      proves: terms.of === "total" ? "all" : "store and day",
      merchant: order.merchant_name,
      internal_name: order.internal_name,
      bought_on: civilDate(order.ordered_at),
      paid_minor: order.sale_minor.toString(),
    }));
}

/** Whether the order of a claim still stands, and is still its member's: a person may have given it to somebody else. */
export const standsFor = <Order extends Pick<ClaimableOrder, "stands" | "user_id">>(
  order: Order | null,
  { user_id }: Pick<Claim, "user_id">,
): order is Order => order?.stands === true && order.user_id === user_id;

/** What a claim pays back at most of its order as it is now: a part may have been returned since, or the store gave it back. */
export function mostOf(
  order: Pick<ClaimableOrder, "sale_minor"> | null,
  { terms, paid_minor, drop, mail }: Pick<Claim, "terms" | "paid_minor" | "drop" | "mail">,
): bigint {
  const { sale_minor = paid_minor } = order ?? {};
  const told = mail ? leastOf(paid_minor, leftOf(mail)) : paid_minor;
  const whole = drop ? dropLeft(order, drop) : told;
  const paid = terms.of === "total" && sale_minor < whole ? sale_minor : whole;
  const share = shareDown(paid, terms.share_bps);
  return share > BigInt(terms.claim_minor) ? BigInt(terms.claim_minor) : share;
}

/** The same if all were given back that mails tell of. */
export const mostIfTold = (
  order: Parameters<typeof mostOf>[0],
  { drop, mail, ...claim }: Parameters<typeof mostOf>[1],
): bigint =>
  mostOf(order, {
    ...claim,
    drop: drop && { ...drop, refunded_minor: toldOf(drop).toString() },
    mail: mail && { ...mail, refunded_minor: toldOf(mail).toString() },
  });

/** An order that came to less was paid for by less. */
function dropLeft(order: Pick<ClaimableOrder, "sale_minor"> | null, drop: Drop): bigint {
  const bought = BigInt(drop.bought_minor);
  const paid = order && order.sale_minor < bought ? order.sale_minor : bought;
  return dropOf({ ...drop, bought_minor: paid.toString() });
}
