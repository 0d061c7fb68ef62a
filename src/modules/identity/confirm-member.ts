/**
 * Asks once more who somebody is before money leaves, an address changes or an account ends: by the password, or, for
 * members without one, by a sign-in of the last ten minutes.
 */
import { verify } from "@node-rs/argon2";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Member } from "./identity.types.ts";
import { LIMITS } from "./limits.ts";
import type { IdentityRefusal } from "./messages.ts";
import type { IdentityRoom } from "./room.ts";
import { findUser, markConfirmed } from "./store.ts";

export const FRESH_MINUTES = 10;

export const isFresh = (confirmedAt: Date, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() <= FRESH_MINUTES * 60_000;

export async function confirmMember(
  room: IdentityRoom,
  member: Pick<Member, "user_id" | "session_id" | "confirmed_at">,
  password: string | null,
): Promise<Outcome<null, IdentityRefusal>> {
  if (!password) {
    const user = await findUser(room.database.db, member.user_id);
    if (user?.password_hash) return refused("password_wrong");
    return isFresh(member.confirmed_at, room.clock.now()) ? done(null) : refused("sign_in_again");
  }
  const confirmed = await confirmPassword(room, member.user_id, password);
  if (confirmed.ok) await markConfirmed(room.database.db, member.session_id, room.clock.now());
  return confirmed;
}

/** For a copy of somebody's data: the password, or a sign-in of the last ten minutes, whether or not there is a password. */
export async function confirmFresh(
  room: IdentityRoom,
  member: Pick<Member, "user_id" | "session_id" | "confirmed_at">,
  password: string | null,
): Promise<Outcome<null, IdentityRefusal>> {
  if (password) return confirmMember(room, member, password);
  return isFresh(member.confirmed_at, room.clock.now()) ? done(null) : refused("sign_in_again");
}

/** The password alone, for verbs that know no session. Wrong ones are counted: a stolen session must not guess. */
export async function confirmPassword(
  room: IdentityRoom,
  userId: string,
  password: string,
): Promise<Outcome<null, IdentityRefusal>> {
  const over = await room.limits.take(LIMITS.confirm_account, userId);
  if (over) return refused("too_many_tries", over);
  const user = await findUser(room.database.db, userId);
  const matches = user?.password_hash ? await verify(user.password_hash, password).catch(() => false) : false;
  if (!matches) return refused("password_wrong");
  await room.limits.forget(LIMITS.confirm_account, userId);
  return done(null);
}
