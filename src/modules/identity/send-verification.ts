/** Sends the link that confirms an address. Asked for again, the older links stop working: only the newest mail counts. */
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { verifyEmail } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { dropOpenLinks } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { makeLink } from "./one-time-links.ts";
import type { IdentityRoom } from "./room.ts";
import { findUser, type UserRow } from "./store.ts";

export async function sendVerification(
  room: IdentityRoom,
  userId: string,
): Promise<Outcome<{ email: string }, IdentityRefusal>> {
  const over = await room.limits.take(LIMITS.verify_account, userId);
  if (over) return refused("too_many_tries", over);
  return room.database.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (!user?.email) return refused("email_missing");
    if (user.email_verified_at) return refused("already_verified");
    await queueVerification(tx, room, user, false);
    return done({ email: user.email });
  });
}

/** In the caller's transaction. `fresh` writes the first mail, which also says welcome. */
export async function queueVerification(tx: Tx, room: IdentityRoom, user: UserRow, fresh: boolean): Promise<void> {
  if (!user.email) return;
  await dropOpenLinks(tx, user.user_id, ["verify_email"], room.clock.now());
  const { secret, name } = await makeLink(
    tx,
    { kind: "verify_email", user_id: user.user_id, email: user.email },
    room.clock.now(),
  );
  await room.notifications.queue(tx, {
    cause: `verify_email:${name}`,
    recipient: { ...user, email: user.email },
    letter: verifyEmail({ name: user.name, link: `${room.settings.PUBLIC_URL}/verify/${secret}`, fresh }),
  });
}
