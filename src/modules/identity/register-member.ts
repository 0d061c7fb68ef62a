/**
 * Registers a member and signs them in. A doubled click registers once: the second finds the address taken, and with the
 * same password it is a sign-in. Who tries many addresses is stopped by their network, so that this tells no list of them.
 */
import { hash, verify } from "@node-rs/argon2";
import { newId } from "#platform/ids";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { agreeToLegal } from "./agree-to-legal.ts";
import type { IdentityContext } from "./context.ts";
import type { SignedIn, Visit } from "./identity.types.ts";
import { registeredAgain } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { cutName } from "./names.ts";
import { openSession } from "./open-session.ts";
import { checkPassword } from "./passwords/check-password.ts";
import { findFaults, normaliseEmail, type Registration } from "./rules.ts";
import { openOrAsk } from "./second-factor/open-or-ask.ts";
import { queueVerification } from "./send-verification.ts";
import { findUser, findUserByEmail, insertUser } from "./store.ts";

/** Registrations of one network in an hour after which a captcha is asked for, when one is configured. */
const REGISTRATIONS_BEFORE_CAPTCHA = 3;

export type RegistrationInput = Registration & {
  language: "en" | "es";
  partner: string;
  sid: string | null;
  cid: string | null;
  country_code: string | null;
  /** Whose legal texts they read (ISO 3166); null when nobody knows. */
  reads_in: string | null;
  /** Whose pages they read, where that is not the partner who brought them. */
  reads_under?: string;
  captcha?: string | null;
} & Visit;

export async function registerMember(
  context: IdentityContext,
  input: RegistrationInput,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const fault = findFaults(input)[0] ?? (await checkPassword(context, input, [input.name, input.email]));
  if (fault) return refused(fault);
  const stopped = await findStop(context, input);
  if (stopped) return stopped;
  const email = normaliseEmail(input.email);
  const password_hash = await hash(input.password);
  const user_id = newId("user");
  const now = context.clock.now();
  const { user_agent, address } = input;
  const inserted = await context.database.transaction(async (tx) => {
    const isNew = await insertUser(tx, {
      user_id,
      email,
      name: cutName(input.name),
      password_hash,
      language: input.language,
      partner: input.partner,
      sid: input.sid,
      cid: input.cid,
      country_code: input.country_code,
      created_at: now,
    });
    if (!isNew) return false;
    await agreeToLegal(tx, context, {
      user_id,
      partner: input.reads_under ?? input.partner,
      language: input.language,
      country: input.reads_in,
      way: "register",
    });
    const user = await findUser(tx, user_id);
    if (user) await queueVerification(tx, context, user, true);
    await insertSafetyEvent(tx, { user_id, kind: "registered", user_agent, address, at: now });
    return true;
  });
  if (!inserted) return meetTaken(context, email, input);
  const opened = await openSession(context, user_id, input);
  return opened.ok ? done({ ...opened.value, recently_created: true }) : opened;
}

async function findStop(context: IdentityContext, input: RegistrationInput) {
  const network = networkOf(input.address);
  const over = await context.limits.take(LIMITS.register_network, network);
  if (over) return refused<IdentityRefusal>("too_many_attempts", over);
  const most = context.captcha.offer() ? REGISTRATIONS_BEFORE_CAPTCHA : null;
  if (most === null || (await context.limits.used(LIMITS.register_network, network)) <= most) return null;
  if (!input.captcha) return refused<IdentityRefusal>("captcha_needed");
  return (await context.captcha.check(input.captcha, input.address)) === "failed"
    ? refused<IdentityRefusal>("captcha_failed")
    : null;
}

/** The address has an account: its owner is signed in, everybody else refused, and the owner told by mail. */
async function meetTaken(
  context: IdentityContext,
  email: string,
  input: RegistrationInput,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.address_taken_network, networkOf(input.address));
  if (over) return refused("too_many_attempts", over);
  const user = await findUserByEmail(context.database.db, email);
  if (!user || user.deleted_at) return refused("email_taken");
  const own = user.password_hash ? await verify(user.password_hash, input.password).catch(() => false) : false;
  if (own) return openOrAsk(context, user.user_id, input);
  await context.database.transaction((tx) =>
    context.notifications.queue(tx, {
      cause: `registered_again:${user.user_id}:${context.clock.now().toISOString().slice(0, 10)}`,
      recipient: { ...user, email },
      letter: registeredAgain({ name: user.name }),
    }),
  );
  return refused("email_taken");
}
