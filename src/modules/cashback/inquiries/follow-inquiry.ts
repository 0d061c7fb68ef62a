/** Files a question that waits, looks at one that is filed, and says when to come back. No money moves here: the order does that. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { addJobs, emit } from "#platform/jobs";
import { OutgoingError } from "#platform/outgoing";
import { BudgetSpentError } from "#platform/provider-calls";
import { inquiryId } from "../ids.ts";
import { FOLLOW_INQUIRY, INQUIRY_CHANGED } from "../job-kinds.ts";
import { takeReport } from "../take-rows.ts";
import type { InquiryContext } from "./ask-network.ts";
import {
  type InquiryReason,
  type InquiryState,
  isRefusal,
  LEASE_SECONDS,
  mayMove,
  nextLook,
  nextTry,
  UNANSWERED_DAYS,
} from "./inquiry-rules.ts";
import {
  findOrder,
  type Inquiry,
  inquiriesDue,
  inquiriesOfOrders,
  lockInquiry,
  moveInquiry,
  paysAnother,
  readInquiries,
  takeForTry,
  updateInquiry,
  withdrawOf,
} from "./inquiry-store.ts";
import type { Asking, InquiryAdapter, InquiryAnswer } from "./inquiry-types.ts";

const MAX_SWEEP = 200;
const FAULT_CHARACTERS = 300;
const MANY_LOOKS = 100;

export async function followInquiry(context: InquiryContext, id: string): Promise<void> {
  const inquiry = (await readInquiries(context.database.db, [id])).get(id);
  const adapter = inquiry && context.inquiryAdapters[inquiry.network];
  // It may have come while it waited, or by a merge: nobody need be asked.
  if (!inquiry || (await meetOrder(context, id))) return;
  if (inquiry.state === "waiting") return adapter ? fileInquiry(context, adapter, id) : switchedOff(context, id);
  if (!isAtNetwork(inquiry)) return;
  if (adapter && inquiry.network_inquiry_id)
    return lookAtInquiry(context, adapter, inquiry, inquiry.network_inquiry_id);
  // Switched off since: once a day somebody may have switched it on again.
  return lookLater(context, id, MANY_LOOKS);
}

const UNANSWERED = { to: "failed", reason: "unanswered", look_at: null } as const;
const isSilent = (filedAt: Date | null, now: Date): boolean =>
  filedAt !== null && now > addDays(filedAt, UNANSWERED_DAYS);
const isAtNetwork = ({ state }: Inquiry): boolean => state === "filed" || state === "incomplete";

const lookLater = (context: InquiryContext, id: string, looks: number): Promise<void> =>
  context.database.transaction(async (tx) => {
    const locked = await lockInquiry(tx, id);
    const now = context.clock.now();
    if (!locked || !isAtNetwork(locked)) return;
    // Whoever cannot be asked how it stands decides nothing either.
    if (isSilent(locked.filed_at, now)) await settle(tx, context, id, { ...UNANSWERED, by: locked.network });
    else await updateInquiry(tx, locked, { look_at: nextLook(looks, now) });
  });

async function fileInquiry(context: InquiryContext, adapter: InquiryAdapter, id: string): Promise<void> {
  const { db } = context.database;
  const now = context.clock.now();
  const inquiry = await takeForTry(db, id, now, new Date(now.getTime() + (LEASE_SECONDS + 60) * 1_000));
  if (!inquiry || !(await isStillToFile(context, inquiry))) return;
  const asking = await askingOf(context, inquiry);
  let answer: InquiryAnswer;
  try {
    // What an earlier try may have left there is looked for before anything is filed.
    const known = await adapter.find(asking.reference);
    // Looking may have taken minutes, in which its member left or the order came.
    if (!known && !(await isStillToFile(context, inquiry))) return;
    answer = known ?? { id: await adapter.file(asking), state: "filed", reason: null, order_key: null };
  } catch (error) {
    await notFiled(context, inquiry, error);
    return;
  }
  await context.database.transaction((tx) => keepAnswer(tx, context, id, answer, { filed: true }));
  if (answer.state === "approved") await takeOrder(context, inquiry, answer.order_key);
}

/** Right before anything leaves the house: its member is there, and no order of this number pays them or anybody else. */
const isStillToFile = (context: InquiryContext, { inquiry_id, user_id }: Inquiry): Promise<boolean> =>
  context.database.transaction(async (tx) => {
    // Its member left after it was kept; what became another account's by a merge is that one's, and waits on.
    if (!(await context.identity.lockLiving(tx, user_id))) {
      await withdrawOf(tx, user_id, context.clock.now());
      return false;
    }
    const inquiry = await lockInquiry(tx, inquiry_id);
    if (inquiry?.state !== "waiting" || inquiry.user_id !== user_id) return false;
    const order_id = await findOrder(tx, inquiry);
    if (order_id) await settle(tx, context, inquiry_id, { to: "arrived", by: "server", look_at: null, order_id });
    else if (await paysAnother(tx, inquiry))
      await settle(tx, context, inquiry_id, { to: "failed", by: "server", reason: "of_another", look_at: null });
    else return true;
    return false;
  });

const askingOf = async (context: InquiryContext, inquiry: Inquiry): Promise<Asking> => ({
  reference: inquiryId.show(inquiry.inquiry_id),
  programme_id: inquiry.network_programme_id,
  order_number: inquiry.order_number,
  ordered_at: inquiry.ordered_at,
  amount_minor: inquiry.amount_minor,
  tracking_link: await linkOf(context, inquiry),
});

/** The store's link with the visit's number in it; null when the store is reached another way by now. */
async function linkOf(context: InquiryContext, inquiry: Inquiry): Promise<string | null> {
  // Whose share of the commission it is makes no difference to a link.
  const found = await context.catalog
    .under({ member_share_bps: 0, plus_share_bps: 0 })
    .destination({ merchant: inquiry.internal_name });
  const same = found?.network === inquiry.network && found.network_programme_id === inquiry.network_programme_id;
  return same ? found.tracking_template.replaceAll("{click}", inquiry.click_id) : null;
}

async function notFiled(context: InquiryContext, inquiry: Inquiry, error: unknown): Promise<void> {
  const known = error instanceof OutgoingError || error instanceof BudgetSpentError;
  if (!known) throw error;
  const now = context.clock.now();
  const status = error instanceof OutgoingError ? error.status : null;
  const tries = inquiry.tries + 1;
  const refusal = error instanceof OutgoingError && !error.unknown && isRefusal(status);
  const next = refusal ? null : nextTry(tries, now);
  const fault = faultOf(error);
  context.log.warn({ network: inquiry.network, status, tries }, "a network was not asked about a missing purchase");
  await context.database.transaction(async (tx) => {
    const locked = await lockInquiry(tx, inquiry.inquiry_id);
    if (locked?.state !== "waiting") return;
    await updateInquiry(tx, locked, { tries, fault, look_at: next });
    const reason: InquiryReason = refusal ? "refused" : "tried_out";
    if (!next) await settle(tx, context, inquiry.inquiry_id, { to: "failed", by: "server", reason, look_at: null });
  });
}

const faultOf = (error: OutgoingError | BudgetSpentError): string =>
  [error.message, error instanceof OutgoingError ? error.body : ""]
    .filter(Boolean)
    .join(": ")
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, FAULT_CHARACTERS);

/** Its network was switched off while it waited: a person asks by mail, as where there is no such way. */
const switchedOff = (context: InquiryContext, id: string): Promise<void> =>
  context.database.transaction(async (tx) => {
    await settle(tx, context, id, { to: "failed", by: "server", reason: "switched_off", look_at: null });
  });

async function lookAtInquiry(context: InquiryContext, adapter: InquiryAdapter, inquiry: Inquiry, number: string) {
  let answer: InquiryAnswer | null;
  try {
    answer = await adapter.look(number, inquiryId.show(inquiry.inquiry_id));
  } catch (error) {
    if (!(error instanceof OutgoingError || error instanceof BudgetSpentError)) throw error;
    // How it stands is asked again soon; the network's health knows of the fault.
    await lookLater(context, inquiry.inquiry_id, 0);
    return;
  }
  await context.database.transaction(async (tx) => {
    if (answer) return keepAnswer(tx, context, inquiry.inquiry_id, answer, { filed: false });
    await settle(tx, context, inquiry.inquiry_id, { ...UNANSWERED, by: inquiry.network });
  });
  if (answer?.state === "approved") await takeOrder(context, inquiry, answer.order_key);
}

/** An approved one is an order of the network now: its row is read at once, as any row. The next report has it all the same. */
async function takeOrder(context: InquiryContext, { inquiry_id, network }: Inquiry, key: string | null): Promise<void> {
  try {
    const rows = key ? await context.adapters[network].fetchByKey([key]) : [];
    await takeReport(context, network, rows, context.clock.now());
  } catch (error) {
    if (!(error instanceof OutgoingError || error instanceof BudgetSpentError)) throw error;
  }
  // A row that was known before is news to nobody: only now is it known whose question it answers.
  await meetOrder(context, inquiry_id);
}

/** Whether its order is there, which ends it whatever the network says. */
async function meetOrder(context: InquiryContext, id: string): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const inquiry = await lockInquiry(tx, id);
    if (!inquiry || !mayMove(inquiry.state, "arrived")) return false;
    const order_id = await findOrder(tx, inquiry);
    if (order_id) await settle(tx, context, id, { to: "arrived", by: "server", look_at: null, order_id });
    return order_id !== null;
  });
}

async function keepAnswer(
  tx: Tx,
  context: InquiryContext,
  id: string,
  answer: InquiryAnswer,
  { filed }: { filed: boolean },
): Promise<void> {
  const now = context.clock.now();
  const locked = await lockInquiry(tx, id);
  if (!locked) return;
  const looks = filed ? 0 : locked.looks + 1;
  const decided = answer.state === "approved" || answer.state === "declined";
  const filed_at = filed ? now : locked.filed_at;
  const silent = !decided && isSilent(filed_at, now);
  // What ended while the network was asked is looked at no more, though its number there is kept.
  const goes_on = locked.state === "waiting" || isAtNetwork(locked);
  const look_at = decided || silent || !goes_on ? null : nextLook(looks, now);
  const learned = { network_inquiry_id: answer.id, network_order_key: answer.order_key, looks, look_at, filed_at };
  await updateInquiry(tx, locked, { ...learned, fault: null });
  const to = silent ? "failed" : answer.state;
  const reason = silent ? "unanswered" : answer.reason;
  await settle(tx, context, id, { to, by: locked.network, reason, look_at });
}

/** Moves it where it may go, and tells whoever asked. What does not move is told nobody. */
async function settle(
  tx: Tx,
  context: InquiryContext,
  id: string,
  move: { to: InquiryState; by: string; reason?: InquiryReason | null; look_at: Date | null; order_id?: string },
): Promise<void> {
  const inquiry = await lockInquiry(tx, id);
  if (!inquiry || inquiry.state === move.to || !mayMove(inquiry.state, move.to)) return;
  const at = context.clock.now();
  const reason = move.reason ?? null;
  await moveInquiry(tx, inquiry, { to: move.to, reason, by: move.by, at });
  const { look_at, order_id = inquiry.order_id } = move;
  await updateInquiry(tx, inquiry, { reason, look_at, order_id });
  await emit(tx, context.registry, INQUIRY_CHANGED, { inquiry_id: id });
}

/** Orders that came answer the questions about them. */
export async function meetOrders(context: InquiryContext, orderIds: readonly string[]): Promise<void> {
  const met = await inquiriesOfOrders(context.database.db, orderIds);
  for (const { inquiry_id, order_id } of met)
    await context.database.transaction((tx) =>
      settle(tx, context, inquiry_id, { to: "arrived", by: "server", look_at: null, order_id }),
    );
}

/** Whatever is due and has lost its job gets one. */
export async function sweepInquiries(context: InquiryContext): Promise<void> {
  const due = await inquiriesDue(context.database.db, context.clock.now(), MAX_SWEEP);
  if (due.length === 0) return;
  await context.database.transaction((tx) =>
    addJobs(
      tx,
      due.map((id) => FOLLOW_INQUIRY.with({ inquiry_id: id }, { if_there: "keep", priority: 5 })),
    ),
  );
}
