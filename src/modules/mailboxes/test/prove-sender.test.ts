/** Nothing but a whole signature of the store itself makes a mail a signed one. Keys are asked for by real DNS. */
import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeMail, keyRecord, writeMail } from "../../../../sandbox/mailboxes/compose.ts";
import { createProver, isOf, KeysUnknownError, type Prover } from "../prove-sender.ts";
import { openMail } from "../read/open-mail.ts";
import { keyOfWords } from "../read-and-keep.ts";

const AT = new Date("2027-03-09T18:00:00Z");
const STORE = { name: "Nike", domain: "nike.com" };
let socket: Socket;
let prover: Prover;
let silent = false;

/** One text for every name, or no answer at all. */
function answer(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const parts = (keyRecord().match(/.{1,250}/g) ?? []).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
  );
  const data = Buffer.concat(parts);
  const head = Buffer.from([question[0] ?? 0, question[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 1, 0, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, question.subarray(12, end), record, data]);
}

beforeAll(async () => {
  socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    if (!silent) socket.send(answer(message), from.port, from.address);
  });
  await new Promise<void>((settle) => socket.bind(0, "127.0.0.1", settle));
  prover = createProver({ dnsServers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`], timeout_ms: 200 });
});
afterAll(() => socket.close());

const wish = { seed: 5, kind: "order", language: "en", store: STORE, to: "m@orders.localhost", at: AT } as const;
const signed = async (): Promise<string> => (await composeMail(wish)).raw.toString("latin1");
const prove = (text: string) => prover.prove(Buffer.from(text, "latin1"), AT);

describe("a mail that its store signed", () => {
  it("is signed by the store", async () => {
    expect(await prove(await signed())).toMatchObject({ signed_by: ["nike.com"], why: "" });
  });

  it("stays so when a mailbox forwards it with lines of its own above", async () => {
    const forwarded = `X-Forwarded-To: m@orders.localhost\r\nReceived: from mail.example by mx.example; Tue, 9 Mar 2027 18:00:00 +0000\r\n${await signed()}`;
    expect((await prove(forwarded)).signed_by).toEqual(["nike.com"]);
  });

  it.each([
    ["another amount", (text: string) => text.replace(/\$(\d)/, "$9$1"), "signature_broken"],
    ["another subject", (text: string) => text.replace(/^Subject: .*$/m, "Subject: Your refund"), "signature_broken"],
    ["a second subject above", (text: string) => `Subject: Your refund of $900.00\r\n${text}`, "headers_doubled"],
    ["a second sender above", (text: string) => `From: Etsy <orders@etsy.com>\r\n${text}`, "headers_doubled"],
    ["another kind of content above", (text: string) => `Content-Type: text/plain\r\n${text}`, "headers_doubled"],
    ["more text below", (text: string) => `${text}\r\nTotal: $900.00\r\n`, "signature_broken"],
    [
      "another sender",
      (text: string) => text.replace(/^From: .*$/m, "From: Etsy <orders@etsy.com>"),
      "signature_broken",
    ],
  ])("is signed no more with %s", async (_what, change, why) => {
    const text = await signed();
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect(await prove(changed)).toMatchObject({ signed_by: [], why });
  });
});

it("a mail that stays signed is the same one, however blank it is and whatever its line ends are", async () => {
  const text = await signed();
  const keyOf = async (changed: string): Promise<string> => {
    const raw = Buffer.from(changed, "latin1");
    const mail = await openMail(raw);
    return keyOfWords({ date: mail?.date ?? null }, raw);
  };
  const at = text.indexOf("\r\n\r\n");
  const [head, body] = [text.slice(0, at), text.slice(at + 4)];
  const changes = [
    `${head}\r\n\r\n${body.replace(/\r\n/, " \r\n")}`,
    `${head}\r\n\r\n${body}\r\n\r\n`,
    `${head}\n\r\n${body}`,
    `X-Above: a\r\n${head}\r\n\r\n${body}`,
    text.replace(/^Date: /m, "Date: \t "),
    text.replace(/^(Date: \S+) /m, "$1 \t "),
  ];
  const key = await keyOf(text);
  const kept = await Promise.all(changes.map(async (changed) => (await prove(changed)).signed_by.length > 0));
  expect(kept.filter(Boolean).length, "some of them stay signed, or this proves nothing").toBeGreaterThan(2);
  for (const changed of changes) expect(await keyOf(changed), JSON.stringify(changed.slice(0, 80))).toBe(key);
  const named = text.replace(/^Message-ID: .*$/im, "Message-ID: <another@nike.com>");
  expect(named, "a name that few signatures cover").not.toBe(text);
  expect(await keyOf(named)).toBe(key);
  expect(await keyOf(text.replace(/\$(\d)/, "$9$1"))).not.toBe(key);
});

describe("a mail that somebody else signed", () => {
  it("is not the store's, whatever its sender says", async () => {
    const { raw } = await composeMail({ ...wish, signed_by: "forger.example" });
    expect(await prover.prove(raw, AT)).toMatchObject({ signed_by: [], why: "other_domain" });
  });
  it("is not the store's from a host that only begins or ends like it", async () => {
    for (const host of ["nike.com.forger.example", "notnike.com"]) {
      const { raw } = await composeMail({ ...wish, signed_by: host });
      expect((await prover.prove(raw, AT)).signed_by, host).toEqual([]);
    }
  });
});

it.each([
  ["nike.com", true],
  ["mail.nike.com", true],
  ["evilnike.com", false],
  ["nike.com.evil.example", false],
  ["com", false],
])("what %s signed is Nike's own: %s", (domain, own) => {
  expect(isOf(domain, STORE.domain)).toBe(own);
});

it("a mail without a signature is unsigned, and one whose key cannot be asked for waits", async () => {
  const bare = await writeMail({
    from: "orders@nike.com",
    to: "m@x.example",
    subject: "Hi",
    text: "Hi",
    at: AT,
    message_id: "<1@nike.com>",
    signed_by: null,
  });
  expect(await prover.prove(bare, AT)).toMatchObject({ signed_by: [], why: "unsigned" });
  silent = true;
  const { raw } = await composeMail({ ...wish, signed_by: "silent.nike.com" });
  await expect(prover.prove(raw, AT)).rejects.toThrow(KeysUnknownError);
  silent = false;
});
