/** Jobs of notifications: one a mail; the mail server being away only delays it. */
import { defineJob, type Registry } from "#platform/jobs";
import { type Notifications, SEND_MAIL, SEND_TEXT } from "./notifications.server.ts";

export function registerNotificationJobs(registry: Registry, notifications: Notifications) {
  defineJob(registry, SEND_MAIL, { handler: async ({ mail_id }: { mail_id: string }) => notifications.send(mail_id) });
  defineJob(registry, SEND_TEXT, {
    handler: async ({ text_id }: { text_id: string }) => notifications.sendText(text_id),
  });
}
