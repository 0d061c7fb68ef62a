/** What an answer makes of a payable: state, history, money, and who asked for it, in one transaction. */
import { momentOf, type Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { showUsd } from "#platform/money";
import { assert } from "#platform/outcome";
import { PAYOUT_FEES, PAYOUT_FLOAT } from "./accounts.ts";
import type { PayablesContext } from "./context.ts";
import { payableId as publicId } from "./ids.ts";
import { WORK } from "./job-kinds.ts";
import type { Answer } from "./provider.types.ts";
import { isNamedTooLate, judge, looksLike, mayBeSent, needsPerson, nextLook, type PayableState } from "./rules.ts";
import { findOther, insertEvent, lockPayable, type PayableRow, readEvents, savePayable } from "./store.ts";

export const workJob = (payableId: string, runAt?: Date) =>
  WORK.with({ payable_id: payableId }, runAt && { run_at: runAt });

/** `by` is what or who told: `send`, `look`, or a person's name. Returns whether it is to be sent now. */
export async function settlePayable(
  context: PayablesContext,
  payableId: string,
  answer: Answer,
  by: string,
): Promise<{ send: boolean; state: PayableState }> {
  return context.database.transaction(async (tx) => {
    const before = await lockPayable(tx, payableId);
    assert(before, "a payable that is answered for exists");
    return settleLocked(tx, context, before, answer, by);
  });
}

export async function settleLocked(
  tx: Tx,
  context: PayablesContext,
  before: PayableRow,
  answer: Answer,
  by: string,
): Promise<{ send: boolean; state: PayableState }> {
  const now = momentOf(tx, context.clock);
  const verdict = judge(before, answer, by === "send" || by === "look" ? by : "person");
  const row: PayableRow = { ...before, leased_until: null };
  if (verdict.act === "alarm") {
    await alarm(tx, context, row, `${verdict.reason}: ${describe(answer)}`);
  } else if (verdict.act !== "send" && before.state !== "refused") {
    learn(row, answer);
    if (verdict.act === "move") await move(tx, context, row, verdict.to, answer, by);
    else if (answer.state === "accepted" && answer.note !== undefined && answer.note !== before.note)
      await context.listeners.get(row.kind)?.changed(tx, row, null);
    else if (answer.state === "done") await bookLateFee(tx, context, row, answer.fee_minor ?? 0n);
  }
  row.looks += 1;
  row.next_look_at =
    answer.state === "not_now" && row.state !== "refused"
      ? new Date(now.getTime() + answer.retry_seconds * 1_000)
      : nextLook(looksLike(row.state, answer, row.looks), row.note, row.looks, row.state_at, now);
  await askPerson(tx, context, row, answer);
  await savePayable(tx, row);
  if (verdict.act !== "send" && row.next_look_at && row.state !== "done")
    await addJobs(tx, [workJob(row.payable_id, row.next_look_at)]);
  return { send: verdict.act === "send", state: row.state };
}

/** A provider's message names it: it is looked at soon, by the provider's own id where the message told one that we did not know. */
export async function hearHint(
  tx: Tx,
  context: PayablesContext,
  payableId: string,
  reference: string | null,
): Promise<void> {
  const row = await lockPayable(tx, payableId);
  assert(row, "a payable that a message names exists");
  const late = isNamedTooLate(row, reference);
  if (reference !== null && (late || mayBeSent(row))) {
    if (late) await alarm(tx, context, row, `refused_then_named: ${reference}`);
    row.reference ??= reference;
    row.unclear = false;
    await savePayable(tx, row);
  }
  await addJobs(tx, [workJob(payableId)]);
}

/** A reference that was told once is kept, whatever the answer means: without it nothing can be looked up. */
function learn(row: PayableRow, answer: Answer): void {
  if ("reference" in answer && answer.reference) row.reference = answer.reference;
  if ("item" in answer && answer.item) row.item = answer.item;
  if ("code" in answer) row.code = answer.code;
  if (answer.state === "accepted") row.note = answer.note ?? null;
  // Known before it is booked: a payment that waits to be claimed has left its provider's account with its fee.
  if (answer.state === "accepted" && answer.fee_minor) row.fee_minor = answer.fee_minor;
  if (answer.state === "unclear") row.unclear = true;
  // What the provider shows us answers for the try that got none.
  if (row.reference !== null) row.unclear = false;
}

async function move(
  tx: Tx,
  context: PayablesContext,
  row: PayableRow,
  to: PayableState,
  answer: Answer,
  by: string,
): Promise<void> {
  const from = row.state;
  row.state = to;
  row.state_at = momentOf(tx, context.clock);
  row.looks = 0;
  row.sequence += 1;
  // Why it came back is what its provider has told of it since; what a person types stays in the event.
  if (to === "returned" && row.note !== null && by.startsWith("person")) row.code = row.note;
  if (to !== "accepted") row.note = null;
  await insertEvent(tx, {
    payable_id: row.payable_id,
    sequence: row.sequence,
    from_state: from,
    to_state: to,
    by,
    detail: describe(answer),
    at: row.state_at,
  });
  const secret = answer.state === "done" ? (answer.secret ?? null) : null;
  // Who asked before the money: whoever moves all of a member's takes the locks in this order.
  await context.listeners.get(row.kind)?.changed(tx, row, secret);
  await moveMoney(tx, context, row, from, answer);
  const ended = to === "done" || to === "refused" || to === "returned";
  if (ended) Object.assign(row, { person_since: null, person_reason: null });
}

/** Money moves with the state or not at all: captured when paid, released when refused, given back when it came back. */
async function moveMoney(tx: Tx, context: PayablesContext, row: PayableRow, from: PayableState, answer: Answer) {
  const { ledger } = context;
  const { hold_id } = row;
  if (hold_id === null) return;
  const float = floatOf(row);
  const reason = row.code ?? row.state;
  const data = dataOf(row);
  if (row.state === "done") {
    const captured = await ledger.capture(tx, { hold_id, to: float, data });
    assert(captured.ok, `what is set aside is there until it is paid (${captured.ok ? "" : captured.code})`);
    const fee = answer.state === "done" ? (answer.fee_minor ?? row.fee_minor ?? 0n) : 0n;
    row.fee_minor = fee;
    await bookFee(tx, context, row, fee);
  } else if (row.state === "refused" || (row.state === "returned" && from !== "done")) {
    const released = await ledger.release(tx, { hold_id, reason });
    assert(released.ok, `what is set aside is there until it is given back (${released.ok ? "" : released.code})`);
  } else if (row.state === "returned") {
    const returned = await ledger.giveBack(tx, {
      cause: `payable:${row.payable_id}:returned`,
      hold_id,
      owner: row.owner,
      from: float,
      reason,
      data,
    });
    assert(returned.ok, `what was paid can come back once (${returned.ok ? "" : returned.code})`);
  }
}

const floatOf = (row: PayableRow) => ({ kind: PAYOUT_FLOAT, owner: row.provider });
const dataOf = (row: PayableRow) => ({ ...row.data, payable: row.payable_id });

async function bookFee(tx: Tx, context: PayablesContext, row: PayableRow, fee: bigint): Promise<void> {
  if (fee === 0n) return;
  const booked = await context.ledger.post(tx, [
    {
      kind: "payable.fee",
      cause: `payable:${row.payable_id}:fee`,
      data: dataOf(row),
      lines: [
        { account: floatOf(row), amount: fee },
        { account: { kind: PAYOUT_FEES, owner: row.provider }, amount: -fee },
      ],
    },
  ]);
  assert(booked.ok, `a fee passes no bound (${booked.ok ? "" : booked.code})`);
}

/** Whoever says that it was paid knows no fee: its provider tells it with a later look. It counts from then on, as its event says. */
async function bookLateFee(tx: Tx, context: PayablesContext, row: PayableRow, fee: bigint): Promise<void> {
  if (fee === 0n || row.fee_minor || row.hold_id === null || row.reference === null) return;
  // Of two payments of one id one is the wrong one, and the provider took its fee once.
  if (await findOther(tx, row, row.reference)) return;
  row.fee_minor = fee;
  await writeDown(tx, row, { by: "fee", detail: `it cost ${showUsd(fee)}`, at: momentOf(tx, context.clock) });
  await bookFee(tx, context, row, fee);
}

/** What happened to it where it stands. */
async function writeDown(tx: Tx, row: PayableRow, said: { by: string; detail: string; at: Date }): Promise<void> {
  row.sequence += 1;
  const { payable_id, sequence, state } = row;
  await insertEvent(tx, { payable_id, sequence, from_state: state, to_state: state, ...said });
}

async function askPerson(tx: Tx, context: PayablesContext, row: PayableRow, answer: Answer): Promise<void> {
  if (row.person_since) return;
  const code = answer.state === "not_now" && answer.person ? answer.code : needsPerson(row, context.clock.now());
  if (!code && row.state === "done" && row.reference !== null) {
    const other = await findOther(tx, row, row.reference, { counts: true });
    if (other) await alarm(tx, context, row, `${OTHER_PAYMENT}: ${publicId.show(other)}`);
  }
  if (code) await alarm(tx, context, row, code);
}

const OTHER_PAYMENT = "other_payment";

/** A person has it from now on; the machine goes on looking all the same. */
async function alarm(tx: Tx, context: PayablesContext, row: PayableRow, reason: string): Promise<void> {
  const at = context.clock.now();
  if (row.person_reason === reason || (await wasPutAway(tx, row, reason))) return;
  row.person_since ??= at;
  row.person_reason = reason.slice(0, 500);
  await writeDown(tx, row, { by: "alarm", detail: reason, at });
  context.log.warn(
    { payable_id: row.payable_id, provider: row.provider, state: row.state, reason },
    "a payable needs a person (npm run desk -- payments)",
  );
}

/** Of what was given back, and of two payments of one id, somebody can only put away what they were told: the same is not told again. */
const wasPutAway = async (tx: Tx, row: PayableRow, reason: string): Promise<boolean> =>
  (row.state === "refused" || reason.startsWith(OTHER_PAYMENT)) &&
  (await readEvents(tx, row.payable_id)).some(({ by, detail }) => by === "alarm" && detail === reason);

const describe = (answer: Answer): string =>
  [
    answer.state,
    "code" in answer ? answer.code : null,
    "reference" in answer && answer.reference ? answer.reference : null,
    answer.state === "accepted" ? answer.note : null,
  ]
    .filter(Boolean)
    .join(" ");
