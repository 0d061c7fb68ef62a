/** Whoever wrote writes on in their own conversation, or says that it is settled. */
import type { Notifications } from "#notifications";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { newId } from "#platform/ids";
import type { Limits } from "#platform/limits";
import { done, type Outcome, refused } from "#platform/outcome";
import { workingDaysAfter } from "#platform/working-days";
import type { ChatEnder } from "./chat/end-chat.ts";
import { entryOfForm } from "./entry-ids.ts";
import { fileId, messageId } from "./ids.ts";
import { replyForDesk } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { type HelpRefusal, MAX_FILES, MAX_MESSAGE_CHARACTERS } from "./messages.ts";
import type { HelpSettings } from "./settings.ts";
import { takeFiles } from "./store.ts";
import { afterReply, mayBecome, mayReply } from "./thread-rules.ts";
import { hasEntry, insertEntry, lockMessage, moveMessage } from "./thread-store.ts";

type Context = {
  database: DatabaseHandle;
  clock: Clock;
  limits: Limits;
  settings: HelpSettings;
  notifications: Pick<Notifications, "queue">;
  hrefOf(fileId: string): string;
};
export type ReplyForm = { thread: string; form: string; words: string; files: readonly string[] };

/** `supportEmail`: whom the desk's mail goes to where no other was set. */
export async function replyThread(
  { database, clock, limits, settings, notifications, hrefOf }: Context,
  writer: { user_id: string; supportEmail: string },
  given: ReplyForm,
): Promise<Outcome<true, HelpRefusal>> {
  const message_id = messageId.read(given.thread);
  if (!message_id) return refused("unknown_thread");
  const words = given.words.trim();
  if (words === "") return refused("message_missing");
  if (words.length > MAX_MESSAGE_CHARACTERS) return refused("message_long");
  const entry_id = entryOfForm(message_id, `${writer.user_id}:${given.form}`, words);
  if (await hasEntry(database.db, entry_id)) return done(true);
  const wait = await limits.take(LIMITS.help_reply, writer.user_id);
  if (wait) return refused("too_many", wait);
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, message_id);
    const at = clock.now();
    if (message?.user_id !== writer.user_id || !message.email) return refused("unknown_thread");
    if (await hasEntry(tx, entry_id)) return done(true);
    if (!mayReply(message, at)) return refused("thread_closed");
    await insertEntry(tx, { entry_id, message_id, kind: "member", code: null, words, by: null, at });
    const ids = given.files
      .slice(0, MAX_FILES)
      .map((file) => fileId.read(file))
      .filter((id) => id !== null);
    const files = await takeFiles(tx, { message_id, entry_id }, ids);
    const to = afterReply(message.state);
    // What waits for us has its promise; what waits for us again gets a new one.
    const due = to === message.state ? message.due_at : workingDaysAfter(at, settings.HELP_ANSWER_DAYS);
    await moveMessage(tx, message, { move_id: newId("move"), to, due, by: "member", at });
    const { number, topic, email, partner } = message;
    await notifications.queue(tx, {
      cause: `help.reply:${entry_id}`,
      recipient: {
        ...{ user_id: null, name: "", language: "en" as const, partner },
        email: settings.HELP_MAIL ?? writer.supportEmail,
      },
      letter: replyForDesk({
        ...{ number, topic, body: words, from: email },
        files: files.map((id, place) => ({ name: `File ${place + 1}`, href: hrefOf(id) })),
      }),
      replyTo: email,
    });
    return done(true);
  });
}

/** Said twice it is so once. */
export async function settleThread(
  { database, clock, endChatOf }: Pick<Context, "database" | "clock"> & { endChatOf: ChatEnder },
  writer: { user_id: string },
  thread: string,
): Promise<Outcome<true, HelpRefusal>> {
  const id = messageId.read(thread);
  if (!id) return refused("unknown_thread");
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (message?.user_id !== writer.user_id || message.state === "erased") return refused("unknown_thread");
    if (!mayBecome(message.state, "resolved")) return done(true);
    const at = clock.now();
    await moveMessage(tx, message, { move_id: newId("move"), to: "resolved", due: null, by: "member", at });
    await endChatOf(tx, { ...message, state: "resolved" }, { by: "member", at });
    return done(true);
  });
}
