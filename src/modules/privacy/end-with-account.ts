/** An account ends: what was asked of it is done by that, and its writer is told, before who it was is forgotten. */
import type { Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import { requestEndedWithAccount } from "./letters.ts";
import { moveRequest } from "./move-request.ts";
import type { RequestRow } from "./privacy.types.ts";
import { forgetAccount, lockOpenOf } from "./store.ts";
import { forgetLetters, tell } from "./tell-request.ts";

export async function endWithAccount(tx: Tx, context: PrivacyContext, user_id: string): Promise<void> {
  const at = context.clock.now();
  const contact = await context.identity.contact(user_id, tx);
  // Anybody may open an account with an address that is not theirs: its end answers nothing of whose it is.
  const account = { user_id, email: contact?.email_verified_at ? contact.email : null };
  const gone = (row: RequestRow): RequestRow => ({ ...row, user_id: null, email: account.email ?? row.email });
  for (const row of await lockOpenOf(tx, account)) {
    // The letter is to an address, not to an account: nothing of it may be kept for one that is gone.
    await tell(tx, context, gone(row), "answered", requestEndedWithAccount);
    await moveRequest(tx, row, { state: "answered", by: "server", at });
  }
  await forgetLetters(tx, context, await forgetAccount(tx, account));
}
