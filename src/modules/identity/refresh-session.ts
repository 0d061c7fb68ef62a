/** A fresh token for a living session, which ends when it would have: 365 days from its sign-in (SPEC §9). */
import { done, type Outcome, refused } from "#platform/outcome";
import type { Authenticator } from "./authenticate.ts";
import type { IdentityContext } from "./context.ts";
import type { SignedIn } from "./identity.types.ts";
import type { IdentityRefusal } from "./messages.ts";
import { memberOf } from "./open-session.ts";
import { findLiveSession } from "./store.ts";

/** An account's first session begins with it. */
const FIRST_MS = 60_000;
const RECENT_MS = 600_000;

export async function refreshSession(
  context: IdentityContext,
  authenticator: Authenticator,
  input: { token: string | null; bind_secret: string | null; nocache: boolean },
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const now = context.clock.now();
  // SPEC §8: a token has three parts.
  if (input.token && input.token.split(".").length !== 3) return refused("invalid_token");
  if (input.nocache && input.token) {
    const claims = await context.tokens.verify(input.token, now);
    if (claims) authenticator.forget(claims.session_id);
  }
  const member = await authenticator.authenticate(input.token, input.bind_secret);
  if (!member) return refused("no_session");
  const session = await findLiveSession(context.database.db, member.session_id, now);
  if (!session) return refused("no_session");
  const login_token = await context.tokens.sign({
    user_id: member.user_id,
    session_id: member.session_id,
    bind: session.bind_hash.toString("base64url"),
    issued_at: now,
    expires_at: session.expires_at,
  });
  return done({
    member: memberOf(session, session),
    login_token,
    bind_secret: null,
    device_secret: null,
    // By a form without script, by a landing flow or by another service: the page hears of it here first.
    recently_created:
      session.issued_at.getTime() - session.created_at.getTime() < FIRST_MS &&
      now.getTime() - session.created_at.getTime() < RECENT_MS,
  });
}
