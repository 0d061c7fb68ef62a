import type { IncomingMessage, Server, ServerResponse } from "node:http";

type Known = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Thrown here nothing would catch it, and the process would end: the framework answers, and says in the log what is wrong. */
function isAnswered(known: Known, request: IncomingMessage, response: ServerResponse): boolean {
  try {
    return known(request, response);
  } catch {
    return response.headersSent;
  }
}

/** Pages that are ready pass by the framework, whose work for a request is most of what such a page costs. */
export function answerFirst(server: Server, known: Known): void {
  const framework = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // Who is stopping tells its callers so, which is the framework's part.
    if (server.listening && isAnswered(known, request, response)) return;
    for (const each of framework) each.call(server, request, response);
  });
}
