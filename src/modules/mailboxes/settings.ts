/** Settings of mailboxes: where forwarded mail comes in, and with whom mailboxes are linked. */
import { z } from "zod";
import { partyAddress, type SharedSettings, type ValuesOf } from "#platform/config";
import { isLocal, type SettingFacts } from "#platform/going-live";
import { findLocalHost, imapHostsSetting, sandboxImapPort } from "./links/imap-hosts.ts";

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
  FORWARD_SMTP_PEM: z
    .string()
    .min(1)
    .optional()
    .describe(
      "file with this mail server's private key and certificate chain (PEM), read again each hour; absent: senders cannot encrypt (STARTTLS), which is then the matter of a mail gateway before it",
    ),
  MAILGUN_SIGNING_KEY: z
    .string()
    .default("sandbox-mailgun-signing-key")
    .describe("HTTP webhook signing key of Mailgun, whose route forwards to `/hooks/mailgun/mime`; `off`: none"),
  IMAP_HOSTS: imapHostsSetting.describe(
    "further servers whose mailboxes can be linked, as `example.com=imaps://imap.example.com:993`, with commas",
  ),
  GMAIL_CLIENT_ID: z
    .string()
    .default("sandbox-gmail-client")
    .describe(
      "OAuth client for reading Gmail; `off` until Google has granted it the restricted scope `gmail.readonly`: Gmail then takes app passwords alone",
    ),
  GMAIL_CLIENT_SECRET: z.string().default("sandbox-gmail-secret").describe("its secret"),
  GMAIL_AUTHORIZATION_URL: partyAddress(
    "/gmail/o/oauth2/v2/auth",
    "Google's sign-in for reading Gmail",
    "https://accounts.google.com/o/oauth2/v2/auth",
  ),
  GMAIL_TOKEN_URL: partyAddress(
    "/gmail/token",
    "where Google gives out passes for it",
    "https://oauth2.googleapis.com/token",
  ),
  GMAIL_REVOCATION_URL: partyAddress(
    "/gmail/revoke",
    "where they are given back",
    "https://oauth2.googleapis.com/revoke",
  ),
  GMAIL_API_URL: partyAddress("/gmail", "Gmail API", "https://gmail.googleapis.com"),
  MICROSOFT_CLIENT_ID: z
    .string()
    .default("sandbox-microsoft-client")
    .describe("Microsoft client for reading Outlook and Hotmail (`Mail.Read`); `off`: these are forwarded alone"),
  MICROSOFT_CLIENT_SECRET: z.string().default("sandbox-microsoft-secret").describe("its secret"),
  MICROSOFT_AUTHORIZATION_URL: partyAddress(
    "/microsoft/common/oauth2/v2.0/authorize",
    "Microsoft's sign-in for reading Outlook",
    "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
  ),
  MICROSOFT_TOKEN_URL: partyAddress(
    "/microsoft/common/oauth2/v2.0/token",
    "where Microsoft gives out passes for it",
    "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  ),
  MICROSOFT_GRAPH_URL: partyAddress("/microsoft", "Microsoft Graph", "https://graph.microsoft.com"),
  MAIL_DNS_SERVERS: z
    .string()
    .optional()
    .describe("name servers (`address:port`, with commas) that are asked for stores' DKIM keys; absent: the machine's"),
};

export const mailboxesFacts: SettingFacts<keyof typeof mailboxesSettings> = {
  parties: [
    { prefix: "MAILGUN_", unless: "MAILGUN_SIGNING_KEY" },
    { prefix: "GMAIL_", unless: "GMAIL_CLIENT_ID", calls: ["gmail"] },
    { prefix: "MICROSOFT_", unless: "MICROSOFT_CLIENT_ID", calls: ["microsoft"] },
  ],
  checks: {
    FORWARD_DOMAIN: (value) =>
      isLocal(`smtp://${value}`) ? "must be a domain of yours, whose mail (MX) leads to Mailgun or to us" : null,
    IMAP_HOSTS: findLocalHost,
  },
  absent: {
    IMAP_HOSTS: ({ SANDBOX, SANDBOX_SMTP_PORT }) =>
      SANDBOX === "on" ? `mailbox.example=imap://127.0.0.1:${sandboxImapPort(SANDBOX_SMTP_PORT)}` : "",
    MAIL_DNS_SERVERS: ({ SANDBOX, SANDBOX_PORT }) => (SANDBOX === "on" ? `127.0.0.1:${SANDBOX_PORT}` : ""),
  },
};

export type MailboxesSettings = SharedSettings & ValuesOf<typeof mailboxesSettings>;
