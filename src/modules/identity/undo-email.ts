/**
 * An address that changes, and taking that back. Whoever got into an account would change its address first: the old one
 * is told, and for 72 hours its link brings the account back, without anything that was prepared meanwhile.
 */
import type { Tx } from "#platform/database";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { claimAccount } from "./claim-account.ts";
import type { IdentityContext } from "./context.ts";
import type { Visit } from "./identity.types.ts";
import { emailChanged } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { dropLinksSince, insertSafetyEvent, type LinkRow } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { makeLink, takeLink } from "./one-time-links.ts";
import { changeEmail, findUser, freeUnprovenEmail, type UserRow } from "./store.ts";

/** The change itself, by the link that the new address got. In the caller's transaction. */
export async function applyEmailChange(
  tx: Tx,
  context: IdentityContext,
  user: UserRow,
  link: LinkRow,
  address: string,
): Promise<Outcome<null, IdentityRefusal>> {
  const now = context.clock.now();
  if (user.pending_email !== link.email) return refused("link_used");
  if (!(await changeEmail(tx, user.user_id, link.email, now))) return refused("email_taken");
  if (user.email) {
    // An address that was never proven may be a slip of the keyboard: its reader gets no way in.
    const undo = user.email_verified_at
      ? await makeLink(tx, { kind: "undo_email", user_id: user.user_id, email: user.email }, now)
      : null;
    await context.notifications.queue(tx, {
      cause: `email_changed:${link.link_hash.toString("hex")}`,
      recipient: { ...user, email: user.email },
      letter: emailChanged({
        name: user.name,
        new_email: link.email,
        link: undo && `${context.settings.PUBLIC_URL}/verify/${undo.secret}`,
        done: true,
      }),
    });
  }
  await insertSafetyEvent(tx, {
    user_id: user.user_id,
    kind: "email_changed",
    detail: link.email,
    address,
    at: now,
  });
  return done(null);
}

/** Brings the old address back and asks for a new password: the path where it is chosen. */
export async function undoEmailChange(
  context: IdentityContext,
  secret: string,
  visit: Visit,
): Promise<Outcome<{ email: string; set_password_path: string }, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.link_network, networkOf(visit.address));
  if (over) return refused("too_many_attempts", over);
  const now = context.clock.now();
  type Undone = { email: string; set_password_path: string; user_id: string };
  const outcome = await context.database
    .transaction(async (tx): Promise<Outcome<Undone, IdentityRefusal>> => {
      const taken = await takeLink(tx, ["undo_email"], secret, now);
      if (!taken.ok) return refused(taken.why === "unknown" ? "link_unknown" : `link_${taken.why}`);
      const { email, user_id, created_at } = taken.link;
      const user = await findUser(tx, user_id);
      if (!user || user.deleted_at || user.merged_at) return refused("link_unknown");
      // An account that was opened with the address since, and never proved it, would only stand in the way.
      if (user.email !== email) await freeUnprovenEmail(tx, email, user_id);
      if (!(await changeEmail(tx, user_id, email, now))) throw new UndoBlocked();
      // Who took the account may have changed its address once more and hold a link of their own.
      await dropLinksSince(tx, user_id, "undo_email", created_at, now);
      await claimAccount(tx, context, user_id, visit);
      await insertSafetyEvent(tx, { user_id, kind: "email_change_undone", detail: email, ...visit, at: now });
      const choose = await makeLink(tx, { kind: "set_password", user_id, email }, now);
      return done({
        email,
        user_id,
        set_password_path: `/password/set/${choose.secret}/${encodeURIComponent(email)}`,
      });
    })
    .catch((error: unknown): Outcome<Undone, IdentityRefusal> => {
      // Nothing is used up: the link still works once the other account has let the address go.
      if (error instanceof UndoBlocked) return refused("email_taken");
      throw error;
    });
  if (!outcome.ok) return outcome;
  context.forgetUser(outcome.value.user_id);
  const { email, set_password_path } = outcome.value;
  return done({ email, set_password_path });
}

class UndoBlocked extends Error {}
