/**
 * Devices that an account knows: a cookie with a secret of its own, set at each sign-in and kept as a hash. It opens
 * nothing. What strangers try elsewhere is not counted against a device from which somebody signed in before.
 */
import type { Database, Tx } from "#platform/database";
import { newSecret, sha256 } from "#platform/ids";
import { isKnownDevice, knowDevice, noteDevice } from "./device-store.ts";
import type { Visit } from "./identity.types.ts";

export const DEVICE_COOKIE = "tp_device";
const SECRET = /^[A-Za-z0-9]{43}$/;

const readSecret = (visit: Pick<Visit, "device">): string | null =>
  visit.device && SECRET.test(visit.device) ? visit.device : null;
const hashOf = (secret: string): Buffer => sha256(`device:${secret}`);

export function deviceHash(visit: Pick<Visit, "device">): Buffer | null {
  const secret = readSecret(visit);
  return secret === null ? null : hashOf(secret);
}

/** The hash of the visitor's device when the account knows it; null for every other. */
export async function knownDevice(
  runner: Database | Tx,
  userId: string,
  visit: Pick<Visit, "device">,
): Promise<Buffer | null> {
  const hash = deviceHash(visit);
  return hash && (await isKnownDevice(runner, userId, hash)) ? hash : null;
}

/** Writes down a device that a code signed in, which the account does not know by that; the secret for its cookie. */
export async function seeDevice(tx: Tx, userId: string, visit: Pick<Visit, "device">, now: Date): Promise<string> {
  const secret = readSecret(visit) ?? newSecret(43);
  await noteDevice(tx, userId, hashOf(secret), now);
  return secret;
}

/** Remembers the device of a sign-in; the secret for its cookie. */
export async function rememberDevice(tx: Tx, userId: string, visit: Pick<Visit, "device">, now: Date): Promise<string> {
  const secret = readSecret(visit) ?? newSecret(43);
  await knowDevice(tx, userId, hashOf(secret), now);
  return secret;
}
