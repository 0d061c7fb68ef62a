/**
 * A refund's way back to the card, as one payable for each round: what asks the processor for it, and what each answer means
 * for the refund, the books and the member.
 */
import type { Answer, Order, PayableRow, Provider } from "#payables";
import { momentOf, type Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { assert } from "#platform/outcome";
import { MEMBERSHIP_REFUNDS, PROCESSOR_CLEARING } from "./accounts.ts";
import { dayIn } from "./calendar.ts";
import { insertMovement, lockCharge, readCharge, saveCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import * as letters from "./letters.ts";
import { type ReasonCode, reasonWords } from "./messages.ts";
import type { RefundResult } from "./processor.types.ts";
import { sumElsewhere, sumReturned } from "./reconcile-store.ts";
import {
  failRefund,
  findRefundByPayable,
  findRefundsOfPayment,
  finishRefund,
  insertRefund,
  leftOf,
  nameRefundPayable,
  type RefundRow,
  takeRefundsWithoutPayable,
} from "./refund-store.ts";
import { lockMembership, readJoin } from "./store.ts";
import { tell } from "./tell-member.ts";

export const REFUND_KIND = "membership_refund";
const PROCESSOR = "stripe";

/** Each round that a person asks for is another question, and another cause in the books. */
const nameOf = ({ refund_id, round }: Pick<RefundRow, "refund_id" | "round">): string =>
  round === 1 ? refund_id : `${refund_id}:${round}`;

type Asked = { charge_id: string; payment_id: string; amount_minor: bigint; reason: ReasonCode };

/**
 * Gives one payment back, once: a payment that goes back already is left alone, and what a person gave back of it by hand, here or at the
 * processor, or what a bank took back, does not go back again. `user_id`: whose the membership is now. Returns what goes back now, in cents: less than was asked for, or nothing, where it went before.
 */
export async function askRefund(
  tx: Tx,
  context: MembershipContext,
  { user_id, ...input }: Asked & { user_id: string },
): Promise<bigint> {
  const refund_id = newId("charge");
  const asked_at = momentOf(tx, context.clock);
  const charge = await lockCharge(tx, input.charge_id);
  // A payment that was made twice is no charge's own: all of it goes back.
  const whole = charge?.payment_id === input.payment_id ? charge.amount_minor : input.amount_minor;
  const there = whole - (await sumElsewhere(tx, input.payment_id));
  const left = leftOf(there, await findRefundsOfPayment(tx, input.payment_id));
  const amount_minor = input.amount_minor < left ? input.amount_minor : left;
  if (amount_minor <= 0n) return 0n;
  const row = { ...input, refund_id, payable_id: refund_id, amount_minor, asked_at };
  if (!(await insertRefund(tx, row))) return 0n;
  await requestRefund(tx, context, row, user_id);
  return amount_minor;
}

export const requestRefund = (
  tx: Tx,
  context: MembershipContext,
  refund: Parameters<typeof intentOf>[0],
  owner: string,
) => context.payables.request(tx, intentOf(refund, owner));

/** The payment that a person wants tried anew. */
export async function askRound(tx: Tx, context: MembershipContext, refund: RefundRow): Promise<void> {
  const payable_id = newId("charge");
  await nameRefundPayable(tx, refund.refund_id, payable_id);
  await context.payables.request(tx, intentOf({ ...refund, payable_id }, await ownerOf(tx, refund)));
}

const intentOf = (refund: { payable_id: string; payment_id: string; amount_minor: bigint }, owner: string) => ({
  payable_id: refund.payable_id,
  kind: REFUND_KIND,
  provider: PROCESSOR,
  owner,
  unit: "USD" as const,
  amount_minor: refund.amount_minor,
  hold_id: null,
  request: {},
  data: { payment: refund.payment_id },
});

async function ownerOf(tx: Tx, refund: RefundRow): Promise<string> {
  const charge = await readCharge(tx, refund.charge_id);
  const join = charge && (await readJoin(tx, charge.membership_id));
  assert(join, "a refund hangs on a join");
  return join.user_id;
}

export function createRefundProvider(context: MembershipContext): Provider {
  async function questionOf(order: Order) {
    const refund = await findRefundByPayable(context.database.db, order.payable_id);
    assert(refund, "a payable of a refund belongs to one");
    const { payment_id, amount_minor } = refund;
    return { payment_id, amount_minor, idempotency_key: `membership-refund:${nameOf(refund)}` };
  }
  return {
    name: PROCESSOR,
    async send(order) {
      return answerOf(order, await context.processor.refund(await questionOf(order)));
    },
    async look(order) {
      const result = order.reference
        ? await context.processor.readRefund(order.reference)
        : await context.processor.findRefund(await questionOf(order));
      return result ? answerOf(order, result) : { state: "absent" };
    },
  };
}

function answerOf(order: Order, result: RefundResult): Answer {
  if (result.state === "failed")
    return result.refund_id === null
      ? { state: "refused", code: result.code }
      : { state: "returned", code: result.code, reference: result.refund_id };
  // Another sum than the one that was asked for cannot be: nothing is booked, and it ends with a person.
  if (result.amount_minor !== order.amount_minor) return { state: "unclear", code: `made of ${result.amount_minor}` };
  // Made is gone from the balance, also while the bank still carries it to the card.
  return { state: "done", reference: result.refund_id };
}

/** The refund follows its payable, in the same transaction. */
export async function followRefund(tx: Tx, context: MembershipContext, payable: PayableRow): Promise<void> {
  const refund = await findRefundByPayable(tx, payable.payable_id);
  assert(refund, "a payable of a refund belongs to one");
  if (payable.state === "done") return book(tx, context, refund, payable.reference ?? "");
  if (payable.state !== "refused" && payable.state !== "returned") return;
  const failure = {
    code: payable.code ?? payable.state,
    processor_refund_id: payable.reference,
    at: momentOf(tx, context.clock),
  };
  // What came back is booked from its own entry on the processor's balance (`take-entries.ts`).
  if (await failRefund(tx, refund.refund_id, failure))
    context.log.warn({ refund: refund.refund_id, why: failure.code }, "a refund was not made and waits for a person");
}

/** After a hint: a refund that was on its way to the card may have come back. */
export async function hintRefund(context: MembershipContext, paymentId: string): Promise<void> {
  for (const { payable_id } of await findRefundsOfPayment(context.database.db, paymentId))
    if (payable_id) await context.database.transaction((tx) => context.payables.hint(tx, PROCESSOR, { payable_id }));
}

const MAX_ADOPT = 200;

/** Refunds from before payables had them: nobody knows whether one without the processor's id was sent. */
export async function adoptRefunds(tx: Tx, context: MembershipContext): Promise<void> {
  for (const refund of await takeRefundsWithoutPayable(tx, MAX_ADOPT)) {
    const payable_id = refund.round === 1 ? refund.refund_id : newId("charge");
    await nameRefundPayable(tx, refund.refund_id, payable_id);
    await context.payables.adopt(tx, {
      ...intentOf({ ...refund, payable_id }, await ownerOf(tx, refund)),
      reference: refund.state === "done" ? refund.processor_refund_id : null,
      item: null,
      note: null,
      at: refund.asked_at,
    });
  }
}

async function book(tx: Tx, context: MembershipContext, refund: RefundRow, processorId: string): Promise<void> {
  const { amount_minor, payment_id } = refund;
  const now = momentOf(tx, context.clock);
  const before = await readCharge(tx, refund.charge_id);
  assert(before, "a refund hangs on a charge");
  const running = await lockMembership(tx, before.membership_id);
  const charge = await lockCharge(tx, refund.charge_id);
  const join = await readJoin(tx, before.membership_id);
  assert(charge && join, "a charge hangs on a join");
  if (!(await finishRefund(tx, refund, processorId, now))) return;
  const cause = `membership_refund:${nameOf(refund)}`;
  const posted = await context.ledger.post(tx, [
    {
      kind: "membership.refunded",
      cause,
      reason: reasonWords(refund.reason).en,
      data: { payment: payment_id, plan: charge.tier, member: join.user_id },
      lines: [
        { account: { kind: PROCESSOR_CLEARING, owner: PROCESSOR }, amount: amount_minor },
        { account: { kind: MEMBERSHIP_REFUNDS, owner: "house" }, amount: -amount_minor },
      ],
    },
  ]);
  assert(posted.ok, `a refund can always be booked (${posted.ok ? "" : posted.code})`);
  await insertMovement(tx, { cause, payment_id, kind: "refund", amount_minor: -amount_minor, at: now });
  // A part that a person gave back leaves the rest paid.
  const isGone = refund.by === null || -(await sumReturned(tx, payment_id)) >= charge.amount_minor;
  if (charge.state === "succeeded" && charge.payment_id === payment_id && isGone)
    await saveCharge(tx, charge, { state: "refunded" });
  const today = dayIn(now, join.zone);
  await tell(
    tx,
    context,
    running ?? join,
    { kind: `refunded:${nameOf(refund)}`, period: today, letter: letters.refunded },
    { amount_minor: amount_minor.toString(), on: today, reason: reasonWords(refund.reason) },
  );
}
