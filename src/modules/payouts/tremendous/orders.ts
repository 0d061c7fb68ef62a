/**
 * Tremendous: gift cards by link. `external_id` is the withdrawal's id: sending it again answers with the first order.
 * Amounts are numbers in major units. The link is worth money: it is sealed at once and never logged.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Config } from "#platform/config";
import { parseMajor } from "#platform/money";
import { OutgoingError, sendJson } from "#platform/outgoing";
import type { PayoutAnswer, PayoutProvider } from "../provider.types.ts";

const order = z.object({
  order: z.object({
    id: z.string(),
    status: z.string(),
    rewards: z
      .array(
        z.object({
          id: z.string(),
          delivery: z.object({ method: z.string(), status: z.string(), link: z.string().nullish() }).nullish(),
        }),
      )
      .nullish(),
  }),
});
const product = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string().nullish(),
  currency_codes: z.array(z.string()),
  skus: z.array(z.object({ min: z.number(), max: z.number() })).nullish(),
  disclosure: z.string().nullish(),
});

export type GiftProduct = {
  product_id: string;
  name: string;
  minimum_minor: bigint;
  maximum_minor: bigint;
  disclosure: string;
};

export function createTremendous(config: Config) {
  const headers = { authorization: `Bearer ${config.TREMENDOUS_API_KEY}` };
  const base = config.TREMENDOUS_API_URL;

  function read(raw: unknown): PayoutAnswer {
    const { id, status, rewards } = order.parse(raw).order;
    const reward = rewards?.[0];
    if (status === "FAILED" || status === "CANCELED")
      return { state: "failed", reference: id, item: reward?.id ?? null, reason: "card_refused" };
    const link = reward?.delivery?.link ?? null;
    if (status === "EXECUTED" && link) return { state: "fulfilled", reference: id, item: reward?.id ?? null, link };
    return { state: "waiting", reference: id, item: reward?.id ?? null };
  }

  const provider: PayoutProvider = {
    async submit(payout) {
      try {
        return read(
          await sendJson<unknown>({
            url: `${base}/orders`,
            method: "POST",
            headers,
            json: {
              external_id: payout.withdrawal_id,
              payment: { funding_source_id: "BALANCE" },
              reward: {
                products: [payout.destination],
                value: { denomination: Number(payout.amount_minor) / 100, currency_code: "USD" },
                recipient: payout.recipient,
                delivery: { method: "LINK" },
              },
            },
          }),
        );
      } catch (error) {
        if (
          !(error instanceof OutgoingError) ||
          error.status === null ||
          error.status >= 500 ||
          error.status === 429 ||
          error.status === 401
        )
          throw error;
        return { state: "failed", reference: null, item: null, reason: "card_refused" };
      }
    },
    async check(_payout, reference) {
      return read(await sendJson<unknown>({ url: `${base}/orders/${encodeURIComponent(reference)}`, headers }));
    },
  };

  return {
    ...provider,
    async products(): Promise<GiftProduct[]> {
      const answer = await sendJson<{ products: unknown[] }>({ url: `${base}/products`, headers });
      return answer.products.flatMap((raw) => {
        const parsed = product.safeParse(raw);
        const sku = parsed.data?.skus?.[0];
        if (!parsed.success || !sku || !parsed.data.currency_codes.includes("USD")) return [];
        return [
          {
            product_id: parsed.data.id,
            name: parsed.data.name,
            minimum_minor: parseMajor(sku.min) ?? 0n,
            maximum_minor: parseMajor(sku.max) ?? 0n,
            disclosure: parsed.data.disclosure ?? "",
          },
        ];
      });
    },
    /** `Tremendous-Webhook-Signature: sha256=<hex HMAC of the raw body>`. */
    verifyWebhook(signature: string | undefined, rawBody: Buffer): boolean {
      const expected = Buffer.from(
        `sha256=${createHmac("sha256", config.TREMENDOUS_WEBHOOK_KEY).update(rawBody).digest("hex")}`,
      );
      const given = Buffer.from(signature ?? "");
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
export type Tremendous = ReturnType<typeof createTremendous>;
