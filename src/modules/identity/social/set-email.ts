/** SPEC §4 "Email setup": a member without an address gives one, or proves that the account that has it is theirs too. */

import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "../context.ts";
import type { Member, SignedIn, Visit } from "../identity.types.ts";
import { LIMITS } from "../limits.ts";
import { logInWithCode } from "../log-in.ts";
import { mergeMembers } from "../merge-members.ts";
import { isEmail, normaliseEmail } from "../rules.ts";
import { queueVerification } from "../send-verification.ts";
import { findUser, findUserByEmail } from "../store.ts";
import type { SocialOrIdentityRefusal } from "./social-messages.ts";
import { fillEmail, lockNames } from "./social-store.ts";

/** The address is unverified until the link that is sent to it is used. */
export async function setEmail(
  context: IdentityContext,
  member: Pick<Member, "user_id">,
  input: { email: string } & Visit,
): Promise<Outcome<{ email: string }, SocialOrIdentityRefusal>> {
  const email = normaliseEmail(input.email);
  if (!isEmail(email)) return refused("email_prompt_invalid");
  // The answer tells whether an address has an account: nobody may ask for many.
  const over = await context.limits.takeAll([
    [LIMITS.verify_account, member.user_id],
    [LIMITS.address_taken_network, networkOf(input.address)],
  ]);
  if (over) return refused("too_many_attempts", over);
  const outcome = await context.database.transaction(
    async (tx): Promise<Outcome<{ email: string }, SocialOrIdentityRefusal>> => {
      await lockNames(tx, [`email:${email}`]);
      const own = await findUser(tx, member.user_id);
      if (!own || own.deleted_at || own.merged_at) return refused("account_not_found");
      if (own.email === email) return done({ email });
      if (own.email) return refused("email_already_set");
      if (await findUserByEmail(tx, email)) return refused("requires_authentication", { email });
      if (!(await fillEmail(tx, member.user_id, email))) return refused("requires_authentication", { email });
      const user = await findUser(tx, member.user_id);
      if (user) await queueVerification(tx, context, user, true);
      return done({ email });
    },
  );
  context.forgetUser(member.user_id);
  return outcome;
}

/** The account that has the address goes on; this one is moved into it. */
export async function authenticateAndMerge(
  context: IdentityContext,
  member: Member,
  input: { email: string; password: string; code: string | null; captcha: string | null } & Visit,
): Promise<Outcome<SignedIn, SocialOrIdentityRefusal>> {
  if (!input.email.trim() || !input.password) return refused("credentials_missing");
  // Whoever has an address of their own would lose it: such accounts are not merged by a form.
  if (member.email) return refused("email_already_set");
  const signed = await logInWithCode(context, input);
  if (!signed.ok) return signed;
  const merged = await mergeMembers(context, { from: member.user_id, to: signed.value.member.user_id });
  if (!merged.ok) return merged;
  return done(await refreshed(context, signed.value));
}

/** What the account is after the merge: subscriptions may have come along. */
async function refreshed(context: IdentityContext, signedIn: SignedIn): Promise<SignedIn> {
  const user = await findUser(context.database.db, signedIn.member.user_id);
  if (!user) return signedIn;
  const { subscribed, standard_active, plus_active, shipping_active, coin_onboarding } = user;
  return {
    ...signedIn,
    member: { ...signedIn.member, subscribed, standard_active, plus_active, shipping_active, coin_onboarding },
  };
}
