/** The link of a mail: looking at it changes nothing, the press proves the address, and afterwards it tells how the request stands. */
import type { Database, Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { agentConfirmed } from "./agent-letters.ts";
import type { PrivacyContext } from "./context.ts";
import { moveRequest } from "./move-request.ts";
import type { RequestPage, RequestRow } from "./privacy.types.ts";
import { pageOf } from "./read-requests.ts";
import { addressOf } from "./request-address.ts";
import { settleRequest } from "./settle-request.ts";
import { findByToken, lockByToken, lockRequest } from "./store.ts";
import { tellAgent } from "./tell-request.ts";
import { withdrawPath, withdrawToken } from "./withdraw-link.ts";

/** `words`: what stands in the request, so that nobody confirms what somebody else wrote. */
export type LinkView = { waits: boolean; page: RequestPage; words: string; withdraw: string };

const hashOf = (token: string): Buffer | null => (/^[0-9A-Za-z]{40}$/.test(token) ? sha256(token) : null);

/** `withdraw`: where whoever holds the link lets the request go. */
async function viewOf(runner: Database | Tx, context: PrivacyContext, row: RequestRow): Promise<LinkView> {
  const withdraw = withdrawPath(withdrawToken(context, row, await addressOf(runner, context, row)));
  return { waits: row.state === "unverified", page: pageOf(row), words: row.words, withdraw };
}

/** Programs that only look at links confirm nothing. */
export async function readLink(context: PrivacyContext, token: string): Promise<LinkView | null> {
  const hash = hashOf(token);
  const row = hash && (await findByToken(context.database.db, hash, context.clock.now()));
  return row ? viewOf(context.database.db, context, row) : null;
}

export async function verifyRequest(context: PrivacyContext, token: string): Promise<LinkView | null> {
  const hash = hashOf(token);
  const at = context.clock.now();
  if (!hash) return null;
  return context.database.transaction(async (tx) => {
    const row = await lockByToken(tx, hash, at);
    if (!row) return null;
    if (row.state !== "unverified") return viewOf(tx, context, row);
    const account = await context.identity.accountOf(row.email, tx);
    const set = {
      ...{ verified_at: at, user_id: account?.is_verified ? account.user_id : null },
      // Whom the person confirmed themselves needs no paper, and hears no more than any other agent.
      ...(row.permission && { permission: "signed" as const }),
    };
    await tellAgent(tx, context, row, "confirmed", agentConfirmed);
    await settleRequest(tx, context, await moveRequest(tx, row, { state: "open", by: "writer", at, set }), at);
    const now = await lockRequest(tx, row.request_id);
    return now && viewOf(tx, context, now);
  });
}
