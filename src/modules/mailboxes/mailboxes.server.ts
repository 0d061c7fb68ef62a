/** The door of mailboxes: members' order mails, forwarded or from a linked mailbox, and the facts that they say. */
import type { MailboxesDeps } from "./context.ts";
import { FACTS_READ } from "./job-kinds.ts";
import type { MailFact } from "./mailboxes.types.ts";

export type * from "./mailboxes.types.ts";
export { FACTS_READ };

export function createMailboxes(_context: MailboxesDeps) {
  return {
    /** All that one mail says. */
    factsOf: async (_mailId: string): Promise<MailFact[]> => [],
  };
}
export type Mailboxes = ReturnType<typeof createMailboxes>;
/** What screens may ask of mailboxes. */
export type MailboxesService = Pick<Mailboxes, never>;
