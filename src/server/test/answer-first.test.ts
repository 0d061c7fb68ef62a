/** Whoever takes their time is watched over, and a page that the kernel took at once is not. */
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { answerFirst, STILL_MS } from "../answer-first.ts";

/** More than a kernel takes for a reader that reads nothing. */
const LARGE = Buffer.alloc(64 * 1_048_576);

/** What the timeout of the connection is once the server has looked at a request, with a reader that reads nothing. */
async function watchedFor(path: string): Promise<{ by: string; timeout: number }> {
  let by = "ready";
  const server = createServer(() => {
    by = "framework";
  });
  answerFirst(server, (_request: IncomingMessage, response: ServerResponse) => {
    if (path === "/other") return false;
    if (path === "/broken") throw new Error("a page that cannot be written");
    response.end(path === "/large" ? LARGE : "small");
    return true;
  });
  const handed = new Promise<{ by: string; timeout: number }>((settle) => {
    server.on("request", ({ socket }: IncomingMessage) => settle({ by, timeout: socket.timeout ?? 0 }));
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const client = get({ port: (server.address() as AddressInfo).port, path, host: "127.0.0.1" }, (response) => {
    response.pause();
    response.on("error", () => {});
  });
  client.on("error", () => {});
  const seen = await handed;
  server.closeAllConnections();
  await new Promise((settle) => server.close(settle));
  return seen;
}

it.each([
  ["/small", { by: "ready", timeout: 0 }],
  ["/large", { by: "ready", timeout: STILL_MS }],
  ["/other", { by: "framework", timeout: STILL_MS }],
  ["/broken", { by: "framework", timeout: STILL_MS }],
])("the connection of %s: %j", async (path, expected) => {
  expect(await watchedFor(path)).toEqual(expected);
});

it("an answer that breaks off behind its headers ends, and its reader waits for nothing more", async () => {
  const server = createServer(() => {});
  answerFirst(server, (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-length": "10" });
    throw new Error("a body that cannot be unpacked");
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  const ended = new Promise<string>((settle) => {
    const client = get({ port, host: "127.0.0.1", timeout: 3_000 }, () => settle("answered"));
    client.on("error", () => settle("broken off"));
    client.on("timeout", () => settle("still waiting"));
  });
  expect(await ended).toBe("broken off");
  server.closeAllConnections();
  await new Promise((settle) => server.close(settle));
});
