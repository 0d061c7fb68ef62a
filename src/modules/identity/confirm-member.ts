/**
 * Asks once more who somebody is before money leaves, an address changes or an account ends: by the password, or, for
 * members without one, by a sign-in of the last ten minutes.
 */
import { verify } from "@node-rs/argon2";
import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import type { Member } from "./identity.types.ts";
import { LIMITS } from "./limits.ts";
import type { IdentityRefusal } from "./messages.ts";
import { findUser, markConfirmed } from "./store.ts";

export const FRESH_MINUTES = 10;

export const isFresh = (confirmedAt: Date, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() <= FRESH_MINUTES * 60_000;

export async function confirmMember(
  context: IdentityContext,
  member: Pick<Member, "user_id" | "session_id" | "confirmed_at">,
  password: string | null,
): Promise<Outcome<null, IdentityRefusal>> {
  if (!password) {
    const user = await findUser(context.database.db, member.user_id);
    if (user?.password_hash) return refused("password_wrong");
    return isFresh(member.confirmed_at, context.clock.now()) ? done(null) : refused("sign_in_again");
  }
  const confirmed = await confirmPassword(context, member.user_id, password);
  if (confirmed.ok) await markConfirmed(context.database.db, member.session_id, context.clock.now());
  return confirmed;
}

/** For a copy of somebody's data: the password, or a sign-in of the last ten minutes, whether or not there is a password. */
export async function confirmFresh(
  context: IdentityContext,
  member: Pick<Member, "user_id" | "session_id" | "confirmed_at">,
  password: string | null,
): Promise<Outcome<null, IdentityRefusal>> {
  if (password) return confirmMember(context, member, password);
  return isFresh(member.confirmed_at, context.clock.now()) ? done(null) : refused("sign_in_again");
}

/** The password alone, for verbs that know no session. Wrong ones are counted: a stolen session must not guess. */
export async function confirmPassword(
  context: IdentityContext,
  userId: string,
  password: string,
): Promise<Outcome<null, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.confirm_account, userId);
  if (over) return refused("too_many_attempts", over);
  const user = await findUser(context.database.db, userId);
  const matches = user?.password_hash ? await verify(user.password_hash, password).catch(() => false) : false;
  if (!matches) return refused("password_wrong");
  await context.limits.forget(LIMITS.confirm_account, userId);
  return done(null);
}
