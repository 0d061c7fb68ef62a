/** The door of help: what people write to us, its files, and how they rate the service. */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Cashback } from "#cashback";
import { type Identity, isEmail, normaliseEmail } from "#identity";
import type { Mailboxes } from "#mailboxes";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Channels } from "#platform/channels";
import { addDays, type Clock, civilDate } from "#platform/clock";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import { derivedId, newId, userId } from "#platform/ids";
import type { Inbox } from "#platform/inbox";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { workingDaysAfter } from "#platform/working-days";
import { answerMessage, type Closure } from "./answer-message.ts";
import { fileWithNetwork } from "./ask-by-interface.ts";
import { readAskings } from "./asking-store.ts";
import { createChats } from "./chat/chats.ts";
import { countFirstAnswers, countWritten, readFirstAnswers, type Span } from "./desk-figures-store.ts";
import { giveVerdict, readVerdictLink } from "./give-verdict.ts";
import { hearInquiry } from "./hear-inquiry.ts";
import type { SendOutcome, Writer } from "./help.types.ts";
import { fileId, messageId } from "./ids.ts";
import { createCanned } from "./keep-canned.ts";
import { createFaqVotes } from "./keep-faq-votes.ts";
import { messageForDesk, messageReceived } from "./letters.ts";
import { createEndTeller } from "./letters-of-ends.ts";
import { LIMITS } from "./limits.ts";
import { decideLetter } from "./mail/decide-held.ts";
import { findHeld, readHeld } from "./mail/held-store.ts";
import { createMailNames } from "./mail/mail-names.ts";
import { createLetterTaker } from "./mail/take-letter.ts";
import { moveRows } from "./member-data-store.ts";
import { type FileType, type HelpRefusal, MAX_FILES } from "./messages.ts";
import { findMessages, listMessages, readMessagesOf } from "./operator-store.ts";
import { listThreads, readThread, type Thread, type ThreadLine } from "./read-threads.ts";
import { type ReplyForm, replyThread, settleThread } from "./reply-thread.ts";
import { numberOf, readMessage, type TypedMessage } from "./rules.ts";
import type { HelpSettings } from "./settings.ts";
import { settleQuiet } from "./settle-quiet.ts";
import {
  dropOld,
  insertMessage,
  measureFiles,
  readFile,
  readFileNames,
  readNumber,
  takeFiles,
  upsertReview,
} from "./store.ts";
import { createFileTaker, spaceOf } from "./take-file.ts";
import { insertEntry, readEntries, readMoves, readWaiting } from "./thread-store.ts";
import type { UninstallReason } from "./uninstall-reasons.ts";
import { countUninstalls, insertUninstall, readUninstallWords } from "./uninstall-store.ts";
import { createVerdictLinks } from "./verdict-links.ts";
import { countVerdicts, readVerdict, readVerdicts } from "./verdict-store.ts";
import { addNote, assign, type Colleague, resolveMessage } from "./work-message.ts";

export type { ChatLine, ChatStanding, DeskHours as ChatHours } from "./chat/read-chat.ts";
export type * from "./help.types.ts";
export type { Thread, ThreadLine, TypedMessage };

const FORM = /^[A-Za-z0-9_-]{20,64}$/;
const MAX_WORDS = 2_000;

export function createHelp(deps: {
  database: DatabaseHandle;
  clock: Clock;
  settings: HelpSettings;
  /** The operator's, of which links to files are signed. */
  secret: string;
  limits: Limits;
  log: Log;
  metrics: Metrics;
  notifications: Pick<Notifications, "queue">;
  partners: Pick<Partners, "named" | "all">;
  mailboxes: Pick<Mailboxes, "letters">;
  inbox: Inbox;
  /** The member who has proven an address. */
  memberOf: Identity["confirmedMember"];
  channels: Channels;
  /** Questions to stores' networks about missing purchases. */
  inquiries: Cashback["inquiries"];
  /** Who closed the account of an address, and when; null for every other address. */
  closure(email: string, runner?: Database | Tx): Promise<Closure | null>;
  /** Operators who may answer. */
  colleagues(): Promise<readonly Colleague[]>;
  /** Whether the FAQ has this question. */
  isQuestion(id: string): boolean;
}) {
  const { database, clock, settings, limits } = deps;
  const keyOf = (file: string): string =>
    createHmac("sha256", `help-file:${deps.secret}`).update(file).digest("base64url");
  const links = createVerdictLinks(deps);
  const faq = createFaqVotes(deps);
  const pathOf = (file: string): string => `/api/help/files/${fileId.show(file)}?key=${keyOf(file)}`;
  const hrefOf = (file: string): string => settings.PUBLIC_URL + pathOf(file);
  const names = createMailNames(deps);
  const letterContext = { ...deps, names, hrefOf, space: spaceOf(settings) };
  const taker = createLetterTaker({
    ...letterContext,
    mailboxes: deps.mailboxes.letters,
    brands: () => deps.partners.all(),
  });
  const chats = createChats({ ...deps, links, names, hrefOf, pathOf });
  const { endChatOf } = chats;
  const tellEnd = createEndTeller({ notifications: deps.notifications, links, names });

  return {
    chats,
    /** Mails that people write to us. */
    letters: {
      readNow: taker.readNow,
      held: (most: number) => readHeld(database.db, most),
      one: (heldId: string) => findHeld(database.db, heldId),
      decide: (input: Parameters<typeof decideLetter>[1]) => decideLetter(letterContext, input),
    },
    answerDays: settings.HELP_ANSWER_DAYS,
    reviewUrl: settings.REVIEW_URL ?? null,
    /** A new form's name: sent twice under it, a message is one. */
    newForm: (): string => randomBytes(18).toString("base64url"),

    takeFile: createFileTaker(deps),
    /** How full the space for files is, 0 to 1: those that wait for their message, and all. */
    async filesFilled(): Promise<{ waiting: number; all: number }> {
      const [filled, space] = [await measureFiles(database.db), spaceOf(settings)];
      return { waiting: filled.waiting / space.waiting, all: filled.all / space.all };
    },

    /** A file of a message, for whoever has the signed link of the desk's mail; null for any other. */
    async openFile(shownId: string, key: string): Promise<{ name: string; type: FileType; bytes: Buffer } | null> {
      const id = fileId.read(shownId);
      if (!id) return null;
      const right = Buffer.from(keyOf(id));
      const given = Buffer.from(key);
      if (right.length !== given.length || !timingSafeEqual(right, given)) return null;
      return readFile(database.db, id);
    },

    /** Keeps a message, mails it to the desk and tells its writer its number. The same form again gives the same number. */
    async send(
      writer: Writer,
      form: { form: string; files: readonly string[]; typed: TypedMessage },
    ): Promise<SendOutcome> {
      const now = clock.now();
      const read = readMessage(form.typed, { today: civilDate(now), isEmail });
      if (!read.ok) return { ok: false, faults: read.faults.map((code) => ({ code })) };
      const { topic, body, purchase } = read.value;
      const email = normaliseEmail(read.value.email);
      // A second look is asked for once: whoever asks again gets the number of the first.
      const closure = topic === "closed-account" ? await deps.closure(email) : null;
      const once = closure && derivedId("message", `closed:${closure.user_id}:${closure.at.toISOString()}`);
      const message_id =
        once ?? derivedId("message", FORM.test(form.form) ? `form:${form.form}` : `once:${newId("message")}`);
      const known = await readNumber(database.db, message_id);
      if (known) return { ok: true, number: known };
      const wait = await limits.takeAll([
        [LIMITS.help_network, networkOf(writer.address)],
        [LIMITS.help_mailbox, email],
      ]);
      if (wait) return { ok: false, faults: [{ code: "too_many", detail: wait }] };
      const number = numberOf(randomBytes(8));
      const files = form.files
        .slice(0, MAX_FILES)
        .map((file) => fileId.read(file))
        .filter((id) => id !== null);
      const partner = writer.brand.partner_name;
      const due_at = workingDaysAfter(now, settings.HELP_ANSWER_DAYS);
      await database.transaction(async (tx) => {
        const { user_id, name, language } = writer;
        const row = {
          message_id,
          number,
          user_id,
          email,
          name,
          language,
          partner,
          topic,
          body,
          purchase,
          at: now,
          due_at,
        };
        if (!(await insertMessage(tx, row))) return;
        const entry = { entry_id: message_id, kind: "member" as const, code: null, words: body, by: null, at: now };
        await insertEntry(tx, { ...entry, message_id });
        const taken = await takeFiles(tx, { message_id, entry_id: message_id }, files);
        const facts = {
          number,
          topic,
          body,
          purchase,
          from: { email, user: user_id && userId.show(user_id), language, partner },
          files: taken.map((id, at) => ({ name: `File ${at + 1}`, href: hrefOf(id) })),
          answer_days: settings.HELP_ANSWER_DAYS,
          thread: user_id && messageId.show(message_id),
        };
        await deps.notifications.queue(tx, {
          cause: `help.message:${message_id}`,
          recipient: {
            user_id: null,
            email: settings.HELP_MAIL ?? writer.brand.support_email,
            name: "",
            language: "en",
            partner,
          },
          letter: messageForDesk(facts),
          replyTo: email,
        });
        await deps.notifications.queue(tx, {
          cause: `help.received:${message_id}`,
          recipient: { user_id, email, name, language, partner },
          // To an address that nobody proved, words of a stranger would be anybody's letter in our name.
          letter: messageReceived(writer.is_verified ? facts : { ...facts, body: "", purchase: null }),
          ...names.wayOf(message_id, "received", true),
        });
      });
      return { ok: true, number: (await readNumber(database.db, message_id)) ?? number };
    },

    /** Keeps how somebody rates the service; a member's later one takes the place of the earlier. */
    /** Why somebody took the extension away: nobody is named in it. `address` is for the limit alone. */
    async tellUninstall(told: {
      reasons: readonly UninstallReason[];
      words: string;
      language: "en" | "es";
      partner: string;
      address: string;
    }): Promise<Outcome<true, HelpRefusal>> {
      const words = told.words.trim().slice(0, MAX_WORDS);
      if (told.reasons.length === 0 && words === "") return refused("reason_missing");
      const wait = await limits.take(LIMITS.help_uninstall, networkOf(told.address));
      if (wait) return refused("too_many", wait);
      await insertUninstall(database.db, {
        uninstall_id: newId("uninstall"),
        reasons: told.reasons,
        words,
        language: told.language,
        partner: told.partner,
        at: clock.now(),
      });
      return done(true);
    },
    async review(writer: Writer, given: { stars: number; words: string }): Promise<Outcome<true, HelpRefusal>> {
      if (!Number.isInteger(given.stars) || given.stars < 1 || given.stars > 5) return refused("stars_missing");
      const wait = await limits.take(LIMITS.help_review, writer.user_id ?? networkOf(writer.address));
      if (wait) return refused("too_many", wait);
      await upsertReview(database.db, {
        review_id: newId("review"),
        user_id: writer.user_id,
        stars: given.stars,
        words: given.words.trim().slice(0, MAX_WORDS),
        language: writer.language,
        partner: writer.brand.partner_name,
        at: clock.now(),
      });
      return done(true);
    },

    /** Drops what is older than `HELP_KEEP_DAYS`, and files whose message never came. */
    async dropOld() {
      const before = addDays(clock.now(), -settings.HELP_KEEP_DAYS);
      await faq.dropOld(before);
      return dropOld(database.db, { before, filesBefore: addDays(clock.now(), -1) });
    },
    moveMember: moveRows,
    /** What a member wrote and how it stands, the newest first. */
    threads: {
      list: (userId: string) => listThreads(database.db, deps.inquiries, userId),
      read: (asked: Parameters<typeof readThread>[1]) =>
        readThread({ db: database.db, now: clock.now(), pathOf, inquiries: deps.inquiries }, asked),
      reply: (writer: { user_id: string; supportEmail: string }, form: ReplyForm) =>
        replyThread({ ...deps, hrefOf }, writer, form),
      /** It is settled, says whoever wrote. */
      settle: (userId: string, thread: string) => settleThread({ ...deps, endChatOf }, { user_id: userId }, thread),
    },
    /** Settles what nobody wrote back to, and closes what was settled. */
    settleQuiet: () => settleQuiet({ ...deps, tellEnd, endChatOf }),
    /** A question to a network stands otherwise than before. */
    hearInquiry: (inquiryId: string) => hearInquiry({ ...deps, names, links }, inquiryId),
    verdicts: {
      read: (token: string) => readVerdictLink({ ...deps, links }, token),
      give: (from: Parameters<typeof giveVerdict>[1], solved: boolean) => giveVerdict({ ...deps, links }, from, solved),
    },
    faq,
    close: (): void => chats.close(),
    /** What operators look for, and how they answer. */
    desk: {
      now: () => clock.now(),
      uninstalls: (span: Span) => countUninstalls(database.db, span),
      uninstallWords: (span: Span, most: number) => readUninstallWords(database.db, span, most),
      waiting: (purchases: boolean, most: number) => readWaiting(database.db, purchases, most),
      entries: (messageId: string) => readEntries(database.db, messageId),
      moves: (messageId: string) => readMoves(database.db, messageId),
      answer: (input: Parameters<typeof answerMessage>[1]) => answerMessage({ ...deps, names, links }, input),
      file: (input: Parameters<typeof fileWithNetwork>[1]) => fileWithNetwork(deps, input),
      /** How the questions about these messages stand at the networks. */
      async inquiries(messageIds: readonly string[]) {
        const askings = [...(await readAskings(database.db, messageIds)).values()];
        const known = await deps.inquiries.read(askings.map(({ inquiry_id }) => inquiry_id));
        return new Map(
          askings.flatMap(({ message_id, inquiry_id }) => {
            const one = known.get(inquiry_id);
            return one ? [[message_id, one] as const] : [];
          }),
        );
      },
      inquiryMoves: deps.inquiries.moves,
      assign: (input: Parameters<typeof assign>[1]) => assign(deps, input),
      note: (input: Parameters<typeof addNote>[1]) => addNote(deps, input),
      resolve: (input: Parameters<typeof resolveMessage>[1]) => resolveMessage({ ...deps, tellEnd, endChatOf }, input),
      say: chats.desk.say,
      colleagues: deps.colleagues,
      canned: createCanned(deps),
      list: (...asked: Parameters<typeof listMessages> extends [unknown, ...infer Rest] ? Rest : never) =>
        listMessages(database.db, ...asked),
      written: (span: Span) => countWritten(database.db, span),
      verdict: (messageId: string) => readVerdict(database.db, messageId),
      verdicts: (span: Span) => readVerdicts(database.db, span),
      countVerdicts: (span: Span, solved: boolean) => countVerdicts(database.db, span, solved),
      firstAnswered: (span: Span) => countFirstAnswers(database.db, span),
      firstAnswers: (span: Span) => readFirstAnswers(database.db, span),
      files: (messageId: string) => readFileNames(database.db, messageId),
      hrefOf,
      find: (asked: Parameters<typeof findMessages>[1], most: number) => findMessages(database.db, asked, most),
      of: (userId: string, most: number) => readMessagesOf(database.db, userId, most),
    },
  };
}

export type Help = ReturnType<typeof createHelp>;
/** What screens may ask of help. */
export type HelpService = Pick<
  Help,
  "answerDays" | "reviewUrl" | "newForm" | "send" | "review" | "tellUninstall" | "threads" | "verdicts"
>;
