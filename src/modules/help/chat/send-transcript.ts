/** What was said, by mail: only to an address that is proven, since it holds the writer's words. */
import type { Tx } from "#platform/database";
import { messageId } from "../ids.ts";
import type { KeptMessage } from "../thread-store.ts";
import type { ChatContext } from "./chat-context.ts";
import { type ChatRow, markTranscript, readLines } from "./chat-store.ts";
import { chatTranscript } from "./letters-of-chats.ts";

const MAX_LINES = 400;

/** Once for what was said since the last; nothing where one side alone has spoken. */
export async function sendTranscript(
  tx: Tx,
  { notifications, partners, names, links }: Pick<ChatContext, "notifications" | "partners" | "names" | "links">,
  message: KeptMessage,
  chat: ChatRow,
): Promise<void> {
  const { message_id, number, user_id, email, name, language, partner } = message;
  const lines = await readLines(tx, message_id, { after: chat.transcript_place, notes: false, most: MAX_LINES });
  const last = lines.at(-1);
  if (!email || !chat.is_proven || !last || !lines.some(({ kind }) => kind === "house")) return;
  const brand = partners.named(partner);
  await notifications.queue(tx, {
    cause: `help.chat_transcript:${last.entry_id}`,
    recipient: { user_id, email, name, language, partner },
    letter: chatTranscript({
      ...{ number, brand: brand.name, zone: brand.zone, thread: user_id && messageId.show(message_id) },
      lines: lines
        .filter(({ words }) => words !== "")
        .map(({ kind, words, at }) => ({
          from: kind === "house" ? ("house" as const) : ("writer" as const),
          words,
          at,
        })),
      token: message.state === "resolved" ? links.tokenOf(message_id) : null,
    }),
    ...names.wayOf(message_id, `transcript:${last.entry_id}`, true),
  });
  await markTranscript(tx, message_id, last.place);
}
