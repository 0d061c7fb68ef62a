import type { FastifyInstance, FastifyReply } from "fastify";
import { registerSignInControl } from "../identity/signin.ts";
import { findNetwork, networks } from "../networks/network.ts";
import type { Change } from "../networks/orders.ts";
import { settleDue } from "../networks/orders.ts";
import type { Click, Order } from "../networks/records.ts";
import type { OutboxMode } from "../outbox.ts";
import { OUTBOX_MODES } from "../outbox.ts";
import { payers } from "../payouts/payouts.ts";
import type { World } from "../world.ts";
import { registerCoinControl } from "./coins.ts";
import type { FaultMode } from "./faults.ts";
import { FAULT_MODES } from "./faults.ts";
import type { ActionBody, OrderWish } from "./orders.ts";
import { actOnOrder, isOrderAction, orderJson, wishOrder } from "./orders.ts";
import { registerPayoutControl } from "./payouts.ts";

export function settleTime(world: World): { orders: number; payouts: number } {
  const payouts = payers(world).reduce((sum, { payouts }) => sum + (payouts.passTime?.(world) ?? 0), 0);
  return { orders: settleDue(world), payouts };
}

function answer(reply: FastifyReply, change: Change) {
  if (!change.ok) return reply.code(change.status).send({ error: change.message });
  return { order: orderJson(change.order) };
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
      if (!findNetwork(world, network) || !isOrderAction(action))
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
  registerPayoutControl(app, world);
  registerCoinControl(app, world);
  registerSignInControl(app, world);

  app.get("/control/state", () => ({
    clock: clockJson(world),
    postbackMode: world.outbox.mode(),
    faults: world.faults.list(),
    limits: world.faults.limits(),
    clicks: world.db.all<Click>("select * from clicks order by at desc limit 200"),
    orders: world.db.all<Order>("select * from orders order by created_at desc limit 500").map(orderJson),
    payouts: Object.fromEntries(payers(world).map(({ name, payouts }) => [name, payouts.list(world, 200)])),
    programmes: Object.fromEntries(
      networks(world).map(({ name }) => [name, world.catalogue.programmes().list(name).length]),
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
    for (const provider of world.providers) provider.reset?.(world);
    world.outbox.setMode("normal");
    world.clock.advance(-world.clock.offset() / 1000);
    world.db.empty();
    return { ok: true };
  });
}
