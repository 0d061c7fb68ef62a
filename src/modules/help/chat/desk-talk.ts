/** Chats as operators follow them where a message is shown. */
import type { OperatorTalk, TalkLine } from "#platform/operator";
import { messageId } from "../ids.ts";
import { findMessages } from "../operator-store.ts";
import { readFileNames } from "../store.ts";
import { mayBecome } from "../thread-rules.ts";
import type { ChatContext } from "./chat-context.ts";
import { readChat, readLines } from "./chat-store.ts";
import { DESK } from "./hub.ts";

const MAX_LINES = 500;

const placeOf = (after: string): bigint => (/^\d{1,18}$/.test(after) ? BigInt(after) : 0n);

export function createDeskTalk({
  database,
  hub,
  hrefOf,
}: Pick<ChatContext, "database" | "hub" | "hrefOf">): OperatorTalk {
  return {
    act: "say",
    async read(shown, after) {
      const id = messageId.read(shown);
      const chat = id && (await readChat(database.db, id));
      if (!chat) return null;
      const [[message], lines, files] = await Promise.all([
        findMessages(database.db, { id, number: "", email: "" }, 1),
        readLines(database.db, id, { after: placeOf(after), notes: true, most: MAX_LINES }),
        readFileNames(database.db, id),
      ]);
      if (!message) return null;
      return {
        ...{ state: chat.state, here: hub.isHere(id), seen: String(chat.seen_place) },
        may_say: message.state === "pending_member" || mayBecome(message.state, "pending_member"),
        lines: lines.map(
          ({ entry_id, place, kind, words, by, at }): TalkLine => ({
            ...{ id: entry_id, place: String(place), from: kind === "member" ? "writer" : kind, words },
            ...{ by: by ?? "", at: at.toISOString() },
            files: files
              .filter((file) => file.entry_id === entry_id)
              .map(({ file_id, name }) => ({ name, href: hrefOf(file_id) })),
          }),
        ),
      };
    },
    hear(shown, { changed, typing }) {
      const id = shown === null ? null : messageId.read(shown);
      return hub.hear({
        changed: (one) => void ((id === null || one === null || one === id) && changed()),
        typing: (one, side) => void (one === id && side === "writer" && typing?.()),
        here: (place) => void (id !== null && place === id && changed()),
      });
    },
    typing(shown) {
      const id = messageId.read(shown);
      if (id) hub.typing(id, "house");
    },
    enter: () => hub.enter(DESK),
  };
}
