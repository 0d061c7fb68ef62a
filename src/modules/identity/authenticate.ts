/**
 * Who a request belongs to. The signature is checked once a token and remembered for some seconds, because it is asked
 * for with every call; ending a session forgets it at once in every process (PostgreSQL notifies them).
 */
import { timingSafeEqual } from "node:crypto";
import { sha256 } from "#platform/ids";
import type { IdentityContext } from "./context.ts";
import type { Member } from "./identity.types.ts";
import { memberOf } from "./open-session.ts";
import { findLiveSession, type SessionRow, touchSession } from "./store.ts";

const REMEMBER_SECONDS = 20;
const MAX_REMEMBER = 50_000;
const TOUCH_MINUTES = 10;

export function createAuthenticator(context: IdentityContext) {
  type Known = { member: Member; bind: Buffer } & Pick<SessionRow, "parent_id" | "opened_by">;
  const known = new Map<string, Known & { until: number }>();
  /** How often somebody was forgotten: what was read before it may be old, and is not remembered after it. */
  let forgotten = 0;

  async function look(token: string): Promise<Known | null> {
    const now = context.clock.now();
    const found = known.get(token);
    if (found && found.until > now.getTime()) return found;
    known.delete(token);
    const before = forgotten;
    const claims = await context.tokens.verify(token, now);
    if (!claims) return null;
    const session = await findLiveSession(context.database.db, claims.session_id, now);
    if (!session || session.user_id !== claims.user_id) return null;
    // The token names its binding; the session row must name the same, or one of the two was not made here.
    if (session.bind_hash.toString("base64url") !== claims.bind) return null;
    // The list of sessions says when each was last used, to some minutes; nobody waits for that to be written.
    if (now.getTime() - session.last_used_at.getTime() > TOUCH_MINUTES * 60_000)
      touchSession(context.database.db, session.session_id, now).catch((error) =>
        context.log.warn({ err: error }, "the last use of a session could not be written"),
      );
    if (known.size >= MAX_REMEMBER) known.clear();
    const entry = {
      member: memberOf(session, session),
      bind: session.bind_hash,
      parent_id: session.parent_id,
      opened_by: session.opened_by,
      // No longer than the session itself.
      until: Math.min(now.getTime() + REMEMBER_SECONDS * 1_000, session.expires_at.getTime()),
    };
    if (forgotten === before) known.set(token, entry);
    return entry;
  }

  return {
    /** `reach`: what is asked for is open to the extension's own session, which opens nothing else. */
    async authenticate(token: string | null, bindSecret: string | null, reach = false): Promise<Member | null> {
      if (!token || !bindSecret || token.length > 2_000 || bindSecret.length > 200) return null;
      const found = await look(token);
      if (!found || (found.opened_by === "extension" && !reach)) return null;
      return timingSafeEqual(sha256(bindSecret), found.bind) ? found.member : null;
    },
    forget(sessionId: string) {
      forgotten += 1;
      for (const [token, { member, parent_id }] of known)
        if (member.session_id === sessionId || parent_id === sessionId) known.delete(token);
    },
    forgetUser(userId: string) {
      forgotten += 1;
      for (const [token, entry] of known) if (entry.member.user_id === userId) known.delete(token);
    },
    /** Of sessions that ended while this process could not be told, nobody knows which they are. */
    forgetAll() {
      forgotten += 1;
      known.clear();
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
