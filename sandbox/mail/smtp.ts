import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Started, World } from "../world.ts";

export interface StoredMail {
  id: number;
  sender: string;
  recipients: string;
  subject: string;
  body_text: string;
  body_html: string;
  headers: string;
  at: number;
}

async function readAll(stream: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function store(world: World, raw: Buffer, sender: string, recipients: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  world.db.run(
    "insert into mails (sender, recipients, subject, body_text, body_html, headers, at) values (?, ?, ?, ?, ?, ?, ?)",
    mail.from?.address ?? sender,
    JSON.stringify(recipients.map((address) => address.toLowerCase())),
    mail.subject ?? "",
    mail.text ?? "",
    mail.html ?? "",
    JSON.stringify(mail.headers.map((header) => [header.originalKey ?? header.key, header.value])),
    world.clock.now(),
  );
}

/** A mail server that takes everything for everybody and delivers into the mailbox page. */
export async function startSmtp(world: World): Promise<Started> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (_auth, _session, callback) => callback(null, { user: "anyone" }),
    onRcptTo(address, _session, callback) {
      // An address of this form is one whose mailbox has gone.
      if (/\+bounce@/i.test(address.address)) {
        callback(Object.assign(new Error("5.1.1 The mailbox does not exist"), { responseCode: 550 }));
        return;
      }
      callback();
    },
    onData(stream, session, callback) {
      const fault = world.faults.take("smtp");
      readAll(stream)
        .then(async (raw) => {
          if (fault === "timeout") return;
          if (fault !== null && fault !== "lost-reply") {
            callback(Object.assign(new Error("4.3.0 The sandbox was told to fail"), { responseCode: 451 }));
            return;
          }
          const sender = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
          await store(
            world,
            raw,
            sender,
            session.envelope.rcptTo.map((to) => to.address),
          );
          if (fault === null) callback();
        })
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error("unreadable")));
    },
  });
  server.on("error", () => {
    // A client that hangs up in the middle of a mail is not the sandbox's concern.
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(world.settings.smtpPort, world.settings.host, resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return { smtpPort: port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
