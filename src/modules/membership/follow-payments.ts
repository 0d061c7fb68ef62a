/** Webhooks are hints and may be lost: the truth about every open payment is asked for, by hint and by sweep. */
import { z } from "zod";
import { addDays } from "#platform/clock";
import type { Inbox, InboxName } from "#platform/inbox";
import { OutgoingError } from "#platform/outgoing";
import { sendAttempt } from "./charge-card.ts";
import { findAttemptByPayment, lockAttempt, lockCharge, readAttempt, readCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { attemptOf } from "./find-attempt.ts";
import { TAKE_EVENT } from "./job-kinds.ts";
import { hintRefund } from "./refund-payment.ts";
import { loseAttempt, settleAttempt } from "./settle-attempt.ts";
import { lockJoin, lockMembership } from "./store.ts";
import { takeNewEntries } from "./take-entries.ts";

/** A question that was never answered may be asked again under its key: processors remember it for a day at least. */
const SAME_KEY_HOURS = 20;
/** A payment that its owner did not confirm for so long is given up. */
const CONFIRM_HOURS = 24;
/** What a webhook tells of stands among the newest entries. */
const HINT_OVERLAP_HOURS = 1;

export async function takeWebhook(context: MembershipContext, raw: Buffer, signature: string): Promise<boolean> {
  const event = context.processor.readWebhook(raw, signature);
  if (!event) return false;
  const { event_id, type, object_id, at, raw: message } = event;
  await context.database.transaction((tx) =>
    context.inbox.put(tx, [
      {
        provider: STRIPE,
        source: "webhook",
        row_key: event_id,
        payload: { type, object_id, raw: message },
        said_at: at,
      },
    ]),
  );
  return true;
}

const STRIPE = "stripe";
const FIRST_LOOK_MINUTES = 10;
const eventSchema = z.object({ type: z.string(), object_id: z.string() });

/** What becomes of the processor's messages in the inbox. */
export function readEvents(inbox: Inbox): void {
  const job = ({ row_key }: InboxName) => TAKE_EVENT.with({ event_id: row_key });
  inbox.register({
    providers: [STRIPE],
    source: "webhook",
    first_look_minutes: FIRST_LOOK_MINUTES,
    jobs: (rows) => rows.map(job),
    again: ({ row_key }) => TAKE_EVENT.with({ event_id: row_key }, { if_there: "keep" }),
  });
}

export async function takeEvent(context: MembershipContext, eventId: string): Promise<void> {
  const row = await context.inbox.find(STRIPE, eventId);
  if (!row) return;
  const event = eventSchema.parse(row.payload);
  await unlessAway(context, { event: eventId }, async () => {
    if (/dispute|refund/.test(event.type)) {
      await hintRefund(context, event.object_id);
      await takeNewEntries(context, HINT_OVERLAP_HOURS);
    } else if (/^(payment_intent|charge)\./.test(event.type)) {
      const truth = await context.processor.readCharge(event.object_id);
      const known = await findAttemptByPayment(context.database.db, event.object_id);
      const attempt = known ?? (await attemptOf(context, truth.metadata));
      if (attempt) await settleAttempt(context, attempt.attempt_id, truth);
    }
    await context.database.transaction((tx) =>
      context.inbox.settle(tx, [{ inbox_id: row.inbox_id, state: "applied", reason: null }]),
    );
  });
}

/** An outage is nobody's failure: the row has its next look, and no job uses up its tries on it. */
async function unlessAway(context: MembershipContext, what: object, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Refused for what was asked: asking again changes nothing, so that the job fails, and is seen.
    if (!(error instanceof OutgoingError) || error.status === 400 || error.status === 404) throw error;
    context.log.warn({ err: error, ...what }, "the processor did not answer; it is asked again later");
  }
}

export const followAttempt = (context: MembershipContext, attemptId: string): Promise<void> =>
  unlessAway(context, { attempt: attemptId }, () => follow(context, attemptId));

async function follow(context: MembershipContext, attemptId: string): Promise<void> {
  const attempt = await readAttempt(context.database.db, attemptId);
  if (!attempt || !["sent", "processing", "requires_action"].includes(attempt.state)) return;
  const now = context.clock.now();
  const olderThan = (hours: number) => attempt.asked_at < addDays(now, -hours / 24);
  if (attempt.payment_id) {
    const truth = await context.processor.readCharge(attempt.payment_id);
    if (truth.state !== "requires_action" || !olderThan(CONFIRM_HOURS)) return settleAttempt(context, attemptId, truth);
    // Left alone for so long it is given up, there too: what was confirmed later would only have to be given back.
    const left = await context.processor.cancelCharge(attempt.payment_id);
    const asked = { code: "authentication_required", decline_code: null, retryable: false };
    return settleAttempt(context, attemptId, left.state === "declined" ? { ...left, ...asked } : left);
  }
  if (!olderThan(SAME_KEY_HOURS)) {
    await sendAttempt(context, attemptId);
    return;
  }
  // The key may be forgotten by now: asked again, the money could be taken twice. What became of it is looked for alone.
  const { customer_id, key: idempotency_key } = attempt;
  const found = await context.processor.findCharge({ customer_id, idempotency_key });
  if (found) return settleAttempt(context, attemptId, found);
  await giveUpOn(context, attemptId, attempt.charge_id);
}

async function giveUpOn(context: MembershipContext, attemptId: string, chargeId: string): Promise<void> {
  const { membership_id } = (await readCharge(context.database.db, chargeId)) ?? {};
  if (!membership_id) return;
  await context.database.transaction(async (tx) => {
    const join = await lockJoin(tx, membership_id);
    const row = await lockMembership(tx, membership_id);
    const charge = await lockCharge(tx, chargeId);
    const attempt = await lockAttempt(tx, attemptId);
    if (join && charge && attempt?.state === "sent")
      await loseAttempt(tx, context, { join, row, charge, attempt }, null);
  });
}
