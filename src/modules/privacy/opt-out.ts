/** A no to selling and sharing: nobody has to prove anything for it, and it holds at once, in this browser and in the account. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { PrivacyContext } from "./context.ts";
import { requestOptedOut } from "./letters.ts";
import { moveRequest } from "./move-request.ts";
import { type Asked, type AskedAnswer, newRequest } from "./new-request.ts";
import type { RequestRow } from "./privacy.types.ts";
import { sameSince } from "./rules.ts";
import { findSame, insertRequest } from "./store.ts";
import { tell } from "./tell-request.ts";

/** `tells`: whether it is told by a letter. */
export async function optOut(tx: Tx, context: PrivacyContext, asked: Asked, tells: boolean): Promise<AskedAnswer> {
  const at = context.clock.now();
  const { member, email, user_id: own } = asked;
  const account = email ? await context.identity.accountOf(email, tx) : null;
  const other = account && account.user_id !== own ? account.user_id : null;
  const refuse = (user_id: string | null) =>
    context.attribution.refuseSharing(tx, { header: asked.header, user_id, language: asked.language });
  const cookies = await refuse(own ?? other);
  // Who is signed in refuses for themselves, whatever address they typed and whether or not they ever proved theirs.
  if (own && other) await refuse(other);
  // A number leads to what became of it: who only typed an address reads it in the mail that goes there.
  const answer = (number: string): AskedAnswer => ({
    ...{ step: "done", cookies, number: member ? number : null },
  });
  const isOwn = own !== null && (email === "" || account?.user_id === own);
  const user_id = isOwn ? own : account?.is_verified ? account.user_id : null;
  const same = email || user_id ? await findSame(tx, { ...asked, user_id }, sameSince(at)) : null;
  if (same) return answer(same.number);
  const row = await insertRequest(tx, newRequest(asked, { at, user_id, state: "open" }));
  assert(row, "an opt-out is never open when another comes");
  await moveRequest(tx, row, { state: "answered", by: "server", at });
  if (email && tells) await tell(tx, context, row, "answered", requestOptedOut);
  return answer(row.number);
}

/** For somebody else: it holds in the account with their address, and never in the agent's browser. */
export async function optOutOther(tx: Tx, context: PrivacyContext, asked: Asked, tells: boolean): Promise<RequestRow> {
  const at = context.clock.now();
  const { language } = asked;
  const account = await context.identity.accountOf(asked.email, tx);
  if (account) await context.attribution.refuseSharing(tx, { header: () => null, user_id: account.user_id, language });
  const user_id = account?.is_verified ? account.user_id : null;
  const same = await findSame(tx, { ...asked, user_id }, sameSince(at));
  if (same) return same;
  const row = await insertRequest(tx, newRequest(asked, { at, user_id, state: "open" }));
  assert(row, "an opt-out is never open when another comes");
  const ended = await moveRequest(tx, row, { state: "answered", by: "server", at });
  if (tells) await tell(tx, context, ended, "answered", requestOptedOut);
  return ended;
}
