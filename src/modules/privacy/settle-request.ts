/** What happens to a request as soon as it is certain who asks: what needs no person is done, of the rest its writer has word. */
import type { Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import { requestReady } from "./letters.ts";
import { moveRequest } from "./move-request.ts";
import type { RequestRow } from "./privacy.types.ts";
import { isAttorney } from "./rules.ts";
import { tell, tellReceived } from "./tell-request.ts";

/** `row` is locked and has just become open. */
export async function settleRequest(tx: Tx, context: PrivacyContext, row: RequestRow, at: Date): Promise<void> {
  // Members take their copy themselves, after a fresh sign-in; whose account is shut out gets it from a person, and so does who acts
  // for somebody by a power of attorney.
  const byItself = row.right_asked === "know" && !isAttorney(row);
  const account = byItself && row.user_id ? await context.identity.accountOf(row.email, tx) : null;
  if (!account?.is_open || account.user_id !== row.user_id) return tellReceived(tx, context, row, "received");
  await tell(tx, context, row, "answered", requestReady);
  await moveRequest(tx, row, { state: "answered", by: "server", at });
}
