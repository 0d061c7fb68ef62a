/** Calls of cash back: going shopping, networks' postbacks, the member's own orders. Parse, one verb, reply. */
import { z } from "zod";
import type { Catalog } from "#catalog";
import type { Identity, Member } from "#identity";
import { withDebug } from "#platform/debug-mode";
import { cookieLine, errorReply, type Http, type Reply, type Request, sendRefusal } from "#platform/http";
import { showUsd } from "#platform/money";
import type { Cashback, PassbookEntry, PassbookFilter, ShoppingTarget } from "./cashback.server.ts";
import { CASHBACK_REFUSALS } from "./messages.ts";

export type CashbackCalls = {
  cashback: Cashback;
  identity: Pick<Identity, "recordAttempt" | "confirmFresh">;
  catalog: Catalog;
  publicUrl: string;
  memberOf(request: Request): Promise<Member | null>;
};

/** What a row of the file is called; anything else is an invitation. */
const BONUS_NAMES: Readonly<Record<string, string>> = {
  credit: "Welcome credit",
  prize: "Prize of the monthly draw",
  first_order: "First-order reward",
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

/** Where a sign-in leads afterwards (SPEC §2). */
const wayBack = (deps: CashbackCalls, path: string): string =>
  cookieLine("auth_redirect_url", path, { max_age_seconds: 3_600, secure: deps.publicUrl.startsWith("https:") });

/** A browser that goes to the address, as by a link; scripts and apps ask for no page. */
const isVisit = (request: Request): boolean => (request.headers.accept ?? "").includes("text/html");

/** To the page that says why the file did not come; its link to a sign-in leads back there. */
function askForSignIn(deps: CashbackCalls, reply: Reply, filter: PassbookFilter): Reply {
  const page = `/account/purchase-history${filter === "all" ? "" : `?filter=${filter}`}`;
  return reply
    .header("cache-control", "private, no-store")
    .header("set-cookie", wayBack(deps, page))
    .redirect(withDebug(`${page}${filter === "all" ? "?" : "&"}again=csv`, reply.request.url), 303);
}

/** `GET /go/{merchant}`: the redirect itself. Kept in a bare scope, because it is the hottest write of the product. */
export function registerGoShopping(app: Http, deps: CashbackCalls) {
  app.get("/go/:merchant", async (request: Request, reply: Reply) => {
    const { merchant } = request.params as { merchant: string };
    const { offer, listing } = request.query as { offer?: string; listing?: string };
    const member = await deps.memberOf(request);
    if (!member) {
      // The login guard: remembers where somebody wanted to go, and goes on there afterwards (SPEC §2).
      await deps.identity.recordAttempt({ path: request.url.slice(0, 500), from_reference: false });
      const back = `/${merchant}-coupons/redirecting${offer ? `?offer=${encodeURIComponent(offer)}` : listing ? `?listing=${encodeURIComponent(listing)}` : ""}`;
      return reply
        .headers(GO_HEADERS)
        .header("set-cookie", wayBack(deps, withDebug(back, request.url)))
        .redirect(withDebug("/login", request.url), 302);
    }
    const target: ShoppingTarget = offer ? { offer_id: offer } : listing ? { listing_id: listing } : { merchant };
    const outcome = await deps.cashback.go(member, target);
    const gone = `/${encodeURIComponent(merchant)}-coupons?gone=1`;
    if (!outcome.ok) return reply.headers(GO_HEADERS).redirect(withDebug(gone, request.url), 302);
    return sendAway(reply, withDebug(outcome.value.url, request.url));
  });
}

const success = z.object({ success: z.literal(true) });
const hookOptions = { config: { rateLimit: false as const } };

export function registerCashbackCalls(app: Http, deps: CashbackCalls) {
  const { cashback } = deps;

  app.post(
    "/api/user/offer/visit/:offer_id",
    {
      schema: {
        tags: ["cash back"],
        summary: "Record that the member sets out for an offer (beacon)",
        params: z.object({ offer_id: z.string().max(80) }),
        body: z.unknown(),
        response: { 200: success.extend({ redirect_url: z.string() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await deps.memberOf(request);
      if (!member) return sendRefusal(request, reply, CASHBACK_REFUSALS, { code: "not_signed_in" });
      const destination = await cashback.destination({ offer_id: request.params.offer_id });
      if (!destination) return sendRefusal(request, reply, CASHBACK_REFUSALS, { code: "unknown_destination" });
      await cashback.recordVisit({ user_id: member.user_id, offer_id: request.params.offer_id, item: request.body });
      return {
        success: true as const,
        redirect_url: `/${destination.internal_name}-coupons/redirecting?offer=${encodeURIComponent(request.params.offer_id)}`,
      };
    },
  );

  app.get(
    "/api/user/summary",
    {
      schema: {
        tags: ["cash back"],
        summary: "What the header shows of a member",
        response: {
          200: z.object({
            balances: z.object({ available_minor: z.string(), pending_minor: z.string(), coins: z.string() }),
            favourites: z.array(z.string()),
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await deps.memberOf(request);
      if (!member) return sendRefusal(request, reply, CASHBACK_REFUSALS, { code: "not_signed_in" });
      reply.header("cache-control", "private, no-store");
      const [passbook, favourites] = await Promise.all([
        cashback.balances(member.user_id),
        deps.catalog.favourites(member.user_id),
      ]);
      return {
        balances: {
          available_minor: passbook.available.toString(),
          pending_minor: passbook.pending.toString(),
          coins: passbook.coins.toString(),
        },
        favourites,
      };
    },
  );

  app.get(
    "/api/user/home",
    {
      schema: {
        tags: ["cash back"],
        summary: "What the home page shows a member: passbook, own stores, their coupons",
      },
    },
    async (request, reply) => {
      const member = await deps.memberOf(request);
      if (!member) return sendRefusal(request, reply, CASHBACK_REFUSALS, { code: "not_signed_in" });
      reply.header("cache-control", "private, no-store");
      return cashback.home(member.user_id);
    },
  );

  app.get(
    "/api/user/orders.csv",
    {
      schema: {
        tags: ["cash back"],
        summary: "Every order and payout as CSV, soon after a sign-in",
        querystring: z.object({ filter: z.enum(["all", "pending", "confirmed", "paid", "reversed"]).default("all") }),
      },
    },
    async (request, reply) => {
      const member = await deps.memberOf(request);
      if (!member) return sendRefusal(request, reply, CASHBACK_REFUSALS, { code: "not_signed_in" });
      const { filter } = request.query;
      if (!(await deps.identity.confirmFresh(member)).ok)
        return isVisit(request)
          ? askForSignIn(deps, reply, filter)
          : sendRefusal(request, reply, CASHBACK_REFUSALS, { code: "sign_in_again" });
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="passbook.csv"')
        .header("cache-control", "private, no-store");
      return reply.send(await writeCsv(cashback, member.user_id, filter));
    },
  );

  /** Impact calls by GET with a query or POST with JSON, unsigned: the address is the secret, the truth is fetched. */
  const impactHook = async (request: Request, reply: Reply) => {
    const { secret } = request.params as { secret: string };
    if (!cashback.knowsPostback("impact", secret)) return reply.code(404).send({ success: false });
    const payload = (request.method === "GET" ? request.query : request.body) as Record<string, unknown> | null;
    const id =
      typeof payload?.action_id === "string" || typeof payload?.action_id === "number"
        ? String(payload.action_id).slice(0, 100)
        : null;
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

const CSV_HEAD = ["Date", "Store", "Order", "Spent", "Rate", "Back", "Status", "Expected", "Reason", "Reference"];

async function writeCsv(cashback: Cashback, userId: string, filter: PassbookFilter): Promise<string> {
  const lines = [CSV_HEAD.join(",")];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const passbook = await cashback.passbook({ user_id: userId, filter, page });
    pages = passbook.pages;
    for (const entry of passbook.entries) lines.push(rowOf(entry).map(cell).join(","));
  }
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

function rowOf(entry: PassbookEntry): string[] {
  if (entry.type === "payout")
    return [
      entry.at.slice(0, 10),
      `${entry.came_back ? "Payout returned" : "Payout"} (${entry.method})`,
      entry.reference,
      "",
      "",
      showUsd(BigInt(entry.amount_minor)),
      entry.came_back ? "returned" : "paid",
      "",
      "",
      "",
    ];
  if (entry.type === "bonus")
    return [
      entry.at.slice(0, 10),
      BONUS_NAMES[entry.title] ?? `Invitation (${entry.other})`,
      "",
      "",
      "",
      showUsd(entry.state === "reversed" ? 0n : BigInt(entry.amount_minor)),
      entry.state,
      entry.expected_at?.slice(0, 10) ?? "",
      "",
      "",
    ];
  return [
    entry.at.slice(0, 10),
    entry.merchant.name,
    entry.order_reference ?? "",
    showUsd(BigInt(entry.spent_minor)),
    entry.rate_text,
    showUsd(BigInt(entry.back_minor)),
    entry.paid ? "paid" : entry.state,
    entry.state === "pending" ? entry.expected_at.slice(0, 10) : "",
    entry.reason?.en ?? "",
    entry.reference,
  ];
}

/** A cell that a spreadsheet would run as a formula is made plain text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
