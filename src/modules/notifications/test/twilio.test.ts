/** What Twilio's answers mean: tried again only where it says itself that nothing was done. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendJson } from "#platform/outgoing";
import { createTwilio } from "../texts/twilio.ts";

let server: Server;
let next: { status: number; body: string } = { status: 201, body: "" };
let twilio: ReturnType<typeof createTwilio>;
beforeAll(async () => {
  server = createServer((request, reply) => {
    request.resume();
    reply.writeHead(next.status, { "content-type": "application/json" }).end(next.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  twilio = createTwilio(
    {
      TWILIO_API_URL: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
      TWILIO_ACCOUNT_SID: "AC1",
      TWILIO_AUTH_TOKEN: "t",
      TWILIO_FROM: "+15005550006",
    },
    { once: (_provider, request) => sendJson(request) },
  );
});
afterAll(async () => {
  server.close();
  await once(server, "close");
});

const said = (code: number, message: string) => JSON.stringify({ code, message, status: 503, more_info: "" });

it.each([
  [503, said(20_503, "Service Unavailable"), { state: "again" }],
  [429, said(20_429, "Too Many Requests"), { state: "again" }],
  [401, said(20_003, "Authenticate"), { state: "again" }],
  // From anything between us and Twilio: the text may have left.
  [503, "<html>", { state: "refused", reason: "the answer was lost" }],
  [500, said(20_500, "Internal Server Error"), { state: "refused", reason: "the answer was lost" }],
  [400, said(21_211, "Invalid 'To' Phone Number"), { state: "refused", reason: "21211 Invalid 'To' Phone Number" }],
  [201, JSON.stringify({ sid: "SM1", status: "queued" }), { state: "sent", sid: "SM1" }],
])("%i %s", async (status, body, answer) => {
  next = { status, body };
  expect(await twilio.send("+15552012291", "x")).toEqual(answer);
});
