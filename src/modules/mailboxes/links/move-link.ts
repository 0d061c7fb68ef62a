/** Linked mailboxes of one member become another's, when two accounts become one. Schema `mailboxes` only. */
import type { Tx } from "#platform/database";
import { allLinks, lockLinksOf, lockOpenLinks, saveLink } from "./link-store.ts";
import { moveState } from "./move-state.ts";

/** Of a mailbox that both linked, the one that goes on is that of the account that goes on. */
export async function moveLinks(tx: Tx, { from, to }: { from: string; to: string }, at: Date): Promise<void> {
  for (const id of [from, to].toSorted()) await lockLinksOf(tx, id);
  const theirs = new Set((await lockOpenLinks(tx, to)).map(({ address }) => address));
  for (const row of await lockOpenLinks(tx, from))
    if (theirs.has(row.address)) await moveState(tx, row, { state: "revoked", by: "server", at, why: "merged" });
  for (const row of await allLinks(tx, from)) await saveLink(tx, { ...row, user_id: to }, null);
}
