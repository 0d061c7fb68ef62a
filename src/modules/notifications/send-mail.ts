/** Sends one queued mail. Refusals of lists are looked up at the last moment. */
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { DatabaseHandle } from "#platform/database";
import { leaveUrl } from "./leave-list.ts";
import { LISTS } from "./rules.ts";
import type { Smtp } from "./smtp/smtp.ts";
import { isRefused, lockUnsentMail, markMail } from "./store.ts";

export async function sendMail(
  room: { database: DatabaseHandle; clock: Clock; config: Config; smtp: Smtp; secret: string },
  mailId: string,
): Promise<void> {
  // The row stays locked while the mail leaves, so that two workers never send it twice. A crash between the mail
  // server's answer and our commit can: mail has no better promise than at least once.
  await room.database.transaction(async (tx) => {
    const mail = await lockUnsentMail(tx, mailId);
    if (!mail) return;
    if (mail.user_id && LISTS[mail.list].leaves && (await isRefused(tx, mail.user_id, mail.list))) {
      await markMail(tx, mailId, "unwanted", room.clock.now(), null);
      return;
    }
    const headers: Record<string, string> = { "X-Entity-Ref-ID": mail.mail_id };
    if (mail.user_id && LISTS[mail.list].leaves) {
      headers["List-Unsubscribe"] = `<${leaveUrl(room.config.PUBLIC_URL, room.secret, mail.user_id, mail.list)}>`;
      headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click";
    }
    await room.smtp.send({
      from: room.config.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      html: mail.html,
      text: mail.plain,
      message_id: `<${mail.mail_id}@${new URL(room.config.PUBLIC_URL).hostname}>`,
      headers,
    });
    await markMail(tx, mailId, "sent", room.clock.now(), null);
  });
}
