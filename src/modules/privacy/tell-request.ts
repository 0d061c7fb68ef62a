/** Letters about a request, to the address that asked; an answer to one goes to whoever helps. */
import type { LetterDraft } from "#notifications";
import type { Database, Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import { type RequestFacts, requestReceived } from "./letters.ts";
import type { RequestRow } from "./privacy.types.ts";

export const factsOf = ({ number, right_asked, due_on }: RequestRow): RequestFacts => ({
  ...{ number, right: right_asked, due_on },
});

const causeOf = (requestId: string): string => `privacy:${requestId}:`;

/** Where who asks is reached: a member may have another address by now, and what was theirs may be somebody else's. */
export async function addressOf(runner: Database | Tx, context: PrivacyContext, row: RequestRow): Promise<string> {
  const contact = row.user_id === null ? null : await context.identity.contact(row.user_id, runner);
  return (contact?.email_verified_at && contact.email) || row.email;
}

/** `what` names the letter among those of the request: the same again is not sent. */
export async function tell(
  tx: Tx,
  context: PrivacyContext,
  row: RequestRow,
  what: string,
  letter: LetterDraft,
): Promise<void> {
  const { request_id, user_id, language, partner } = row;
  const email = await addressOf(tx, context, row);
  if (email === "") return;
  await context.notifications.queue(tx, {
    cause: `${causeOf(request_id)}${what}`,
    recipient: { user_id, email, name: "", language, partner },
    letter,
    replyTo: context.partners.named(partner).support_email,
  });
}

export const tellReceived = (tx: Tx, context: PrivacyContext, row: RequestRow, what: string): Promise<void> =>
  tell(
    tx,
    context,
    row,
    what,
    requestReceived({ ...factsOf(row), by_hand: row.right_asked !== "delete" || row.user_id === null }),
  );

/** Nothing of these requests is kept in letters to people who are no members. */
export async function forgetLetters(tx: Tx, context: PrivacyContext, requestIds: readonly string[]): Promise<void> {
  // Most days none ends: then no letters are looked through.
  if (requestIds.length === 0) return;
  await context.notifications.forgetStrangers(tx, requestIds.map(causeOf), context.clock.now());
}
