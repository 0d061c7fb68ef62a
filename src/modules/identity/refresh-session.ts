/** A fresh token for a living session. The session goes on for another 365 days from now (SPEC §9). */
import { addDays } from "#platform/clock";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Authenticator } from "./authenticate.ts";
import type { SignedIn } from "./identity.server.ts";
import { type IdentityRefusal, SESSION_DAYS } from "./messages.ts";
import { memberOf } from "./open-session.ts";
import type { IdentityRoom } from "./room.ts";
import { extendSession, findLiveSession } from "./store.ts";

export async function refreshSession(
  room: IdentityRoom,
  authenticator: Authenticator,
  input: { token: string | null; bind_secret: string | null; nocache: boolean },
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const now = room.clock.now();
  if (input.nocache && input.token) {
    const claims = await room.tokens.verify(input.token, now);
    if (claims) authenticator.forget(claims.session_id);
  }
  const member = await authenticator.authenticate(input.token, input.bind_secret);
  if (!member) return refused("no_session");
  const expires_at = addDays(now, SESSION_DAYS);
  const session = await room.database.transaction(async (tx) => {
    await extendSession(tx, member.session_id, expires_at);
    return findLiveSession(tx, member.session_id, now);
  });
  if (!session) return refused("no_session");
  const login_token = await room.tokens.sign({
    user_id: member.user_id,
    session_id: member.session_id,
    bind: session.bind_hash.toString("base64url"),
    issued_at: now,
    expires_at,
  });
  return done({
    member: memberOf(session, { ...session, expires_at }),
    login_token,
    bind_secret: null,
    device_secret: null,
    recently_created: false,
  });
}
