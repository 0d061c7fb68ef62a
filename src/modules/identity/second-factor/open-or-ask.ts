/** After a right password or link: the session, or the second step that its owner asked for. */
import { type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "../context.ts";
import type { SignedIn, Visit } from "../identity.types.ts";
import type { IdentityRefusal } from "../messages.ts";
import { openSession } from "../open-session.ts";
import { askForCode } from "./time-codes.ts";

export async function openOrAsk(
  context: IdentityContext,
  userId: string,
  visit: Visit,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const ticket = await askForCode(context, userId);
  return ticket ? refused("second_step", { ticket }) : openSession(context, userId, visit);
}
