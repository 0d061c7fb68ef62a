/** The door of notifications: what happens to members is told once on each channel that they chose, in the transaction that causes it. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { DeclaredLetter } from "#platform/module";
import type { ProviderCalls } from "#platform/provider-calls";
import { copyMail } from "./copy-mail.ts";
import { askForDigest, type DigestContext, regather, sendDigest, sweepDigests } from "./digest/send-digest.ts";
import { mailId } from "./ids.ts";
import { knowLetters } from "./known-letters.ts";
import { readLeaveToken } from "./leave-list.ts";
import { ledgerSealed, type SealFacts } from "./letters.ts";
import { createNotices } from "./notices.ts";
import { findMails, listMails, readMail, readMailsOf, readNewest } from "./operator-store.ts";
import { createPreferences } from "./preferences.ts";
import { createPushes } from "./push/pushes.ts";
import { createReturns } from "./returns/returns.ts";
import { LEAVABLE, LISTS, type List, type Topic } from "./rules.ts";
import { sendMail } from "./send-mail.ts";
import type { NotificationsSettings } from "./settings.ts";
import { createMailServer } from "./smtp/mail-server.ts";
import { createSmtp } from "./smtp/smtp.ts";
import { forgetStrangers, readTold } from "./store.ts";
import { createTell, type Told } from "./tell.ts";
import { createTexts } from "./texts/texts.ts";
import { createWriteMail } from "./write-mail.ts";

export { defineLetter, type LetterDraft } from "./letter.ts";
export type { Notice, NoticePage } from "./notices.ts";
export type { Preferences } from "./preference-store.ts";
export type { PreferenceRefusal } from "./preferences.ts";
export type { PushRefusal } from "./push/pushes.ts";
export type { MailList } from "./rules.ts";
export type { Letter, TrailStop } from "./templates/layout.ts";
export { pick, showDay, showMinute, showMoney } from "./templates/words.ts";
export type { ConsentRefusal, ConsentView } from "./texts/consents.ts";
export type { Recipient } from "./write-mail.ts";

export function createNotifications(deps: {
  database: DatabaseHandle;
  clock: Clock;
  settings: NotificationsSettings;
  /** The operator's, of which links to leave a list are signed. */
  secret: string;
  /** Whom each seal of the ledger is told; absent: nobody. */
  sealsMail: string | undefined;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
  partners: Pick<Partners, "named" | "originOf">;
  inbox: Inbox;
  /** Of all modules. */
  letters: readonly DeclaredLetter[];
}) {
  const { settings, secret, database, clock } = deps;
  const smtp = createSmtp(settings.SMTP_URL, {}, (note) => deps.calls.health.note("smtp", note));
  const mailServer = createMailServer({ clock, health: deps.calls.health, greet: smtp.greet });
  const returns = createReturns(deps);
  const notices = createNotices({ database, clock, publicUrl: settings.PUBLIC_URL });
  const pushes = createPushes({ ...deps, health: deps.calls.health });
  const texts = createTexts({ ...deps, tell: (tx, told) => queue(tx, told) });
  const digest: DigestContext = {
    database,
    clock,
    writeMail: createWriteMail(deps),
    zoneOf: (partner) => deps.partners.named(partner).zone,
  };
  const letters = knowLetters(deps.letters);
  const queue = createTell({
    letters,
    writeMail: digest.writeMail,
    askForDigest: (tx, member) => askForDigest(tx, digest, member),
    channels: [notices.tell, pushes.tell, texts.tellByText],
  });
  const preferences = createPreferences({
    database,
    clock,
    hasTextConsent: texts.consents.holds,
    regather: (tx, userId) => regather(tx, digest, userId),
  });
  return {
    /** Tells an event on every channel that its member chose. The same cause again tells nothing. `replyTo`: whom an answer goes to; `name`: by what its answer names it. */
    queue: (tx: Tx, told: Told): Promise<void> => queue(tx, told),
    toldOf: readTold,
    /** Letters to people who are no members lose text and address, by the beginnings of their causes. */
    forgetStrangers: (tx: Tx, causes: readonly string[], before: Date) => forgetStrangers(tx, causes, before),
    /** What operators look for. */
    desk: {
      read: (id: string) => readMail(database.db, id),
      find: (recipient: string, most: number) => findMails(database.db, recipient, most),
      of: (userId: string, most: number) => readMailsOf(database.db, userId, most),
      list: (asked: Parameters<typeof listMails>[1]) => listMails(database.db, asked),
      /** The letters that there are. */
      letters,
      /** The newest of each letter in each language. */
      newest: () => readNewest(database.db),
      /** By its public id, as its reader sees it; null for none, and for what is not kept. */
      async look(shown: string) {
        const id = mailId.read(shown);
        const mail = id && (await readMail(database.db, id));
        return mail && !mail.secret && mail.html !== "" ? mail : null;
      },
      copy: (asked: Parameters<typeof copyMail>[1]) => copyMail(deps, asked),
    },
    /** What members read on our own pages. */
    notices,
    /** What comes to the screens of their browsers and phones. */
    pushes,
    /** Who agreed to texts. */
    consents: texts.consents,
    /** Addresses that mail comes back from. */
    returns,
    /** Its owner has asked: mail is sent there again. */
    tryAgain: (address: string): Promise<boolean> => database.transaction((tx) => returns.lift(tx, address)),
    /** Whether who runs the shop is told of each seal of the ledger. */
    tellsOwners: deps.sealsMail !== undefined,
    async tellSeal(seal: SealFacts & { digest: string }): Promise<void> {
      const email = deps.sealsMail;
      if (!email) return;
      await database.transaction((tx) =>
        queue(tx, {
          cause: `ledger.sealed:${seal.digest}`,
          recipient: { user_id: null, email, name: "", language: "en", partner: null },
          letter: ledgerSealed(seal),
        }),
      );
    },
    send: (mailId: string) => sendMail({ database, clock, settings, log: deps.log, smtp, secret }, mailId),
    /** What is wrong with the mail server, in a line; null where nothing is known to be. */
    mailServerFault: mailServer.fault,
    sendDigest: (userId: string) => sendDigest(digest, userId),
    sweepDigests: () => sweepDigests(digest),
    /** Printed in every mail, and where people ask who runs this. */
    postalAddress: settings.MAIL_ADDRESS,
    /** Whether texts can be sent here at all. */
    texts: texts.there,
    /** Queues a text with its cause; `to` in E.164. The same cause again queues nothing. */
    queueText: texts.queueText,
    sendText: texts.send,
    /** What comes back to our number. */
    texted: { isSigned: texts.isSigned, hear: texts.hear, take: texts.take },
    /** Which list a signed link leaves, without leaving it; null for a link that is not ours. */
    readLeaveLink: (token: string): List | null => readLeaveToken(secret, token)?.list ?? null,
    /** Leaves the list that a signed link names; null for a link that is not ours. */
    async leave(token: string): Promise<List | null> {
      const read = readLeaveToken(secret, token);
      if (!read) return null;
      await preferences.leaveLists(read.user_id, listsOf(read.list));
      return read.list;
    },
    /** Each topic, and where its member is told of it. */
    lists: preferences.lists,
    setList: preferences.setList,
    /** When a member is told, and how much of it a locked screen shows. */
    when: preferences.when,
    setWhen: preferences.setWhen,
    /** Whose mails a signed link is about: it chooses among their lists and opens nothing else. */
    readLeaver: (token: string) => readLeaveToken(secret, token),
    close: () => {
      smtp.close();
      pushes.close();
    },
  };
}

/** What is left by a link of a mail: its list, or all that are gathered in a summary. */
function listsOf(list: List): readonly Topic[] {
  if (list !== "digest") return list === "account" ? [] : [list];
  return LEAVABLE.filter((one) => LISTS[one].waits);
}
export type Notifications = ReturnType<typeof createNotifications>;
/** What screens may ask of notifications. */
export type NotificationsService = Pick<
  Notifications,
  "leave" | "readLeaveLink" | "lists" | "setList" | "when" | "readLeaver" | "postalAddress" | "notices"
> & {
  desk: Pick<Notifications["desk"], "look" | "letters">;
  returns: Pick<Notifications["returns"], "read">;
  pushes: Pick<Notifications["pushes"], "key" | "phones" | "iphones" | "devices">;
  consents: Pick<Notifications["consents"], "view">;
};
