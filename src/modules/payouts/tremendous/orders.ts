/**
 * Tremendous (types of the npm package `tremendous` 4.12): gift cards by link. `external_id` is our id: an order can be
 * retrieved by it, and sending it again answers with the first order, or with 409 when the content differs. Amounts are
 * numbers in major units. The link is worth money: it is handed on to be sealed at once and never logged.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Answer, Order, Provider } from "#payables";
import { parseMajor } from "#platform/money";
import { OutgoingError, type OutgoingRequest } from "#platform/outgoing";
import type { AskOnce } from "#platform/provider-calls";
import type { PayoutRequest } from "../payable.ts";
import type { PayoutsSettings } from "../settings.ts";
import type { GiftCardRow } from "../store.ts";

const order = z.object({
  order: z.object({
    id: z.string().min(1),
    status: z.string(),
    payment: z.object({ fees: z.number().optional() }).nullish(),
    rewards: z
      .array(z.object({ id: z.string(), delivery: z.object({ link: z.string().nullish() }).nullish() }))
      .nullish(),
  }),
});
const generated = z.object({ reward: z.object({ link: z.url() }) });
const product = z.object({
  id: z.string(),
  name: z.string(),
  currency_codes: z.array(z.string()),
  skus: z.array(z.object({ min: z.number(), max: z.number() })).nullish(),
  countries: z.array(z.object({ abbr: z.string() })).nullish(),
  disclosure: z.string().nullish(),
});

/** Face values: a card made in single amounts has one unit of stock for each (`min` is `max`). */
function valuesOf(skus: readonly { min: number; max: number }[]) {
  const ranges = skus.map(({ min, max }) => ({ least: parseMajor(min) ?? 0n, most: parseMajor(max) ?? 0n }));
  const edges = ranges.flatMap(({ least, most }) => [least, most]).sort((a, b) => Number(a - b));
  const single = ranges.every(({ least, most }) => least === most);
  return {
    minimum_minor: edges[0] ?? 0n,
    maximum_minor: edges.at(-1) ?? 0n,
    face_values: single ? [...new Set(edges)] : [],
  };
}

const MINUTE = 60;
const HOUR = 3_600;

export function createTremendous(settings: PayoutsSettings, calls: AskOnce) {
  const ask = <T>(request: OutgoingRequest & { json?: unknown }) => calls.once<T>("tremendous", request);
  const headers = { authorization: `Bearer ${settings.TREMENDOUS_API_KEY}` };
  const base = settings.TREMENDOUS_API_URL;

  /**
   * An order that is done may hold its link, when it was made by this very call; else a new one is asked for, until its member has
   * one: theirs might end by it.
   */
  async function read(raw: unknown, paid: boolean): Promise<Answer> {
    const { id, status, rewards, payment } = order.parse(raw).order;
    const reward = rewards?.[0];
    const place = { reference: id, item: reward?.id ?? null };
    if (status === "FAILED") return { state: "refused", ...place, code: "card_refused" };
    // Canceled by us or by them, after it was made: what it was depends on what we knew of it.
    if (status === "CANCELED") return { state: "returned", ...place, code: "card_refused" };
    if (status !== "EXECUTED" || !reward) return { state: "accepted", ...place };
    const link = reward.delivery?.link;
    // Without a link it is not its member's yet; what it is known by there is kept, so that nobody has to end it without one.
    const secret = link ?? (paid ? null : await makeLink(reward.id).catch(() => undefined));
    if (secret === undefined) return { state: "accepted", ...place };
    return { state: "done", ...place, secret, fee_minor: parseMajor(payment?.fees ?? 0) ?? 0n };
  }

  async function makeLink(rewardId: string): Promise<string> {
    const url = `${base}/rewards/${encodeURIComponent(rewardId)}/generate_link`;
    return generated.parse(await ask<unknown>({ url, method: "POST", headers })).reward.link;
  }

  const find = (id: string) => ask<unknown>({ url: `${base}/orders/${encodeURIComponent(id)}`, headers });

  const provider: Provider = {
    name: "tremendous",
    async send(payout: Order) {
      const request = payout.request as PayoutRequest;
      let made: unknown;
      try {
        made = await ask<unknown>({
          url: `${base}/orders`,
          method: "POST",
          headers,
          json: {
            external_id: payout.payable_id,
            payment: { funding_source_id: "BALANCE" },
            reward: {
              products: [request.destination],
              value: { denomination: Number(payout.amount_minor) / 100, currency_code: "USD" },
              recipient: request.recipient,
              delivery: { method: "LINK" },
            },
          },
        });
      } catch (error) {
        if (!(error instanceof OutgoingError) || error.status === null || error.unknown) throw error;
        return readRefusal(error.status);
      }
      return read(made, payout.paid);
    },
    async look(payout: Order) {
      try {
        return await read(await find(payout.reference ?? payout.payable_id), payout.paid);
      } catch (error) {
        if (error instanceof OutgoingError && error.status === 404) return { state: "absent" };
        throw error;
      }
    },
  };

  return {
    ...provider,
    async products(): Promise<GiftCardRow[]> {
      const answer = await ask<{ products: unknown[] }>({ url: `${base}/products`, headers });
      return answer.products.flatMap((raw) => {
        const { data } = product.safeParse(raw);
        if (!data?.skus?.length || !data.currency_codes.includes("USD")) return [];
        return [
          {
            product_id: data.id,
            name: data.name,
            ...valuesOf(data.skus),
            countries: data.countries?.map(({ abbr }) => abbr.toUpperCase()) ?? ["US"],
            disclosure: data.disclosure ?? "",
          },
        ];
      });
    },
    /**
     * A new link for a reward that was made. Null where Tremendous makes none any more: canceled, expired or used up.
     */
    async renew(rewardId: string): Promise<string | null> {
      try {
        return await makeLink(rewardId);
      } catch (error) {
        const status = error instanceof OutgoingError && !error.unknown ? error.status : null;
        if (status !== null && status >= 400 && status < 500 && status !== 401 && status !== 429) return null;
        throw error;
      }
    },
    /** `Tremendous-Webhook-Signature: sha256=<hex HMAC of the raw body>`. */
    verifyWebhook(signature: string | undefined, rawBody: Buffer): boolean {
      const expected = Buffer.from(
        `sha256=${createHmac("sha256", settings.TREMENDOUS_WEBHOOK_KEY).update(rawBody).digest("hex")}`,
      );
      const given = Buffer.from(signature ?? "");
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/**
 * The closed list: what Tremendous finds wrong with the order itself (422) made no order. Funds (402) and approval (403)
 * are ours, so that the same order goes out later. 409 says that there is an order under our id with other content.
 */
function readRefusal(status: number): Answer {
  const later = (retry_seconds: number, person: boolean): Answer => ({
    state: "not_now",
    code: `status_${status}`,
    retry_seconds,
    person,
  });
  if (status === 422) return { state: "refused", code: "card_refused" };
  if (status === 402 || status === 403) return later(HOUR, true);
  if (status === 401 || status === 429) return later(MINUTE, status === 401);
  return { state: "unclear", code: `status_${status}` };
}
