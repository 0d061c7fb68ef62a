/** All rewards of one member, one after the other; each in a transaction of its own. */
import type { RewardsRoom } from "./room.ts";
import { settleCredits } from "./settle-credits.ts";
import { settleFirstOrder } from "./settle-first-order.ts";
import { settleReferral } from "./settle-referral.ts";

export async function settleMember(room: RewardsRoom, userId: string): Promise<void> {
  await settleReferral(room, userId);
  await settleFirstOrder(room, userId);
  await settleCredits(room, userId);
}
