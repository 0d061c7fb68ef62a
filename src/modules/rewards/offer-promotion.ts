/**
 * Notes what a page promised to one visit (SPEC "Credits"): the browser keeps the secret of the offer in a cookie
 * that no script reads, and the cookie `register_promo` beside it only says that there is something to ask for.
 */
import type { Brand } from "#partners";
import { newId, newSecret, sha256 } from "#platform/ids";
import type { RewardsContext } from "./context.ts";
import { insertOffer } from "./promotion-store.ts";
import type { Flow } from "./rules.ts";

const SECRET_CHARACTERS = 40;
/** An offer may be kept for so many days by somebody who has not joined yet. */
export const OFFER_DAYS = 30;

export const isOfferSecret = (text: string | null): text is string =>
  text !== null && new RegExp(`^[A-Za-z0-9]{${SECRET_CHARACTERS}}$`).test(text);

/** Who a browser seems to be: its own words and its network. Two people may share one, so it limits and never accuses. */
export const deviceKey = (visit: { user_agent: string; network: string }): string =>
  sha256(`promotion:device:${visit.network}:${visit.user_agent}`).toString("hex");

export async function offerPromotion(
  context: RewardsContext,
  input: { flow: Flow; brand: Pick<Brand, "partner_name" | "promos">; user_agent: string; network: string },
): Promise<{ secret: string; amount_minor: bigint; min_order_minor: bigint }> {
  // What the page says is what its own brand gives.
  const { partner_name, promos } = input.brand;
  const secret = newSecret(SECRET_CHARACTERS);
  const amount_minor = BigInt(input.flow === "flow5" ? promos.flow5_minor : promos.flow1_minor);
  const min_order_minor = BigInt(promos.min_order_minor);
  await context.database.transaction((tx) =>
    insertOffer(tx, {
      offer_id: newId("offer"),
      secret_hash: sha256(secret),
      flow: input.flow,
      brand: partner_name,
      amount_minor,
      min_order_minor,
      device_key: deviceKey(input),
      offered_at: context.clock.now(),
    }),
  );
  return { secret, amount_minor, min_order_minor };
}
