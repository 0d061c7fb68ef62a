/** A chat that nobody answers now becomes what a message is: an answer by a day, and a letter that says so. */

import type { Tx } from "#platform/database";
import { userId } from "#platform/ids";
import { messageId } from "../ids.ts";
import { messageForDesk, messageReceived, replyForDesk } from "../letters.ts";
import type { KeptMessage } from "../thread-store.ts";
import type { ChatContext } from "./chat-context.ts";
import { type ChatRow, type Line, readLines } from "./chat-store.ts";

/** As many words as a letter to the desk needs; the whole stands in the conversation. */
const MAX_LINES = 200;

const wordsSince = (lines: readonly Line[], from: bigint): string =>
  lines
    .filter(({ kind, place }) => kind === "member" && place > from)
    .map(({ words }) => words)
    .join("\n\n");

/** Its state is moved by who calls. What is written twice is told once: the desk's letter is about the words since the last of ours. */
export async function makeTicket(
  tx: Tx,
  { settings, notifications, partners, names }: Pick<ChatContext, "settings" | "notifications" | "partners" | "names">,
  message: KeptMessage,
  chat: Pick<ChatRow, "is_proven">,
): Promise<void> {
  const { message_id, number, topic, user_id, email, name, language, partner } = message;
  if (!email) return;
  const lines = await readLines(tx, message_id, { after: 0n, notes: false, most: MAX_LINES });
  const answered = lines.findLast(({ kind }) => kind === "house");
  const last = lines.findLast(({ kind }) => kind === "member");
  const thread = user_id && messageId.show(message_id);
  const recipient = {
    ...{ user_id: null, name: "", language: "en" as const, partner },
    email: settings.HELP_MAIL ?? partners.named(partner).support_email,
  };
  const body = wordsSince(lines, answered?.place ?? 0n);
  const facts = {
    ...{ number, topic, body, purchase: null, files: [], thread, answer_days: settings.HELP_ANSWER_DAYS },
    from: { email, user: user_id && userId.show(user_id), language, partner },
  };
  await notifications.queue(tx, {
    cause: `help.chat_for_desk:${last?.entry_id ?? message_id}`,
    recipient,
    letter: answered
      ? replyForDesk({ number, topic, body, from: email, files: [] })
      : messageForDesk({ ...facts, files: [] }),
    replyTo: email,
  });
  await notifications.queue(tx, {
    cause: `help.received:${message_id}`,
    recipient: { user_id, email, name, language, partner },
    letter: messageReceived(chat.is_proven ? facts : { ...facts, body: "" }),
    ...names.wayOf(message_id, "received", true),
  });
}
