/** The mail server, by SMTP. One transport a process, connections kept. */
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type SMTPPool from "nodemailer/lib/smtp-pool/index.js";
import type { HealthNote } from "#platform/provider-health";

export type OutgoingMail = {
  from: string;
  to: string;
  /** Whom an answer goes to, when not its sender. */
  reply_to?: string | null;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  headers: Record<string, string>;
};

/**
 * `failed`: the server took nothing, and may later. `refused`: it never will, for this mail. `unclear`: the mail was handed
 * over, and the answer did not come.
 */
export type MailAnswer =
  | { state: "sent" }
  | { state: "failed" | "unclear"; reason: string }
  /** `no_mailbox`: not for this mail alone, but because nobody is there. */
  | { state: "refused"; reason: string; no_mailbox: boolean };

/** RFC 3463: 5.1.x is a bad address, 5.2.1 a closed mailbox. Without such a code 550 and 551 to the reader's name say it. */
function isNoMailbox(error: { responseCode?: number; command?: string; message?: string }): boolean {
  if (error.command !== "RCPT TO") return false;
  const code = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(error.message ?? "")?.[0];
  if (code) return /^5\.(1\.\d+|2\.1)$/.test(code);
  return error.responseCode === 550 || error.responseCode === 551;
}

/** The library's errors say the same of a connection that was never there and of one that broke behind the mail. */
function answerOf(error: unknown, wasHandedOver: boolean): Exclude<MailAnswer, { state: "sent" }> {
  const { responseCode, code, message } = error as { responseCode?: number; code?: string; message?: string };
  const reason = [code, responseCode, message].filter(Boolean).join(" ").slice(0, 300);
  if (responseCode && responseCode >= 500 && code !== "EAUTH")
    // The library's errors name the command that was answered.
    return { state: "refused", reason, no_mailbox: isNoMailbox(error as { command?: string }) };
  if (responseCode) return { state: "failed", reason };
  return { state: wasHandedOver ? "unclear" : "failed", reason };
}

/** Says when the first byte is asked for, which the library does once the server has said that it takes the mail. */
async function* notingStart(input: AsyncIterable<Buffer>, started: () => void): AsyncGenerator<Buffer> {
  started();
  for await (const chunk of input) yield chunk;
}

export function createSmtp(
  url: string,
  limits: { socket_ms?: number } = {},
  heard: (note: HealthNote) => Promise<void> = async () => {},
) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: limits.socket_ms ?? 20_000,
    // What broke off is asked for again by our own job, which knows whether it may be.
    maxRequeues: 0,
  } as SMTPPool.Options & { url: string });
  const handedOver = new Set<string>();
  transport.use("stream", (mail, done) => {
    const id = String(mail.data.messageId);
    mail.message.processFunc((input: AsyncIterable<Buffer>) =>
      Readable.from(notingStart(input, () => handedOver.add(id))),
    );
    done();
  });
  return {
    async send(mail: OutgoingMail): Promise<MailAnswer> {
      try {
        await transport.sendMail({
          from: mail.from,
          to: mail.to,
          ...(mail.reply_to && { replyTo: mail.reply_to }),
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          messageId: mail.message_id,
          headers: mail.headers,
        });
        await heard({ ok: true });
        return { state: "sent" };
      } catch (error) {
        const answer = answerOf(error, handedOver.has(mail.message_id));
        // A server that refuses one mail works.
        await heard(answer.state === "refused" ? { ok: true } : { fault: answer.reason });
        return answer;
      } finally {
        handedOver.delete(mail.message_id);
      }
    },
    /** Greets the server and signs in, without a mail: null when it takes us, else the reason. */
    async greet(): Promise<string | null> {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        return answerOf(error, false).reason;
      }
    },
    close: () => transport.close(),
  };
}
export type Smtp = ReturnType<typeof createSmtp>;
