/** A person has a network asked about a purchase that a member misses: found among their visits, kept once, filed by a job. */
import type { Network } from "#catalog";
import { momentOf, type Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CashbackContext } from "../context.ts";
import { FOLLOW_INQUIRY } from "../job-kinds.ts";
import { isStore, orderedAt, plainNumber, visitSpan } from "./inquiry-rules.ts";
import {
  findOrder,
  insertInquiry,
  lockInquiry,
  moveInquiry,
  paysAnother,
  readVisits,
  updateInquiry,
} from "./inquiry-store.ts";
import type { InquiryAdapter } from "./inquiry-types.ts";

/** Networks whose own way we know and use. */
export type InquiryAdapters = Partial<Record<Network, InquiryAdapter>>;
export type InquiryContext = CashbackContext & { inquiryAdapters: InquiryAdapters };

export type AskedPurchase = {
  user_id: string;
  /** As the member typed it. */
  store: string;
  order_number: string;
  /** Civil day. */
  ordered_on: string;
  /** Cents. */
  amount_minor: bigint;
  /** A visit that a person names; empty for the last one to that store before the order. */
  click_id: string;
};
export type AskRefusal =
  | "no_visit"
  | "unknown_visit"
  | "no_interface"
  | "odd_number"
  | "in_passbook"
  | "of_another"
  | "asked_before";

/** Answers with its id and whom it goes to. `no_interface` tells the network in its detail. */
export async function askNetwork(
  tx: Tx,
  context: InquiryContext,
  asked: AskedPurchase,
): Promise<Outcome<{ inquiry_id: string; network: Network }, AskRefusal>> {
  const visits = await readVisits(tx, asked.user_id, visitSpan(asked.ordered_on));
  const visit = asked.click_id
    ? visits.find(({ click_id }) => click_id === asked.click_id)
    : visits.find((one) => isStore(asked.store, one));
  if (!visit) return refused(asked.click_id ? "unknown_visit" : "no_visit");
  const { at, ...place } = visit;
  const { network } = place;
  if (!context.inquiryAdapters[network]) return refused("no_interface", { network });
  const { user_id, amount_minor } = asked;
  const order_number = plainNumber(asked.order_number);
  if (!order_number) return refused("odd_number", { network });
  const row = {
    ...place,
    user_id,
    order_number,
    amount_minor,
    ordered_at: orderedAt(asked.ordered_on, at, context.clock.now()),
  };
  if (await findOrder(tx, row)) return refused("in_passbook");
  if (await paysAnother(tx, row)) return refused("of_another");
  const inquiry_id = newId("inquiry");
  if (!(await insertInquiry(tx, { ...row, inquiry_id }, momentOf(tx, context.clock)))) return refused("asked_before");
  await addJobs(tx, [FOLLOW_INQUIRY.with({ inquiry_id })]);
  return done({ inquiry_id, network });
}

/** Files it again after it failed, under the same number: what did reach the network is found there. False when it did not fail. */
export async function askAgain(tx: Tx, context: InquiryContext, inquiryId: string, by: string): Promise<boolean> {
  const inquiry = await lockInquiry(tx, inquiryId);
  if (inquiry?.state !== "failed" || !context.inquiryAdapters[inquiry.network]) return false;
  const at = momentOf(tx, context.clock);
  await moveInquiry(tx, inquiry, { to: "waiting", reason: null, by, at });
  await updateInquiry(tx, inquiry, { tries: 0, tried_at: null, look_at: at, fault: null, reason: null });
  await addJobs(tx, [FOLLOW_INQUIRY.with({ inquiry_id: inquiryId })]);
  return true;
}
