import type { RewardsRoom } from "./room.ts";

/** Whether a member's own membership runs, with its benefits. */
export async function hasMembership(room: RewardsRoom, userId: string): Promise<boolean> {
  const main = await room.membership.findMain(userId);
  return main !== null && !main.benefits_paused;
}
