/** Of one kind an address has one request that waits, of each who asks it. */
import type { Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import type { Asked } from "./new-request.ts";
import type { RequestRow } from "./privacy.types.ts";
import { addressOf } from "./request-address.ts";
import { insertRequest, lockAsked, type RequestInsert, saveAddress } from "./store.ts";

/** The one that waits for an answer already, locked; else what was put in its place. */
export async function firstOf(
  tx: Tx,
  context: PrivacyContext,
  told: Asked,
  fresh: () => RequestInsert,
): Promise<{ row: RequestRow; isNew: boolean }> {
  const { right_asked, email, agent_email, member } = told;
  const asked = { right_asked, email, agent_email, user_id: member?.user_id ?? null };
  for (;;) {
    const row = await lockAsked(tx, asked);
    // Of whoever had the address before: their request stays theirs, and is found by their account.
    if (row && (await hasMoved(tx, context, row, told))) await saveAddress(tx, { ...row, email: "" });
    else if (row) return { row, isNew: false };
    // Somebody was faster: theirs is found in the next round.
    const made = await insertRequest(tx, fresh());
    if (made) return { row: made, isNew: true };
  }
}

/** Whether the request found by an address is an account's that has another one by now. */
const hasMoved = async (tx: Tx, context: PrivacyContext, row: RequestRow, { email, member }: Asked): Promise<boolean> =>
  row.user_id !== null && row.user_id !== member?.user_id && (await addressOf(tx, context, row)) !== email;
