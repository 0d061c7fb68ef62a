/** Settings of mailboxes: where forwarded mail comes in, and with whom mailboxes are linked. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";
import { isLocal, type SettingFacts } from "#platform/going-live";

export const mailboxesSettings = {
  FORWARD_DOMAIN: z
    .hostname()
    .default("orders.localhost")
    .describe("host of members' forwarding addresses; its mail (MX) must lead here"),
  FORWARD_SMTP_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe("port of a mail server of our own for forwarded mail; absent: none, mail comes by Mailgun"),
  FORWARD_SMTP_HOST: z.string().min(1).default("0.0.0.0").describe("address that this mail server listens on"),
  MAILGUN_SIGNING_KEY: z
    .string()
    .default("sandbox-mailgun-signing-key")
    .describe("HTTP webhook signing key of Mailgun, whose route forwards to `/hooks/mailgun/mime`; `off`: none"),
  MAIL_DNS_SERVERS: z
    .string()
    .optional()
    .describe("name servers (`address:port`, with commas) that are asked for stores' DKIM keys; absent: the machine's"),
};

export const mailboxesFacts: SettingFacts<keyof typeof mailboxesSettings> = {
  parties: [{ prefix: "MAILGUN_", unless: "MAILGUN_SIGNING_KEY" }],
  checks: {
    FORWARD_DOMAIN: (value) =>
      isLocal(`smtp://${value}`) ? "must be a domain of yours, whose mail (MX) leads to Mailgun or to us" : null,
  },
  absent: {
    MAIL_DNS_SERVERS: ({ SANDBOX, SANDBOX_PORT }) => (SANDBOX === "on" ? `127.0.0.1:${SANDBOX_PORT}` : ""),
  },
};

export type MailboxesSettings = SharedSettings & ValuesOf<typeof mailboxesSettings>;
