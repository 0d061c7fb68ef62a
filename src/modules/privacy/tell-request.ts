/** Letters about a request, to the address that asked; an answer to one goes to whoever helps. */
import type { LetterDraft } from "#notifications";
import type { Tx } from "#platform/database";
import { type AgentFacts, agentFactsOf } from "./agent-letters.ts";
import type { PrivacyContext } from "./context.ts";
import { type RequestFacts, requestReceived } from "./letters.ts";
import type { RequestRow } from "./privacy.types.ts";
import { addressOf } from "./request-address.ts";
import { isAttorney, mayBecome } from "./rules.ts";
import { withdrawPath, withdrawToken } from "./withdraw-link.ts";

const causeOf = (requestId: string): string => `privacy:${requestId}:`;

/** What a letter says to who has that address. */
function factsOf(context: PrivacyContext, row: RequestRow, email: string): RequestFacts {
  const { number, right_asked, due_on, agent_name, agent_email } = row;
  return {
    ...{ number, right: right_asked, due_on, to_agent: false },
    agent: agent_email ? { name: agent_name, email: agent_email } : null,
    withdraw: mayBecome(row.state, "withdrawn") ? withdrawPath(withdrawToken(context, row, email)) : null,
  };
}

/** `user_id`: null for who is no member. */
type To = { email: string; user_id: string | null };

async function queue(
  tx: Tx,
  context: PrivacyContext,
  row: RequestRow,
  { to, what, letter }: { to: To; what: string; letter: LetterDraft },
): Promise<void> {
  const { request_id, language, partner } = row;
  await context.notifications.queue(tx, {
    cause: `${causeOf(request_id)}${what}`,
    recipient: { ...to, name: "", language, partner },
    letter,
    replyTo: context.partners.named(partner).support_email,
  });
}

/**
 * `row` is as the letter tells it; `what` names the letter among those of the request: the same again is not sent. Who acts by a power of
 * attorney reads all that the person reads.
 */
export async function tell(
  tx: Tx,
  context: PrivacyContext,
  row: RequestRow,
  what: string,
  letter: (facts: RequestFacts) => LetterDraft,
): Promise<void> {
  const { user_id, agent_email } = row;
  const email = await addressOf(tx, context, row);
  if (email !== "")
    await queue(tx, context, row, { to: { email, user_id }, what, letter: letter(factsOf(context, row, email)) });
  if (!isAttorney(row) || agent_email === "") return;
  const told = letter({ ...factsOf(context, row, agent_email), to_agent: true });
  await queue(tx, context, row, { to: { email: agent_email, user_id: null }, what: `${what}:agent`, letter: told });
}

/** What the agent alone reads. */
export async function tellAgent(
  tx: Tx,
  context: PrivacyContext,
  row: RequestRow,
  what: string,
  letter: (facts: AgentFacts) => LetterDraft,
): Promise<void> {
  const { agent_email: email } = row;
  if (email === "") return;
  await queue(tx, context, row, {
    ...{ to: { email, user_id: null }, what: `agent:${what}`, letter: letter(agentFactsOf(row)) },
  });
}

export const tellReceived = (tx: Tx, context: PrivacyContext, row: RequestRow, what: string): Promise<void> =>
  tell(tx, context, row, what, (facts) =>
    requestReceived({ ...facts, by_hand: row.right_asked !== "delete" || row.user_id === null || facts.to_agent }),
  );

/** Nothing of these requests is kept in letters to people who are no members. */
export async function forgetLetters(tx: Tx, context: PrivacyContext, requestIds: readonly string[]): Promise<void> {
  // Most days none ends: then no letters are looked through.
  if (requestIds.length === 0) return;
  await context.notifications.forgetStrangers(tx, requestIds.map(causeOf), context.clock.now());
}
