/** What time does to a chat: a promise in place of an answer, an answer by mail, and what was said by mail once it is quiet. */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { workingDaysAfter } from "#platform/working-days";
import { messageId } from "../ids.ts";
import { messageAnswered } from "../letters-of-answers.ts";
import { type KeptMessage, lockMessage, moveMessage } from "../thread-store.ts";
import type { ChatContext } from "./chat-context.ts";
import { ANSWER_MINUTES, afterTime, minutesAfter, UNSEEN_MINUTES } from "./chat-rules.ts";
import { type ChatRow, type Line, markMailed, moveChat, readChat, readLines, readTimedOut } from "./chat-store.ts";
import { makeTicket } from "./make-ticket.ts";
import type { AddressProver } from "./prove-address.ts";
import { sendTranscript } from "./send-transcript.ts";

type LookContext = ChatContext & { proofs: AddressProver };

const MAX_UNSEEN = 50;
const MAX_LATE = 500;

/** Ours that was not seen and not mailed, once the oldest of it is two minutes old. */
async function unseenLines(tx: Tx, chat: ChatRow, now: Date): Promise<Line[]> {
  const after = chat.seen_place > chat.mailed_place ? chat.seen_place : chat.mailed_place;
  const lines = await readLines(tx, chat.message_id, { after, notes: false, most: MAX_UNSEEN });
  const ours = lines.filter(({ kind }) => kind === "house");
  const [oldest] = ours;
  return oldest && now >= minutesAfter(oldest.at, UNSEEN_MINUTES) ? ours : [];
}

async function mailUnseen(tx: Tx, context: LookContext, message: KeptMessage, chat: ChatRow, now: Date): Promise<void> {
  const { message_id, number, topic, user_id, email, name, language, partner } = message;
  const unseen = email ? await unseenLines(tx, chat, now) : [];
  const last = unseen.at(-1);
  if (!email || !last) return;
  if (!chat.is_proven && user_id === null) {
    // Once: whoever asked for another code since is here.
    if (chat.proof_round === 1) await context.proofs.ask(tx, message, chat, true);
    return;
  }
  await context.notifications.queue(tx, {
    cause: `help.chat_unseen:${last.entry_id}`,
    recipient: { user_id, email, name, language, partner },
    letter: messageAnswered({
      ...{ number, topic, code: "words", due: null, token: null, thread: user_id && messageId.show(message_id) },
      words: unseen.map(({ words }) => words).join("\n\n"),
    }),
    ...context.names.wayOf(message_id, `unseen:${last.entry_id}`, false),
  });
  await markMailed(tx, message_id);
}

export async function lookAtChat(context: LookContext, message_id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const message = await lockMessage(tx, message_id);
    const chat = message && (await readChat(tx, message_id));
    if (!message || !chat || message.state === "erased") return;
    const at = context.clock.now();
    const owed = message.state === "open" || message.state === "pending_house";
    const to = afterTime(chat, owed ? message.due_at : null, at);
    if (to) await moveChat(tx, chat, { move_id: newId("move"), to, by: "time", at, said: false });
    if (to === "ticket") {
      const due = workingDaysAfter(at, context.settings.HELP_ANSWER_DAYS);
      await moveMessage(tx, message, { move_id: newId("move"), to: message.state, due, by: "time", at });
      await makeTicket(tx, context, { ...message, due_at: due }, chat);
    }
    await mailUnseen(tx, context, message, chat, at);
    if (to === "idle") await sendTranscript(tx, context, message, chat);
  });
}

/** Chats whose job was lost; those that are looked at in time need none of it. */
export async function lookAtLate(context: LookContext): Promise<number> {
  const before = minutesAfter(context.clock.now(), -ANSWER_MINUTES - 1);
  const late = await readTimedOut(context.database.db, before, MAX_LATE);
  for (const message_id of late) await lookAtChat(context, message_id);
  return late.length;
}
