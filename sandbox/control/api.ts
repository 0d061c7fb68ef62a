import type { FastifyInstance, FastifyReply } from "fastify";
import { emptyTables } from "../database.ts";
import { findMails, mailJson } from "../mail/mailbox.ts";
import type { Change } from "../networks/orders.ts";
import { settleDue } from "../networks/orders.ts";
import type { OutboxMode } from "../networks/outbox.ts";
import { OUTBOX_MODES } from "../networks/outbox.ts";
import type { Click, Order } from "../networks/records.ts";
import { registerBalanceControl } from "../payouts/balances.ts";
import type { Item, ItemStatus } from "../payouts/paypalstate.ts";
import { returnUnclaimed, settleItem } from "../payouts/paypalstate.ts";
import type { GiftOrder } from "../payouts/tremendous.ts";
import { findGiftOrder, settleGiftOrder } from "../payouts/tremendous.ts";
import type { NetworkName, World } from "../world.ts";
import type { FaultMode } from "./faults.ts";
import { FAULT_MODES } from "./faults.ts";
import type { ActionBody, OrderWish } from "./orders.ts";
import { actOnOrder, isOrderAction, orderJson, wishOrder } from "./orders.ts";

export function settleTime(world: World): { orders: number; payouts: number } {
  return { orders: settleDue(world), payouts: returnUnclaimed(world) };
}

const ITEM_STATUS: Record<string, ItemStatus> = {
  succeed: "SUCCESS",
  fail: "FAILED",
  unclaimed: "UNCLAIMED",
  return: "RETURNED",
  hold: "ONHOLD",
  block: "BLOCKED",
};
const GIFT_STATUS: Record<string, string> = {
  succeed: "EXECUTED",
  success: "EXECUTED",
  fail: "FAILED",
  cancel: "CANCELED",
  return: "CANCELED",
};

function findPayoutItem(world: World, id: string): Item | undefined {
  const items = world.db.all<Item>("select * from paypal_items order by updated_at desc");
  return items.find((it) => it.id === id || (JSON.parse(it.item) as { sender_item_id?: string }).sender_item_id === id);
}

/** Settles a payout by its own id, or by the id its sender gave it. Both plain verbs and native states are taken. */
export function settlePayout(
  world: World,
  id: string,
  status: string,
): { ok: boolean; message: string; payout?: unknown } {
  const verb = status.toLowerCase();
  const item = findPayoutItem(world, id);
  if (item) {
    const next = settleItem(world, item.id, ITEM_STATUS[verb] ?? (status.toUpperCase() as ItemStatus));
    return { ok: true, message: `The payout is ${next?.status}.`, payout: next };
  }
  if (findGiftOrder(world, id)) {
    const next = settleGiftOrder(world, id, GIFT_STATUS[verb] ?? status.toUpperCase());
    return { ok: true, message: `The gift card order is ${next?.status}.`, payout: next };
  }
  return { ok: false, message: "There is no such payout." };
}

/** Sends the last webhook of a payout once more, rightly or wrongly signed. */
function repeatWebhook(world: World, id: string, forged: boolean): boolean {
  const item = findPayoutItem(world, id);
  if (item) return world.outbox.repeat("paypal", item.id, forged).length > 0;
  const order = findGiftOrder(world, id);
  return order !== undefined && world.outbox.repeat("tremendous", order.id, forged).length > 0;
}

function answer(reply: FastifyReply, change: Change) {
  if (!change.ok) return reply.code(change.status).send({ error: change.message });
  return { order: orderJson(change.order) };
}

function isNetwork(text: string): text is NetworkName {
  return text === "impact" || text === "cj" || text === "awin";
}

function registerOrders(app: FastifyInstance, world: World): void {
  app.post<{ Body: OrderWish | null }>("/control/orders", (request, reply) => {
    const change = wishOrder(world, request.body ?? {});
    if (change.ok) reply.code(201);
    return answer(reply, change);
  });

  app.get<{ Params: { network: string; id: string } }>("/control/orders/:network/:id", (request, reply) => {
    const { network, id } = request.params;
    const order = world.db.get<Order>(
      "select * from orders where network = ? and (id = ? or order_ref = ?)",
      network,
      id,
      id,
    );
    return order ? { order: orderJson(order) } : reply.code(404).send({ error: "There is no such order." });
  });

  app.post<{ Params: { network: string; id: string; action: string }; Body: ActionBody | null }>(
    "/control/orders/:network/:id/:action",
    (request, reply) => {
      const { network, id, action } = request.params;
      if (!isNetwork(network) || !isOrderAction(action))
        return reply.code(404).send({ error: "There is no such network or action." });
      return answer(reply, actOnOrder(world, network, id, action, request.body ?? {}));
    },
  );
}

function registerFaults(app: FastifyInstance, world: World): void {
  app.post<{ Body: { target?: string; mode?: FaultMode; times?: number } | null }>(
    "/control/fail",
    (request, reply) => {
      const { target, mode, times } = request.body ?? {};
      if (!target || !mode || !FAULT_MODES.includes(mode)) {
        return reply.code(400).send({ error: `Give a target and a mode out of ${FAULT_MODES.join(", ")}.` });
      }
      world.faults.set(target, mode, times ?? null);
      return { faults: world.faults.list() };
    },
  );

  app.post<{ Body: { target?: string; per_minute?: number | null } | null }>(
    "/control/rate-limit",
    (request, reply) => {
      const { target, per_minute } = request.body ?? {};
      if (!target) return reply.code(400).send({ error: "Give a target." });
      world.faults.setRateLimit(target, per_minute ?? null);
      return { limits: world.faults.limits() };
    },
  );
}

function registerPostbacks(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: { limit?: string } }>("/control/postbacks", (request) => ({
    mode: world.outbox.mode(),
    postbacks: world.outbox.list(Number(request.query.limit) || 100),
  }));

  app.post<{ Body: { mode?: OutboxMode } | null }>("/control/postbacks/mode", (request, reply) => {
    const mode = request.body?.mode;
    if (!mode || !OUTBOX_MODES.includes(mode))
      return reply.code(400).send({ error: `Give a mode out of ${OUTBOX_MODES.join(", ")}.` });
    world.outbox.setMode(mode);
    return { mode };
  });

  app.post<{ Body: { channel?: string; subject?: string } | null }>("/control/postbacks/release", (request) => ({
    released: world.outbox.release(request.body?.channel, request.body?.subject),
  }));

  app.post("/control/postbacks/idle", async () => {
    await world.outbox.idle();
    return { idle: true };
  });
}

function clockJson(world: World) {
  return { now: world.clock.iso(), offset_seconds: Math.round(world.clock.offset() / 1000) };
}

export function registerControl(app: FastifyInstance, world: World): void {
  registerOrders(app, world);
  registerFaults(app, world);
  registerPostbacks(app, world);
  registerBalanceControl(app, world);

  app.get("/control/state", () => ({
    clock: clockJson(world),
    postbackMode: world.outbox.mode(),
    faults: world.faults.list(),
    limits: world.faults.limits(),
    clicks: world.db.all<Click>("select * from clicks order by at desc limit 200"),
    orders: world.db.all<Order>("select * from orders order by created_at desc limit 500").map(orderJson),
    payouts: {
      paypal: world.db.all<Item>("select * from paypal_items order by updated_at desc limit 200"),
      tremendous: world.db.all<GiftOrder>("select * from tremendous_orders order by created_at desc limit 200"),
    },
    programmes: Object.fromEntries(
      (["impact", "cj", "awin"] as const).map((network) => [
        network,
        world.catalogue.programmes().list(network).length,
      ]),
    ),
  }));

  app.post<{ Body: { now?: string; advance_seconds?: number } | null }>("/control/clock", (request, reply) => {
    const { now, advance_seconds } = request.body ?? {};
    if (now !== undefined && Number.isNaN(Date.parse(now)))
      return reply.code(400).send({ error: "now must be an ISO date." });
    if (now !== undefined) world.clock.set(Date.parse(now));
    if (advance_seconds !== undefined) world.clock.advance(advance_seconds);
    return { clock: clockJson(world), settled: settleTime(world) };
  });

  app.post("/control/reset", () => {
    world.faults.clear();
    world.charges.length = 0;
    world.outbox.setMode("normal");
    world.clock.advance(-world.clock.offset() / 1000);
    emptyTables(world.db);
    return { ok: true };
  });

  app.get<{ Querystring: { to?: string; subject?: string; q?: string; limit?: string } }>(
    "/control/mails",
    (request) => ({
      mails: findMails(world, request.query, Number(request.query.limit) || 100).map(mailJson),
    }),
  );

  app.post<{ Params: { id: string }; Body: { status?: string } | null }>(
    "/control/payouts/:id/settle",
    (request, reply) => {
      const result = settlePayout(world, request.params.id, request.body?.status ?? "succeed");
      return result.ok ? result : reply.code(404).send({ error: result.message });
    },
  );

  for (const action of ["duplicate", "forge"] as const) {
    app.post<{ Params: { id: string } }>(`/control/payouts/:id/${action}`, (request, reply) =>
      repeatWebhook(world, request.params.id, action === "forge")
        ? { sent: true }
        : reply.code(404).send({ error: "Nothing was sent about such a payout." }),
    );
  }
}
