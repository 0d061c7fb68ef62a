/** Sends the link that confirms an address. Asked for again, the older links stop working: only the newest mail counts. */
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import { verifyEmail } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { dropOpenLinks } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { makeLink } from "./one-time-links.ts";
import { findUser, type UserRow } from "./store.ts";

export async function sendVerification(
  context: IdentityContext,
  userId: string,
): Promise<Outcome<{ email: string }, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.verify_account, userId);
  if (over) return refused("too_many_attempts", over);
  return context.database.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (!user?.email) return refused("email_missing");
    if (user.email_verified_at) return refused("already_verified");
    // Who asks for it at an address that mail came back from wants it tried again.
    await context.notifications.returns.lift(tx, user.email);
    await queueVerification(tx, context, user, false);
    return done({ email: user.email });
  });
}

/** In the caller's transaction. `fresh` writes the first mail, which also says welcome. */
export async function queueVerification(
  tx: Tx,
  context: IdentityContext,
  user: UserRow,
  fresh: boolean,
): Promise<void> {
  if (!user.email) return;
  await dropOpenLinks(tx, user.user_id, ["verify_email"], context.clock.now());
  const { secret, name } = await makeLink(
    tx,
    { kind: "verify_email", user_id: user.user_id, email: user.email },
    context.clock.now(),
  );
  await context.notifications.queue(tx, {
    cause: `verify_email:${name}`,
    recipient: { ...user, email: user.email },
    letter: verifyEmail({ name: user.name, link: `${context.settings.PUBLIC_URL}/verify/${secret}`, fresh }),
  });
}
