/** Opens a session: a row that can be ended, a token for the reader, a secret for the binding cookie. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId, newSecret, sha256 } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import type { Member, SignedIn, Visit } from "./identity.types.ts";
import { rememberDevice, seeDevice } from "./known-device.ts";
import { newSignIn } from "./letters.ts";
import { insertSafetyEvent } from "./link-store.ts";
import { SESSION_DAYS } from "./messages.ts";
import { deviceOf } from "./rules-devices.ts";
import { findLiveSession, holdUser, insertSession, knowsDevice, type UserRow } from "./store.ts";

export function memberOf(user: UserRow, session: { session_id: string; expires_at: Date; confirmed_at: Date }): Member {
  return {
    user_id: user.user_id,
    session_id: session.session_id,
    email: user.email,
    name: user.name,
    language: user.language,
    partner: user.partner,
    sid: user.sid,
    cid: user.cid,
    country_code: user.country_code,
    coin_onboarding: user.coin_onboarding,
    subscribed: user.subscribed,
    standard_active: user.standard_active,
    plus_active: user.plus_active,
    shipping_active: user.shipping_active,
    is_verified: user.email_verified_at !== null,
    created_at: user.created_at,
    expires_at: session.expires_at,
    confirmed_at: session.confirmed_at,
    has_password: user.password_hash !== null,
  };
}

/**
 * `from` is the session that hands over to this one: the new one is no fresher, and hangs on the same where that one hangs on another.
 * Null for whoever has just proved who they are.
 */
export async function openSession(
  context: IdentityContext,
  userId: string,
  visit: Visit,
  from: string | null = null,
): Promise<Outcome<SignedIn, "account_closed" | "link_expired">> {
  const now = context.clock.now();
  const session_id = newId("session");
  const bind_secret = newSecret(43);
  const bind_hash = sha256(bind_secret);
  const opened = await context.database.transaction(async (tx) => {
    // Held, so that nobody signs in while the account is closed.
    const found = await holdUser(tx, userId);
    assert(found, "a session is opened for a member that exists");
    if (found.closed_at) return "account_closed" as const;
    assert(!found.deleted_at && !found.merged_at, "no session is opened for an account that is gone");
    const made = from === null ? null : await findLiveSession(tx, from, now);
    if (from !== null && made?.user_id !== userId) return "link_expired" as const;
    const parent_id = made?.parent_id ?? null;
    const expires_at = made && parent_id ? made.expires_at : addDays(now, SESSION_DAYS);
    const confirmed_at = made?.confirmed_at ?? now;
    const { user_agent, address } = visit;
    await insertSession(tx, {
      session_id,
      user_id: userId,
      bind_hash,
      user_agent,
      address,
      country: visit.country ?? null,
      issued_at: now,
      expires_at,
      confirmed_at,
      parent_id,
      opened_by: made?.opened_by ?? "sign_in",
    });
    await insertSafetyEvent(tx, { user_id: userId, kind: "signed_in", user_agent, address, at: now });
    await tellOfNewDevice(tx, context, found, session_id, visit, deviceOf);
    // Whoever proved nothing makes no device known.
    const device_secret = await (parent_id ? seeDevice : rememberDevice)(tx, userId, visit, now);
    return { user: found, expires_at, confirmed_at, device_secret };
  });
  if (typeof opened === "string") return refused(opened);
  const { user, expires_at, confirmed_at, device_secret } = opened;
  const login_token = await context.tokens.sign({
    user_id: userId,
    session_id,
    bind: bind_hash.toString("base64url"),
    issued_at: now,
    expires_at,
  });
  return done({
    member: memberOf(user, { session_id, expires_at, confirmed_at }),
    login_token,
    bind_secret,
    device_secret,
    recently_created: false,
  });
}

/** An account older than an hour that signs in from a browser it never used hears of it by mail. */
export async function tellOfNewDevice(
  tx: Tx,
  context: IdentityContext,
  user: UserRow,
  sessionId: string,
  visit: Visit,
  named: typeof deviceOf,
): Promise<void> {
  const now = context.clock.now();
  if (!user.email || !visit.user_agent || now.getTime() - user.created_at.getTime() < 3_600_000) return;
  if (await knowsDevice(tx, user.user_id, visit.user_agent, sessionId)) return;
  await context.notifications.queue(tx, {
    cause: `new_sign_in:${sessionId}`,
    recipient: { ...user, email: user.email },
    letter: newSignIn({ name: user.name, at: now.toISOString(), device: named(visit.user_agent, user.language) }),
  });
}
