/**
 * A lost password. Asking answers the same for every address, and at the same speed: whether it has an account is looked
 * up by a job afterwards. The link, used, sets the password, ends every session and opens a new one.
 */
import { hash } from "@node-rs/argon2";
import { addJobs } from "#platform/jobs";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { claimAccount, closeDoors } from "./claim-account.ts";
import type { IdentityContext } from "./context.ts";
import type { SignedIn, Visit } from "./identity.types.ts";
import { SEND_RESET } from "./job-kinds.ts";
import { passwordChanged, resetPassword as resetLetter } from "./letters.ts";
import { LIMITS, pairOf } from "./limits.ts";
import { dropOpenLinks, insertSafetyEvent } from "./link-store.ts";
import { deviceOfAccount } from "./log-in.ts";
import type { IdentityRefusal } from "./messages.ts";
import { makeLink, takeLink } from "./one-time-links.ts";
import { checkPassword } from "./passwords/check-password.ts";
import { isEmail, normaliseEmail } from "./rules.ts";
import { deviceOf } from "./rules-devices.ts";
import { openOrAsk } from "./second-factor/open-or-ask.ts";
import { findUser, findUserByEmail, markVerified, setPasswordHash } from "./store.ts";

export async function requestReset(
  context: IdentityContext,
  input: { email: string } & Visit,
): Promise<Outcome<null, IdentityRefusal>> {
  const email = normaliseEmail(input.email);
  if (!isEmail(email)) return refused("invalid_email");
  const user = await findUserByEmail(context.database.db, email);
  const device = await deviceOfAccount(context, user?.user_id ?? null, input);
  const over = device ? null : await context.limits.take(LIMITS.reset_network, networkOf(input.address));
  if (over) return refused("too_many_attempts", over);
  // Only so many mails an hour; but no stranger's asking turns the owner away. The last link is good for that hour.
  if (await context.limits.take(LIMITS.reset_account, email)) return done(null);
  await addJobs(context.database.db, [SEND_RESET.with({ email })]);
  return done(null);
}

/** The job: a mail to the owner, or nothing. */
export async function sendReset(context: IdentityContext, email: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user?.email || user.deleted_at) return;
    const now = context.clock.now();
    await dropOpenLinks(tx, user.user_id, ["reset_password"], now);
    const { secret, name } = await makeLink(tx, { kind: "reset_password", user_id: user.user_id, email }, now);
    await context.notifications.queue(tx, {
      cause: `reset_password:${name}`,
      recipient: { ...user, email: user.email },
      letter: resetLetter({
        name: user.name,
        link: `${context.settings.PUBLIC_URL}/password/reset/${secret}/${encodeURIComponent(email)}`,
      }),
    });
  });
}

export type NewPassword = { token: string; email: string | null; password: string; password_confirmation: string };

/** Both for a lost password and for an account's first one. */
export async function resetPassword(
  context: IdentityContext,
  input: NewPassword & Visit,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.link_network, networkOf(input.address));
  if (over) return refused("too_many_attempts", over);
  const fault = await checkPassword(context, input, input.email ? [input.email] : []);
  if (fault) return refused(fault);
  const password_hash = await hash(input.password);
  const now = context.clock.now();
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<string, IdentityRefusal>> => {
    const named = input.email === null ? null : normaliseEmail(input.email);
    const taken = await takeLink(tx, ["reset_password", "set_password"], input.token, now, named);
    if (!taken.ok) return refused(taken.why === "unknown" ? "link_unknown" : `link_${taken.why}`);
    const user = await findUser(tx, taken.link.user_id);
    if (!user || user.deleted_at || user.email !== taken.link.email) return refused("link_unknown");
    // The link came from the mailbox: the address is its reader's, and what was there before it was proven is not.
    if (!user.email_verified_at) await claimAccount(tx, context, user.user_id, input);
    await markVerified(tx, user.user_id, now);
    await closeDoors(tx, context, user.user_id, { session_id: null, device_hash: null, reason: "password_changed" });
    await setPasswordHash(tx, user.user_id, password_hash);
    await insertSafetyEvent(tx, { user_id: user.user_id, kind: "password_reset", ...input, at: now });
    await context.notifications.queue(tx, {
      cause: `password_changed:${taken.link.link_hash.toString("hex")}`,
      recipient: { ...user, email: taken.link.email },
      letter: passwordChanged({ name: user.name, at: now.toISOString(), device: deviceOf(input.user_agent) }),
    });
    return done(user.user_id);
  });
  if (!outcome.ok) return outcome;
  context.forgetUser(outcome.value);
  if (input.email) await context.limits.forget(LIMITS.sign_in_pair, pairOf(input.email, input.address));
  return openOrAsk(context, outcome.value, input);
}
