import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { Started, World } from "../world.ts";
import { keyRecord, SELECTOR } from "./compose.ts";

const TXT = 16;

/** Where people have addresses beside all the stores: their hosts sign mails too. */
const OTHERS = new Set(["google.com", "gmail.com", "example.com", "forger.example", "outlook.com"]);

function textOf(world: World, name: string): string | null {
  const domain = name.startsWith(`${SELECTOR}._domainkey.`) ? name.slice(`${SELECTOR}._domainkey.`.length) : null;
  if (domain === null) return null;
  const known =
    OTHERS.has(domain) ||
    world.catalogue.merchants().some((merchant) => merchant.domain === domain) ||
    world.catalogue.programmes().byHost(domain) !== undefined;
  return known ? keyRecord() : null;
}

function nameIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0 && length < 64 && labels.length < 40; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 };
}

/** RFC 1035: one question, at most one record. */
export function answerName(world: World, message: Buffer): Buffer | null {
  if (message.length < 17) return null;
  const { name, end } = nameIn(message);
  const type = message.readUInt16BE(end - 4);
  const text = type === TXT ? textOf(world, name) : null;
  const head = Buffer.alloc(12);
  head.writeUInt16BE(message.readUInt16BE(0), 0);
  head.writeUInt16BE(text === null ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(text === null ? 0 : 1, 6);
  const question = message.subarray(12, end);
  if (text === null) return Buffer.concat([head, question]);
  const parts = (text.match(/.{1,250}/g) ?? []).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
  );
  const data = Buffer.concat(parts);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(TXT, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(300, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, question, record, data]);
}

/**
 * Name servers answer by UDP: the world's has the number of its web server's port. Where that is any free one, so is this,
 * by itself: the number that is free for the one can be taken for the other. Throws when the port is taken, since a world
 * that answers nobody looks like one whose mails nobody signed.
 */
export async function serveNames(world: World): Promise<Started> {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const fault = world.faults.take("dns");
    const answer = fault === null ? answerName(world, message) : null;
    if (answer) socket.send(answer, from.port, from.address);
  });
  socket.bind(world.settings.port, world.settings.host);
  await once(socket, "listening");
  socket.on("error", (error) => console.error(`the world's name server: ${error.message}`));
  socket.unref();
  return {
    namesPort: socket.address().port,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
