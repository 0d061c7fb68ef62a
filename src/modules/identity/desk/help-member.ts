/**
 * What operators do with an account. Each verb asks who does it and why, holds the account while it works, and writes into the
 * account's own activity what was done, so that its owner sees it.
 */

import { addDays, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { derivedId, newId } from "#platform/ids";
import { emit } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "../context.ts";
import { readSignInAddresses } from "../device-store.ts";
import { CLOSED } from "../job-kinds.ts";
import { accountClosed, accountRestored, factorReset } from "../letters-of-operators.ts";
import { LIMITS, pairOf } from "../limits.ts";
import { ALL_LINKS, dropOpenLinks, insertSafetyEvent, type SafetyKind } from "../link-store.ts";
import { lockUsers } from "../merge-store.ts";
import { queueVerification } from "../send-verification.ts";
import { endSessionsOf, markVerified, type UserRow } from "../store.ts";
import {
  dropSecondStep,
  dropWrongCodes,
  findOpenLook,
  insertLook,
  insertNote,
  readDevices,
  setClosed,
} from "./desk-store.ts";

/** Who does it, and why: without either nothing is done. */
export type Asked = { user_id: string; by: string; reason: string };
export type HelpRefusal = "unknown_member" | "not_said" | "already_so" | "no_address";
type Done = Outcome<null, HelpRefusal>;

export const LOOK_MINUTES = 30;
const KNOWN_NETWORK_DAYS = 90;

async function withMember(
  context: IdentityContext,
  { user_id, by, reason }: Asked,
  work: (tx: Tx, user: UserRow) => Promise<Done>,
): Promise<Done> {
  if (by.trim() === "" || reason.trim() === "") return refused("not_said");
  const outcome = await context.database.transaction(async (tx): Promise<Done> => {
    const user = (await lockUsers(tx, [user_id])).get(user_id);
    return user && !user.deleted_at && !user.merged_at ? work(tx, user) : refused("unknown_member");
  });
  context.forgetUser(user_id);
  return outcome;
}

const tell = (tx: Tx, context: IdentityContext, user: UserRow, kind: SafetyKind): Promise<void> =>
  insertSafetyEvent(tx, { user_id: user.user_id, kind, at: context.clock.now() });

/** The link once more, for somebody who asked us; the older links stop working. */
export const resendVerification = (context: IdentityContext, asked: Asked): Promise<Done> =>
  withMember(context, asked, async (tx, user) => {
    if (!user.email) return refused("no_address");
    if (user.email_verified_at) return refused("already_so");
    await queueVerification(tx, context, user, false);
    return done(null);
  });

export const verifyByHand = (context: IdentityContext, asked: Asked): Promise<Done> =>
  withMember(context, asked, async (tx, user) => {
    if (!user.email) return refused("no_address");
    if (user.email_verified_at) return refused("already_so");
    await markVerified(tx, user.user_id, context.clock.now());
    await dropOpenLinks(tx, user.user_id, ["verify_email"], context.clock.now());
    await tell(tx, context, user, "verified_by_hand");
    return done(null);
  });

/** Counts of wrong tries begin anew: of the account, of its devices, and of the networks that it signed in from. */
export async function unlock(context: IdentityContext, asked: Asked): Promise<Done> {
  let found: UserRow | null = null;
  const outcome = await withMember(context, asked, async (tx, user) => {
    found = user;
    await dropWrongCodes(tx, user.user_id);
    await tell(tx, context, user, "unlocked");
    return done(null);
  });
  if (!outcome.ok || !found) return outcome;
  const { user_id, email } = found as UserRow;
  const { db } = context.database;
  const { limits, clock } = context;
  for (const rule of [LIMITS.confirm_account, LIMITS.code_account, LIMITS.verify_account])
    await limits.forget(rule, user_id);
  for (const hash of await readDevices(db, user_id)) await limits.forget(LIMITS.sign_in_device, `${user_id}:${hash}`);
  if (!email) return outcome;
  await limits.forget(LIMITS.sign_in_account, email);
  await limits.forget(LIMITS.reset_account, email);
  for (const address of await readSignInAddresses(db, user_id, addDays(clock.now(), -KNOWN_NETWORK_DAYS)))
    await limits.forget(LIMITS.sign_in_pair, pairOf(email, address));
  return outcome;
}

/** Who lost their authenticator app. Whoever is signed in is signed out, and the address is told at once. */
export const resetSecondStep = (context: IdentityContext, asked: Asked): Promise<Done> =>
  withMember(context, asked, async (tx, user) => {
    if (!(await dropSecondStep(tx, user.user_id))) return refused("already_so");
    const now = context.clock.now();
    await dropWrongCodes(tx, user.user_id);
    await endSessionsOf(tx, user.user_id, null, "factor_reset", now);
    await tell(tx, context, user, "factor_reset");
    await write(
      tx,
      context,
      user,
      `factor_reset:${user.user_id}:${now.toISOString()}`,
      factorReset({ name: user.name }),
    );
    return done(null);
  });

/** Nobody signs in any more, and no link that was sent opens anything. Money stays where it is. */
export const closeAccount = (context: IdentityContext, asked: Asked): Promise<Done> =>
  withMember(context, asked, async (tx, user) => {
    if (user.closed_at) return refused("already_so");
    const now = context.clock.now();
    await setClosed(tx, user.user_id, { at: now, by: asked.by });
    await endSessionsOf(tx, user.user_id, null, "account_closed", now);
    await dropOpenLinks(tx, user.user_id, ALL_LINKS, now);
    await tell(tx, context, user, "account_closed");
    await emit(tx, context.registry, CLOSED, { user_id: user.user_id });
    await write(tx, context, user, `closed:${user.user_id}:${now.toISOString()}`, accountClosed({ name: user.name }));
    return done(null);
  });

export const restoreAccount = (context: IdentityContext, asked: Asked): Promise<Done> =>
  withMember(context, asked, async (tx, user) => {
    if (!user.closed_at) return refused("already_so");
    await setClosed(tx, user.user_id, null);
    await tell(tx, context, user, "account_restored");
    const now = context.clock.now().toISOString();
    await write(tx, context, user, `restored:${user.user_id}:${now}`, accountRestored({ name: user.name }));
    return done(null);
  });

/** What colleagues should know. The same of one person on one day stands once. */
export const writeNote = (context: IdentityContext, asked: Asked): Promise<Done> =>
  withMember(context, asked, async (tx, user) => {
    const at = context.clock.now();
    const body = asked.reason.trim().slice(0, 2_000);
    const note_id = derivedId("note", ["note", user.user_id, asked.by, civilDate(at), body].join(":"));
    await insertNote(tx, { note_id, user_id: user.user_id, by: asked.by, body, at });
    return done(null);
  });

/** Half an hour in which one operator reads the pages as the member sees them; the member sees that it happened. */
export const openLook = (context: IdentityContext, asked: Asked): Promise<Done> =>
  withMember(context, asked, async (tx, user) => {
    const at = context.clock.now();
    if (await findOpenLook(tx, user.user_id, asked.by, at)) return done(null);
    await insertLook(tx, {
      look_id: newId("look"),
      user_id: user.user_id,
      by: asked.by,
      reason: asked.reason.trim().slice(0, 500),
      allowed: user.looks_allowed_at !== null,
      at,
      ends_at: new Date(at.getTime() + LOOK_MINUTES * 60_000),
    });
    await tell(tx, context, user, "looked_at");
    return done(null);
  });

const write = (
  tx: Tx,
  context: IdentityContext,
  user: UserRow,
  cause: string,
  letter: Parameters<IdentityContext["notifications"]["queue"]>[1]["letter"],
): Promise<void> => context.notifications.queue(tx, { cause, recipient: user, letter });
