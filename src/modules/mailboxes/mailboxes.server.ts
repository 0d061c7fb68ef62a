/** The door of mailboxes: members' order mails, forwarded or from a linked mailbox, and the facts that they say. */

import { addDays, type CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { createAddresses } from "./addresses.ts";
import type { MailboxesDeps } from "./context.ts";
import { FACTS_READ } from "./job-kinds.ts";
import { KEPT_EMPTY_DAYS, MAX_MAIL_BYTES } from "./limits.ts";
import { createLinks } from "./links/create-links.ts";
import {
  countRead,
  dropEmpty,
  dropMails,
  readBookingsUntil,
  readFacts,
  readFactsOfMember,
  readMailRow,
  readMails,
} from "./mail-store.ts";
import type { MailFact } from "./mailboxes.types.ts";
import { moveMember } from "./member-move-store.ts";
import { createProver } from "./prove-sender.ts";
import { openLetter } from "./read/open-letter.ts";
import { keyOfMail, type ReadingDeps } from "./read-and-keep.ts";
import { type AccountsPage, readAccountsPage } from "./read-page.ts";
import { createMailSeal } from "./sealed-mail.ts";
import { type MailServer, startMailServer } from "./smtp/mail-server.ts";
import { createMailTaker } from "./take-mail.ts";

export { linkId, mailFactId, mailId } from "./ids.ts";
export { sandboxImapPort } from "./links/imap-hosts.ts";
export type * from "./links/links.types.ts";
export type * from "./mailboxes.types.ts";
export type { AccountsPage, ShownFact, ShownMail } from "./read-page.ts";
export { FACTS_READ };

export function createMailboxes(context: MailboxesDeps) {
  const { database, clock, registry, catalog, identity, settings } = context;
  const dnsServers = (settings.MAIL_DNS_SERVERS ?? "").split(",").filter(Boolean);
  const reading: ReadingDeps = { database, clock, registry, catalog, identity, prover: createProver({ dnsServers }) };
  const addresses = createAddresses(context);
  const incoming = createMailTaker(context, reading);
  const links = createLinks(context);
  const { close, open } = createMailSeal(context.secret);
  return {
    /** For modules above that take mail of people in, by the same ways: how it is sealed, opened, named, and who vouches for it. */
    letters: {
      ...{ close, open, read: openLetter, register: incoming.register, most_bytes: MAX_MAIL_BYTES },
      /** Asks name servers, and throws where none answers. */
      prove: (raw: Buffer, at: Date) => reading.prover.prove(raw, at),
      keyOf: async (raw: Buffer) => keyOfMail((await openLetter(raw))?.message_id ?? "", raw),
    },
    /** All that one mail says. */
    factsOf: (mailId: string): Promise<MailFact[]> => readFacts(database.db, [mailId]),
    /** All that a member's mails say, the oldest first. */
    factsOfMember: (userId: string): Promise<MailFact[]> => readFactsOfMember(database.db, userId),
    /** Bookings whose free cancellation ends on one of these civil days of their places, both included. */
    bookingsUntil: (from: CivilDate, to: CivilDate): Promise<MailFact[]> => readBookingsUntil(database.db, from, to),
    /** The member's private address for forwarded mail; made when it is first asked for. */
    address: addresses.show,
    /** Another one; the one before takes no mail any more. */
    renewAddress: addresses.renew,
    /** Mail as it comes in, by our own server or a webhook. */
    incoming,
    /** Our own mail server, where the settings name its port; `port` 0 takes a free one. */
    async listen(port: number | undefined = settings.FORWARD_SMTP_PORT): Promise<MailServer | null> {
      const { limits, log } = context;
      return port === undefined
        ? null
        : startMailServer(
            { incoming, limits, log },
            { host: settings.FORWARD_SMTP_HOST, port, pem: settings.FORWARD_SMTP_PEM },
          );
    },
    /** What the page of linked accounts shows. */
    accountsPage: async (userId: string): Promise<AccountsPage> => {
      const page = await readAccountsPage(context, userId, await addresses.show(userId));
      return { ...page, linking: await links.page(userId) };
    },
    /** Mailboxes that members linked by IMAP. */
    links,
    linkResult: links.result,
    /** What a provider's sign-in brought back. */
    finishLink: links.finish,
    /** All mails that were read for a member, with their facts; how many. */
    forgetMails: (userId: string): Promise<number> => database.transaction((tx) => dropMails(tx, { user_id: userId })),
    /** When two accounts become one. */
    moveMember: (tx: Tx, move: { from: string; to: string }) => moveMember(tx, move, clock.now()),
    /** What operators look at. */
    desk: {
      read: (mailId: string) => readMailRow(database.db, mailId),
      of: (userId: string, most: number) => readMails(database.db, userId, most),
      count: (which: "all" | "facts", span: { from: Date; to: Date }) => countRead(database.db, which, span),
    },
    dropEmpty: () => dropEmpty(database.db, addDays(clock.now(), -KEPT_EMPTY_DAYS)),
  };
}
export type Mailboxes = ReturnType<typeof createMailboxes>;
/** What screens may ask of mailboxes. */
export type MailboxesService = Pick<Mailboxes, "accountsPage" | "finishLink" | "linkResult">;
