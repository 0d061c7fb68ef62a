/** A chat that somebody ends: what was said goes by mail, and what we owe is still owed. */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { workingDaysAfter } from "#platform/working-days";
import type { HelpRefusal } from "../messages.ts";
import { mayBecome } from "../thread-rules.ts";
import { type KeptMessage, lockMessage, moveMessage } from "../thread-store.ts";
import { type ChatContext, type ChatWriter, isWriter } from "./chat-context.ts";
import { mayChatBecome } from "./chat-rules.ts";
import { moveChat, readChat } from "./chat-store.ts";
import { makeTicket } from "./make-ticket.ts";
import { sendTranscript } from "./send-transcript.ts";

export type ChatEnder = (tx: Tx, message: KeptMessage, by: { by: string; at: Date }) => Promise<void>;

/** With a conversation that is settled its chat ends; of one without a chat nothing is done. */
export const createChatEnder =
  (context: Pick<ChatContext, "notifications" | "partners" | "names" | "links">): ChatEnder =>
  async (tx, message, { by, at }) => {
    const chat = await readChat(tx, message.message_id);
    if (!chat || !mayChatBecome(chat.state, "ended")) return;
    await moveChat(tx, chat, { move_id: newId("move"), to: "ended", by, at, said: false });
    await sendTranscript(tx, context, message, chat);
  };

/** By its writer. An answer that was given settles it; a question that nobody answered goes on as a message. */
export async function endChat(
  context: ChatContext & { endChatOf: ChatEnder },
  who: ChatWriter,
  message_id: string,
): Promise<Outcome<true, HelpRefusal>> {
  const { database, clock, settings } = context;
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, message_id);
    const chat = message && (await readChat(tx, message_id));
    if (!chat || !isWriter(message, who)) return refused("unknown_thread");
    if (chat.state === "ended") return done(true);
    const at = clock.now();
    const settles = message.state === "pending_member" && mayBecome(message.state, "resolved");
    const to = settles ? "resolved" : message.state;
    const owed = message.state === "open" || message.state === "pending_house";
    const due = !owed || chat.state === "ticket" ? message.due_at : workingDaysAfter(at, settings.HELP_ANSWER_DAYS);
    const next = { ...message, state: to, due_at: settles ? null : due } as const;
    await moveMessage(tx, message, { move_id: newId("move"), to, due: next.due_at, by: "member", at });
    if (owed && chat.state !== "ticket") await makeTicket(tx, context, next, chat);
    await context.endChatOf(tx, next, { by: "member", at });
    return done(true);
  });
}
