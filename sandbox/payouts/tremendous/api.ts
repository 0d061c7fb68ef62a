import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SHOPS } from "../../catalogue/merchants.ts";
import { esc } from "../../markup.ts";
import { layout } from "../../pages/layout.ts";
import type { World } from "../../world.ts";
import { heldAt } from "../payouts.ts";
import { TREMENDOUS } from "./credentials.ts";

export interface GiftOrder {
  id: string;
  external_id: string | null;
  created_at: number;
  status: string;
  body: string;
  reward_id: string;
  token: string;
  code: string;
  amount: string;
  currency: string;
  product: string;
  delivery: string;
}

interface OrderBody {
  external_id?: string;
  payment?: { funding_source_id?: string };
  reward?: {
    campaign_id?: string;
    products?: string[];
    value?: { denomination?: number; currency_code?: string };
    recipient?: { name?: string; email?: string };
    delivery?: { method?: string };
  };
}

const BASE = "/tremendous/api/v2";

const CARDS = [
  "amazon",
  "target",
  "walmart",
  "starbucks",
  "best-buy",
  "nike",
  "adidas",
  "apple",
  "sephora",
  "ikea",
  "home-depot",
  "lowes",
  "uber",
  "doordash",
  "netflix",
  "spotify",
  "nintendo",
  "playstation",
  "steam",
  "airbnb",
  "hotels-com",
  "lululemon",
  "gap",
  "old-navy",
  "macys",
  "kohls",
  "tj-maxx",
  "petco",
  "petsmart",
  "chewy",
  "whole-foods-market",
  "panera-bread",
  "dominos",
] as const;

/** Cards that are made in single amounts only, and those that are used in other countries too. */
const SINGLE: ReadonlySet<string> = new Set(["steam", "nintendo", "playstation", "netflix", "spotify", "uber"]);
const EVERYWHERE: ReadonlySet<string> = new Set(["steam", "nintendo", "playstation", "netflix", "spotify", "airbnb"]);

interface Card {
  id: string;
  name: string;
  slug: string;
}

function cards(world: World): Card[] {
  const names = new Map(world.catalogue.merchants().map((merchant) => [merchant.internal_name, merchant.name]));
  const list = [...SHOPS.map((shop) => shop.slug), ...CARDS.filter((slug) => names.has(slug))];
  return list.map((slug, n) => ({
    id: `SBX${String(n + 1).padStart(9, "0")}`,
    slug,
    name: `${SHOPS.find((shop) => shop.slug === slug)?.name ?? names.get(slug) ?? slug} gift card`,
  }));
}

function cardJson(origin: string, card: Card) {
  return {
    id: card.id,
    name: card.name,
    category: "merchant_card",
    subcategory: "retail",
    description: `A sandbox ${card.name}. It is worth nothing and works nowhere.`,
    disclosure: "Made up by the sandbox.",
    usage_instructions: "Show the code on the redemption page.",
    currency_codes: ["USD"],
    countries: (EVERYWHERE.has(card.slug) ? ["US", "CA", "GB", "AU", "NZ"] : ["US"]).map((abbr) => ({ abbr })),
    skus: SINGLE.has(card.slug) ? [5, 10, 25, 50].map((value) => ({ min: value, max: value })) : [{ min: 1, max: 500 }],
    images: [{ src: `${origin}/media/logos/${card.slug}.svg`, type: "logo" }],
  };
}

/** `made`: the answer to the request that made the order, the only one that holds a link. */
function orderJson(world: World, order: GiftOrder, made = false) {
  const body = JSON.parse(order.body) as OrderBody;
  const link = `${world.origin()}/tremendous/r/${order.token}`;
  const sent = order.status === "EXECUTED" ? "SUCCEEDED" : order.status === "FAILED" ? "FAILED" : "PENDING";
  const amount = Number(order.amount);
  return {
    id: order.id,
    external_id: order.external_id,
    created_at: new Date(order.created_at).toISOString(),
    status: order.status,
    channel: "API",
    payment: {
      subtotal: amount,
      total: amount,
      fees: 0,
      funding_source_id: body.payment?.funding_source_id ?? "BALANCE",
    },
    rewards: [
      {
        id: order.reward_id,
        order_id: order.id,
        created_at: new Date(order.created_at).toISOString(),
        value: { denomination: amount, currency_code: order.currency },
        products: [order.product],
        delivery: {
          method: order.delivery,
          status: sent,
          ...(made && order.delivery === "LINK" && order.status === "EXECUTED" ? { link } : {}),
        },
        recipient: body.reward?.recipient ?? {},
      },
    ],
  };
}

function tell(world: World, event: string, id: string, type: "orders" | "rewards"): void {
  const body = {
    event,
    uuid: randomUUID(),
    created_utc: world.clock.iso(),
    payload: { resource: { id, type }, meta: {} },
  };
  world.outbox.send({
    channel: "tremendous",
    subject: id,
    event,
    contentType: "application/json",
    body: JSON.stringify(body),
  });
}

function mailCard(world: World, order: GiftOrder): void {
  const body = JSON.parse(order.body) as OrderBody;
  const to = body.reward?.recipient?.email;
  if (!to) return;
  const link = `${world.origin()}/tremendous/r/${order.token}`;
  const text = `Your gift card of ${order.amount} ${order.currency} is here: ${link}`;
  world.db.run(
    "insert into mails (sender, recipients, subject, body_text, body_html, headers, at) values (?, ?, ?, ?, ?, ?, ?)",
    "rewards@tremendous.sandbox.example",
    JSON.stringify([to.toLowerCase()]),
    "Your gift card",
    text,
    `<p>Your gift card of ${esc(order.amount)} ${esc(order.currency)} is here.</p><p><a href="${esc(link)}">Open it</a></p>`,
    "[]",
    world.clock.now(),
  );
}

const STATUS_EVENTS: Record<string, string> = {
  EXECUTED: "ORDERS.APPROVED",
  FAILED: "ORDERS.FAILED",
  CANCELED: "ORDERS.CANCELED",
};

export function findGiftOrder(world: World, id: string): GiftOrder | undefined {
  return world.db.get<GiftOrder>("select * from tremendous_orders where id = ? or external_id = ?", id, id);
}

export function settleGiftOrder(world: World, id: string, status: string): GiftOrder | undefined {
  const order = findGiftOrder(world, id);
  if (!order) return undefined;
  world.db.run("update tremendous_orders set status = ? where id = ?", status, order.id);
  const event = STATUS_EVENTS[status];
  if (event) tell(world, event, order.id, "orders");
  const next = findGiftOrder(world, order.id);
  if (next && status === "EXECUTED" && next.delivery === "EMAIL") mailCard(world, next);
  return next;
}

function wrong(reply: FastifyReply, status: number, message: string, payload: unknown = {}) {
  return reply.code(status).send({ errors: { message, payload } });
}

function checkKey(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.headers.authorization !== `Bearer ${TREMENDOUS.token}`) {
    wrong(reply, 401, "Unauthorized");
    return;
  }
  done();
}

/** `SingleRewardOrder` of the published client, and no more. */
const FIELDS = {
  order: ["external_id", "payment", "reward"],
  reward: ["campaign_id", "products", "value", "recipient", "deliver_at", "custom_fields", "language", "delivery"],
};

/** The first thing that is wrong with an order, in the words of the reply, or null. */
function faultOf(world: World, body: OrderBody): string | null {
  const { reward } = body;
  const unknown = [
    ...Object.keys(body).filter((name) => !FIELDS.order.includes(name)),
    ...Object.keys(reward ?? {}).filter((name) => !FIELDS.reward.includes(name)),
  ][0];
  if (unknown !== undefined) return `${unknown} is no field of an order`;
  if (!reward) return "reward is missing";
  const value = reward.value?.denomination;
  if (typeof value !== "number" || value <= 0 || value > 2000)
    return "reward.value.denomination must be a number above 0";
  if (reward.value?.currency_code !== undefined && reward.value.currency_code !== "USD")
    return "currency_code must be USD";
  const method = reward.delivery?.method ?? "EMAIL";
  if (!["EMAIL", "LINK", "PHONE"].includes(method)) return "delivery.method must be EMAIL, LINK or PHONE";
  if (method === "EMAIL" && !reward.recipient?.email) return "recipient.email is missing";
  const known = new Set(cards(world).map((card) => card.id));
  if (reward.products?.some((id) => !known.has(id))) return "products holds an unknown id";
  if (!reward.products?.length && !reward.campaign_id) return "products or campaign_id is needed";
  return null;
}

function createOrder(world: World, body: OrderBody): GiftOrder {
  const id = randomBytes(8).toString("hex").toUpperCase().slice(0, 12);
  const email = body.reward?.recipient?.email ?? "";
  const status = /\+fail@/i.test(email) ? "FAILED" : /\+review@/i.test(email) ? "PENDING APPROVAL" : "EXECUTED";
  world.db.run(
    `insert into tremendous_orders (id, external_id, created_at, status, body, reward_id, token, code, amount, currency, product, delivery)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    body.external_id ?? null,
    world.clock.now(),
    status,
    JSON.stringify(body),
    randomBytes(8).toString("hex").toUpperCase().slice(0, 12),
    randomBytes(24).toString("base64url"),
    `SBX-${(randomBytes(8).toString("hex").toUpperCase().match(/.{4}/g) ?? []).join("-")}`,
    (body.reward?.value?.denomination ?? 0).toFixed(2),
    body.reward?.value?.currency_code ?? "USD",
    body.reward?.products?.[0] ?? cards(world)[0]?.id ?? "",
    body.reward?.delivery?.method ?? "EMAIL",
  );
  const order = findGiftOrder(world, id);
  if (!order) throw new Error("the order is gone");
  tell(world, status === "FAILED" ? "ORDERS.FAILED" : "ORDERS.CREATED", id, "orders");
  if (status === "EXECUTED") {
    tell(world, "REWARDS.DELIVERY.SUCCEEDED", order.reward_id, "rewards");
    if (order.delivery === "EMAIL") mailCard(world, order);
  }
  return order;
}

function redemptionPage(world: World, order: GiftOrder): string {
  const card = cards(world).find((it) => it.id === order.product);
  return layout({
    title: "Your gift card",
    tint: "#7a3f5e",
    brand: { name: "Gift card desk", tagline: "stands in for Tremendous", href: "/" },
    links: [],
    note: "Sandbox: this card is worth nothing and works nowhere.",
    body: `<section class="card" style="max-width:560px;margin:5vh auto;text-align:center"><h1>${esc(card?.name ?? "Gift card")}</h1>
<p class="price" style="font-size:2rem;margin:.2em auto">${esc(order.amount)} ${esc(order.currency)}</p><p class="soft" style="margin:auto">Your code</p>
<p class="mono" data-card-code style="font-size:1.3rem;margin:.3em auto">${esc(order.code)}</p></section>`,
  });
}

/** The header by which a receiver knows that a webhook is Tremendous's. */
export function signatureHeader(_world: World, body: string, forged: boolean): Record<string, string> {
  const key = forged ? "not-the-key" : TREMENDOUS.webhookKey;
  return { "Tremendous-Webhook-Signature": `sha256=${createHmac("sha256", key).update(body).digest("hex")}` };
}

/** In cents. */
export const spentAtTremendous = (world: World): number =>
  world.db
    .all<GiftOrder>("select * from tremendous_orders where status = 'EXECUTED'")
    .reduce((sum, order) => sum + Math.round(Number(order.amount) * 100), 0);

export function registerTremendous(app: FastifyInstance, world: World): void {
  const options = (target: string) => ({ preHandler: checkKey, config: { target } });
  app.post<{ Body: OrderBody | null }>(`${BASE}/orders`, options("tremendous.orders"), (request, reply) => {
    const body = request.body ?? {};
    const first = body.external_id === undefined ? undefined : findGiftOrder(world, body.external_id);
    if (first) {
      const same = first.body === JSON.stringify(body);
      return same
        ? reply.code(201).send({ order: orderJson(world, first) })
        : wrong(reply, 409, "An order with this external_id and other parameters exists");
    }
    const fault = faultOf(world, body);
    if (fault !== null) return wrong(reply, 422, fault);
    return reply.code(201).send({ order: orderJson(world, createOrder(world, body), true) });
  });

  app.get<{ Querystring: { external_id?: string; offset?: string; limit?: string } }>(
    `${BASE}/orders`,
    options("tremendous.orders"),
    (request) => {
      const { external_id } = request.query;
      const all = world.db.all<GiftOrder>("select * from tremendous_orders order by created_at desc");
      const rows = all.filter((order) => external_id === undefined || order.external_id === external_id);
      const offset = Number(request.query.offset) || 0;
      const limit = Math.min(500, Number(request.query.limit) || 10);
      return {
        orders: rows.slice(offset, offset + limit).map((order) => orderJson(world, order)),
        total_count: rows.length,
      };
    },
  );

  app.get<{ Params: { id: string } }>(`${BASE}/orders/:id`, options("tremendous.orders"), (request, reply) => {
    const order = findGiftOrder(world, request.params.id);
    return order ? { order: orderJson(world, order) } : wrong(reply, 404, "Order not found");
  });

  app.get<{ Params: { id: string } }>(`${BASE}/rewards/:id`, options("tremendous.rewards"), (request, reply) => {
    const order = world.db.get<GiftOrder>("select * from tremendous_orders where reward_id = ?", request.params.id);
    return order ? { reward: orderJson(world, order).rewards[0] } : wrong(reply, 404, "Reward not found");
  });

  app.post<{ Params: { id: string } }>(
    `${BASE}/rewards/:id/generate_link`,
    options("tremendous.rewards"),
    (request, reply) => {
      const order = world.db.get<GiftOrder>("select * from tremendous_orders where reward_id = ?", request.params.id);
      if (!order) return wrong(reply, 404, "Reward not found");
      if (order.status !== "EXECUTED" || order.delivery !== "LINK") return wrong(reply, 403, "Not a reward by link");
      return { reward: { id: order.reward_id, link: `${world.origin()}/tremendous/r/${order.token}` } };
    },
  );

  app.get(`${BASE}/products`, options("tremendous.products"), () => ({
    products: cards(world).map((card) => cardJson(world.origin(), card)),
  }));

  const balance = () => {
    const held = heldAt(world, "tremendous", spentAtTremendous(world));
    const meta = { available_amount: held / 100, available_cents: held, pending_amount: 0, currency_code: "USD" };
    const usage_permissions = ["api_orders", "dashboard_orders"];
    return { id: "BALANCE", method: "balance", usage_permissions, status: "active", meta };
  };
  app.get(`${BASE}/funding_sources`, options("tremendous.funding"), () => ({ funding_sources: [balance()] }));
  app.get<{ Params: { id: string } }>(`${BASE}/funding_sources/:id`, options("tremendous.funding"), (request, reply) =>
    request.params.id === "BALANCE" ? { funding_source: balance() } : wrong(reply, 404, "Funding source not found"),
  );

  app.get(`${BASE}/campaigns`, options("tremendous.campaigns"), () => ({
    campaigns: [
      { id: "SBXCAMPAIGN1", name: "Tuppence rewards", description: "", products: cards(world).map((card) => card.id) },
    ],
  }));

  app.get<{ Params: { token: string } }>("/tremendous/r/:token", (request, reply) => {
    const order = world.db.get<GiftOrder>("select * from tremendous_orders where token = ?", request.params.token);
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    if (order?.status !== "EXECUTED")
      return reply.code(404).type("text/plain").send("There is no card behind this link.");
    return reply.type("text/html; charset=utf-8").send(redemptionPage(world, order));
  });
}
