import type { RewardsContext } from "./context.ts";

/** Whether a member's own membership runs, with its benefits. */
export async function hasMembership(context: RewardsContext, userId: string): Promise<boolean> {
  const main = await context.membership.findMain(userId);
  return main !== null && !main.benefits_paused;
}
