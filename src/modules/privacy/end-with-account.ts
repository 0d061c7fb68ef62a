/** An account ends: what was asked of it is done by that, and its writer is told, before who it was is forgotten. */
import type { Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import { requestEndedWithAccount } from "./letters.ts";
import { forgetMember } from "./member-data-store.ts";
import { moveRequest } from "./move-request.ts";
import { lockOpenOf } from "./store.ts";
import { factsOf, tell } from "./tell-request.ts";

export async function endWithAccount(tx: Tx, context: PrivacyContext, userId: string): Promise<void> {
  const at = context.clock.now();
  for (const row of await lockOpenOf(tx, userId)) {
    // The letter is to an address, not to an account: nothing of it may be kept for one that is gone.
    await tell(tx, context, { ...row, user_id: null }, "answered", requestEndedWithAccount(factsOf(row)));
    await moveRequest(tx, row, { state: "answered", by: "server", at });
  }
  await forgetMember(tx, userId);
}
