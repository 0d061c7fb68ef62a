import { randomUUID } from "node:crypto";
import { createServer, type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { perWorld, type Started, type World } from "../world.ts";
import { type Connection, findPhone, judgeHeaders, judgePass, judgePhone, type Refusal, tokenOf } from "./judge.ts";

/** `there`: Apple knows our key. */
const shelfOf = perWorld(() => ({ there: true, sessions: new Map<Http2Session, Connection>() }));

export function setKey(world: World, there: boolean): void {
  shelfOf(world).there = there;
}

/** Says goodbye on every connection (GOAWAY) and answers what is still under way. */
export function sayGoodbye(world: World): number {
  const { sessions } = shelfOf(world);
  const reason = Buffer.from(JSON.stringify({ reason: "Shutdown" }));
  for (const session of sessions.keys()) {
    session.goaway(0, 0, reason);
    session.close();
  }
  return sessions.size;
}

export const countConnections = (world: World): number => shelfOf(world).sessions.size;

async function answer(world: World, request: Http2ServerRequest, reply: Http2ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  const { headers } = request;
  const id = String(headers["apns-id"] ?? randomUUID().toUpperCase());
  const say = (refusal: Refusal | null) => {
    const { status = 200, ...told } = refusal ?? {};
    reply.writeHead(status, { "apns-id": id, ...(refusal && { "content-type": "application/json" }) });
    reply.end(refusal ? JSON.stringify(told) : "");
  };
  const fault = world.faults.take("apns");
  if (fault === "timeout") return;
  if (fault === "reset" || fault === "lost-reply" || fault === "cut-reply") return request.stream.session?.destroy();
  if (fault === "500") return say({ status: 500, reason: "InternalServerError" });
  if (fault === "429") return say({ status: 429, reason: "TooManyRequests" });
  const shelf = shelfOf(world);
  const connection = (request.stream.session && shelf.sessions.get(request.stream.session)) ?? { issuedAt: null };
  const token = tokenOf(headers);
  const phone = findPhone(world, token);
  const refusal =
    judgeHeaders(headers, body) ?? (await judgePass(world, headers, shelf.there, connection)) ?? judgePhone(phone);
  if (!refusal)
    world.db.run(
      "insert into apns_messages (token, headers, payload, at) values (?, ?, ?, ?)",
      token,
      JSON.stringify(Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("apns-")))),
      body.toString("utf8"),
      world.clock.now(),
    );
  say(refusal);
}

/** HTTP/2 on a port of its own, without TLS, which no other part of the sandbox has either. */
export async function startApns(world: World): Promise<Started> {
  const { sessions } = shelfOf(world);
  const server = createServer((request, reply) => {
    answer(world, request, reply).catch((error: unknown) => {
      console.error(error);
      request.stream.close();
    });
  });
  server.on("session", (session) => {
    sessions.set(session, { issuedAt: null });
    session.on("close", () => sessions.delete(session));
    session.on("error", () => sessions.delete(session));
  });
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen(world.settings.apnsPort, world.settings.host, settle);
  });
  return {
    // It listens on a port.
    apnsPort: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        for (const session of sessions.keys()) session.destroy();
      }),
  };
}
