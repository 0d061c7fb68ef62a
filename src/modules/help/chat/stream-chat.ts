/** A chat as it goes on, for its writer: what was written after the place they have, how it stands, that somebody types. */
import { randomInt } from "node:crypto";
import { type EventStreams, inTurn } from "#platform/event-stream";
import type { Reply } from "#platform/http";
import { readFileNames } from "../store.ts";
import type { ChatContext, ChatWriter } from "./chat-context.ts";
import { readLines } from "./chat-store.ts";
import { findOwnChat, readStanding, showLines } from "./read-chat.ts";

const MAX_LINES = 500;
/** One browser has one, whatever tabs it has; a person may have some browsers. */
const MAX_STREAMS_OF_ONE = 8;
const MAX_STREAMS = 4_000;

export type Follow = {
  who: ChatWriter;
  message_id: string;
  /** The place of the last line that they have. */
  after: bigint;
  /** Whether it is theirs still: sessions end, and accounts go. */
  stillTheirs(): Promise<boolean>;
};

/** False where it is nobody's of theirs; `full` where there are as many as may be. */
export function createChatStreams(
  context: Pick<ChatContext, "database" | "clock" | "hub" | "pathOf">,
  streams: EventStreams,
) {
  const { database, hub, pathOf } = context;
  const open = new Map<string, number>();
  const count = (id: string, by: number): void => {
    const now = (open.get(id) ?? 0) + by;
    if (now > 0) open.set(id, now);
    else open.delete(id);
  };

  return async function follow(reply: Reply, { who, message_id, after, stillTheirs }: Follow) {
    if (!(await findOwnChat(database.db, who, message_id))) return "unknown" as const;
    if ((open.get(message_id) ?? 0) >= MAX_STREAMS_OF_ONE || streams.count() >= MAX_STREAMS) return "full" as const;
    count(message_id, 1);
    const stream = streams.start(reply, randomInt(1_000) / 1_000);
    let last = after;
    let standing = "";

    async function tell(): Promise<void> {
      const found = (await stillTheirs()) ? await findOwnChat(database.db, who, message_id) : null;
      if (!found) return stream.end();
      const [lines, files] = await Promise.all([
        readLines(database.db, message_id, { after: last, notes: false, most: MAX_LINES }),
        readFileNames(database.db, message_id),
      ]);
      for (const line of showLines(lines, files, pathOf)) stream.send({ event: "line", id: line.place, data: line });
      last = lines.at(-1)?.place ?? last;
      const now = await readStanding(context, found);
      if (JSON.stringify(now) !== standing) stream.send({ event: "chat", data: now });
      standing = JSON.stringify(now);
    }
    const tellAll = inTurn(tell, stream);
    const deaf = hub.hear({
      changed: (id) => void ((id === null || id === message_id) && tellAll()),
      typing: (id, side) => void (id === message_id && side === "house" && stream.send({ event: "typing", data: {} })),
    });
    const leave = hub.enter(message_id);
    stream.onClose(() => {
      deaf();
      leave();
      count(message_id, -1);
    });
    tellAll();
    return "open" as const;
  };
}
