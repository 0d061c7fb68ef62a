/** A mail that somebody vouches for becomes words of its conversation, or a new one, with such of its files as may be kept. */
import { randomBytes } from "node:crypto";
import type { Identity } from "#identity";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import { type Clock, civilDate } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { derivedId, newId, userId } from "#platform/ids";
import { workingDaysAfter } from "#platform/working-days";
import { moveChat, readChat, setProof } from "../chat/chat-store.ts";
import { messageId } from "../ids.ts";
import { messageForDesk, messageReceived, replyForDesk } from "../letters.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../messages.ts";
import { nameFor, numberOf, readPicture } from "../rules.ts";
import type { HelpSettings } from "../settings.ts";
import { insertFile, insertMessage, takeFiles } from "../store.ts";
import { afterReply, mayReply } from "../thread-rules.ts";
import { hasEntry, insertEntry, type KeptMessage, lockMessage, moveMessage } from "../thread-store.ts";
import type { MailNames } from "./mail-names.ts";

export type LetterContext = {
  database: DatabaseHandle;
  clock: Clock;
  settings: HelpSettings;
  notifications: Pick<Notifications, "queue">;
  partners: Pick<Partners, "named">;
  /** The member who has proven an address. */
  memberOf: Identity["confirmedMember"];
  names: MailNames;
  space: { waiting: number; all: number };
  hrefOf(fileId: string): string;
};

export type Letter = {
  /** Follows from the mail itself: brought twice, by whatever way, it is kept once. */
  entry_id: string;
  email: string;
  words: string;
  language: "en" | "es";
  partner: string;
  files: readonly { name: string; bytes: Buffer }[];
};

/** Files as safe as those of the form: pictures and PDF by their first bytes, four, 8 MB each. Returns how many were left out. */
async function keepFiles(
  tx: Tx,
  { space, clock }: LetterContext,
  to: { message_id: string; entry_id: string },
  files: Letter["files"],
): Promise<{ kept: string[]; left: string[] }> {
  const [kept, left]: [string[], string[]] = [[], []];
  for (const { name, bytes } of files.slice(0, 50)) {
    const type = bytes.length <= MAX_FILE_BYTES ? readPicture(bytes) : null;
    const file_id = newId("file");
    const fits =
      type?.ok &&
      kept.length < MAX_FILES &&
      (await insertFile(
        tx,
        { file_id, name: nameFor(name, type.value), type: type.value, bytes, at: clock.now() },
        space,
      ));
    if (fits) kept.push(file_id);
    else left.push(name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, "-").slice(0, 60));
  }
  await takeFiles(tx, to, kept);
  return { kept, left };
}

async function noteLeft(tx: Tx, context: LetterContext, message_id: string, entry_id: string, left: string[]) {
  if (left.length === 0) return;
  const words = `Files of this mail were left out, because they are no picture and no PDF, too large or too many: ${left.join(", ")}`;
  const id = derivedId("entry", `left:${entry_id}`);
  const at = context.clock.now();
  await insertEntry(tx, { entry_id: id, message_id, kind: "note", code: null, words, by: "mail", at });
}

/** Null where there is no such conversation of theirs, or it is closed: then what they wrote is a new one. */
async function lockOpen(tx: Tx, context: LetterContext, asked: string | null): Promise<KeptMessage | null> {
  const message = asked && (await lockMessage(tx, asked));
  return message && message.email !== null && mayReply(message, context.clock.now()) ? message : null;
}

/** `vouched`: the mail is signed by who writes, so that the address is theirs; what a person let in is not. */
export async function keepLetter(
  tx: Tx,
  context: LetterContext,
  letter: Letter,
  { thread, vouched }: { thread: string | null; vouched: boolean },
): Promise<string> {
  const message = await lockOpen(tx, context, thread);
  if (!message) return beginByMail(tx, context, letter, vouched);
  const { message_id, number, topic, partner } = message;
  const { entry_id, words } = letter;
  if (await hasEntry(tx, entry_id)) return message_id;
  const at = context.clock.now();
  await insertEntry(tx, { entry_id, message_id, kind: "member", code: null, words, by: null, at });
  const { kept, left } = await keepFiles(tx, context, { message_id, entry_id }, letter.files);
  await noteLeft(tx, context, message_id, entry_id, left);
  const to = afterReply(message.state);
  const due = to === message.state ? message.due_at : workingDaysAfter(at, context.settings.HELP_ANSWER_DAYS);
  await moveMessage(tx, message, { move_id: newId("move"), to, due, by: "member", at });
  const chat = await readChat(tx, message_id);
  if (chat && vouched && letter.email === message.email) await setProof(tx, message_id, { is_proven: true });
  // Whoever writes by mail is not in the window: nobody waits there.
  if (chat && chat.state !== "ticket")
    await moveChat(tx, chat, {
      ...{ move_id: newId("move"), to: chat.state === "waiting" || chat.state === "open" ? chat.state : "ticket" },
      ...{ by: "member", at, said: true },
    });
  await context.notifications.queue(tx, {
    cause: `help.reply:${entry_id}`,
    recipient: {
      ...{ user_id: null, name: "", language: "en" as const, partner },
      email: context.settings.HELP_MAIL ?? context.partners.named(partner).support_email,
    },
    letter: replyForDesk({
      ...{ number, topic, body: words, from: letter.email },
      files: kept.map((id, place) => ({ name: `File ${place + 1}`, href: context.hrefOf(id) })),
    }),
    replyTo: letter.email,
  });
  return message_id;
}

async function beginByMail(tx: Tx, context: LetterContext, letter: Letter, vouched: boolean): Promise<string> {
  const { clock, settings, notifications, partners, names } = context;
  const { entry_id, email, words, language, partner } = letter;
  const message_id = entry_id;
  const at = clock.now();
  const member = vouched ? await context.memberOf(email, tx) : null;
  const [user_id, name] = [member?.user_id ?? null, member?.name ?? ""];
  const number = numberOf(randomBytes(8));
  const row = { message_id, number, user_id, email, name, language, partner, topic: "other" as const, body: words };
  const due_at = workingDaysAfter(at, settings.HELP_ANSWER_DAYS);
  if (!(await insertMessage(tx, { ...row, purchase: null, at, due_at }))) return message_id;
  await insertEntry(tx, { entry_id, message_id, kind: "member", code: null, words, by: null, at });
  const { kept, left } = await keepFiles(tx, context, { message_id, entry_id }, letter.files);
  await noteLeft(tx, context, message_id, entry_id, left);
  const facts = {
    ...{ number, topic: row.topic, body: words, purchase: null, answer_days: settings.HELP_ANSWER_DAYS },
    from: { email, user: user_id && userId.show(user_id), language, partner },
    files: kept.map((id, place) => ({ name: `File ${place + 1}`, href: context.hrefOf(id) })),
    thread: user_id && messageId.show(message_id),
  };
  await notifications.queue(tx, {
    cause: `help.message:${message_id}`,
    recipient: {
      ...{ user_id: null, name: "", language: "en" as const, partner },
      email: settings.HELP_MAIL ?? partners.named(partner).support_email,
    },
    letter: messageForDesk(facts),
    replyTo: email,
  });
  // Once a day for each sender, whatever they send: two machines that answer each other end here.
  if (vouched)
    await notifications.queue(tx, {
      cause: `help.received_mail:${email}:${civilDate(at)}`,
      recipient: { user_id, email, name, language, partner },
      letter: messageReceived(facts),
      ...names.wayOf(message_id, "received", true),
    });
  return message_id;
}
