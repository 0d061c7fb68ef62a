/** Gives one payment back: the processor first, under one key, then the books and the letter. */

import { momentOf } from "#platform/database";
import { assert } from "#platform/outcome";
import { OutgoingError } from "#platform/outgoing";
import { dayIn } from "./calendar.ts";
import { insertMovement, lockCharge, saveCharge } from "./charge-store.ts";
import * as letters from "./letters.ts";
import { reasonWords } from "./messages.ts";
import type { RefundResult } from "./processor.types.ts";
import { failRefund, findRefundOfPayment, finishRefund, type RefundRow, readRefund } from "./refund-store.ts";
import type { MembershipRoom } from "./room.ts";
import { lockMembership, readJoin } from "./store.ts";
import { tell } from "./tell-member.ts";

/** About two days of looks: then the processor's silence is a person's matter. */
const MOST_LOOKS = 30;

/** Each round that a person asks for is another question, and another cause in the books. */
const nameOf = ({ refund_id, round }: RefundRow): string => (round === 1 ? refund_id : `${refund_id}:${round}`);

export async function refundCharge(room: MembershipRoom, refundId: string): Promise<void> {
  const asked = await readRefund(room.database.db, refundId);
  if (asked?.state !== "asked") return;
  let result: RefundResult;
  try {
    result = await room.processor.refund({
      payment_id: asked.payment_id,
      amount_minor: asked.amount_minor,
      idempotency_key: `membership-refund:${nameOf(asked)}`,
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    room.log.warn(
      { err: error, refund: refundId },
      "the processor did not answer; the refund is asked for again later",
    );
    if (asked.looks >= MOST_LOOKS) await giveUp(room, asked, { code: "no_clear_answer", refund_id: null });
    return;
  }
  if (result.state === "failed") await giveUp(room, asked, result);
  else await book(room, asked, result);
}

/** What the processor refused, or could not bring to the card: it stands in a person's list until they settle it. */
async function giveUp(room: MembershipRoom, refund: RefundRow, why: { code: string; refund_id: string | null }) {
  const failure = { code: why.code, processor_refund_id: why.refund_id, at: room.clock.now() };
  if (await failRefund(room.database.db, refund.refund_id, failure))
    room.log.warn({ refund: refund.refund_id, why: why.code }, "a refund was not made and waits for a person");
}

/** After a hint: a refund that was on its way to the card may have come back. */
export async function followRefund(room: MembershipRoom, paymentId: string): Promise<void> {
  const refund = await findRefundOfPayment(room.database.db, paymentId);
  if (refund?.state !== "done" || !refund.processor_refund_id) return;
  const truth = await room.processor.readRefund(refund.processor_refund_id);
  if (truth.state === "failed") await giveUp(room, refund, truth);
}

async function book(
  room: MembershipRoom,
  asked: RefundRow,
  made: Extract<RefundResult, { state: "made" }>,
): Promise<void> {
  const { amount_minor } = made;
  await room.database.transaction(async (tx) => {
    const now = momentOf(tx, room.clock);
    const charge = await lockCharge(tx, asked.charge_id);
    assert(charge, "a refund hangs on a charge");
    if (!(await finishRefund(tx, asked, made.refund_id, now))) return;
    const cause = `membership_refund:${nameOf(asked)}`;
    const join = await readJoin(tx, charge.membership_id);
    assert(join, "a charge hangs on a join");
    const posted = await room.ledger.post(tx, [
      {
        kind: "membership.refunded",
        cause,
        reason: reasonWords(asked.reason).en,
        data: { payment: asked.payment_id, plan: charge.tier, member: join.user_id },
        lines: [
          { account: { kind: "processor_clearing", owner: "stripe" }, amount: amount_minor },
          { account: { kind: "membership_refunds", owner: "house" }, amount: -amount_minor },
        ],
      },
    ]);
    assert(posted.ok, `a refund can always be booked (${posted.ok ? "" : posted.code})`);
    await insertMovement(tx, {
      cause,
      payment_id: asked.payment_id,
      kind: "refund",
      amount_minor: -amount_minor,
      at: now,
    });
    if (charge.state === "succeeded" && charge.payment_id === asked.payment_id)
      await saveCharge(tx, charge, { state: "refunded" });
    const row = (await lockMembership(tx, charge.membership_id)) ?? join;
    const today = dayIn(now, join.zone);
    await tell(
      tx,
      room,
      row,
      { kind: `refunded:${nameOf(asked)}`, period: today, letter: letters.refunded },
      { amount_minor: amount_minor.toString(), on: today, reason: reasonWords(asked.reason) },
    );
  });
}
