/** Small things that a chat's writer tells while they look at it: how far they have read, and that they type. */
import { done, type Outcome, refused } from "#platform/outcome";
import type { HelpRefusal } from "../messages.ts";
import { tellChat } from "../thread-store.ts";
import { upsertVerdict } from "../verdict-store.ts";
import type { ChatContext, ChatWriter } from "./chat-context.ts";
import { markSeen } from "./chat-store.ts";
import { findOwnChat } from "./read-chat.ts";

export async function seeChat(
  { database }: Pick<ChatContext, "database">,
  who: ChatWriter,
  messageId: string,
  place: bigint,
): Promise<Outcome<true, HelpRefusal>> {
  if (!(await findOwnChat(database.db, who, messageId))) return refused("unknown_thread");
  if (await markSeen(database.db, messageId, place)) await tellChat(database.db, messageId);
  return done(true);
}

export async function typeInChat(
  { database, hub }: Pick<ChatContext, "database" | "hub">,
  who: ChatWriter,
  messageId: string,
): Promise<Outcome<true, HelpRefusal>> {
  if (!(await findOwnChat(database.db, who, messageId))) return refused("unknown_thread");
  hub.typing(messageId, "writer");
  return done(true);
}

/** Whether it was solved, as its writer says here; the last word counts. */
export async function judgeChat(
  { database, clock }: Pick<ChatContext, "database" | "clock">,
  who: ChatWriter,
  messageId: string,
  solved: boolean,
): Promise<Outcome<true, HelpRefusal>> {
  const found = await findOwnChat(database.db, who, messageId);
  if (!found || !(found.message.state === "resolved" || found.message.state === "closed"))
    return refused("unknown_thread");
  await upsertVerdict(database.db, { message_id: messageId, solved, at: clock.now() });
  await tellChat(database.db, messageId);
  return done(true);
}
