/**
 * A token that opens one session within ten minutes (`/token/callback/{token}`): for apps, pop-ups and hand-overs. What it opens proves no
 * more than the session that made it: it is as fresh as that one, and a phone's by a code hangs on the same (decision 0083).
 */

import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import type { SignedIn, Visit } from "./identity.types.ts";
import { LIMITS } from "./limits.ts";
import type { LinkKind } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { findOpenLink, type LinkState, makeLink, peekLink, takeLink } from "./one-time-links.ts";
import { openSession } from "./open-session.ts";
import { maskEmail } from "./rules.ts";
import { findLiveSession, findUser } from "./store.ts";

/** `sessionId` is the one that asks for it; null where nobody is signed in, and who presses has proved themselves by the token. */
export async function makeSignInToken(
  context: IdentityContext,
  userId: string,
  sessionId: string | null,
): Promise<string> {
  return context.database.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    const link = { kind: "sign_in" as const, user_id: userId, email: user?.email ?? "", session_id: sessionId };
    return (await makeLink(tx, link, context.clock.now())).secret;
  });
}

const OPENING: readonly LinkKind[] = ["sign_in", "phone"];

/** `leads_to` is the one page of a phone's link, `own` that it belongs to who is signed in here. */
export type SignInSeen = { state: LinkState; account: string | null; leads_to: string | null; own: boolean };

/** What a link would do and for whom, before anybody presses anything; the address is shown in part. */
export async function peekSignIn(context: IdentityContext, secret: string, viewer: string | null): Promise<SignInSeen> {
  const { db } = context.database;
  const now = context.clock.now();
  const open = await findOpenLink(db, OPENING, secret, now);
  if (!open) return { state: await peekLink(db, OPENING, secret, now), account: null, leads_to: null, own: false };
  const { link, user } = open;
  // Who made it has signed out: it opens nothing, though its minutes are not over.
  if (link.session_id && !(await findLiveSession(db, link.session_id, now)))
    return { state: "expired", account: null, leads_to: null, own: false };
  const account = user.email ? maskEmail(user.email) : user.name;
  return { state: "open", account, leads_to: link.leads_to, own: user.user_id === viewer };
}

type Taken = { user_id: string; from: string | null };

export async function takeSignInToken(
  context: IdentityContext,
  secret: string,
  visit: Visit,
  isOwner: (email: string | null) => boolean = () => true,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.link_network, networkOf(visit.address));
  if (over) return refused("too_many_attempts", over);
  const now = context.clock.now();
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<Taken, IdentityRefusal>> => {
    const taken = await takeLink(tx, ["sign_in"], secret, now);
    if (!taken.ok) return refused(taken.why === "unknown" ? "link_unknown" : `link_${taken.why}`);
    const user = await findUser(tx, taken.link.user_id);
    if (!user || user.deleted_at || !isOwner(user.email)) return refused("link_unknown");
    return done({ user_id: user.user_id, from: taken.link.session_id });
  });
  return outcome.ok ? openSession(context, outcome.value.user_id, visit, outcome.value.from) : outcome;
}
