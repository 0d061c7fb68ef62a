/** Whether a new password may be used: typed twice alike, strong, and in no list of leaked ones. */

import type { IdentityContext } from "../context.ts";
import type { IdentityRefusal } from "../messages.ts";
import { findPasswordFault, isLeaked } from "./strength.ts";

export async function checkPassword(
  context: Pick<IdentityContext, "settings" | "log">,
  typed: { password: string; password_confirmation: string },
  own: readonly string[],
): Promise<IdentityRefusal | null> {
  const fault = await findPasswordFault(typed.password, own);
  if (fault) return fault;
  if (typed.password !== typed.password_confirmation) return "password_mismatch";
  const service = context.settings.LEAKED_PASSWORDS_URL;
  return service && (await isLeaked(typed.password, service, context.log)) ? "password_leaked" : null;
}
