/** Somebody begins a chat: a conversation with its first words, like any other, that goes on at once. */
import { randomBytes } from "node:crypto";
import { isEmail, normaliseEmail } from "#identity";
import type { Brand } from "#partners";
import type { Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { workingDaysAfter } from "#platform/working-days";
import { LOOK_AT_CHAT } from "../job-kinds.ts";
import { LIMITS } from "../limits.ts";
import type { HelpRefusal } from "../messages.ts";
import { numberOf } from "../rules.ts";
import { insertMessage, readNumber } from "../store.ts";
import { insertEntry, lockMessage } from "../thread-store.ts";
import { type ChatContext, checkWords, isSomebodyThere } from "./chat-context.ts";
import { ANSWER_MINUTES, minutesAfter } from "./chat-rules.ts";
import { insertChat, lockBeginning, readChat, readLiveChat } from "./chat-store.ts";
import { makeTicket } from "./make-ticket.ts";
import type { AddressProver } from "./prove-address.ts";
import { sayInChat } from "./say-in-chat.ts";

export type Beginner = {
  /** Null: somebody without an account, who goes on by the key of their browser. */
  user_id: string | null;
  name: string;
  /** Of the account; null where it has none, and of a visitor. */
  email: string | null;
  is_verified: boolean;
  brand: Brand;
  language: "en" | "es";
  /** Network address, for the limits. */
  address: string;
};
export type Beginning = { form: string; email: string; words: string };

const FORM = /^[A-Za-z0-9_-]{20,64}$/;

/** The id of the conversation. A member has one chat that goes on: what is begun beside it goes into it. */
export async function beginChat(
  context: ChatContext & { proofs: AddressProver },
  writer: Beginner,
  given: Beginning,
): Promise<Outcome<string, HelpRefusal>> {
  const words = checkWords(given.words);
  if (!words.ok) return words;
  if (!FORM.test(given.form)) return refused("message_missing");
  const typed = (writer.email ?? given.email).trim();
  if (!isEmail(typed)) return refused("email_invalid");
  const email = normaliseEmail(typed);
  const message_id = derivedId("message", JSON.stringify(["chat", writer.user_id, email, given.form]));
  if (await readNumber(context.database.db, message_id)) return done(message_id);
  const wait = await context.limits.takeAll([
    [LIMITS.help_network, networkOf(writer.address)],
    [LIMITS.help_mailbox, email],
  ]);
  if (wait) return refused("too_many", wait);
  const live = await context.database.transaction((tx) =>
    insertChatOf(tx, context, writer, { message_id, email, words: words.value }),
  );
  if (live === message_id) return done(message_id);
  const said = await sayInChat(
    context,
    { user_id: writer.user_id ?? "" },
    { message_id: live, form: given.form, words: words.value, files: [] },
  );
  return said.ok ? done(live) : said;
}

/** The chat that goes on, where a member has one already; else the new one. */
async function insertChatOf(
  tx: Tx,
  context: ChatContext & { proofs: AddressProver },
  writer: Beginner,
  { message_id, email, words }: { message_id: string; email: string; words: string },
): Promise<string> {
  const { user_id, name, language, brand } = writer;
  if (user_id) {
    await lockBeginning(tx, user_id);
    const live = await readLiveChat(tx, user_id);
    if (live) return live;
  }
  const at = context.clock.now();
  const there = isSomebodyThere(context, brand);
  const due_at = there ? minutesAfter(at, ANSWER_MINUTES) : workingDaysAfter(at, context.settings.HELP_ANSWER_DAYS);
  const row = {
    ...{ message_id, number: numberOf(randomBytes(8)), user_id, email, name, language },
    ...{ partner: brand.partner_name, topic: "other" as const, body: words, purchase: null, at, due_at },
  };
  if (!(await insertMessage(tx, row))) return message_id;
  await insertEntry(tx, { entry_id: message_id, message_id, kind: "member", code: null, words, by: null, at });
  // An address of an account is as proven as the account says; a visitor's is not.
  const is_proven = user_id !== null && writer.is_verified && writer.email !== null;
  await insertChat(tx, { message_id, state: there ? "waiting" : "ticket", is_proven, at });
  const [message, chat] = [await lockMessage(tx, message_id), await readChat(tx, message_id)];
  if (!message || !chat) return message_id;
  if (!is_proven && user_id === null) await context.proofs.ask(tx, message, chat, false);
  if (there) await addJobs(tx, [LOOK_AT_CHAT.with({ message_id }, { run_at: due_at })]);
  else await makeTicket(tx, context, message, chat);
  return message_id;
}
