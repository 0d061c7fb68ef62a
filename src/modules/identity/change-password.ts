/** A new password for a signed-in member. Every other session ends; this one stays. */
import { hash } from "@node-rs/argon2";
import { done, type Outcome, refused } from "#platform/outcome";
import { closeDoors } from "./claim-account.ts";
import { confirmMember } from "./confirm-member.ts";
import type { IdentityContext } from "./context.ts";
import type { Member, Visit } from "./identity.types.ts";
import { deviceHash } from "./known-device.ts";
import { passwordChanged } from "./letters.ts";
import { insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { checkPassword } from "./passwords/check-password.ts";
import { deviceOf } from "./rules-devices.ts";
import { findUser, setPasswordHash } from "./store.ts";

export type PasswordChange = {
  current_password: string | null;
  password: string;
  password_confirmation: string;
};

export async function changePassword(
  context: IdentityContext,
  member: Member,
  input: PasswordChange & Visit,
): Promise<Outcome<{ ended: number }, IdentityRefusal>> {
  const confirmed = await confirmMember(context, member, input.current_password);
  if (!confirmed.ok) return confirmed;
  const fault = await checkPassword(context, input, [member.name, member.email ?? ""]);
  if (fault) return refused(fault);
  if (input.password === input.current_password) return refused("password_same");
  const password_hash = await hash(input.password);
  const now = context.clock.now();
  const ended = await context.database.transaction(async (tx) => {
    const user = await findUser(tx, member.user_id);
    if (!user) return 0;
    await setPasswordHash(tx, member.user_id, password_hash);
    const count = await closeDoors(tx, context, member.user_id, {
      session_id: member.session_id,
      device_hash: deviceHash(input),
      reason: "password_changed",
    });
    await insertSafetyEvent(tx, { user_id: member.user_id, kind: "password_changed", ...input, at: now });
    if (user.email)
      await context.notifications.queue(tx, {
        cause: `password_changed:${member.session_id}:${now.toISOString()}`,
        recipient: { ...user, email: user.email },
        letter: passwordChanged({ name: user.name, at: now.toISOString(), device: deviceOf(input.user_agent) }),
      });
    return count;
  });
  context.forgetUser(member.user_id);
  return done({ ended });
}
