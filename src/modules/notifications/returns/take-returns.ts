/**
 * What providers and mail servers tell of mails that came back or were called spam: stored with its job, answered, and then
 * acted on. An address that mail comes back from gets none; one whose reader complained gets only what the law or their
 * account needs.
 */
import { z } from "zod";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import { TAKE_RETURN } from "../job-kinds.ts";
import type { MailReport } from "./report.ts";
import { insertReturned, readRecipient } from "./return-store.ts";
import type { ReturnMessage } from "./returns.types.ts";

const FIRST_LOOK_MINUTES = 10;
const told = z.array(z.object({ address: z.string(), reason: z.enum(["bounce", "complaint"]), detail: z.string() }));

type Context = { database: DatabaseHandle; clock: Clock; inbox: Inbox };
export type ReturnProvider = "postmark" | "sendgrid" | "mail";

export function readReturns(inbox: Inbox): void {
  inbox.register({
    providers: ["postmark", "sendgrid", "mail"],
    source: "webhook",
    first_look_minutes: FIRST_LOOK_MINUTES,
    jobs: (rows) => rows.map(({ inbox_id }) => TAKE_RETURN.with({ inbox_id })),
    again: ({ inbox_id }) => TAKE_RETURN.with({ inbox_id }, { if_there: "keep" }),
  });
}

export async function keepReturns(
  { database, clock, inbox }: Context,
  provider: ReturnProvider,
  messages: readonly ReturnMessage[],
): Promise<void> {
  const counting = messages.filter(({ returns }) => returns.length > 0);
  if (counting.length === 0) return;
  const said_at = clock.now();
  await database.transaction((tx) =>
    inbox.put(
      tx,
      counting.map(({ message_id, returns }) => ({
        provider,
        source: "webhook" as const,
        row_key: message_id,
        payload: returns,
        said_at,
      })),
    ),
  );
}

/** False when it names no mail of ours, or tells of somebody whom that mail did not go to. */
export async function keepReport(context: Context, { mail_id, returned }: MailReport): Promise<boolean> {
  if (!z.guid().safeParse(mail_id).success) return false;
  const recipient = await readRecipient(context.database.db, mail_id);
  if (!recipient || recipient.toLowerCase() !== returned.address.toLowerCase()) return false;
  await keepReturns(context, "mail", [{ message_id: `${returned.reason}:${mail_id}`, returns: [returned] }]);
  return true;
}

export async function takeReturn({ database, clock, inbox }: Context, inboxId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await inbox.lock(tx, "webhook", [inboxId]);
    if (!row) return;
    const read = told.safeParse(row.payload);
    for (const one of read.data ?? []) {
      const { reason, detail } = one;
      await insertReturned(tx, { address: one.address, reason, detail, told_by: row.provider, since: clock.now() });
    }
    const state = read.success ? ("applied" as const) : ("parked" as const);
    await inbox.settle(tx, [{ inbox_id: inboxId, state, reason: read.success ? null : "unreadable" }]);
  });
}
