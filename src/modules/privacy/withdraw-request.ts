/** Who asked lets it go before it is carried out: by their session, or by a press on the page that a mail leads to. */
import type { Database, Tx } from "#platform/database";
import { agentWithdrawn } from "./agent-letters.ts";
import type { PrivacyContext } from "./context.ts";
import { requestWithdrawn } from "./letters.ts";
import { moveRequest } from "./move-request.ts";
import type { RequestPage, RequestRow } from "./privacy.types.ts";
import { pageOf } from "./read-requests.ts";
import { mayBecome, readNumber } from "./rules.ts";
import { findByNumber, lockRequest } from "./store.ts";
import { tell, tellAgent } from "./tell-request.ts";
import { readWithdrawToken } from "./withdraw-link.ts";

/** A link's token, or the number of a request of whoever is signed in. */
export type WithdrawBy = { token: string } | { number: string; user_id: string };
export type WithdrawView = { page: RequestPage };

async function find(runner: Database | Tx, context: PrivacyContext, by: WithdrawBy): Promise<RequestRow | null> {
  if ("token" in by) return readWithdrawToken(runner, context, by.token);
  const number = readNumber(by.number);
  const row = number && (await findByNumber(runner, number));
  return row && row.user_id === by.user_id ? row : null;
}

/** Programs that only look at links let nothing go. Null for what is not theirs. */
export async function readWithdraw(context: PrivacyContext, by: WithdrawBy): Promise<WithdrawView | null> {
  const row = await find(context.database.db, context, by);
  return row && { page: pageOf(row) };
}

/** Pressed again, or when it is over already, it only tells how it stands. */
export async function withdrawRequest(context: PrivacyContext, by: WithdrawBy): Promise<WithdrawView | null> {
  const at = context.clock.now();
  return context.database.transaction(async (tx) => {
    const found = await find(tx, context, by);
    if (!found) return null;
    await lockRequest(tx, found.request_id);
    // Whose it is may have changed while the desk held it.
    const row = await find(tx, context, by);
    if (!row) return null;
    if (!mayBecome(row.state, "withdrawn")) return { page: pageOf(row) };
    // A signed agent hears no more once its person has confirmed: what is answered at once could not be let go, and that tells of an account.
    if (row.state === "unverified" || row.permission === "attorney")
      await tellAgent(tx, context, row, "withdrawn", agentWithdrawn);
    // What nobody has confirmed may be a stranger's words.
    const set = row.state === "unverified" ? { words: "" } : {};
    const moved = await moveRequest(tx, row, { state: "withdrawn", by: "writer", at, set });
    await tell(tx, context, moved, "withdrawn", requestWithdrawn);
    return { page: pageOf(moved) };
  });
}
