/** Confirms an address by the link that was sent there: the first one, a changed one, or one that a partner brought. */
import { done, type Outcome, refused } from "#platform/outcome";
import { insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { makeLink, takeLink } from "./one-time-links.ts";
import type { IdentityRoom } from "./room.ts";
import { changeEmail, findUser, markVerified } from "./store.ts";

export type Verified = {
  email: string;
  user_id: string;
  /** The link was used before, and the address is confirmed. */
  already: boolean;
  changed: boolean;
  /** Path to choose a password, for an account that has none. */
  set_password_path: string | null;
};

export async function verifyEmail(
  room: IdentityRoom,
  secret: string,
  address: string,
): Promise<Outcome<Verified, IdentityRefusal>> {
  const over = await room.limits.take("link_network", address);
  if (over) return refused("too_many_tries", over);
  const now = room.clock.now();
  const outcome = await room.database.transaction(async (tx): Promise<Outcome<Verified, IdentityRefusal>> => {
    const taken = await takeLink(tx, ["verify_email", "change_email"], secret, now);
    const user = taken.link ? await findUser(tx, taken.link.user_id) : null;
    if (!taken.link || !user || user.deleted_at) return refused("link_unknown");
    const { link } = taken;
    const found = { email: link.email, user_id: user.user_id, changed: link.kind === "change_email" };
    if (!taken.ok) {
      // A second press on a link that did its work is no mistake of the reader's.
      if (taken.why === "used" && user.email === link.email && user.email_verified_at)
        return done({ ...found, already: true, set_password_path: null });
      return refused(taken.why === "expired" ? "link_expired" : "link_used");
    }
    if (link.kind === "change_email") {
      if (user.pending_email !== link.email) return refused("link_used");
      if (!(await changeEmail(tx, user.user_id, link.email, now))) return refused("email_taken");
      if (user.email)
        await room.notifications.queue(tx, {
          cause: `email_changed:${link.link_hash.toString("hex")}`,
          recipient: { ...user, email: user.email },
          content: {
            template: "email_changed",
            facts: { name: user.name, new_email: link.email, link: null, done: true },
          },
        });
      await insertSafetyEvent(tx, {
        user_id: user.user_id,
        kind: "email_changed",
        detail: link.email,
        address,
        at: now,
      });
    } else {
      if (user.email !== link.email) return refused("link_used");
      await markVerified(tx, user.user_id, now);
      await insertSafetyEvent(tx, {
        user_id: user.user_id,
        kind: "email_verified",
        detail: link.email,
        address,
        at: now,
      });
    }
    const choose = user.password_hash
      ? null
      : await makeLink(tx, { kind: "set_password", user_id: user.user_id, email: link.email }, now);
    return done({
      ...found,
      already: false,
      set_password_path: choose && `/password/set/${choose.secret}/${encodeURIComponent(link.email)}`,
    });
  });
  if (outcome.ok) room.forgetUser(outcome.value.user_id);
  return outcome;
}
