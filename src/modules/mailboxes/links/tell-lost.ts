/** Tells a member that their mailbox lets us in no more: at once, and once more when nothing happened. */
import type { Tx } from "#platform/database";
import { mailboxLost } from "../letters.ts";
import type { LinkRow } from "./link-store.ts";
import type { LinksContext } from "./links-context.ts";

export async function tellLost(
  tx: Tx,
  { identity, notifications }: LinksContext,
  row: LinkRow,
  which: "at_once" | "again",
): Promise<void> {
  const contact = await identity.contact(row.user_id, tx);
  if (!contact) return;
  await notifications.queue(tx, {
    // Each loss is told of anew: its day is part of the cause.
    cause: `mailboxes.lost:${row.link_id}:${row.reauth_since?.toISOString() ?? ""}:${which}`,
    recipient: { user_id: row.user_id, ...contact },
    letter: mailboxLost({ address: row.address, again: which === "again", provider: row.provider }),
  });
}
