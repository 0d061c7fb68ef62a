/** What a chat's window hears: one stream a browser, shared by its tabs. */
import { followStream } from "#client/tab-stream.ts";
import type { ChatLine, ChatStanding } from "#help";

export type Heard =
  | { event: "line"; data: ChatLine }
  | { event: "chat"; data: ChatStanding }
  | { event: "typing"; data: object }
  /** Whether the connection stands. */
  | { event: "wire"; data: { up: boolean } };

const EVENTS = ["line", "chat", "typing"] as const;

/**
 * Until what is returned is called. `after`: the place of the last line that this tab has. `joined`: another tab has the stream, and
 * this one asks once for what it may have missed.
 */
export const followChat = (
  chat: string,
  told: { after: () => string; hear: (heard: Heard) => void; joined: () => void },
): (() => void) =>
  followStream({
    name: `tuppence-chat-${chat}`,
    address: () => `/api/help/chat/stream?chat=${encodeURIComponent(chat)}&after=${told.after()}`,
    events: EVENTS,
    // What our own server writes into this stream is shaped as its module says.
    hear: (heard) => told.hear(heard as Heard),
    joined: told.joined,
  });
