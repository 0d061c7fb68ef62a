/** An answer as everybody sees it: an entry, how the conversation stands after it, and a letter in the writer's language. */
import type { Notifications } from "#notifications";
import { addDays, type Clock } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { type AnswerCode, ASKED_DAYS, afterAnswer } from "./answer-rules.ts";
import { markMailed } from "./chat/chat-store.ts";
import { messageId } from "./ids.ts";
import { messageAnswered } from "./letters-of-answers.ts";
import type { MailNames } from "./mail/mail-names.ts";
import { insertEntry, type KeptMessage, moveMessage } from "./thread-store.ts";
import type { VerdictLinks } from "./verdict-links.ts";

export type AnswerContext = {
  clock: Clock;
  names: MailNames;
  notifications: Pick<Notifications, "queue">;
  links: VerdictLinks;
};

/** The message is locked, and whoever calls has seen that it may be answered so. One entry is one answer, however often it is given. */
export async function giveAnswer(
  tx: Tx,
  { clock, names, notifications, links }: AnswerContext,
  message: KeptMessage,
  { entry_id, code, words, by }: { entry_id: string; code: AnswerCode; words: string; by: string },
): Promise<void> {
  const { message_id, user_id, email, name, language, partner } = message;
  if (!email) return;
  const at = clock.now();
  const to = afterAnswer(code);
  if (!(await insertEntry(tx, { entry_id, message_id, kind: "house", code, words, by, at }))) return;
  const due = code === "asked" ? addDays(at, ASKED_DAYS) : null;
  await moveMessage(tx, message, { move_id: newId("move"), to, due, by, at });
  await notifications.queue(tx, {
    cause: `help.answer:${entry_id}`,
    recipient: { user_id, email, name, language, partner },
    letter: messageAnswered({
      number: message.number,
      topic: message.topic,
      code,
      words,
      due,
      thread: user_id && messageId.show(message_id),
      // What settles it asks at once whether it did.
      token: to === "resolved" ? links.tokenOf(message_id) : null,
    }),
    ...names.wayOf(message_id, entry_id, false),
  });
  // In a chat it is seen as well; mailed again it would be the same letter twice.
  await markMailed(tx, message_id);
}
