/** The mail server, by SMTP. One transport a process, connections kept. */
import { createTransport } from "nodemailer";

export type OutgoingMail = {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  headers: Record<string, string>;
};

export function createSmtp(url: string) {
  // The library's types know an address or options, its code both together.
  const transport = createTransport(url, {
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  } as never);
  return {
    async send(mail: OutgoingMail): Promise<void> {
      await transport.sendMail({
        from: mail.from,
        to: mail.to,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: mail.message_id,
        headers: mail.headers,
      });
    },
    close: () => transport.close(),
  };
}
export type Smtp = ReturnType<typeof createSmtp>;
