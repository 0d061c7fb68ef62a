/** What a chat shows: how it stands, what was said, and when somebody is there. */
import type { Brand } from "#partners";
import type { Database } from "#platform/database";
import { messageId } from "../ids.ts";
import { findMessages } from "../operator-store.ts";
import { readFileNames } from "../store.ts";
import { type MessageState, mayReply } from "../thread-rules.ts";
import type { KeptMessage } from "../thread-store.ts";
import { readVerdict } from "../verdict-store.ts";
import { type ChatContext, type ChatWriter, isWriter } from "./chat-context.ts";
import type { ChatState } from "./chat-rules.ts";
import { type ChatRow, type Line, readChat, readLines, readLiveChat } from "./chat-store.ts";
import { isOpenAt, opensAt } from "./hours.ts";
import { DESK } from "./hub.ts";

export type ChatLine = {
  id: string;
  /** In the order in which it was written; a stream goes on after it. */
  place: string;
  from: "writer" | "house";
  words: string;
  at: string;
  files: { name: string; href: string }[];
};
export type ChatStanding = {
  id: string;
  number: string;
  state: ChatState;
  thread: Exclude<MessageState, "erased">;
  /** By when an answer is promised. */
  due: string | null;
  /** Whether words may be mailed; `email` to where. */
  is_proven: boolean;
  email: string;
  may_say: boolean;
  verdict: { asked: boolean; solved: boolean | null };
};
export type DeskHours = {
  open: boolean;
  there: boolean;
  opens_at: string | null;
  zone: string;
  hours: { days: number[]; from: string; until: string }[];
};

const MAX_LINES = 500;

export function readHours({ hub, clock }: Pick<ChatContext, "hub" | "clock">, brand: Brand): DeskHours {
  const now = clock.now();
  const open = isOpenAt(brand.chat, brand.zone, now);
  const opens = open ? null : opensAt(brand.chat, brand.zone, now);
  return {
    ...{ open, there: open && hub.isHere(DESK), opens_at: opens?.toISOString() ?? null },
    ...{ zone: brand.zone, hours: brand.chat.hours.map((one) => ({ ...one, days: [...one.days] })) },
  };
}

export function showLines(
  lines: readonly Line[],
  files: readonly { file_id: string; entry_id: string; name: string }[],
  pathOf: (fileId: string) => string,
): ChatLine[] {
  return lines.flatMap(({ entry_id, place, kind, words, at }) => {
    if (kind === "note") return [];
    const own = files.filter((file) => file.entry_id === entry_id);
    return [
      {
        ...{
          id: entry_id,
          place: String(place),
          from: kind === "house" ? "house" : "writer",
          words,
          at: at.toISOString(),
        },
        files: own.map(({ file_id, name }) => ({ name, href: pathOf(file_id) })),
      } as const,
    ];
  });
}

/** Its conversation and itself, for its writer alone. */
export async function findOwnChat(
  db: Database,
  who: ChatWriter,
  id: string | null,
): Promise<{ message: KeptMessage; chat: ChatRow } | null> {
  if (!id) return null;
  const [[message], chat] = await Promise.all([findMessages(db, { id, number: "", email: "" }, 1), readChat(db, id)]);
  return message && chat && isWriter(message, who) && message.state !== "erased" ? { message, chat } : null;
}

export async function readStanding(
  { database, clock }: Pick<ChatContext, "database" | "clock">,
  { message, chat }: { message: KeptMessage; chat: ChatRow },
): Promise<ChatStanding> {
  const verdict = await readVerdict(database.db, message.message_id);
  const settled = message.state === "resolved" || message.state === "closed";
  return {
    ...{ id: messageId.show(message.message_id), number: message.number, state: chat.state },
    // What is erased is nobody's to read.
    thread: message.state === "erased" ? "closed" : message.state,
    due: message.due_at?.toISOString() ?? null,
    ...{ is_proven: chat.is_proven, email: message.email ?? "" },
    may_say: mayReply(message, clock.now()),
    verdict: { asked: settled, solved: verdict?.solved ?? null },
  };
}

/** `asked`: one chat by its public id; null: the one that goes on. */
export async function openChat(
  context: Pick<ChatContext, "database" | "clock" | "pathOf">,
  who: ChatWriter,
  asked: string | null,
): Promise<{ chat: ChatStanding; lines: ChatLine[] } | null> {
  const { db } = context.database;
  const live = "user_id" in who ? readLiveChat(db, who.user_id) : who.guest_of;
  const found = await findOwnChat(db, who, asked === null ? await live : messageId.read(asked));
  if (!found) return null;
  const id = found.message.message_id;
  const [lines, files, chat] = await Promise.all([
    readLines(db, id, { after: 0n, notes: false, most: MAX_LINES }),
    readFileNames(db, id),
    readStanding(context, found),
  ]);
  return { chat, lines: showLines(lines, files, context.pathOf) };
}
