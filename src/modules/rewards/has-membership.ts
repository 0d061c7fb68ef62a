import type { RewardsRoom } from "./room.ts";

/** Whether a member's own membership runs, with its benefits. */
export const hasMembership = async (room: RewardsRoom, userId: string): Promise<boolean> =>
  (await room.membership.readMembership(userId)).running.some((one) => one.line === "main" && !one.benefits_paused);
