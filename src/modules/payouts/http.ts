/** Providers' webhooks. They need the body as it was sent, so they live in a scope that keeps it raw. */
import type { Http, Reply, Request } from "#platform/http";
import { nameOf } from "#platform/inbox";
import type { Limits } from "#platform/limits";
import { networkOf } from "#platform/network";
import type { ProviderHealth } from "#platform/provider-health";
import { LIMITS } from "./limits.ts";
import type { Payouts } from "./payouts.server.ts";

export type PayoutHooks = { payouts: Payouts; limits: Limits; providerHealth: Pick<ProviderHealth, "heard"> };

/** Foreign ids are text until they look like ours. */
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

export function registerPayoutHooks(app: Http, deps: PayoutHooks) {
  const { payouts, limits, providerHealth } = deps;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  const parse = (body: unknown): Record<string, unknown> | null => {
    try {
      return JSON.parse((body as Buffer).toString("utf8")) as Record<string, unknown>;
    } catch {
      return null;
    }
  };

  app.post("/hooks/paypal", { schema: { hide: true } }, async (request: Request, reply: Reply) => {
    const event = parse(request.body);
    if (!event) return reply.code(400).send({ success: false });
    const network = networkOf(request.ip);
    if ((await limits.used(LIMITS.paypal_forged, network)) >= LIMITS.paypal_forged.tries)
      return reply.code(429).send({ success: false });
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    );
    const genuine = await payouts
      .verifyPaypalWebhook(headers, (request.body as Buffer).toString("utf8"))
      .catch((error) => {
        request.log.warn({ err: error }, "a webhook of PayPal could not be verified; they send it again");
        return null;
      });
    if (genuine === null) return reply.code(503).send({ success: false });
    if (headers["paypal-transmission-sig"] !== undefined) await providerHealth.heard("paypal", genuine);
    if (!genuine) {
      await limits.take(LIMITS.paypal_forged, network);
      return reply.code(401).send({ success: false });
    }
    const resource = (event.resource ?? {}) as {
      payout_item_id?: unknown;
      payout_batch_id?: unknown;
      payout_item?: { sender_item_id?: unknown };
    };
    const id = textOf(resource.payout_item?.sender_item_id) ?? "";
    await payouts.keepHint({
      provider: "paypal",
      message_id: nameOf(event.id, request.body as Buffer),
      names: {
        item: textOf(resource.payout_item_id),
        reference: textOf(resource.payout_batch_id),
        payable_id: isUuid(id) ? id : null,
      },
      raw: event,
    });
    return { success: true };
  });

  app.post("/hooks/tremendous", { schema: { hide: true } }, async (request: Request, reply: Reply) => {
    // A call without a body reaches no parser.
    const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const signature = request.headers["tremendous-webhook-signature"];
    const genuine = payouts.verifyTremendousWebhook(typeof signature === "string" ? signature : undefined, raw);
    if (signature !== undefined) await providerHealth.heard("tremendous", genuine);
    if (!genuine) return reply.code(401).send({ success: false });
    const message = parse(raw);
    const resource = ((message?.payload ?? {}) as { resource?: { id?: unknown; type?: unknown } }).resource;
    const id = textOf(resource?.id);
    const reward = resource?.type === "rewards";
    if (message && id)
      await payouts.keepHint({
        provider: "tremendous",
        message_id: nameOf(message.uuid, raw),
        names: { item: reward ? id : null, reference: reward ? null : id, payable_id: null },
        raw: message,
      });
    return { success: true };
  });
}
