/** What a chat's window hears: one stream a browser, shared by its tabs. The tab that holds the lock has it and tells the others. */
import type { ChatLine, ChatStanding } from "#help";

export type Heard =
  | { event: "line"; data: ChatLine }
  | { event: "chat"; data: ChatStanding }
  | { event: "typing"; data: object }
  /** Whether the connection stands. */
  | { event: "wire"; data: { up: boolean } };

const EVENTS = ["line", "chat", "typing"] as const;
const FIRST_WAIT_MS = 1_500;
const MAX_WAIT_MS = 30_000;

/** The stream itself. A browser comes back by itself from what is cut off; from a refusal this does, later each time. */
function openWire(chat: string, after: () => string, hear: (heard: Heard) => void): () => void {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let isDone = false;
  function connect() {
    if (isDone) return;
    source = new EventSource(`/api/help/chat/stream?chat=${encodeURIComponent(chat)}&after=${after()}`);
    source.onopen = () => {
      wait = FIRST_WAIT_MS;
      hear({ event: "wire", data: { up: true } });
    };
    source.onerror = () => {
      hear({ event: "wire", data: { up: false } });
      if (source?.readyState !== EventSource.CLOSED) return;
      again = setTimeout(connect, wait);
      wait = Math.min(MAX_WAIT_MS, wait * 2);
    };
    for (const event of EVENTS)
      source.addEventListener(event, (message) =>
        // What our own server writes into this stream is shaped as its module says.
        hear({ event, data: JSON.parse((message as MessageEvent<string>).data) } as Heard),
      );
  }
  connect();
  return () => {
    isDone = true;
    clearTimeout(again);
    source?.close();
  };
}

/**
 * Until what is returned is called. `after`: the place of the last line that this tab has. `joined`: another tab has the stream, and
 * this one asks once for what it may have missed.
 */
export function followChat(
  chat: string,
  told: { after: () => string; hear: (heard: Heard) => void; joined: () => void },
): () => void {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return openWire(chat, told.after, told.hear);
  const name = `tuppence-chat-${chat}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  channel.onmessage = ({ data }: MessageEvent<Heard>) => told.hear(data);
  const lead = () =>
    new Promise<void>((release) => {
      const close = openWire(chat, told.after, (heard) => {
        told.hear(heard);
        channel.postMessage(heard);
      });
      const leave = () => {
        close();
        release();
      };
      if (ended.signal.aborted) leave();
      else ended.signal.addEventListener("abort", leave);
    });
  navigator.locks
    .request(name, { ifAvailable: true }, (lock) => (lock ? lead().then(() => true) : false))
    .then((led) => {
      if (led || ended.signal.aborted) return;
      told.joined();
      return navigator.locks.request(name, { signal: ended.signal }, lead);
    })
    // Closed while it waited for its turn.
    .catch(() => {});
  return () => {
    ended.abort();
    channel.close();
  };
}
