/**
 * Links that work once: 32 random bytes and more, kept as a hash, so that a copy of the database opens nothing. A link
 * says for which address it was sent: once that address has changed, it opens nothing either.
 */

import type { Database, Tx } from "#platform/database";
import { newSecret, sha256 } from "#platform/ids";
import { findLink, insertLink, type LinkKind, type LinkRow, lockLink, markLinkUsed } from "./link-store.ts";
import { findUser, type UserRow } from "./store.ts";

/** How long each kind is good for, in minutes (references: 24 to 72 h to verify, 60 min to reset, 10 min to sign in; 72 h to take a change back; a phone is at hand). */
export const LINK_MINUTES: Readonly<Record<LinkKind, number>> = {
  verify_email: 72 * 60,
  set_password: 72 * 60,
  change_email: 24 * 60,
  reset_password: 60,
  sign_in: 10,
  undo_email: 72 * 60,
  phone: 5,
};

/** The secret part of a new link (48 characters of 54 are 276 bits), and a name for it that opens nothing. */
export async function makeLink(
  tx: Tx,
  link: { kind: LinkKind; user_id: string; email: string } & Partial<Pick<LinkRow, "session_id" | "leads_to">>,
  now: Date,
): Promise<{ secret: string; name: string }> {
  const secret = newSecret(48);
  const link_hash = sha256(secret);
  await insertLink(tx, {
    ...{ session_id: null, leads_to: null },
    ...link,
    link_hash,
    created_at: now,
    expires_at: new Date(now.getTime() + LINK_MINUTES[link.kind] * 60_000),
  });
  return { secret, name: link_hash.toString("hex").slice(0, 32) };
}

export type TakenLink =
  | { ok: true; link: LinkRow }
  | { ok: false; why: "unknown" | "used" | "expired"; link?: LinkRow };

/** Uses a link up; `email`, when given, must be the one that it was sent to. Two at once: the second waits for the first and finds it used. */
export async function takeLink(
  tx: Tx,
  kinds: readonly LinkKind[],
  secret: string,
  now: Date,
  email: string | null = null,
): Promise<TakenLink> {
  if (secret.length < 20 || secret.length > 200) return { ok: false, why: "unknown" };
  const link = await lockLink(tx, sha256(secret));
  if (!link || !kinds.includes(link.kind) || (email !== null && email !== link.email))
    return { ok: false, why: "unknown" };
  if (link.used_at) return { ok: false, why: "used", link };
  if (link.expires_at <= now) return { ok: false, why: "expired", link };
  await markLinkUsed(tx, link.link_hash, now);
  return { ok: true, link };
}

/** A link that would open something now, with its account, without using it. */
export async function findOpenLink(
  runner: Database,
  kinds: readonly LinkKind[],
  secret: string,
  now: Date,
): Promise<{ link: LinkRow; user: UserRow } | null> {
  const link = secret.length < 20 || secret.length > 200 ? null : await findLink(runner, sha256(secret));
  if (!link || !kinds.includes(link.kind) || link.used_at || link.expires_at <= now) return null;
  const user = await findUser(runner, link.user_id);
  return user && !user.deleted_at && !user.merged_at ? { link, user } : null;
}

export type LinkState = "open" | "used" | "expired" | "unknown";

/** What a link would do, without using it: for pages that are only opened. */
export async function peekLink(
  runner: Database,
  kinds: readonly LinkKind[],
  secret: string,
  now: Date,
): Promise<LinkState> {
  const link = secret.length < 20 || secret.length > 200 ? null : await findLink(runner, sha256(secret));
  if (!link || !kinds.includes(link.kind)) return "unknown";
  if (link.used_at) return "used";
  return link.expires_at <= now ? "expired" : "open";
}
