/** How a request stands, as its writer sees it. */
import { normaliseEmail } from "#identity";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { PrivacyContext } from "./context.ts";
import { LIMITS } from "./limits.ts";
import { type PrivacyRefusal, REASON_WORDS } from "./messages.ts";
import type { RequestPage, RequestRow } from "./privacy.types.ts";
import { addressOf } from "./request-address.ts";
import { mayBecome, readNumber } from "./rules.ts";
import { findByNumber, requestsOfMember } from "./store.ts";

const MAX_SHOWN = 20;

export const pageOf = (row: RequestRow): RequestPage => ({
  ...{ number: row.number, right: row.right_asked, state: row.state, due_on: row.due_on },
  ...{ asked_at: row.asked_at.toISOString(), ended_at: row.ended_at?.toISOString() ?? null },
  reason: row.reason && REASON_WORDS[row.reason],
  agent: row.agent_email ? { name: row.agent_name, email: row.agent_email } : null,
  may_withdraw: mayBecome(row.state, "withdrawn"),
});

/** A member's own, newest first. */
export const readOwn = async (context: PrivacyContext, userId: string): Promise<RequestPage[]> =>
  (await requestsOfMember(context.database.db, userId, MAX_SHOWN)).map(pageOf);

/** By what stands in its mail. Says no more than that mail did, and the same of every number that is not theirs. */
export async function readStatus(
  context: PrivacyContext,
  asked: { number: string; email: string; address: string },
): Promise<Outcome<RequestPage, PrivacyRefusal>> {
  const wait = await context.limits.take(LIMITS.status_network, networkOf(asked.address));
  if (wait) return refused("too_many", wait);
  const [number, email] = [readNumber(asked.number), normaliseEmail(asked.email)];
  const row = number && email ? await findByNumber(context.database.db, number) : null;
  const isTheirs = row && (row.email === email || (await addressOf(context.database.db, context, row)) === email);
  return isTheirs ? done(pageOf(row)) : refused("not_found");
}
