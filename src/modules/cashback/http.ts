/** Calls of cash back: going shopping, networks' postbacks. Parse, one verb, reply. */
import { z } from "zod";
import type { Shares } from "#catalog";
import type { Identity, Member } from "#identity";
import { withDebug } from "#platform/debug-mode";
import type { Http, Reply, Request } from "#platform/http";
import { ledTo } from "#platform/led-to";
import type { Cashback, ShoppingTarget } from "./cashback.server.ts";

export type CashbackCalls = {
  cashback: Cashback;
  identity: Pick<Identity, "guard">;
  brandOf(request: Request): Shares;
  memberOf(request: Request): Promise<Member | null>;
};

const GO_HEADERS = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

/** Past Fastify's own sending, which was a fifth of the work of a redirect whose click is stored by the group. */
function sendAway(reply: Reply, location: string): Reply {
  // An address that no header can hold throws here, while the answer is still Fastify's to give.
  reply.raw.writeHead(302, { ...GO_HEADERS, location, "content-length": "0" });
  reply.hijack();
  reply.raw.end();
  return reply;
}

/** `GET /go/{merchant}`: the redirect itself. Kept in a bare scope, because it is the hottest write of the product. */
export function registerGoShopping(app: Http, deps: CashbackCalls) {
  app.get("/go/:merchant", async (request: Request, reply: Reply) => {
    const { merchant } = request.params as { merchant: string };
    const { offer, listing } = request.query as { offer?: string; listing?: string };
    const member = await deps.memberOf(request);
    if (!member) {
      // The login guard: remembers where somebody wanted to go, and goes on there afterwards (SPEC §2).
      const back = `/${merchant}-coupons/redirecting${offer ? `?offer=${encodeURIComponent(offer)}` : listing ? `?listing=${encodeURIComponent(listing)}` : ""}`;
      return reply
        .headers(GO_HEADERS)
        .header("set-cookie", await deps.identity.guard(request.url.slice(0, 500), ledTo(back, request.url)))
        .redirect(ledTo("/login", request.url), 302);
    }
    const target: ShoppingTarget = offer ? { offer_id: offer } : listing ? { listing_id: listing } : { merchant };
    const outcome = await deps.cashback.go(member, target, deps.brandOf(request));
    const gone = `/${encodeURIComponent(merchant)}-coupons?gone=1`;
    if (!outcome.ok) return reply.headers(GO_HEADERS).redirect(ledTo(gone, request.url), 302);
    return sendAway(reply, withDebug(outcome.value.url, request.url));
  });
}

const hookOptions = { config: { rateLimit: false as const } };

export function registerCashbackCalls(app: Http, deps: CashbackCalls) {
  const { cashback } = deps;

  /** Impact calls by GET with a query or POST with JSON, unsigned: the address is the secret, the truth is fetched. */
  const impactHook = async (request: Request, reply: Reply) => {
    const { secret } = request.params as { secret: string };
    if (!cashback.knowsPostback("impact", secret)) return reply.code(404).send({ success: false });
    const payload = (request.method === "GET" ? request.query : request.body) as Record<string, unknown> | null;
    const told = payload?.action_id;
    const text = typeof told === "string" || typeof told === "number" ? String(told) : "";
    // One id, and not a list of them: each is asked for, of the calls that Impact allows us.
    const id = /^[\w.-]{1,100}$/.test(text) ? text : null;
    await cashback.takePostback("impact", payload ?? {}, id ? [id] : []);
    return { success: true };
  };
  const secretParams = z.object({ secret: z.string().max(200) });
  app.post(
    "/hooks/impact/:secret",
    { ...hookOptions, schema: { tags: ["hooks"], summary: "Impact event notification", params: secretParams } },
    impactHook,
  );
  app.get(
    "/hooks/impact/:secret",
    { ...hookOptions, schema: { tags: ["hooks"], summary: "Impact event notification", params: secretParams } },
    impactHook,
  );

  /** Awin posts one form field that holds JSON. */
  app.post(
    "/hooks/awin/:secret",
    { ...hookOptions, schema: { tags: ["hooks"], summary: "Awin transaction notification", params: secretParams } },
    async (request, reply) => {
      if (!cashback.knowsPostback("awin", request.params.secret)) return reply.code(404).send({ success: false });
      const field = (request.body as Record<string, unknown> | null)?.AwinTransactionPush;
      let payload: { transactionId?: unknown } = {};
      try {
        payload = typeof field === "string" && field.length < 100_000 ? JSON.parse(field) : {};
      } catch {
        // A push that cannot be read is kept as one without a key: the reports bring what it meant.
      }
      const id = payload && /^\d{1,30}$/.test(String(payload.transactionId)) ? String(payload.transactionId) : null;
      await cashback.takePostback("awin", payload ?? {}, id ? [id] : []);
      return { success: true };
    },
  );
}
