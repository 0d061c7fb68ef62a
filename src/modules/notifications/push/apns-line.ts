/**
 * One long-lived HTTP/2 connection, as Apple wants it: opened when there is something to send, used by all at once, closed when nothing was
 * sent for a while, and opened anew after the other side has said goodbye (GOAWAY) or fallen silent.
 */
import { Buffer } from "node:buffer";
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from "node:http2";

export type LineAnswer = { status: number; headers: Headers; body: string };
/** No answer came; whether the other side acted nobody knows. */
export class LineError extends Error {}

const MAX_BODY_BYTES = 4_000;
const TIMEOUT_MS = 10_000;
/** Apple wants a connection kept, and takes a new one where nothing is sent for long. */
const IDLE_MS = 5 * 60_000;

/** `origin`: `https:`, or `http:` for a server without TLS, which then is spoken to in HTTP/2 at once. */
export function createLine(origin: string) {
  let current: ClientHttp2Session | null = null;

  function open(): ClientHttp2Session {
    if (current && !current.closed && !current.destroyed) return current;
    const session = connect(origin);
    const leave = () => {
      if (current === session) current = null;
    };
    // What goes wrong with the connection is told to each request that is under way.
    session.on("error", leave);
    session.on("close", leave);
    session.on("goaway", leave);
    session.setTimeout(IDLE_MS, () => session.close());
    session.unref();
    current = session;
    return session;
  }

  const ask = (path: string, headers: Readonly<Record<string, string>>, body: string): Promise<LineAnswer> =>
    new Promise((settle, fail) => {
      const session = open();
      const stream = session.request({ ":method": "POST", ":path": path, ...headers });
      // Nothing else says that a connection has died without a word, so that no further request may wait on it.
      const timer = setTimeout(() => {
        if (current === session) current = null;
        fail(new LineError(`no answer from ${new URL(origin).host}`));
        stream.close(constants.NGHTTP2_CANCEL);
        session.close();
      }, TIMEOUT_MS);
      read(stream).then(
        (answer) => {
          clearTimeout(timer);
          settle(answer);
        },
        (error: unknown) => {
          clearTimeout(timer);
          fail(error);
        },
      );
      stream.end(body);
    });

  return {
    /** Throws `LineError` when no answer came. */
    async post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<LineAnswer> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await ask(path, headers, body);
        } catch (error) {
          // Sent on a connection that was saying goodbye: the other side says that it did nothing with it.
          if (tries === 1 && isUntouched(error)) continue;
          if (error instanceof LineError) throw error;
          throw new LineError(`no answer from ${new URL(origin).host}`, { cause: error });
        }
      }
    },
    /** The next request goes by a new connection; what is under way ends on this one. */
    renew(): void {
      const session = current;
      current = null;
      session?.close();
    },
    close(): void {
      const session = current;
      current = null;
      session?.destroy();
    },
  };
}

function read(stream: ClientHttp2Stream): Promise<LineAnswer> {
  return new Promise((settle, fail) => {
    const headers = new Headers();
    const pieces: Buffer[] = [];
    let status = 0;
    let size = 0;
    stream.on("response", (told) => {
      status = told[":status"] ?? 0;
      for (const [name, value] of Object.entries(told))
        if (!name.startsWith(":") && value !== undefined) headers.set(name, String(value));
    });
    stream.on("data", (piece: Buffer) => {
      if (size < MAX_BODY_BYTES) pieces.push(piece);
      size += piece.length;
    });
    stream.on("error", fail);
    // An answer that broke off has no end.
    stream.on("close", () => {
      if (stream.rstCode === constants.NGHTTP2_NO_ERROR && status > 0)
        settle({ status, headers, body: Buffer.concat(pieces).toString("utf8").slice(0, MAX_BODY_BYTES) });
      else fail(new RefusedStream(stream.rstCode ?? constants.NGHTTP2_CANCEL));
    });
  });
}

class RefusedStream extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the stream ended with ${code}`);
    this.code = code;
  }
}

/** RFC 9113 §8.7: a refused stream, and one that was never begun, may be sent again without fear. */
function isUntouched(error: unknown): boolean {
  if (error instanceof RefusedStream) return error.code === constants.NGHTTP2_REFUSED_STREAM;
  const { code, message } = error as { code?: string; message?: string };
  return (
    code === "ERR_HTTP2_GOAWAY_SESSION" ||
    code === "ERR_HTTP2_INVALID_SESSION" ||
    (code === "ERR_HTTP2_STREAM_ERROR" && message?.includes("NGHTTP2_REFUSED_STREAM") === true)
  );
}
