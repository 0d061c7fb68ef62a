/**
 * Wrong codes are counted by account, wherever they are typed: who knows a password must not guess the rest from changing
 * addresses. After some free tries each further one waits longer. A device that the account knows is counted by itself,
 * so that a stranger's tries never make the owner wait there.
 */
import type { Tx } from "#platform/database";
import type { IdentityContext } from "../context.ts";
import { countWrongCode, forgetWrongCodes, lockWrongCodes, markTold } from "../device-store.ts";
import type { Visit } from "../identity.types.ts";
import { knownDevice } from "../known-device.ts";
import { codesWrong } from "../letters.ts";
import { insertSafetyEvent } from "../link-store.ts";
import { deviceOf } from "../rules-devices.ts";
import { findUser } from "../store.ts";

/** Typing errors and clocks that are off explain as many. */
export const FREE_TRIES = 6;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 3_600;
const TOLD_EVERY_HOURS = 24;
/** All devices that the account does not know share one count. */
const STRANGERS = Buffer.alloc(0);

/** How long to wait after so many wrong codes since the last right one. */
export const waitSeconds = (wrong: number): number =>
  wrong < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(20, wrong - FREE_TRIES));

export type CodeCount = { user_id: string; device_hash: Buffer; wait_seconds: number };

/** The count of this visitor's tries and how long it still asks to wait. The caller holds the account's lock. */
export async function readCodeCount(tx: Tx, userId: string, visit: Visit, now: Date): Promise<CodeCount> {
  const device_hash = (await knownDevice(tx, userId, visit)) ?? STRANGERS;
  const row = await lockWrongCodes(tx, userId, device_hash);
  const until = row ? row.last_at.getTime() + waitSeconds(row.wrong) * 1_000 : 0;
  return { user_id: userId, device_hash, wait_seconds: Math.max(0, Math.ceil((until - now.getTime()) / 1_000)) };
}

export const forgetCodes = (tx: Tx, count: CodeCount): Promise<void> =>
  forgetWrongCodes(tx, count.user_id, count.device_hash);

/** One more wrong code. Once tries have to wait, the owner is told by mail, at most once a day. */
export async function countCode(tx: Tx, context: IdentityContext, count: CodeCount, visit: Visit): Promise<void> {
  const now = context.clock.now();
  const { wrong, told_at } = await countWrongCode(tx, count.user_id, count.device_hash, now);
  if (wrong < FREE_TRIES || (told_at && now.getTime() - told_at.getTime() < TOLD_EVERY_HOURS * 3_600_000)) return;
  await markTold(tx, count.user_id, count.device_hash, now);
  const { user_agent, address } = visit;
  await insertSafetyEvent(tx, { user_id: count.user_id, kind: "codes_wrong", user_agent, address, at: now });
  const user = await findUser(tx, count.user_id);
  if (!user?.email) return;
  await context.notifications.queue(tx, {
    cause: `codes_wrong:${user.user_id}:${count.device_hash.toString("hex").slice(0, 16)}:${now.toISOString()}`,
    recipient: { ...user, email: user.email },
    letter: codesWrong({ name: user.name, at: now.toISOString(), device: deviceOf(user_agent, user.language) }),
  });
}
