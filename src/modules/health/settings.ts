/** Settings of health: who is told of alarms, and how many visits are measured. */
import { z } from "zod";
import { type SharedSettings, type ValuesOf, webAddress } from "#platform/config";

const addresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.email()).min(1).max(20));

export const healthSettings = {
  ALARM_MAIL: addresses.optional().describe("who is told of alarms by mail, separated by commas; absent: nobody"),
  ALARM_WEBHOOK_URL: webAddress
    .optional()
    .describe("where alarms are posted as JSON with a `text`, as chat services take them; absent: nowhere"),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe("signs what is posted: `x-tuppence-signature: t=<seconds>,v1=<hex of HMAC-SHA256 over t.body>`"),
  BACKUP_MAX_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(26)
    .describe("hours after which a backup is late; `npm run doctor -- --backed-up` notes one"),
  VITALS_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe("share of page views whose speed is measured, without telling anybody apart"),
};

export type HealthSettings = SharedSettings & ValuesOf<typeof healthSettings>;
