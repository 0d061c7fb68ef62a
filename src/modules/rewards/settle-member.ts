/** All rewards of one member, one after the other; each in a transaction of its own. */
import type { RewardsContext } from "./context.ts";
import { settleCredits } from "./settle-credits.ts";
import { settleFirstOrder } from "./settle-first-order.ts";
import { settleReferral } from "./settle-referral.ts";

export async function settleMember(context: RewardsContext, userId: string): Promise<void> {
  await settleReferral(context, userId);
  await settleFirstOrder(context, userId);
  await settleCredits(context, userId);
}
