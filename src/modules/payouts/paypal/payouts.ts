/**
 * PayPal Payouts: OAuth2 client credentials, one batch of one item for each withdrawal. `sender_batch_id` is the
 * withdrawal's id: a second batch with it is refused with a link to the first. Amounts are decimal strings.
 */
import { z } from "zod";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import { toMajor } from "#platform/money";
import { OutgoingError, sendJson } from "#platform/outgoing";
import type { PayoutAnswer, PayoutOrder, PayoutProvider } from "../provider.types.ts";
import type { ReasonCode } from "../rules.ts";

const batch = z.object({
  batch_header: z.object({ payout_batch_id: z.string(), batch_status: z.string() }),
  items: z
    .array(
      z.object({
        payout_item_id: z.string(),
        transaction_status: z.string(),
        errors: z.object({ name: z.string() }).nullish(),
      }),
    )
    .nullish(),
});

const ERRORS: Record<string, ReasonCode> = {
  RECEIVER_UNREGISTERED: "receiver_unknown",
  RECEIVER_ACCOUNT_LOCKED: "receiver_restricted",
  RECEIVER_YOUTH_ACCOUNT: "receiver_restricted",
  RECEIVER_COUNTRY_NOT_ALLOWED: "receiver_restricted",
};
const RENEW_BEFORE_MS = 60_000;

export function createPaypal(
  config: Config,
  clock: Clock,
): PayoutProvider & { verifyWebhook(headers: Record<string, string | undefined>, event: unknown): Promise<boolean> } {
  const base = config.PAYPAL_API_URL;
  let token: { value: string; until: number } | null = null;

  async function bearer(): Promise<string> {
    const now = clock.now().getTime();
    if (token && token.until > now) return token.value;
    const basic = Buffer.from(`${config.PAYPAL_CLIENT_ID}:${config.PAYPAL_CLIENT_SECRET}`).toString("base64");
    const answer = await sendJson<{ access_token: string; expires_in: number }>({
      url: `${base}/v1/oauth2/token`,
      method: "POST",
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
    });
    token = { value: answer.access_token, until: now + answer.expires_in * 1_000 - RENEW_BEFORE_MS };
    return token.value;
  }

  async function send<T>(path: string, options: { json?: unknown; headers?: Record<string, string> } = {}): Promise<T> {
    try {
      return await sendJson<T>({
        url: path.startsWith("http") ? path : `${base}${path}`,
        method: options.json === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${await bearer()}`, ...options.headers },
        ...(options.json === undefined ? {} : { json: options.json }),
      });
    } catch (error) {
      // A token that ended early is thrown away; the job comes again with a new one.
      if (error instanceof OutgoingError && error.status === 401) token = null;
      throw error;
    }
  }

  async function check(_order: PayoutOrder, reference: string): Promise<PayoutAnswer> {
    const read = batch.parse(await send<unknown>(`/v1/payments/payouts/${encodeURIComponent(reference)}`));
    const item = read.items?.[0];
    const facts = { reference, item: item?.payout_item_id ?? null };
    if (read.batch_header.batch_status === "DENIED" || read.batch_header.batch_status === "CANCELED")
      return { state: "failed", ...facts, reason: "provider_refused" };
    switch (item?.transaction_status) {
      case "SUCCESS":
        return { state: "fulfilled", ...facts, link: null };
      case "UNCLAIMED":
        return { state: "unclaimed", ...facts };
      case "RETURNED":
      case "REFUNDED":
      case "REVERSED":
        return { state: "returned", ...facts, reason: "unclaimed" };
      case "FAILED":
      case "BLOCKED":
      case "DENIED":
        return { state: "failed", ...facts, reason: ERRORS[item.errors?.name ?? ""] ?? "provider_refused" };
      default:
        return { state: "waiting", ...facts };
    }
  }

  return {
    check,
    async submit(order) {
      const wallet =
        order.method === "venmo"
          ? { recipient_type: "PHONE", recipient_wallet: "VENMO" }
          : { recipient_type: "EMAIL", recipient_wallet: "PAYPAL" };
      try {
        const answer = batch.parse(
          await send<unknown>("/v1/payments/payouts", {
            headers: { "PayPal-Request-Id": order.withdrawal_id },
            json: {
              sender_batch_header: {
                sender_batch_id: order.withdrawal_id,
                recipient_type: wallet.recipient_type,
                email_subject: "Your cash back from Tuppence",
              },
              items: [
                {
                  ...wallet,
                  amount: { value: toMajor(order.amount_minor), currency: "USD" },
                  receiver: order.destination,
                  note: "Cash back",
                  sender_item_id: order.withdrawal_id,
                  purpose: "GOODS",
                },
              ],
            },
          }),
        );
        return { state: "waiting", reference: answer.batch_header.payout_batch_id, item: null };
      } catch (error) {
        if (
          !(error instanceof OutgoingError) ||
          error.status === null ||
          error.status >= 500 ||
          error.status === 401 ||
          error.status === 429
        )
          throw error;
        const first = firstBatchOf(error.body);
        if (first) return check(order, first);
        return { state: "failed", reference: null, item: null, reason: "provider_refused" };
      }
    },
    /** PayPal's own check of a webhook's signature. */
    async verifyWebhook(headers, event) {
      // What PayPal refuses to look at is no event of theirs; when nobody answers, the event must be sent again.
      const refused = (error: unknown) => {
        if (error instanceof OutgoingError && error.status !== null && error.status >= 400 && error.status < 500)
          return {};
        throw error;
      };
      const answer: { verification_status?: string } = await send<{ verification_status?: string }>(
        "/v1/notifications/verify-webhook-signature",
        {
          json: {
            auth_algo: headers["paypal-auth-algo"],
            cert_url: headers["paypal-cert-url"],
            transmission_id: headers["paypal-transmission-id"],
            transmission_sig: headers["paypal-transmission-sig"],
            transmission_time: headers["paypal-transmission-time"],
            webhook_id: config.PAYPAL_WEBHOOK_ID,
            webhook_event: event,
          },
        },
      ).catch(refused);
      return answer.verification_status === "SUCCESS";
    },
  };
}

/** A refused repeat carries a link to the batch that was made first: its last part is the id. */
function firstBatchOf(body: string): string | null {
  if (!/already exists|duplicate/i.test(body)) return null;
  return /\/v1\/payments\/payouts\/([A-Za-z0-9-]+)/.exec(body)?.[1] ?? null;
}
