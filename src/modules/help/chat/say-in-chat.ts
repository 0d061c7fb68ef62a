/** Words in a chat: its writer's, and ours. Each is an entry of the conversation, written once. */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { workingDaysAfter } from "#platform/working-days";
import { fillCanned } from "../canned-rules.ts";
import { readCannedAnswer } from "../canned-store.ts";
import { entryOfForm, entryOfTold } from "../entry-ids.ts";
import { fileId } from "../ids.ts";
import { LOOK_AT_CHAT } from "../job-kinds.ts";
import { LIMITS } from "../limits.ts";
import { type HelpRefusal, MAX_FILES, MAX_MESSAGE_CHARACTERS } from "../messages.ts";
import { takeFiles } from "../store.ts";
import { afterReply, mayBecome, mayReply } from "../thread-rules.ts";
import { hasEntry, insertEntry, type KeptMessage, lockMessage, moveMessage } from "../thread-store.ts";
import { type ChatContext, type ChatWriter, checkWords, isSomebodyThere, isWriter } from "./chat-context.ts";
import { ANSWER_MINUTES, afterWriter, minutesAfter, QUIET_MINUTES, UNSEEN_MINUTES } from "./chat-rules.ts";
import { type ChatRow, moveChat, readChat } from "./chat-store.ts";
import { makeTicket } from "./make-ticket.ts";

export type SaidWords = { message_id: string; form: string; words: string; files: readonly string[] };

const lookIn = (message_id: string, at: Date, ...minutes: readonly number[]) =>
  minutes.map((one) => LOOK_AT_CHAT.with({ message_id }, { run_at: minutesAfter(at, one) }));

/** Moves the conversation to where words of its writer lead it, with the promise that holds there. */
async function oweAnswer(
  tx: Tx,
  { settings }: Pick<ChatContext, "settings">,
  message: KeptMessage,
  { live, at }: { live: boolean; at: Date },
): Promise<KeptMessage> {
  const to = afterReply(message.state);
  const promise = live ? minutesAfter(at, ANSWER_MINUTES) : workingDaysAfter(at, settings.HELP_ANSWER_DAYS);
  // A promise that stands is not moved by more words, unless somebody is there now who answers sooner.
  const stands = to === message.state && message.due_at !== null && message.due_at <= promise;
  const due = stands ? message.due_at : promise;
  await moveMessage(tx, message, { move_id: newId("move"), to, due, by: "member", at });
  return { ...message, state: to, due_at: due };
}

export async function sayInChat(
  context: ChatContext,
  who: ChatWriter,
  given: SaidWords,
): Promise<Outcome<true, HelpRefusal>> {
  const { database, clock, limits, partners } = context;
  const checked = given.files.length > 0 && given.words.trim() === "" ? done("") : checkWords(given.words);
  if (!checked.ok) return checked;
  const { message_id } = given;
  const words = checked.value;
  const entry_id = entryOfForm(message_id, given.form, words);
  if (await hasEntry(database.db, entry_id)) return done(true);
  const wait = await limits.take(LIMITS.help_chat_words, message_id);
  if (wait) return refused("too_many", wait);
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, message_id);
    const chat = message && (await readChat(tx, message_id));
    const at = clock.now();
    if (!chat || !isWriter(message, who) || !message.email) return refused("unknown_thread");
    if (await hasEntry(tx, entry_id)) return done(true);
    if (!mayReply(message, at)) return refused("thread_closed");
    const to = afterWriter(chat.state, isSomebodyThere(context, partners.named(message.partner)));
    await insertEntry(tx, { entry_id, message_id, kind: "member", code: null, words, by: null, at });
    const files = given.files
      .slice(0, MAX_FILES)
      .map((file) => fileId.read(file))
      .filter((id) => id !== null);
    await takeFiles(tx, { message_id, entry_id }, files);
    const now = await oweAnswer(tx, context, message, { live: to !== "ticket", at });
    await moveChat(tx, chat, { move_id: newId("move"), to, by: "member", at, said: true });
    if (to === "ticket") await makeTicket(tx, context, now, chat);
    else await addJobs(tx, lookIn(message_id, at, ANSWER_MINUTES));
    return done(true);
  });
}

export type HouseRefusal = "unknown_message" | "answered" | "words_missing" | "words_long" | "canned_unknown";

async function wordsOf(
  tx: Tx,
  message: KeptMessage,
  { canned, words }: { canned: string; words: string },
): Promise<Outcome<string, HouseRefusal>> {
  const found = canned === "" ? null : await readCannedAnswer(tx, canned);
  if (canned !== "" && (!found || found.retired_at)) return refused("canned_unknown");
  const { language, name, number } = message;
  const filled = found ? fillCanned(found, { language, name, number, store: null }) : "";
  if (filled === null) return refused("canned_unknown");
  const all = [filled, words.trim()].filter(Boolean).join("\n\n");
  if (all === "") return refused("words_missing");
  return all.length > MAX_MESSAGE_CHARACTERS ? refused("words_long") : done(all);
}

/** An operator's words. They are seen at once by who is there; who is not gets them by mail in two minutes. */
export async function sayFromHouse(
  { database, clock }: Pick<ChatContext, "database" | "clock">,
  input: { message_id: string; words: string; canned: string; by: string; at: Date },
): Promise<Outcome<true, HouseRefusal>> {
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, input.message_id);
    const chat: ChatRow | null = message && (await readChat(tx, message.message_id));
    if (!message || !chat) return refused("unknown_message");
    const words = await wordsOf(tx, message, input);
    if (!words.ok) return words;
    const { message_id, state } = message;
    const entry_id = entryOfTold(message_id, "house", { ...input, words: `chat:${words.value}` });
    if (await hasEntry(tx, entry_id)) return done(true);
    if (!message.email || !(state === "pending_member" || mayBecome(state, "pending_member")))
      return refused("answered");
    const at = clock.now();
    const by = input.by.slice(0, 100);
    await insertEntry(tx, { entry_id, message_id, kind: "house", code: "words", words: words.value, by, at });
    await moveMessage(tx, message, { move_id: newId("move"), to: "pending_member", due: null, by, at });
    await moveChat(tx, chat, { move_id: newId("move"), to: "open", by, at, said: true });
    await addJobs(tx, lookIn(message_id, at, UNSEEN_MINUTES, QUIET_MINUTES));
    return done(true);
  });
}
