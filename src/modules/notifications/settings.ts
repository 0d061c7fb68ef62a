/** Settings of letters and texts. */
import { z } from "zod";
import {
  partyAddress,
  SANDBOX_APNS,
  SANDBOX_MAIL,
  type SharedSettings,
  type ValuesOf,
  webAddress,
} from "#platform/config";
import { isLocal, type SettingFacts } from "#platform/going-live";
import { readApnsKey } from "./push/apns-key.ts";
import { readServiceAccount } from "./push/service-account.ts";

/** Of this repository, so that everybody can read it: a live start refuses it. */
const SANDBOX_VAPID = {
  public: "BPZ_rnuFqskbQVFRTfOOVwXv9n8DwVKPD1LziMdTOdfZ8fVuhkQ3GEc53e9cunQJwdQkJZe0qg6N3ZhqxPkqXLc",
  private: "JLcZJB5ZhsclBCOZH5ZVPaYUDHNaZbX_F5AqgDNFrys",
};

const appleId = z.string().regex(/^[A-Z0-9]{10}$/);

export const notificationsSettings = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .default(SANDBOX_MAIL)
    .describe("mail server"),
  MAIL_FROM: z.string().default("Tuppence <hello@tuppence.example>").describe("sender of every mail"),
  MAIL_ADDRESS: z
    .string()
    .default("Tuppence, 1 Penny Lane, Wilmington, DE 19801")
    .describe("postal address printed in every mail"),
  POSTMARK_WEBHOOK_PASSWORD: z
    .string()
    .min(16)
    .optional()
    .describe("password in the address of Postmark's webhook, `https://any:<it>@host/hooks/postmark`; absent: none"),
  SENDGRID_WEBHOOK_KEY: z
    .string()
    .min(80)
    .optional()
    .describe("public key of SendGrid's signed event webhook to `/hooks/sendgrid`; absent: none"),
  MAIL_REPORTS_SECRET: z
    .string()
    .min(16)
    .regex(/^[\w-]+$/)
    .optional()
    .describe("mails that came back, as mail servers report them, are posted to `/hooks/mail/<it>`; absent: none"),
  TWILIO_API_URL: partyAddress("/twilio", "Twilio", "https://api.twilio.com"),
  TWILIO_ACCOUNT_SID: z
    .string()
    .default("ACsandbox00000000000000000000000000")
    .describe("Twilio account; `off`: no texts are offered"),
  TWILIO_AUTH_TOKEN: z.string().default("sandbox-twilio-token").describe("Twilio token"),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-zA-Z]+|\d{5,6})$/)
    .default("+15005550006")
    .describe("number or messaging service (`MG…`) that texts come from"),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^(off|[\w-]{87})$/)
    .default(SANDBOX_VAPID.public)
    .describe("key that browsers subscribe to pushes by (`npx web-push generate-vapid-keys`); `off`: no pushes"),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .default(SANDBOX_VAPID.private)
    .describe("its private half; with another pair every browser must subscribe again"),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)/)
    .default("mailto:push@tuppence.example")
    .describe("whom push services write to when something is wrong: `mailto:…` or `https://…`"),
  FCM_API_URL: partyAddress("/fcm", "Firebase Cloud Messaging", "https://fcm.googleapis.com"),
  FCM_TOKEN_URL: partyAddress(
    "/fcm/token",
    "where Google gives out passes for it",
    "https://oauth2.googleapis.com/token",
  ),
  FCM_SERVICE_ACCOUNT: z
    .string()
    .refine((text) => readServiceAccount(text) !== null, "is `off` or the JSON text of a service account's key")
    .default("sandbox")
    .describe(
      "key of a service account that may send alerts to the app on Android, the JSON text as the Firebase console gives it; `off`: none",
    ),
  APNS_URL: webAddress.default(SANDBOX_APNS).meta({
    description: "Apple's push service, for every app that comes from the store",
    own: "https://api.push.apple.com",
  }),
  APNS_KEY: z
    .string()
    .refine((text) => readApnsKey(text) !== null, "is `off` or the text of a `.p8` file")
    .default("sandbox")
    .describe("key that may send alerts to the app on iPhones, the text of Apple's `.p8` file; `off`: none"),
  APNS_KEY_ID: appleId.default("SANDBOXKEY").describe("id of this key, ten letters"),
  APNS_TEAM_ID: appleId.default("SANDBOXTID").describe("id of the team that it belongs to, ten letters"),
  APNS_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,155}$/)
    .default("example.tuppence.app")
    .describe("bundle id of the app, as `app.ios_app_ids` of the brand pack ends"),
};

export const notificationsFacts: SettingFacts<keyof typeof notificationsSettings> = {
  parties: [
    { prefix: "TWILIO_", unless: "TWILIO_ACCOUNT_SID", calls: ["twilio"] },
    { prefix: "VAPID_", unless: "VAPID_PUBLIC_KEY", calls: ["push"] },
    { prefix: "FCM_", unless: "FCM_SERVICE_ACCOUNT", calls: ["fcm"] },
    { prefix: "APNS_", unless: "APNS_KEY", calls: ["apns"] },
  ],
  checks: {
    SMTP_URL: (value) => (isLocal(value) ? "leads to this machine or to nobody; set your mail server" : null),
    MAIL_FROM: (value) => {
      const sender = /@([^\s<>@]+)>?$/.exec(value.trim())?.[1];
      return !sender || isLocal(`smtp://${sender}`)
        ? "must hold an address of a domain of yours, such as `Tuppence <hello@…>`"
        : null;
    },
    MAIL_ADDRESS: (value, fallback) =>
      value === fallback ? "is made up; set the postal address that the law wants in every mail" : null,
  },
};

export type NotificationsSettings = SharedSettings & ValuesOf<typeof notificationsSettings>;
