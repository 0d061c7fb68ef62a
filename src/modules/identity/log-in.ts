/** Signs a member in. An unknown address costs the same time as a wrong password, so that timing tells nothing. */
import { hash, verify } from "@node-rs/argon2";
import { addDays } from "#platform/clock";
import { newSecret } from "#platform/ids";
import type { LimitRule } from "#platform/limits";
import { networkOf } from "#platform/network";
import { type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import { readSignInAddresses } from "./device-store.ts";
import type { SignedIn, Visit } from "./identity.types.ts";
import { knownDevice } from "./known-device.ts";
import { LIMITS, pairOf } from "./limits.ts";
import type { IdentityRefusal } from "./messages.ts";
import { normaliseEmail } from "./rules.ts";
import { openOrAsk } from "./second-factor/open-or-ask.ts";
import { signInWithCode } from "./second-factor/time-codes.ts";
import { findUserByEmail } from "./store.ts";

/** The hash of a password nobody has, made with the same costs as every other, once a process. */
let nobody: Promise<string> | null = null;
const hashOfNobody = () => {
  nobody ??= hash(newSecret(24));
  return nobody;
};

/** Wrong tries of an account from one network after which a captcha is asked for, when one is configured. */
const TRIES_BEFORE_CAPTCHA = 3;
/** A network from which the owner signed in within these is no stranger. */
const KNOWN_NETWORK_DAYS = 90;

export type Credentials = { email: string; password: string; captcha?: string | null } & Visit;

export async function logIn(context: IdentityContext, input: Credentials): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const email = normaliseEmail(input.email);
  const pair = pairOf(email, input.address);
  const user = await findUserByEmail(context.database.db, email);
  const device = await deviceOfAccount(context, user?.user_id ?? null, input);
  const stopped = device ? null : await findStop(context, pair, input);
  if (stopped) return stopped;
  const over = await context.limits.takeAll(
    device ? [[LIMITS.sign_in_device, device]] : await strangersLimits(context, user?.user_id ?? null, email, input),
  );
  if (over) return refused("too_many_attempts", over);
  const known = user?.deleted_at ? null : user?.password_hash;
  const matches = await verify(known ?? (await hashOfNobody()), input.password.slice(0, 500)).catch(() => false);
  if (!user || !known || !matches) return refused("wrong_credentials");
  await context.limits.forget(LIMITS.sign_in_pair, pair);
  if (device) await context.limits.forget(LIMITS.sign_in_device, device);
  return openOrAsk(context, user.user_id, input);
}

/** Password and second step in one, for a form that asks for both. Refuses with `second_step` while the code is missing. */
export async function logInWithCode(
  context: IdentityContext,
  input: Credentials & { code: string | null },
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const signed = await logIn(context, input);
  const ticket = signed.ok || signed.code !== "second_step" ? null : signed.detail?.ticket;
  return ticket && input.code ? signInWithCode(context, ticket, input.code, input) : signed;
}

/** A user that nobody is, so that an unknown address asks the database the same. */
const NOBODY_ID = "00000000-0000-0000-0000-000000000000";

/** The name of a device that the account knows; it has a count of its own, and strangers' tries never lock it out. */
export async function deviceOfAccount(
  context: Pick<IdentityContext, "database">,
  userId: string | null,
  visit: Visit,
): Promise<string | null> {
  const hash = await knownDevice(context.database.db, userId ?? NOBODY_ID, visit);
  return hash && `${userId}:${hash.toString("hex")}`;
}

/** What counts for all others. Where the owner signed in from before, tries from elsewhere do not count either. */
async function strangersLimits(context: IdentityContext, userId: string | null, email: string, visit: Visit) {
  const network = networkOf(visit.address);
  const since = addDays(context.clock.now(), -KNOWN_NETWORK_DAYS);
  const addresses = await readSignInAddresses(context.database.db, userId ?? NOBODY_ID, since);
  const limits: [LimitRule, string][] = [
    [LIMITS.sign_in_pair, pairOf(email, visit.address)],
    [LIMITS.sign_in_network, network],
  ];
  if (!addresses.some((address) => networkOf(address) === network)) limits.push([LIMITS.sign_in_account, email]);
  return limits;
}

/** The captcha, for accounts that exist and those that do not alike. */
async function findStop(context: IdentityContext, pair: string, input: Credentials) {
  if (!context.captcha.offer()) return null;
  if ((await context.limits.used(LIMITS.sign_in_pair, pair)) < TRIES_BEFORE_CAPTCHA) return null;
  if (!input.captcha) return refused<IdentityRefusal>("captcha_needed");
  return (await context.captcha.check(input.captcha, input.address)) === "failed"
    ? refused<IdentityRefusal>("captcha_failed")
    : null;
}
