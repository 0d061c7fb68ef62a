/**
 * Going on with a phone: whoever is signed in asks for a code, and the press of whoever scans it opens one session there, which leads to the
 * one page that the code was made for. Not a fresh sign-in, so it moves no money by itself, and not a session of its own: it ends with the
 * one that made it (decision 0083).
 */
import { newId, newSecret, sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import { lockSession } from "./extension-store.ts";
import type { Member, SignedIn, Visit } from "./identity.types.ts";
import { seeDevice } from "./known-device.ts";
import { LIMITS } from "./limits.ts";
import { dropPhoneLinks, findLink, insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { LINK_MINUTES, makeLink, takeLink } from "./one-time-links.ts";
import { memberOf, tellOfNewDevice } from "./open-session.ts";
import { deviceOf } from "./rules-devices.ts";
import { findLiveSession, holdUser, insertSession, type UserRow } from "./store.ts";

/** So long ago that no act takes it for a sign-in of just now. */
const NEVER = new Date(0);

export type PhoneLink = { path: string; minutes: number };

/** `leads_to` is a path of ours. The newest link of a session is the only one that opens something. */
export async function makePhoneLink(
  context: IdentityContext,
  member: Pick<Member, "user_id" | "session_id">,
  leads_to: string,
): Promise<Outcome<PhoneLink, IdentityRefusal>> {
  assert(/^\/(?!\/)[\w/.-]{1,199}$/.test(leads_to), "a phone is led to a page of ours");
  const over = await context.limits.take(LIMITS.phone_links, member.user_id);
  if (over) return refused("too_many_attempts", over);
  const now = context.clock.now();
  return context.database.transaction(async (tx): Promise<Outcome<PhoneLink, IdentityRefusal>> => {
    // Held as whoever ends sessions holds them: a new password finds the link, or the link finds its session ended.
    await holdUser(tx, member.user_id);
    await lockSession(tx, member.session_id);
    const session = await findLiveSession(tx, member.session_id, now);
    if (!session || session.parent_id !== null) return refused("phone_link_elsewhere");
    await dropPhoneLinks(tx, member.user_id, member.session_id, now);
    const { user_id, email, session_id } = session;
    const { secret } = await makeLink(tx, { kind: "phone", user_id, email: email ?? "", session_id, leads_to }, now);
    return done({ path: `/token/callback/${secret}`, minutes: LINK_MINUTES.phone });
  });
}

export type WentOn = { signed_in: SignedIn; leads_to: string };

/** What the press on the phone does; null where the secret is no phone's link. */
export async function takePhoneLink(
  context: IdentityContext,
  secret: string,
  visit: Visit,
): Promise<Outcome<WentOn, IdentityRefusal> | null> {
  const found = secret.length > 200 ? null : await findLink(context.database.db, sha256(secret));
  if (found?.kind !== "phone" || !found.session_id) return null;
  const { user_id, session_id: parent_id } = found;
  const over = await context.limits.take(LIMITS.link_network, networkOf(visit.address));
  if (over) return refused("too_many_attempts", over);
  const now = context.clock.now();
  const session_id = newId("session");
  const bind_secret = newSecret(43);
  const bind_hash = sha256(bind_secret);
  type Opened = { user: UserRow; expires_at: Date; leads_to: string; device_secret: string };
  const opened = await context.database.transaction(async (tx): Promise<Outcome<Opened, IdentityRefusal>> => {
    await holdUser(tx, user_id);
    await lockSession(tx, parent_id);
    const taken = await takeLink(tx, ["phone"], secret, now);
    if (!taken.ok) return refused(taken.why === "unknown" ? "link_unknown" : `link_${taken.why}`);
    const made = await findLiveSession(tx, parent_id, now);
    if (!made || made.parent_id !== null || made.user_id !== user_id) return refused("phone_signed_out");
    if ((made.email ?? "") !== taken.link.email) return refused("link_unknown");
    const { expires_at } = made;
    const { user_agent, address, country = null } = visit;
    const session = { session_id, user_id, bind_hash, user_agent, address, country, issued_at: now, expires_at };
    await insertSession(tx, { ...session, confirmed_at: NEVER, parent_id, opened_by: "phone" });
    await insertSafetyEvent(tx, { user_id, kind: "signed_in", detail: "phone", user_agent, address, at: now });
    await tellOfNewDevice(tx, context, made, session_id, visit, deviceOf);
    // Two accounts on one phone are two accounts on one phone, whichever way they came there.
    const device_secret = await seeDevice(tx, user_id, visit, now);
    return done({ user: made, expires_at, leads_to: taken.link.leads_to ?? "/", device_secret });
  });
  if (!opened.ok) return opened;
  const { user, expires_at, leads_to, device_secret } = opened.value;
  const bind = bind_hash.toString("base64url");
  const login_token = await context.tokens.sign({ user_id, session_id, bind, issued_at: now, expires_at });
  const member = memberOf(user, { session_id, expires_at, confirmed_at: NEVER });
  const signed_in = { member, login_token, bind_secret, device_secret, recently_created: false };
  return done({ signed_in, leads_to });
}
