import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Provider, World } from "../world.ts";
import { composeMail, forwardByHand, writeMail } from "./compose.ts";
import { serveNames } from "./dns.ts";
import { type SendWish, wishOf } from "./send-wish.ts";

interface PersonsLetter {
  to?: string;
  from?: string;
  subject?: string;
  text?: string;
  signed_by?: string;
  message_id?: string;
  in_reply_to?: string;
  references?: string;
  headers?: Record<string, string>;
  files?: { name: string; type: string; base64: string }[];
  /** How often Mailgun brings it. */
  times?: number;
  /** Of the envelope; empty for a mail that comes back to nobody. */
  sender?: string;
}

const SIGNING_KEY = "sandbox-mailgun-signing-key";
const CHANNEL = "mailgun";

/** What Mailgun's route posts of a mail whose address ends in `mime`: documented fields, signed by time and token. */
function bring(world: World, recipient: string, raw: Buffer, event: string, forged = false, sender?: string): number[] {
  const timestamp = String(Math.floor(world.clock.now() / 1_000));
  const token = randomBytes(25).toString("hex");
  const signature = createHmac("sha256", forged ? "another-key" : SIGNING_KEY)
    .update(timestamp + token)
    .digest("hex");
  const bytes = [...raw]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`,
    )
    .join("");
  const fields = { recipient, timestamp, token, signature, ...(sender === undefined ? {} : { sender }) };
  const body = `${new URLSearchParams(fields).toString()}&body-mime=${bytes}`;
  return world.outbox.send({
    channel: CHANNEL,
    subject: recipient,
    event,
    contentType: "application/x-www-form-urlencoded",
    body,
    forged,
  });
}

function registerMailControl(app: FastifyInstance, world: World): void {
  app.post<{ Body: SendWish | null }>("/control/mailboxes/send", async (request, reply) => {
    const asked = request.body ?? {};
    const wish = wishOf(world, asked);
    if (!wish) return reply.code(400).send({ error: "Give an address, a known store and a known kind of mail." });
    const composed = await composeMail(wish);
    const raw = asked.by_hand === undefined ? composed.raw : await forwardByHand(wish, asked.by_hand);
    const sent = bring(world, wish.to, raw, wish.kind);
    return { sent: sent.length, seed: wish.seed, store: wish.store, truth: composed.truth };
  });

  app.post<{ Body: { to?: string; raw?: string; forged?: boolean } | null }>(
    "/control/mailboxes/raw",
    (request, reply) => {
      const { to, raw, forged } = request.body ?? {};
      if (!to || raw === undefined) return reply.code(400).send({ error: "Give an address and a mail in base64." });
      return { sent: bring(world, to, Buffer.from(raw, "base64"), "raw", forged).length };
    },
  );

  /** A person writes, from whatever mailbox; `signed_by`: whose server signs, absent: their own, `nobody`: none. */
  app.post<{ Body: PersonsLetter | null }>("/control/mailboxes/letter", async (request, reply) => {
    const asked = request.body;
    if (!asked?.to || !asked.from) return reply.code(400).send({ error: "Give who writes, and to which address." });
    const own = asked.from.split("@")[1] ?? "";
    const raw = await writeMail({
      ...{ from: asked.from, to: asked.to, subject: asked.subject ?? "Hello", text: asked.text ?? "" },
      ...{ in_reply_to: asked.in_reply_to, references: asked.references, headers: asked.headers, files: asked.files },
      at: new Date(world.clock.now()),
      message_id: asked.message_id ?? `<${randomBytes(12).toString("hex")}@${own}>`,
      signed_by: asked.signed_by === "nobody" ? null : (asked.signed_by ?? own),
    });
    const times = asked.times ?? 1;
    for (let n = 0; n < times; n += 1) bring(world, asked.to, raw, "letter", false, asked.sender ?? asked.from);
    return { sent: times };
  });

  /** Google asks whether an address may be forwarded to. */
  app.post<{ Body: { to?: string; mailbox?: string } | null }>(
    "/control/mailboxes/confirm-forwarding",
    async (request, reply) => {
      const { to, mailbox = "rosa@gmail.com" } = request.body ?? {};
      if (!to) return reply.code(400).send({ error: "Give an address." });
      const code = String(100_000_000 + Math.floor(Math.random() * 899_999_999));
      const href = `https://mail-settings.google.com/mail/vf-%5BANGjdJ-${code}%5D-sandbox`;
      const raw = await writeMail({
        ...{
          from: '"Gmail Team" <forwarding-noreply@google.com>',
          to,
          at: new Date(world.clock.now()),
          signed_by: "google.com",
        },
        subject: `(#${code}) Gmail Forwarding Confirmation - Receive Mail from ${mailbox}`,
        text: `${mailbox} has requested to automatically forward mail to your email address ${to}.\r\nConfirmation code: ${code}\r\n\r\nTo allow ${mailbox} to automatically forward mail to your address, please click the link below to confirm the request:\r\n\r\n${href}\r\n\r\nIf you click the link and it appears to be broken, please copy and paste it into a new browser window.`,
        message_id: `<${code}@google.com>`,
      });
      return { sent: bring(world, to, raw, "confirm").length, code, href };
    },
  );
}

/** Mailgun, which takes mail in for the product, the stores that write it, and the name server with their keys. */
export const mailgun: Provider = {
  name: CHANNEL,
  title: "Mailgun",
  credentials: { signingKey: SIGNING_KEY },
  hook: {
    variable: "SANDBOX_WEBHOOK_MAILGUN",
    path: "/hooks/mailgun/mime",
    accepts: (status) => status === 200 || status === 406,
  },
  control: registerMailControl,
  start: serveNames,
};
