/** The part of the door that knows which addresses mail comes back from. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { NotificationsSettings } from "../settings.ts";
import { isPostmark, readPostmark } from "./postmark.ts";
import { readReport } from "./report.ts";
import { countReturned, deleteReturned, listReturned, readReturned } from "./return-store.ts";
import { isSendgrid, readSendgrid } from "./sendgrid.ts";
import { keepReport, keepReturns, readReturns, takeReturn } from "./take-returns.ts";

const parse = (raw: Buffer): unknown => {
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    return null;
  }
};

export function createReturns(deps: {
  database: DatabaseHandle;
  clock: Clock;
  inbox: Inbox;
  settings: NotificationsSettings;
}) {
  const { settings, database, clock } = deps;
  const secrets = { postmark: settings.POSTMARK_WEBHOOK_PASSWORD, sendgrid: settings.SENDGRID_WEBHOOK_KEY };
  readReturns(deps.inbox);
  return {
    hears: (provider: keyof typeof secrets): boolean => secrets[provider] !== undefined,
    reportsSecret: settings.MAIL_REPORTS_SECRET ?? null,
    isPostmark: (authorization: string | undefined): boolean =>
      secrets.postmark !== undefined && isPostmark(authorization, secrets.postmark),
    isSendgrid: (signed: Parameters<typeof isSendgrid>[0]): boolean =>
      secrets.sendgrid !== undefined && isSendgrid(signed, secrets.sendgrid, clock.now()),
    /** False when it is no message of theirs. */
    async takePostmark(raw: Buffer): Promise<boolean> {
      const message = readPostmark(parse(raw));
      if (message) await keepReturns(deps, "postmark", [message]);
      return message !== null;
    },
    async takeSendgrid(raw: Buffer): Promise<boolean> {
      const messages = readSendgrid(parse(raw));
      if (messages) await keepReturns(deps, "sendgrid", messages);
      return messages !== null;
    },
    /** Whether a mail server's report tells of a mail of ours. */
    async takeReport(raw: Buffer): Promise<boolean> {
      const report = await readReport(raw, new URL(settings.PUBLIC_URL).hostname);
      return report !== null && (await keepReport(deps, report));
    },
    take: (inboxId: string) => takeReturn(deps, inboxId),
    /** Since when, and why, mail to an address comes back; null when it does not. */
    read: (address: string) => readReturned(database.db, address),
    list: (most: number) => listReturned(database.db, most),
    /** Mail is tried again: its owner asked for it, or an operator knows better. False when there was nothing in the way. */
    lift: (tx: Tx, address: string): Promise<boolean> => deleteReturned(tx, address),
    count: (since: Date) => countReturned(database.db, since),
  };
}
