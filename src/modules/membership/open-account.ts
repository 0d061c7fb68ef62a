/** Whether there is still an account for what is being asked: looked at under the lock that its end, or its closing, waits for too. */
import type { Tx } from "#platform/database";
import type { MembershipContext } from "./context.ts";

export async function hasOpenAccount(tx: Tx, context: MembershipContext, userId: string): Promise<boolean> {
  const person = await context.identity.readLiving(tx, userId);
  return person !== null && person.closed_at === null;
}
