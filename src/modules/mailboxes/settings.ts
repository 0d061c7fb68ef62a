/** Settings of mailboxes: where forwarded mail comes in, and with whom mailboxes are linked. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const mailboxesSettings = {
  FORWARD_DOMAIN: z
    .hostname()
    .default("orders.localhost")
    .describe("host of members' forwarding addresses; its mail (MX) must lead here"),
};

export const mailboxesFacts: SettingFacts<keyof typeof mailboxesSettings> = {};

export type MailboxesSettings = SharedSettings & ValuesOf<typeof mailboxesSettings>;
