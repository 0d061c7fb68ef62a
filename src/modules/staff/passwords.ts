/** Where the settings allow it: a password, always together with a code of an app (RFC 6238), whose secret is sealed at rest. */
import { hash, verify } from "@node-rs/argon2";
import { Secret, TOTP } from "otpauth";
import type { Tx } from "#platform/database";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { createSeal } from "#platform/seal";
import { keepAct } from "./audit.ts";
import { keepFailure } from "./failed-sign-ins.ts";
import { LIMITS } from "./limits.ts";
import type { StaffRefusal } from "./messages.ts";
import { openSession } from "./sessions.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";
import {
  confirmSession,
  deletePassword,
  findByEmail,
  findPassword,
  findPerson,
  listKeys,
  spendStep,
  upsertPassword,
} from "./store.ts";

const STEP_SECONDS = 30;
const MIN_CHARACTERS = 14;
/** Checked for addresses that nobody has, so that they take as long. */
const NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$ZxWnqsVb8Y3mR1d4t6u8wA$7r0C3l2mJ3tV0w0y3xJm0o3bq2o8t2Qk5l1xJ7n9aXo";

const codeOf = (secret: string, label: string) =>
  new TOTP({ issuer: "Operators' console", label, digits: 6, period: STEP_SECONDS, secret: Secret.fromBase32(secret) });

/** A code of now or its neighbours that was not used before; it is used up. */
async function fits(tx: Tx, context: StaffContext, personId: string, typed: string): Promise<boolean> {
  const row = await findPassword(tx, personId, true);
  if (!row || !/^\d{6}$/.test(typed.replace(/\s/g, ""))) return false;
  const now = context.clock.now();
  const totp = codeOf(createSeal(context.secret).open(row.secret_sealed), "");
  const delta = totp.validate({ token: typed.replace(/\s/g, ""), timestamp: now.getTime(), window: 1 });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1_000 / STEP_SECONDS) + delta;
  if (step <= Number(row.last_step)) return false;
  await spendStep(tx, personId, step, now);
  return true;
}

/** It counts once a code of the app was typed. */
export async function startPassword(
  context: StaffContext,
  operator: Operator,
  password: string,
): Promise<Outcome<{ secret: string; address: string }, StaffRefusal>> {
  if (context.settings.CONSOLE_PASSWORDS !== "on") return refused("passwords_off");
  if (password.length < MIN_CHARACTERS || new Set(password).size < 6) return refused("password_weak");
  const secret = new Secret({ size: 20 }).base32;
  const password_hash = await hash(password);
  await context.database.transaction((tx) =>
    upsertPassword(tx, {
      person_id: operator.person_id,
      password_hash,
      secret_sealed: createSeal(context.secret).close(secret),
      created_at: context.clock.now(),
    }),
  );
  return done({ secret, address: codeOf(secret, operator.email).toString() });
}

export async function confirmPassword(
  context: StaffContext,
  operator: Operator,
  code: string,
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  const over = await context.limits.take(LIMITS.console_password, operator.person_id);
  if (over) return refused("too_many", over);
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    if (!(await fits(tx, context, operator.person_id, code))) return refused("code_wrong");
    await keepAct(tx, context, operator, { what: "password_set", object: operator.id }, visit);
    return done(null);
  });
}

export async function removePassword(
  context: StaffContext,
  operator: Operator,
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    if ((await listKeys(tx, operator.person_id)).length === 0) return refused("last_passkey");
    await deletePassword(tx, operator.person_id);
    await keepAct(tx, context, operator, { what: "password_removed", object: operator.id }, visit);
    return done(null);
  });
}

type Typed = { email: string; password: string; code: string };

type FailedAs = "sign_in_failed" | "confirm_failed";

/** Password and code are checked together, so that neither tells of the other. */
async function check(
  context: StaffContext,
  typed: Typed,
  visit: Visit,
  as: FailedAs,
): Promise<Outcome<string, StaffRefusal>> {
  if (context.settings.CONSOLE_PASSWORDS !== "on") return refused("passwords_off");
  const email = typed.email.trim().toLowerCase();
  const over = await context.limits.takeAll([
    [LIMITS.console_network, networkOf(visit.address)],
    [LIMITS.console_password, email],
  ]);
  if (over) return refused("too_many", over);
  const person = await findByEmail(context.database.db, email);
  const row = person && (await findPassword(context.database.db, person.person_id));
  const good = await verify(row?.password_hash ?? NOBODYS, typed.password).catch(() => false);
  if (person && row?.confirmed_at && good && person.state === "active") return done(person.person_id);
  const why = !person ? "unknown address" : person.state === "active" ? "wrong password" : "switched off";
  await keepFailure(context, { how: "password and code", why, person_id: person?.person_id ?? null }, visit, as);
  return refused("sign_in_wrong");
}

const keepWrongCode = (context: StaffContext, person_id: string, visit: Visit, as: FailedAs) =>
  keepFailure(context, { how: "password and code", why: "wrong code", person_id }, visit, as);

export async function signInWithPassword(
  context: StaffContext,
  typed: Typed,
  visit: Visit,
): Promise<Outcome<string, StaffRefusal>> {
  const checked = await check(context, typed, visit, "sign_in_failed");
  if (!checked.ok) return checked;
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<string, StaffRefusal>> => {
    const person = await findPerson(tx, checked.value, true);
    if (person?.state !== "active" || !(await fits(tx, context, person.person_id, typed.code)))
      return refused("sign_in_wrong");
    return done(await openSession(tx, context, person, "password and code", visit));
  });
  if (!outcome.ok) await keepWrongCode(context, checked.value, visit, "sign_in_failed");
  return outcome;
}

export async function confirmWithCode(
  context: StaffContext,
  operator: Operator,
  typed: Omit<Typed, "email">,
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  const checked = await check(context, { ...typed, email: operator.email }, visit, "confirm_failed");
  if (!checked.ok) return checked;
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    if (!(await fits(tx, context, operator.person_id, typed.code))) return refused("sign_in_wrong");
    await confirmSession(tx, operator.session_id, context.clock.now());
    await keepAct(tx, context, operator, { what: "confirmed", object: operator.id }, visit);
    return done(null);
  });
  if (!outcome.ok) await keepWrongCode(context, operator.person_id, visit, "confirm_failed");
  return outcome;
}
