/**
 * What ends with every new password, and what an account loses when the owner of its address takes it over. Anybody may
 * open an account with somebody else's address and prepare ways in (pre-hijacking): keys, codes, links, sessions. The
 * first who proves the address gets the account without them.
 */
import type { Tx } from "#platform/database";
import type { IdentityContext } from "./context.ts";
import { dropDevices } from "./device-store.ts";
import { dropCodesOnTheWay } from "./extension-store.ts";
import { dropOpenLinks, insertSafetyEvent, type LinkKind } from "./link-store.ts";
import { dropChallenges, dropFactors } from "./second-factor/factor-store.ts";
import { dropAllLinks } from "./social/linked-accounts.ts";
import { dropPassword, dropStates } from "./social/social-store.ts";
import { type EndReason, endSessionsOf, setPendingEmail, standAlone } from "./store.ts";

/** Links that open something for whoever has them. One that undoes a change of address is its owner's alone. */
const OPENING: readonly LinkKind[] = ["reset_password", "set_password", "change_email", "sign_in"];

/**
 * Ends what an older password stood for: every session but one, links and codes on their way, a change of address that was asked
 * for, steps of sign-ins that are half done, and what is known of devices. How many sessions ended.
 */
export async function closeDoors(
  tx: Tx,
  context: Pick<IdentityContext, "clock">,
  userId: string,
  kept: { session_id: string | null; device_hash: Buffer | null; reason: EndReason },
): Promise<number> {
  const now = context.clock.now();
  await dropOpenLinks(tx, userId, OPENING, now);
  await setPendingEmail(tx, userId, null);
  await dropChallenges(tx, userId);
  await dropStates(tx, userId);
  await dropDevices(tx, userId, kept.device_hash, now);
  await dropCodesOnTheWay(tx, userId, now);
  if (kept.session_id) await standAlone(tx, kept.session_id);
  return endSessionsOf(tx, userId, kept.session_id, kept.reason, now);
}

/**
 * The owner of an address that was never proven here is now known: whatever leads into the account goes, the password
 * too. The caller marks the address as proven and gives its owner a way in of their own.
 */
export async function claimAccount(
  tx: Tx,
  context: Pick<IdentityContext, "clock">,
  userId: string,
  visit: { user_agent?: string; address: string },
): Promise<void> {
  await closeDoors(tx, context, userId, { session_id: null, device_hash: null, reason: "replaced" });
  await dropOpenLinks(tx, userId, ["verify_email"], context.clock.now());
  await dropPassword(tx, userId);
  await dropFactors(tx, userId);
  await dropAllLinks(tx, userId);
  await insertSafetyEvent(tx, { user_id: userId, kind: "claimed", ...visit, at: context.clock.now() });
}
