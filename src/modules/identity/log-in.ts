/** Signs a member in. An unknown address costs the same time as a wrong password, so that timing tells nothing. */
import { hash, verify } from "@node-rs/argon2";
import { newSecret } from "#platform/ids";
import { type Outcome, refused } from "#platform/outcome";
import type { SignedIn, Visit } from "./identity.server.ts";
import { networkOf, pairOf } from "./limits.ts";
import type { IdentityRefusal } from "./messages.ts";
import type { IdentityRoom } from "./room.ts";
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

export type Credentials = { email: string; password: string; captcha?: string | null } & Visit;

export async function logIn(room: IdentityRoom, input: Credentials): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const email = normaliseEmail(input.email);
  const pair = pairOf(email, input.address);
  const stopped = await findStop(room, pair, input);
  if (stopped) return stopped;
  const over = await room.limits.takeAll([
    ["sign_in_pair", pair],
    ["sign_in_account", email],
    ["sign_in_network", networkOf(input.address)],
  ]);
  if (over) return refused("too_many_tries", over);
  const user = await findUserByEmail(room.database.db, email);
  const known = user?.deleted_at ? null : user?.password_hash;
  const matches = await verify(known ?? (await hashOfNobody()), input.password.slice(0, 500)).catch(() => false);
  if (!user || !known || !matches) return refused("wrong_credentials");
  await room.limits.forget("sign_in_pair", pair);
  return openOrAsk(room, user.user_id, input);
}

/** Password and second step in one, for a form that asks for both. Refuses with `second_step` while the code is missing. */
export async function logInWithCode(
  room: IdentityRoom,
  input: Credentials & { code: string | null },
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const signed = await logIn(room, input);
  const ticket = signed.ok || signed.code !== "second_step" ? null : signed.detail?.ticket;
  return ticket && input.code ? signInWithCode(room, ticket, input.code, input) : signed;
}

/** The captcha, for accounts that exist and those that do not alike. */
async function findStop(room: IdentityRoom, pair: string, input: Credentials) {
  if (!room.captcha.offer()) return null;
  if ((await room.limits.used("sign_in_pair", pair)) < TRIES_BEFORE_CAPTCHA) return null;
  if (!input.captcha) return refused<IdentityRefusal>("captcha_needed");
  return (await room.captcha.check(input.captcha, input.address)) === "failed"
    ? refused<IdentityRefusal>("captcha_failed")
    : null;
}
