/**
 * PayPal Payouts (`paypal-rest-api-specifications`, payments_payouts_batch_v1): OAuth2 client credentials, one batch of one
 * item for each withdrawal. `sender_batch_id` is our id: PayPal promises to pay it once within 30 days, and answers a repeat
 * with a link to the first batch. So a repeat within that time is a look, and after it nothing is sent any more.
 */
import type { Answer, Order, Provider } from "#payables";
import { addDays, type Clock } from "#platform/clock";
import { toMajor } from "#platform/money";
import { OutgoingError } from "#platform/outgoing";
import type { AskOnce } from "#platform/provider-calls";
import type { PayoutRequest } from "../payable.ts";
import type { PayoutsSettings } from "../settings.ts";
import { readPaypalBalance } from "./balance.ts";
import { batch, feeOf, type Item, problem } from "./payloads.ts";
import { createPaypalSender } from "./sender.ts";

const MEMORY_DAYS = 29;
/** Item errors that a member can act on, in our words; any other is told in general. */
const ITEM_ERRORS: Record<string, string> = {
  RECEIVER_UNREGISTERED: "receiver_unknown",
  RECEIVER_ACCOUNT_LOCKED: "receiver_restricted",
  RECEIVER_YOUTH_ACCOUNT: "receiver_restricted",
  RECEIVER_COUNTRY_NOT_ALLOWED: "receiver_restricted",
};
const MINUTE = 60;
const HOUR = 3_600;

export function createPaypal(settings: PayoutsSettings, clock: Clock, calls: AskOnce) {
  const sender = createPaypalSender(settings, clock, calls);

  function readItem(reference: string, item: Item): Answer {
    const place = { reference, item: item.payout_item_id };
    const code = ITEM_ERRORS[item.errors?.name ?? ""] ?? "provider_refused";
    switch (item.transaction_status) {
      case "SUCCESS":
        return { state: "done", ...place, fee_minor: feeOf(item) };
      case "UNCLAIMED":
        return { state: "accepted", ...place, note: "unclaimed", fee_minor: feeOf(item) };
      case "RETURNED":
        return { state: "returned", ...place, code: "unclaimed" };
      case "REFUNDED":
      case "REVERSED":
        return { state: "returned", ...place, code: "returned" };
      case "FAILED":
      case "BLOCKED":
        return { state: "refused", ...place, code };
      default:
        return { state: "accepted", ...place, fee_minor: feeOf(item) };
    }
  }

  async function readBatch(reference: string): Promise<Answer> {
    const read = batch.parse(await sender.get(`/v1/payments/payouts/${encodeURIComponent(reference)}`));
    const { payout_batch_id, batch_status } = read.batch_header;
    if (batch_status === "DENIED" || batch_status === "CANCELED")
      return { state: "refused", reference: payout_batch_id, code: "provider_refused" };
    const item = read.items?.[0];
    return item ? readItem(payout_batch_id, item) : { state: "accepted", reference: payout_batch_id };
  }

  /** Makes the batch, or finds the one that was made before under this id. */
  async function make(order: Order): Promise<Answer> {
    const request = order.request as PayoutRequest;
    const venmo = request.method === "venmo";
    const recipient_type = venmo ? "PHONE" : "EMAIL";
    try {
      const made = batch.parse(
        await sender.post("/v1/payments/payouts", order.payable_id, {
          sender_batch_header: {
            sender_batch_id: order.payable_id,
            recipient_type,
            email_subject: `Your cash back from ${request.from ?? "Tuppence"}`,
          },
          items: [
            {
              recipient_type,
              recipient_wallet: venmo ? "VENMO" : "PAYPAL",
              amount: { value: toMajor(order.amount_minor), currency: "USD" },
              receiver: request.destination,
              note: "Cash back",
              sender_item_id: order.payable_id,
              purpose: "CASHBACK",
            },
          ],
        }),
      );
      return { state: "accepted", reference: made.batch_header.payout_batch_id };
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.status === null || error.unknown) throw error;
      const first = firstBatchOf(error.body);
      return first ? readBatch(first) : readRefusal(error.status, error.body);
    }
  }

  const provider: Provider = {
    name: "paypal",
    send: make,
    async look(order) {
      if (order.reference !== null) return readBatch(order.reference);
      // PayPal finds nothing by our id but through a repeat.
      if (order.stopped) return { state: "unclear", code: "stopped" };
      const forgets = order.first_sent_at ? addDays(order.first_sent_at, MEMORY_DAYS) : null;
      // Past its memory a repeat would be a second payment.
      if (!forgets || clock.now() >= forgets) return { state: "unclear", code: "past_provider_memory" };
      return make(order);
    },
  };
  return { ...provider, verifyWebhook: sender.verifyWebhook, readBalance: () => readPaypalBalance(sender, clock) };
}

/**
 * What a refusal of the whole request means. The closed list: a receiver that PayPal finds malformed is the member's to
 * mend. Permission and funds are ours, so that the same order goes out later; anything else is not certain.
 */
function readRefusal(status: number, body: string): Answer {
  const fault = problem.safeParse(safeJson(body)).data;
  const name = fault?.name ?? `status_${status}`;
  const fields = fault?.details?.map((detail) => detail.field ?? "") ?? [];
  if (
    status === 400 &&
    name === "VALIDATION_ERROR" &&
    fields.length > 0 &&
    fields.every((field) => /receiver$/.test(field))
  )
    return { state: "refused", code: "receiver_unknown" };
  const later = (retry_seconds: number, person: boolean): Answer => ({
    state: "not_now",
    code: name,
    retry_seconds,
    person,
  });
  if (status === 401 || status === 429) return later(MINUTE, false);
  if (status === 403) return later(HOUR, true);
  if (status === 422 && name === "INSUFFICIENT_FUNDS") return later(HOUR, true);
  return { state: "unclear", code: name };
}

/** A refused repeat carries a link to the batch that was made first: its last part is the id. */
function firstBatchOf(body: string): string | null {
  const fault = problem.safeParse(safeJson(body)).data;
  for (const { href } of fault?.links ?? []) {
    const found = /\/v1\/payments\/payouts\/([A-Za-z0-9-]{1,30})$/.exec(href);
    if (found?.[1]) return found[1];
  }
  return null;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
