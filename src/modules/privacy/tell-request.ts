/** Letters about a request, to the address that asked. */
import type { QueuedLetter } from "#notifications";
import type { Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import { requestReceived } from "./letters.ts";
import type { RequestRow } from "./privacy.types.ts";

export type Told = Pick<RequestRow, "request_id" | "number" | "user_id" | "email" | "language" | "partner" | "right_asked" | "due_on">;

export const factsOf = ({ number, right_asked, due_on }: Told) => ({ number, right: right_asked, due_on });

export async function tell(tx: Tx, context: PrivacyContext, row: Told, what: string, letter: QueuedLetter): Promise<void> {
  const { request_id, user_id, email, language, partner } = row;
  await context.notifications.queue(tx, {
    ...{ cause: `privacy:${request_id}:${what}`, recipient: { user_id, email, name: "", language, partner }, letter },
  });
}

export const tellReceived = (tx: Tx, context: PrivacyContext, row: Told): Promise<void> =>
  tell(tx, context, row, "received", requestReceived(factsOf(row)));
