/** SPEC §4 "Email setup": a member without an address gives one, or proves that the account that has it is theirs too. */

import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Member, SignedIn, Visit } from "../identity.types.ts";
import { LIMITS } from "../limits.ts";
import { logInWithCode } from "../log-in.ts";
import { mergeMembers } from "../merge-members.ts";
import type { IdentityRoom } from "../room.ts";
import { isEmail, normaliseEmail } from "../rules.ts";
import { queueVerification } from "../send-verification.ts";
import { findUser, findUserByEmail } from "../store.ts";
import type { SocialOrIdentityRefusal } from "./social-messages.ts";
import { fillEmail, lockNames } from "./social-store.ts";

/** The address is unverified until the link that is sent to it is used. */
export async function setEmail(
  room: IdentityRoom,
  member: Pick<Member, "user_id">,
  input: { email: string } & Visit,
): Promise<Outcome<{ email: string }, SocialOrIdentityRefusal>> {
  const email = normaliseEmail(input.email);
  if (!isEmail(email)) return refused("email_prompt_invalid");
  // The answer tells whether an address has an account: nobody may ask for many.
  const over = await room.limits.takeAll([
    [LIMITS.verify_account, member.user_id],
    [LIMITS.address_taken_network, networkOf(input.address)],
  ]);
  if (over) return refused("too_many_tries", over);
  const outcome = await room.database.transaction(
    async (tx): Promise<Outcome<{ email: string }, SocialOrIdentityRefusal>> => {
      await lockNames(tx, [`email:${email}`]);
      const own = await findUser(tx, member.user_id);
      if (!own || own.deleted_at || own.merged_at) return refused("account_gone");
      if (own.email === email) return done({ email });
      if (own.email) return refused("email_already_set");
      if (await findUserByEmail(tx, email)) return refused("requires_authentication", { email });
      if (!(await fillEmail(tx, member.user_id, email))) return refused("requires_authentication", { email });
      const user = await findUser(tx, member.user_id);
      if (user) await queueVerification(tx, room, user, true);
      return done({ email });
    },
  );
  room.forgetUser(member.user_id);
  return outcome;
}

/** The account that has the address goes on; this one is moved into it. */
export async function authenticateAndMerge(
  room: IdentityRoom,
  member: Member,
  input: { email: string; password: string; code: string | null; captcha: string | null } & Visit,
): Promise<Outcome<SignedIn, SocialOrIdentityRefusal>> {
  if (!input.email.trim() || !input.password) return refused("credentials_missing");
  // Whoever has an address of their own would lose it: such accounts are not merged by a form.
  if (member.email) return refused("email_already_set");
  const signed = await logInWithCode(room, input);
  if (!signed.ok) return signed;
  const merged = await mergeMembers(room, { from: member.user_id, to: signed.value.member.user_id });
  if (!merged.ok) return merged;
  return done(await refreshed(room, signed.value));
}

/** What the account is after the merge: subscriptions may have come along. */
async function refreshed(room: IdentityRoom, signedIn: SignedIn): Promise<SignedIn> {
  const user = await findUser(room.database.db, signedIn.member.user_id);
  if (!user) return signedIn;
  const { subscribed, plus_active, shipping_active, coin_onboarding } = user;
  return { ...signedIn, member: { ...signedIn.member, subscribed, plus_active, shipping_active, coin_onboarding } };
}
