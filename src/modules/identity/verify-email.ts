/**
 * Confirms an address by the link that was sent there: the first one, a changed one, or one that a partner brought. The
 * link proves the mailbox; that its reader is also who has the account takes a session of theirs or its password. A first
 * address without either is claimed: its owner gets the account, and nothing of whoever opened it stays.
 */
import { done, type Outcome, refused } from "#platform/outcome";
import { claimAccount } from "./claim-account.ts";
import { confirmPassword } from "./confirm-member.ts";
import type { IdentityContext } from "./context.ts";
import { LIMITS } from "./limits.ts";
import { insertSafetyEvent, type LinkRow } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { findOpenLink, makeLink, takeLink } from "./one-time-links.ts";
import { findUser, markVerified, type UserRow } from "./store.ts";
import { applyEmailChange } from "./undo-email.ts";

export type Verified = {
  email: string;
  user_id: string;
  /** The link was used before, and the address is confirmed. */
  already: boolean;
  changed: boolean;
  /** Path to choose a password, for an account that has none. */
  set_password_path: string | null;
};

export type Verifier = {
  /** The network that tries. */
  address: string;
  /** Who is signed in where the link was opened. */
  member_id: string | null;
  password: string | null;
  /** Without session and password: takes the account over. Otherwise they are asked for. */
  claim: boolean;
};

const KINDS = ["verify_email", "change_email"] as const;

export async function verifyEmail(
  context: IdentityContext,
  secret: string,
  by: Verifier,
): Promise<Outcome<Verified, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.link_network, by.address);
  if (over) return refused("too_many_attempts", over);
  const now = context.clock.now();
  const seen = await findOpenLink(context.database.db, KINDS, secret, now);
  const own = seen ? await isOwn(context, seen, by) : null;
  if (own && !own.ok) return own;
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<Verified, IdentityRefusal>> => {
    const taken = await takeLink(tx, KINDS, secret, now);
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
      const changed = await applyEmailChange(tx, context, user, link, by.address);
      if (!changed.ok) return changed;
    } else {
      if (user.email !== link.email) return refused("link_used");
      if (!own?.value) await claimAccount(tx, context, user.user_id, by);
      await markVerified(tx, user.user_id, now);
      await insertSafetyEvent(tx, {
        user_id: user.user_id,
        kind: "email_verified",
        detail: link.email,
        address: by.address,
        at: now,
      });
    }
    const without = !user.password_hash || !own?.value;
    const choose = without
      ? await makeLink(tx, { kind: "set_password", user_id: user.user_id, email: link.email }, now)
      : null;
    return done({
      ...found,
      already: false,
      set_password_path: choose && `/password/set/${choose.secret}/${encodeURIComponent(link.email)}`,
    });
  });
  if (outcome.ok) context.forgetUser(outcome.value.user_id);
  return outcome;
}

/** Whether the reader is who has the account. Asked before the link is used up, so that a mistake costs no link. */
async function isOwn(
  context: IdentityContext,
  { user, link }: { user: UserRow; link: LinkRow },
  by: Verifier,
): Promise<Outcome<boolean, IdentityRefusal>> {
  if (by.member_id === user.user_id) return done(true);
  if (by.password && user.password_hash) {
    const confirmed = await confirmPassword(context, user.user_id, by.password);
    return confirmed.ok ? done(true) : confirmed;
  }
  // Who asked for a change of address is signed in or knows the password; a stranger's press must not move their account.
  if (link.kind === "change_email" || !by.claim) return refused("link_needs_owner");
  return done(false);
}

export type Verification = {
  kind: "verify_email" | "change_email" | "undo_email";
  /** The address that the link was sent to. */
  email: string;
  /** Whether the reader is signed in to the account. */
  own: boolean;
  has_password: boolean;
};

/** What the page of a link shows before anything is pressed. */
export async function peekVerification(
  context: IdentityContext,
  secret: string,
  memberId: string | null,
): Promise<Verification | null> {
  const seen = await findOpenLink(context.database.db, [...KINDS, "undo_email"], secret, context.clock.now());
  return (
    seen && {
      kind: seen.link.kind as Verification["kind"],
      email: seen.link.email,
      own: seen.user.user_id === memberId,
      has_password: seen.user.password_hash !== null,
    }
  );
}
