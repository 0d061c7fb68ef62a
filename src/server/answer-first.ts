import type { IncomingMessage, Server, ServerResponse } from "node:http";

type Known = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Thrown here nothing would catch it, and the process would end: the framework answers, and says in the log what is wrong. An answer that
 * has begun is nobody's to go on with, and its reader would wait for the rest of it: that connection is closed.
 */
function isAnswered(known: Known, request: IncomingMessage, response: ServerResponse): boolean {
  try {
    return known(request, response);
  } catch {
    if (response.headersSent) response.destroy();
    return response.headersSent;
  }
}

/** A connection on which nothing moves for so long, while an answer is made or sent, is closed. */
export const STILL_MS = 60_000;

/**
 * Pages that are ready pass by the framework, whose work for a request is most of what such a page costs. Node's own timeout for
 * connections is off (`connectionTimeout` in `app.ts`), because it makes a timer for every request: it is set here where something may
 * take its time. Who sends nothing, or half a request, is sent away by `requestTimeout`.
 */
export function answerFirst(server: Server, known: Known): void {
  const framework = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Who is stopping tells its callers so, which is the framework's part.
    if (server.listening && isAnswered(known, request, response)) {
      // What the kernel took at once is gone; a reader who takes nothing more of the rest keeps it no longer than any other.
      if (socket.writableLength > 0) socket.setTimeout(STILL_MS);
      return;
    }
    socket.setTimeout(STILL_MS);
    for (const each of framework) each.call(server, request, response);
  });
}
