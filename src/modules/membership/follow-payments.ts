/** Webhooks are hints and may be lost: the truth about every open payment is asked for, by hint and by sweep. */
import { addDays } from "#platform/clock";
import { addJobs } from "#platform/jobs";
import { sendAttempt } from "./charge-card.ts";
import { findAttemptByPayment, lockCharge, readAttempt, readCharge, saveAttempt, saveCharge } from "./charge-store.ts";
import { attemptOf } from "./find-attempt.ts";
import { abandonJoin } from "./join-membership.ts";
import { reschedule } from "./keep-agenda.ts";
import { reconcile } from "./reconcile.ts";
import { closeInbox, insertInbox, readInbox } from "./record-store.ts";
import type { MembershipRoom } from "./room.ts";
import { settleAttempt } from "./settle-attempt.ts";
import { lockMembership } from "./store.ts";

export const EVENT = "membership.take_event";
/** A question that was never answered may be asked again under its key: processors remember it for a day at least. */
const SAME_KEY_HOURS = 20;
/** A payment that its owner did not confirm for so long is given up. */
const CONFIRM_HOURS = 24;

export async function takeWebhook(room: MembershipRoom, raw: Buffer, signature: string): Promise<boolean> {
  const event = room.processor.readWebhook(raw, signature);
  if (!event) return false;
  await room.database.transaction(async (tx) => {
    const { event_id, type, object_id, at } = event;
    const isNew = await insertInbox(tx, { event_id, type, object_id, sent_at: at, received_at: room.clock.now() });
    if (isNew) await addJobs(tx, [{ task: EVENT, payload: { event_id }, key: `membership-event:${event_id}` }]);
  });
  return true;
}

export async function takeEvent(room: MembershipRoom, eventId: string): Promise<void> {
  const event = await readInbox(room.database.db, eventId);
  if (!event || event.done_at) return;
  if (/dispute|refund/.test(event.type)) await reconcile(room);
  else if (/^(payment_intent|charge)\./.test(event.type)) {
    const truth = await room.processor.readCharge(event.object_id);
    const known = await findAttemptByPayment(room.database.db, event.object_id);
    const attempt = known ?? (await attemptOf(room, truth.metadata));
    if (attempt) await settleAttempt(room, attempt.attempt_id, truth);
  }
  await closeInbox(room.database.db, eventId, room.clock.now());
}

export async function followAttempt(room: MembershipRoom, attemptId: string): Promise<void> {
  const attempt = await readAttempt(room.database.db, attemptId);
  if (!attempt || !["sent", "processing", "requires_action"].includes(attempt.state)) return;
  const now = room.clock.now();
  const olderThan = (hours: number) => attempt.asked_at < addDays(now, -hours / 24);
  if (attempt.payment_id) {
    const truth = await room.processor.readCharge(attempt.payment_id);
    if (truth.state !== "requires_action" || !olderThan(CONFIRM_HOURS)) return settleAttempt(room, attemptId, truth);
    // Left alone for so long it is given up, there too: what was confirmed later would only have to be given back.
    const left = await room.processor.cancelCharge(attempt.payment_id);
    const asked = { code: "authentication_required", decline_code: null, retryable: false };
    return settleAttempt(room, attemptId, left.state === "declined" ? { ...left, ...asked } : left);
  }
  if (!olderThan(SAME_KEY_HOURS)) {
    await sendAttempt(room, attemptId);
    return;
  }
  // The key may be forgotten by now. What the processor took stands on its balance and names the attempt.
  await reconcile(room);
  const charge = await readCharge(room.database.db, attempt.charge_id);
  if (!charge) return;
  const isLost = await room.database.transaction(async (tx) => {
    const row = await lockMembership(tx, charge.membership_id);
    const locked = await lockCharge(tx, charge.charge_id);
    const again = await readAttempt(tx, attemptId);
    if (again?.state !== "sent" || !locked) return false;
    await saveAttempt(tx, attemptId, {
      state: "lost",
      payment_id: null,
      client_secret: null,
      code: null,
      decline_code: null,
      settled_at: now,
    });
    await saveCharge(tx, locked, {
      state: "declined",
      decline_code: "processing_error",
      tries: Math.max(0, locked.tries - 1),
    });
    if (row) await reschedule(tx, room, row);
    return !row;
  });
  if (isLost) await abandonJoin(room, charge.membership_id);
}
