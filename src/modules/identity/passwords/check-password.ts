/** Whether a new password may be used: typed twice alike, strong, and in no list of leaked ones. */
import type { IdentityRefusal } from "../messages.ts";
import type { IdentityRoom } from "../room.ts";
import { findPasswordFault, isLeaked } from "./strength.ts";

export async function checkPassword(
  room: Pick<IdentityRoom, "settings" | "log">,
  typed: { password: string; password_confirmation: string },
  own: readonly string[],
): Promise<IdentityRefusal | null> {
  const fault = findPasswordFault(typed.password, own);
  if (fault) return fault;
  if (typed.password !== typed.password_confirmation) return "password_differs";
  const service = room.settings.LEAKED_PASSWORDS_URL;
  return service && (await isLeaked(typed.password, service, room.log)) ? "password_leaked" : null;
}
