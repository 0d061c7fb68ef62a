import { createSocket, type Socket } from "node:dgram";
import { perWorld, type World } from "../world.ts";
import { keyRecord, SELECTOR } from "./compose.ts";

/** Name servers answer by UDP: the world's has the number of its web server's port. */
const sockets = perWorld(() => ({ socket: null as Socket | null }));

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

export function serveNames(world: World): void {
  const socket = createSocket("udp4");
  sockets(world).socket = socket;
  socket.on("message", (message, from) => {
    const fault = world.faults.take("dns");
    const answer = fault === null ? answerName(world, message) : null;
    if (answer) socket.send(answer, from.port, from.address);
  });
  socket.on("error", (error) => console.error(`the world's name server: ${error.message}`));
  socket.bind(Number(new URL(world.origin()).port), world.settings.host);
  socket.unref();
}

export function closeNames(world: World): void {
  sockets(world).socket?.close();
  sockets(world).socket = null;
}
