/** Streams of server-sent events: one answer that goes on. A browser that lost one comes back by itself with the last id it had. */
import type { FastifyReply } from "fastify";

/** Proxies close what is silent for a minute, and so do we. */
const BEAT_MS = 15_000;
/** Who reads so slowly is let go, and comes back for the rest. */
const MAX_UNREAD_BYTES = 512 * 1_024;
/** All at once would be a storm: each comes back in its own time. */
const RETRY_MS = 2_000;

export type EventStream = {
  send(event: { event: string; id?: string; data: unknown }): void;
  onClose(act: () => void): void;
  end(): void;
  isOpen(): boolean;
};

export function createEventStreams() {
  const open = new Set<EventStream>();
  let ended = false;

  /** `jitter`: between 0 and 1, so that streams that ended together do not come back together. */
  function start(reply: FastifyReply, jitter: number): EventStream {
    reply.hijack();
    const { raw } = reply;
    // What the hooks of all calls set is Fastify's to write, and is not written by it here.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      // A stream that ends leaves no connection behind that a stopping server would wait for.
      connection: "close",
    });
    const closers: (() => void)[] = [];
    let isOpen = true;
    const beat = setInterval(() => write(":\n\n"), BEAT_MS);
    beat.unref();
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(beat);
      open.delete(stream);
      for (const act of closers) act();
    };
    function write(text: string): void {
      if (!isOpen) return;
      raw.write(text);
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
    }
    const stream: EventStream = {
      send({ event, id, data }) {
        // JSON has no line end of its own, so that nothing in it can begin another field.
        write(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      },
      onClose: (act) => void closers.push(act),
      end() {
        if (isOpen) raw.end();
        close();
      },
      isOpen: () => isOpen,
    };
    raw.on("close", close);
    raw.on("error", close);
    open.add(stream);
    write(`retry: ${Math.round(RETRY_MS * (0.5 + jitter))}\n\n`);
    if (ended) stream.end();
    return stream;
  }

  return {
    start,
    count: (): number => open.size,
    /** A server that stops waits for its answers, and these never end by themselves. */
    close(): void {
      ended = true;
      for (const stream of [...open]) stream.end();
    },
  };
}
export type EventStreams = ReturnType<typeof createEventStreams>;

/** One at a time, and once more when it was asked for meanwhile; a failure ends the stream, which comes back. */
export function inTurn(act: () => Promise<void>, stream: EventStream): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again && stream.isOpen()) {
        again = false;
        await act();
      }
    } catch {
      stream.end();
    } finally {
      running = false;
    }
  };
  return () => void run();
}
