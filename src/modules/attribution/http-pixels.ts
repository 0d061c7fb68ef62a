/** Conversion pixels (SPEC §2, §7) and the frame that they run in. Parse, one verb, reply. */
import multipart from "@fastify/multipart";
import { z } from "zod";
import { errorReply, type Http, type Reply, sendRefusal } from "#platform/http";
import { type AttributionCalls, headerOf } from "./http.ts";
import type { LoadedPixels, Purchase } from "./load-pixels.ts";
import { ATTRIBUTION_REFUSALS, PIXEL_CACHE_MINUTES } from "./messages.ts";
import { cleanTransaction } from "./pixels.ts";

const short = z.string().max(200).optional();
const purchase = z.object({ transaction_id: short, product: short, context: short });
const form = purchase.extend({
  pixelTypes: z.union([z.string().max(100), z.array(z.string().max(40)).max(4)]).optional(),
});
/** More than the form has; a part that is a file is none of it. */
const FORM_LIMITS = { fields: 10, files: 0, fieldSize: 500, headerPairs: 20 };
const scripts = z.array(z.string());
const answer = z.object({
  success: z.literal(true),
  withheld: z.enum(["not_signed_in", "no_consent", "gpc"]).nullable(),
  frame: z.string().describe("the document, for a sandboxed iframe, that these may run in"),
  cache_minutes: z.number().describe("how long registration scripts may be kept"),
  registration: scripts,
  conversion: scripts,
  globaldelayed: scripts,
});

const purchaseOf = (
  transaction_id: string | null,
  named: Pick<z.infer<typeof purchase>, "product" | "context"> | null | undefined,
): Purchase | null =>
  transaction_id ? { transaction_id, product: named?.product ?? null, context: named?.context ?? null } : null;

export function registerPixelCalls(app: Http, { attribution, memberOf }: AttributionCalls) {
  const send = (reply: Reply, loaded: LoadedPixels, keep: boolean) => {
    reply
      .header("cache-control", keep ? `private, max-age=${PIXEL_CACHE_MINUTES * 60}` : "no-store")
      .header("vary", "cookie, authorization, sec-gpc");
    return { success: true as const, cache_minutes: PIXEL_CACHE_MINUTES, ...loaded };
  };

  app.get(
    "/landers/load-pixel",
    {
      schema: {
        tags: ["pixels"],
        summary: "Registration scripts, kept 7 days, and those of a purchase, once",
        querystring: purchase,
        response: { 200: answer, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const { transaction_id } = request.query;
      const transaction = cleanTransaction(transaction_id);
      if (transaction_id !== undefined && !transaction)
        return sendRefusal(request, reply, ATTRIBUTION_REFUSALS, { code: "transaction_missing" });
      const loaded = await attribution.loadPixels({
        header: headerOf(request),
        member: await memberOf(request),
        purchase: purchaseOf(transaction, request.query),
        kinds: ["registration", "conversion"],
      });
      return send(reply, loaded, transaction === null && loaded.registration.length > 0);
    },
  );

  app.register(async (scope: Http) => {
    await scope.register(multipart, { attachFieldsToBody: "keyValues", limits: FORM_LIMITS });
    registerPurchaseCall(scope, { attribution, memberOf }, send);
  });

  /**
   * The document of the frame: no origin of ours (`sandbox` without `allow-same-origin`, here again for whoever opens it
   * alone), no network but the partner's own hosts. What it runs is handed to it by the page around it.
   */
  app.get(
    "/landers/pixel-frame",
    {
      config: { without_headers: true },
      schema: {
        tags: ["pixels"],
        summary: "The empty document that pixels run in, apart from everything",
        querystring: z.object({ partner: z.string().max(60).default("") }),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const hosts = attribution.pixelHosts(request.query.partner);
      const from = hosts.length ? hosts.join(" ") : "'none'";
      reply
        .header(
          "content-security-policy",
          [
            "default-src 'none'",
            `script-src 'unsafe-inline' ${hosts.join(" ")}`.trim(),
            `img-src ${from}`,
            `connect-src ${from}`,
            "form-action 'none'",
            "base-uri 'none'",
            "frame-ancestors 'self'",
            "sandbox allow-scripts",
          ].join("; "),
        )
        .header("cache-control", "public, max-age=3600")
        .header("referrer-policy", "no-referrer")
        .header("x-content-type-options", "nosniff")
        .header("x-robots-tag", "noindex")
        .header("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()")
        .type("text/html; charset=utf-8");
      reply.serializer(String);
      return FRAME;
    },
  );
}

/** A form, as `FormData` sends it too, or JSON. An empty one names no purchase, and has no scripts; one of a purchase needs its transaction. */
function registerPurchaseCall(
  app: Http,
  { attribution, memberOf }: AttributionCalls,
  send: (reply: Reply, loaded: LoadedPixels, keep: boolean) => z.infer<typeof answer>,
) {
  app.post(
    "/api/load-pixels",
    {
      schema: {
        tags: ["pixels"],
        summary: "Conversion and delayed scripts of a purchase, once (form)",
        body: form.nullish(),
        response: { 200: answer, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const { transaction_id, product, context, pixelTypes } = request.body ?? {};
      const transaction = cleanTransaction(transaction_id);
      if (!transaction && [transaction_id, product, context].some((named) => named !== undefined))
        return sendRefusal(request, reply, ATTRIBUTION_REFUSALS, { code: "transaction_missing" });
      const asked = [pixelTypes ?? ["conversion"]].flat().flatMap((one) => one.split(/[\s,|]+/));
      const loaded = await attribution.loadPixels({
        header: headerOf(request),
        member: await memberOf(request),
        purchase: purchaseOf(transaction, request.body),
        kinds: (["conversion", "globaldelayed"] as const).filter((kind) => asked.includes(kind)),
      });
      return send(reply, loaded, false);
    },
  );
}

const FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pixel</title><script>
addEventListener("message",function take(event){if(event.source!==parent||typeof event.data!=="string")return;
removeEventListener("message",take);document.open();document.write(event.data);document.close()});
parent.postMessage("pixel-frame","*")</script></html>`;
