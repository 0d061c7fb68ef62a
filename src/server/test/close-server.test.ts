import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { closesSoon } from "../close-server.ts";

/** Far beyond what an end takes, and far below what a connection is kept for. */
const SOON_MS = 20_000;

it("ends when its answers are given, whatever connections are open beside them", async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer({ keepAliveTimeout: 72_000 }, (_request, response) => asked.resolve(response));
  const endSoon = closesSoon(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1");
  silent.on("error", () => {});
  await once(silent, "connect");
  const heard = Promise.withResolvers<IncomingMessage>();
  get({ port, host: "127.0.0.1", agent: new Agent({ keepAlive: true }) }, heard.resolve);
  const response = await asked.promise;
  // Told before the end begins that the connection is kept.
  response.writeHead(200, { connection: "keep-alive" });
  response.write("first ");
  const answer = await heard.promise;
  let ended = false;
  const ending = endSoon(
    () => new Promise<void>((done, fail) => void server.close((error) => (error ? fail(error) : done()))),
  ).then(() => {
    ended = true;
  });
  await pause(200);
  expect(ended, "an answer is under way").toBe(false);
  response.end("last");
  const parts: string[] = [];
  for await (const part of answer) parts.push(String(part));
  expect(parts.join("")).toBe("first last");
  await Promise.race([ending, pause(SOON_MS)]);
  expect(ended).toBe(true);
});
