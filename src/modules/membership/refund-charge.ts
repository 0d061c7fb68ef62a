/** Gives one payment back: the processor first, under one key, then the books and the letter. */
import { assert } from "#platform/outcome";
import { dayIn } from "./calendar.ts";
import { finishRefund, insertMovement, lockCharge, readRefund, saveCharge } from "./charge-store.ts";
import { reasonWords } from "./messages.ts";
import type { MembershipRoom } from "./room.ts";
import { lockMembership, readJoin } from "./store.ts";
import { tell } from "./tell-member.ts";

export async function refundCharge(room: MembershipRoom, refundId: string): Promise<void> {
  const asked = await readRefund(room.database.db, refundId);
  if (asked?.state !== "asked") return;
  const { refund_id } = await room.processor.refund({
    payment_id: asked.payment_id,
    amount_minor: asked.amount_minor,
    idempotency_key: `membership-refund:${refundId}`,
  });
  const now = room.clock.now();
  await room.database.transaction(async (tx) => {
    const charge = await lockCharge(tx, asked.charge_id);
    assert(charge, "a refund hangs on a charge");
    if (!(await finishRefund(tx, refundId, refund_id, now))) return;
    const cause = `membership_refund:${refundId}`;
    const join = await readJoin(tx, charge.membership_id);
    assert(join, "a charge hangs on a join");
    const posted = await room.ledger.post(tx, [
      {
        kind: "membership.refunded",
        cause,
        reason: reasonWords(asked.reason).en,
        data: { payment: asked.payment_id, plan: charge.tier, member: join.user_id },
        lines: [
          { account: { kind: "processor_clearing", owner: "stripe" }, amount: asked.amount_minor },
          { account: { kind: "membership_refunds", owner: "house" }, amount: -asked.amount_minor },
        ],
      },
    ]);
    assert(posted.ok, `a refund can always be booked (${posted.ok ? "" : posted.code})`);
    await insertMovement(tx, {
      cause,
      payment_id: asked.payment_id,
      kind: "refund",
      amount_minor: -asked.amount_minor,
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
      { kind: `refunded:${refundId}`, period: today, template: "membership_refunded" },
      { amount_minor: asked.amount_minor.toString(), on: today, reason: reasonWords(asked.reason) },
    );
  });
}
