/**
 * Sends one queued mail. That it is being handed over is written first, and no transaction is held meanwhile. An answer that
 * was lost, and a process that died in the middle, leave it unclear whether the mail left: then one about the account or the
 * membership is sent again under the same Message-ID, and any other is not (decision 0022).
 */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import { leaveUrl } from "./leave-list.ts";
import { isChosen } from "./preference-store.ts";
import { insertReturned, readReturned } from "./returns/return-store.ts";
import { LISTS } from "./rules.ts";
import type { NotificationsSettings } from "./settings.ts";
import type { Smtp } from "./smtp/smtp.ts";
import { lockUnsentMail, type MailRow, markMail } from "./store.ts";

type MailContext = {
  database: DatabaseHandle;
  clock: Clock;
  settings: NotificationsSettings;
  log: Log;
  smtp: Smtp;
  secret: string;
};

export async function sendMail(context: MailContext, mailId: string): Promise<void> {
  const mail = await begin(context, mailId);
  if (!mail) return;
  const answer = await context.smtp.send(compose(context, mail));
  const isDone = answer.state === "sent";
  const state = answer.state === "unclear" ? afterUnclear(mail) : answer.state;
  await markMail(context.database.db, mailId, state, context.clock.now(), isDone ? null : answer.reason);
  if (answer.state === "refused" && answer.no_mailbox)
    await insertReturned(context.database.db, {
      address: mail.recipient,
      reason: "bounce",
      detail: answer.reason,
      told_by: "smtp",
      since: context.clock.now(),
    });
  if (state === "refused")
    context.log.warn({ mail_id: mailId, reason: isDone ? "" : answer.reason }, "a mail was refused");
  if (state === "unclear")
    context.log.warn({ mail_id: mailId }, "whether a mail left is unclear; it is not sent again");
  if (state === "failed") throw new Error(`the mail server did not take a mail: ${isDone ? "" : answer.reason}`);
}

/** What its reader must get is sent again; of the rest, once too few is better than once too often. */
const afterUnclear = (mail: MailRow): "failed" | "unclear" => (LISTS[mail.list].leaves ? "unclear" : "failed");

async function begin(context: MailContext, mailId: string): Promise<MailRow | null> {
  return context.database.transaction(async (tx) => {
    const mail = await lockUnsentMail(tx, mailId);
    if (!mail) return null;
    const now = context.clock.now();
    if (mail.state === "sending" && afterUnclear(mail) === "unclear") {
      await markMail(tx, mailId, "unclear", now, "its process ended while it was handed over");
      return null;
    }
    const returned = await readReturned(tx, mail.recipient);
    // Who called a mail spam still gets what their account and the law need.
    if (returned && (returned.reason === "bounce" || LISTS[mail.list].leaves)) {
      await markMail(tx, mailId, "returned", now, `${returned.reason} since ${returned.since.toISOString()}`);
      return null;
    }
    // Refusals of lists are looked up at the last moment.
    if (mail.user_id && !(await isChosen(tx, mail.user_id, mail.list, "mail"))) {
      await markMail(tx, mailId, "unwanted", now, null);
      return null;
    }
    await markMail(tx, mailId, "sending", now, null);
    return mail;
  });
}

function compose(context: MailContext, mail: MailRow) {
  const headers: Record<string, string> = { "X-Entity-Ref-ID": mail.mail_id, ...mail.headers };
  if (mail.user_id && LISTS[mail.list].leaves) {
    headers["List-Unsubscribe"] = `<${leaveUrl(context.settings.PUBLIC_URL, context.secret, mail.user_id, mail.list)}>`;
    headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click";
  }
  return {
    from: context.settings.MAIL_FROM,
    to: mail.recipient,
    reply_to: mail.reply_to,
    subject: mail.subject,
    html: mail.html,
    text: mail.plain,
    message_id: mail.message_id ?? `<${mail.mail_id}@${new URL(context.settings.PUBLIC_URL).hostname}>`,
    headers,
  };
}
