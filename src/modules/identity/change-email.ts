/** Another address: asked for with the password, used once its owner confirmed it; the old address learns of both. */
import { done, type Outcome, refused } from "#platform/outcome";
import { confirmMember } from "./confirm-member.ts";
import type { IdentityContext } from "./context.ts";
import type { Member, Visit } from "./identity.types.ts";
import { emailChange, emailChanged } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { dropOpenLinks, insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { makeLink } from "./one-time-links.ts";
import { isEmail, normaliseEmail } from "./rules.ts";
import { findUser, setPendingEmail } from "./store.ts";

export async function requestEmailChange(
  context: IdentityContext,
  member: Member,
  input: { email: string; password: string | null } & Visit,
): Promise<Outcome<{ email: string }, IdentityRefusal>> {
  const email = normaliseEmail(input.email);
  if (!isEmail(email)) return refused("invalid_email");
  if (email === member.email) return refused("email_same");
  const confirmed = await confirmMember(context, member, input.password);
  if (!confirmed.ok) return confirmed;
  const over = await context.limits.take(LIMITS.verify_account, member.user_id);
  if (over) return refused("too_many_attempts", over);
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const user = await findUser(tx, member.user_id);
    if (!user) return;
    await setPendingEmail(tx, user.user_id, email);
    await dropOpenLinks(tx, user.user_id, ["change_email"], now);
    // Whether the address has an account of its own is told to nobody but its owner: it is found out at the link.
    const { secret, name } = await makeLink(tx, { kind: "change_email", user_id: user.user_id, email }, now);
    const facts = { name: user.name, new_email: email };
    await context.notifications.queue(tx, {
      cause: `email_change:${name}`,
      recipient: { ...user, email },
      letter: emailChange({ ...facts, link: `${context.settings.PUBLIC_URL}/verify/${secret}` }),
    });
    if (user.email)
      await context.notifications.queue(tx, {
        cause: `email_change_asked:${name}`,
        recipient: { ...user, email: user.email },
        letter: emailChanged({ ...facts, link: null, done: false }),
      });
    await insertSafetyEvent(tx, {
      user_id: user.user_id,
      kind: "email_change_asked",
      detail: email,
      ...visitOf(input),
      at: now,
    });
  });
  return done({ email });
}

const visitOf = ({ user_agent, address }: Visit) => ({ user_agent, address });
