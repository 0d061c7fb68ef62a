/**
 * Server-sent events, one stream a browser: the tab that holds the lock has it and tells the others. Browsers open six connections to a
 * host without HTTP/2, and a stream for each of seven tabs would leave none for anything else.
 */

/** `wire` says whether the connection stands; anything else is the server's own. */
export type Told = { event: string; data: unknown };
type Stream = {
  /** The same for all tabs that share it. */
  name: string;
  /** Asked at each connection: what it goes on after may have changed. */
  address: () => string;
  events: readonly string[];
  hear: (told: Told) => void;
  /** Another tab has the stream, and this one asks once for what it may have missed. */
  joined?: () => void;
};

const FIRST_WAIT_MS = 1_500;
const MAX_WAIT_MS = 30_000;

/** The stream itself. A browser comes back by itself from what is cut off; from a refusal this does, later each time. */
function openStream({ address, events }: Stream, hear: (told: Told) => void): () => void {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let isDone = false;
  function connect() {
    if (isDone) return;
    source = new EventSource(address());
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
    for (const event of events)
      source.addEventListener(event, ({ data }: MessageEvent<string>) => hear({ event, data: JSON.parse(data) }));
  }
  connect();
  return () => {
    isDone = true;
    clearTimeout(again);
    source?.close();
  };
}

/** Until what is returned is called. */
export function followStream(stream: Stream): () => void {
  const { name, hear } = stream;
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return openStream(stream, hear);
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  const lead = () =>
    new Promise<void>((release) => {
      const close = openStream(stream, (told) => {
        hear(told);
        channel.postMessage(told);
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
      stream.joined?.();
      return navigator.locks.request(name, { signal: ended.signal }, lead);
    })
    // Closed while it waited for its turn.
    .catch(() => {});
  return () => {
    ended.abort();
    channel.close();
  };
}
