import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Pages that are ready pass by the framework, whose work for a request is most of what such a page costs. */
export function answerFirst(
  server: Server,
  known: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const framework = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // Who is stopping tells its callers so, which is the framework's part.
    if (server.listening && known(request, response)) return;
    for (const each of framework) each.call(server, request, response);
  });
}
