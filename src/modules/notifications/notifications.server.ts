/** The door of notifications: letters to members, queued in the transaction that causes them, each once. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import type { Inbox } from "#platform/inbox";
import { addJobs, type Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import { SEND_MAIL, SEND_TEXT } from "./job-kinds.ts";
import { leaveUrl, readLeaveToken } from "./leave-list.ts";
import { type LetterDraft, leadTo } from "./letter.ts";
import { ledgerSealed, type SealFacts } from "./letters.ts";
import { createNotices } from "./notices.ts";
import { findMails, listMails, readMail, readMailsOf } from "./operator-store.ts";
import { createReturns } from "./returns/returns.ts";
import { type Channel, LEAVABLE, type LeavableList, LISTS, type List, type MailList } from "./rules.ts";
import { sendMail } from "./send-mail.ts";
import type { NotificationsSettings } from "./settings.ts";
import { createSmtp } from "./smtp/smtp.ts";
import { deleteRefusal, insertMail, insertRefusal, readRefusals } from "./store.ts";
import { renderHtml, renderPlain } from "./templates/layout.ts";
import { sendText } from "./texts/send-text.ts";
import { insertText } from "./texts/text-store.ts";
import { createTwilio } from "./texts/twilio.ts";

/** Who came from another account may have no address yet: to nobody nothing is sent. */
export { defineLetter, type LetterDraft } from "./letter.ts";
export type { Notice, NoticePage } from "./notices.ts";
export type { MailList } from "./rules.ts";
export type { Language, Letter, TrailStop } from "./templates/layout.ts";
export { pick, showDay, showMinute, showMoney } from "./templates/words.ts";
export type Recipient = {
  user_id: string | null;
  email: string | null;
  name: string;
  language: "en" | "es";
  /** Under whose name they know us; null: the home brand's. */
  partner: string | null;
};
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
}) {
  const { settings, secret } = deps;
  const smtp = createSmtp(settings.SMTP_URL, {}, (note) => deps.calls.health.note("smtp", note));
  const returns = createReturns(deps);
  const notices = createNotices({ database: deps.database, clock: deps.clock, publicUrl: settings.PUBLIC_URL });
  const twilio = createTwilio(settings, deps.calls);
  async function setList(user_id: string, list: List, channel: Channel, on: boolean): Promise<void> {
    if (on) await deleteRefusal(deps.database.db, { user_id, list, channel });
    else await insertRefusal(deps.database.db, { user_id, list, channel, at: deps.clock.now() });
  }
  async function queue(
    tx: Tx,
    input: {
      cause: string;
      recipient: Recipient;
      letter: LetterDraft;
      replyTo?: string;
      name?: { message_id: string; headers: Readonly<Record<string, string>> };
    },
  ): Promise<void> {
    const { recipient, letter: draft } = input;
    if (recipient.user_id) await notices.keep(tx, { cause: input.cause, user_id: recipient.user_id, letter: draft });
    if (!recipient.email) return;
    const { list } = draft;
    const publicUrl = deps.partners.originOf(recipient.partner, settings.PUBLIC_URL);
    const letter = leadTo(publicUrl, settings.PUBLIC_URL, draft.write(recipient.language, publicUrl));
    const leaves = LISTS[list].leaves;
    const frame = {
      language: recipient.language,
      brand: deps.partners.named(recipient.partner).name,
      publicUrl,
      postalAddress: settings.MAIL_ADDRESS,
      reason: draft.because
        ? draft.because[recipient.language]
        : !recipient.user_id
          ? recipient.language === "es"
            ? `Recibes este correo porque alguien escribió ${recipient.email} en nuestro sitio. Si no fuiste tú, no hagas nada.`
            : `You get this mail because somebody typed ${recipient.email} on our site. If that was not you, do nothing.`
          : recipient.language === "es"
            ? `Recibes este correo porque tienes una cuenta con ${recipient.email} (${LISTS[list].es}).`
            : `You get this mail because you have an account as ${recipient.email} (${LISTS[list].en}).`,
      leave:
        leaves && recipient.user_id
          ? {
              href: leaveUrl(publicUrl, secret, recipient.user_id, list),
              label: recipient.language === "es" ? "Cancelar la suscripción" : "Unsubscribe",
            }
          : null,
    };
    const mail_id = derivedId("mail", `mail:${input.cause}`);
    const isNew = await insertMail(tx, {
      mail_id,
      cause: input.cause,
      user_id: recipient.user_id,
      template: draft.template,
      secret: draft.secret,
      language: recipient.language,
      recipient: recipient.email,
      reply_to: input.replyTo ?? null,
      message_id: input.name?.message_id ?? null,
      headers: input.name?.headers ?? {},
      subject: letter.subject,
      html: renderHtml(letter, frame),
      plain: renderPlain(letter, frame),
      list,
      at: deps.clock.now(),
    });
    if (isNew) await addJobs(tx, [SEND_MAIL.with({ mail_id })]);
  }
  return {
    /** Queues a mail with its cause. The same cause again queues nothing. `replyTo`: whom an answer goes to; `name`: by what its answer names it. */
    queue,
    /** What operators look for. */
    desk: {
      read: (id: string) => readMail(deps.database.db, id),
      find: (recipient: string, most: number) => findMails(deps.database.db, recipient, most),
      of: (userId: string, most: number) => readMailsOf(deps.database.db, userId, most),
      list: (asked: Parameters<typeof listMails>[1]) => listMails(deps.database.db, asked),
    },
    /** What members read on our own pages. */
    notices,
    /** Addresses that mail comes back from. */
    returns,
    /** Its owner has asked: mail is sent there again. */
    tryAgain: (address: string): Promise<boolean> => deps.database.transaction((tx) => returns.lift(tx, address)),
    /** Whether who runs the shop is told of each seal of the ledger. */
    tellsOwners: deps.sealsMail !== undefined,
    async tellSeal(seal: SealFacts & { digest: string }): Promise<void> {
      const email = deps.sealsMail;
      if (!email) return;
      await deps.database.transaction((tx) =>
        queue(tx, {
          cause: `ledger.sealed:${seal.digest}`,
          recipient: { user_id: null, email, name: "", language: "en", partner: null },
          letter: ledgerSealed(seal),
        }),
      );
    },
    send: (mailId: string) =>
      sendMail({ database: deps.database, clock: deps.clock, settings, log: deps.log, smtp, secret }, mailId),
    /** Printed in every mail, and where people ask who runs this. */
    postalAddress: settings.MAIL_ADDRESS,
    /** Whether texts can be sent here at all. */
    texts: twilio.there,
    /** Queues a text with its cause; `to` in E.164. The same cause again queues nothing. */
    async queueText(tx: Tx, input: { cause: string; to: string; body: string }): Promise<void> {
      const text_id = derivedId("text", `text:${input.cause}`);
      const isNew = await insertText(tx, {
        text_id,
        cause: input.cause,
        recipient: input.to,
        body: input.body,
        at: deps.clock.now(),
      });
      if (isNew) await addJobs(tx, [SEND_TEXT.with({ text_id })]);
    },
    sendText: (textId: string) =>
      sendText({ database: deps.database, clock: deps.clock, log: deps.log, twilio }, textId),
    /** Which list a signed link leaves, without leaving it; null for a link that is not ours. */
    readLeaveLink: (token: string): List | null => readLeaveToken(secret, token)?.list ?? null,
    /** Leaves the list that a signed link names; null for a link that is not ours. */
    async leave(token: string): Promise<List | null> {
      const read = readLeaveToken(secret, token);
      if (!read) return null;
      await setList(read.user_id, read.list, "mail", false);
      return read.list;
    },
    /** The lists that a member may leave, and whether they are on them. */
    async lists(userId: string): Promise<MailList[]> {
      const left = await readRefusals(deps.database.db, userId);
      const isOn = (list: List, channel: Channel) => !left.some((one) => one.list === list && one.channel === channel);
      return LEAVABLE.map((list) => ({
        list,
        en: LISTS[list].en,
        es: LISTS[list].es,
        mail: isOn(list, "mail"),
        page: isOn(list, "page"),
      }));
    },
    /** Where a member wants to be told of a list. */
    setList: (userId: string, list: LeavableList, channel: Channel, on: boolean) => setList(userId, list, channel, on),
    /** Whose mails a signed link is about: it chooses among their lists and opens nothing else. */
    readLeaver: (token: string) => readLeaveToken(secret, token),
    close: () => smtp.close(),
  };
}
export type Notifications = ReturnType<typeof createNotifications>;
/** What screens may ask of notifications. */
export type NotificationsService = Pick<
  Notifications,
  "leave" | "readLeaveLink" | "lists" | "setList" | "readLeaver" | "postalAddress" | "notices"
> & { returns: Pick<Notifications["returns"], "read"> };
