/** Whose draw is whose: one a flow, one an account, one a mailbox. The first one stands. */
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { mailboxOf } from "./rules.ts";
import { findDrawByKeys, insertDrawKeys, lockDrawKeys } from "./store.ts";

export const visitKey = (visitId: string): Buffer => sha256(`spin:visit:${visitId}`);

/** The card that joined: one bonus a card, whoever pays with it. */
export const cardKey = (key: string): Buffer => sha256(`spin:card:${key}`);

export function memberKeys(member: { user_id: string; email: string | null }): Buffer[] {
  const account = sha256(`spin:account:${member.user_id}`);
  return member.email ? [account, sha256(`spin:mailbox:${mailboxOf(member.email)}`)] : [account];
}

/** Gives a draw to a member, and returns the one that counts: theirs from before, when there is one. */
export async function takeDraw(
  tx: Tx,
  drawId: string,
  member: { user_id: string; email: string | null },
  at: Date,
): Promise<string> {
  const keys = memberKeys(member);
  await lockDrawKeys(tx, keys);
  const before = await findDrawByKeys(tx, keys);
  const counts = before?.draw_id ?? drawId;
  await insertDrawKeys(tx, counts, keys, at);
  return counts;
}
