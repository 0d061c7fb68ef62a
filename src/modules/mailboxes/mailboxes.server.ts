/** The door of mailboxes: members' order mails, forwarded or from a linked mailbox, and the facts that they say. */

import { addDays } from "#platform/clock";
import { createAddresses } from "./addresses.ts";
import type { MailboxesDeps } from "./context.ts";
import { FACTS_READ } from "./job-kinds.ts";
import { KEPT_EMPTY_DAYS } from "./limits.ts";
import { dropEmpty, readFacts, readFactsOfMember } from "./mail-store.ts";
import type { MailFact } from "./mailboxes.types.ts";
import { createProver } from "./prove-sender.ts";
import type { ReadingDeps } from "./read-and-keep.ts";
import { createMailTaker } from "./take-mail.ts";

export { mailboxLinkId, mailId } from "./ids.ts";
export type * from "./mailboxes.types.ts";
export { FACTS_READ };

export function createMailboxes(context: MailboxesDeps) {
  const { database, clock, registry, catalog, identity, settings } = context;
  const dnsServers = (settings.MAIL_DNS_SERVERS ?? "").split(",").filter(Boolean);
  const reading: ReadingDeps = { database, clock, registry, catalog, identity, prover: createProver({ dnsServers }) };
  const addresses = createAddresses(context);
  return {
    /** All that one mail says. */
    factsOf: (mailId: string): Promise<MailFact[]> => readFacts(database.db, [mailId]),
    /** All that a member's mails say, the oldest first. */
    factsOfMember: (userId: string): Promise<MailFact[]> => readFactsOfMember(database.db, userId),
    /** The member's private address for forwarded mail; made when it is first asked for. */
    address: addresses.show,
    /** Another one; the one before takes no mail any more. */
    renewAddress: addresses.renew,
    /** Mail as it comes in, by our own server or a webhook. */
    incoming: createMailTaker(context, reading),
    dropEmpty: () => dropEmpty(database.db, addDays(clock.now(), -KEPT_EMPTY_DAYS)),
  };
}
export type Mailboxes = ReturnType<typeof createMailboxes>;
/** What screens may ask of mailboxes. */
export type MailboxesService = Pick<Mailboxes, "address">;
