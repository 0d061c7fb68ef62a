import type { FastifyInstance } from "fastify";
import { settleTime } from "../control/api.ts";
import type { ActionBody } from "../control/orders.ts";
import { actOnOrder, isOrderAction, wishOrder } from "../control/orders.ts";
import { settlePayout } from "../control/payouts.ts";
import { findClick, landingPath } from "../networks/clicks.ts";
import { findNetwork } from "../networks/network.ts";
import type { OutboxMode } from "../outbox.ts";
import { OUTBOX_MODES } from "../outbox.ts";
import { backTo } from "../pages/back.ts";
import type { World } from "../world.ts";
import { worldPage } from "./page.ts";

type Form = Record<string, string | undefined>;

/** The buttons of the world page: plain forms that do what the control API does, then come back with a word. */
export function registerPlay(app: FastifyInstance, world: World): void {
  const back = backTo();
  const toOrders = backTo("orders");
  const toPostbacks = backTo("postbacks");

  app.get<{ Querystring: Form }>("/", (request, reply) => {
    const { said, good } = request.query;
    const word = said ? { text: said, good: good !== "0" } : null;
    const page = worldPage(world, request.query.q ?? "", word);
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);
  });

  app.post<{ Params: { network: string; id: string; action: string }; Body: Form | null }>(
    "/play/orders/:network/:id/:action",
    (request, reply) => {
      const { network, id, action } = request.params;
      if (!findNetwork(world, network) || !isOrderAction(action)) {
        return back(reply, "That action doesn't exist.", false);
      }
      const body: ActionBody = {};
      const form = request.body ?? {};
      if (form.reason) body.reason = form.reason;
      if (form.amount) body.amount = form.amount;
      const kind = form.kind;
      if (kind === "unknown" || kind === "payout" || kind === "click") body.kind = kind;
      const result = actOnOrder(world, network, id, action, body);
      if (!result.ok) return toOrders(reply, result.message, false);
      return toOrders(reply, `Done: ${action} ${result.order.order_ref} at ${result.order.merchant}.`);
    },
  );

  app.post<{ Body: Form | null }>("/play/orders", (request, reply) => {
    const clickId = request.body?.click ?? "";
    const click = findClick(world, clickId);
    if (!click) return back(reply, "The click is gone.", false);
    const amount = Number(request.body?.amount);
    if (!Number.isFinite(amount) || amount <= 0) return back(reply, "Please give an amount above zero.", false);
    const result = wishOrder(world, { clickId, amount });
    return result.ok
      ? toOrders(reply, `Order ${result.order.order_ref} is placed.`)
      : back(reply, result.message, false);
  });

  app.post<{ Params: { id: string; status: string } }>("/play/payouts/:id/:status", (request, reply) => {
    const result = settlePayout(world, request.params.id, request.params.status);
    return backTo("payouts")(reply, result.message, result.ok);
  });

  app.post<{ Body: Form | null }>("/play/clock", (request, reply) => {
    const days = Number(request.body?.days);
    if (Number.isFinite(days)) world.clock.advance(days * 86_400);
    else world.clock.set(Date.now());
    const settled = settleTime(world);
    return back(
      reply,
      `It is now ${world.clock.iso().slice(0, 10)}; ${settled.orders} orders and ${settled.payouts} payouts moved on.`,
    );
  });

  app.post<{ Body: Form | null }>("/play/postbacks", (request, reply) => {
    const mode = request.body?.mode as OutboxMode | undefined;
    if (!mode || !OUTBOX_MODES.includes(mode)) return back(reply, "There is no such mode.", false);
    world.outbox.setMode(mode);
    return toPostbacks(reply, `Postbacks: ${mode}.`);
  });

  app.post("/play/postbacks/release", (_request, reply) => {
    const count = world.outbox.release();
    return toPostbacks(reply, `${count} held ${count === 1 ? "message is" : "messages are"} on the way.`);
  });

  app.post("/play/reset", (_request, reply) => {
    world.db.empty();
    return back(reply, "The world is empty again.");
  });

  app.get<{ Querystring: Form }>("/play/store", (request, reply) => {
    const text = (request.query.store ?? "").trim().toLowerCase();
    const programmes = world.catalogue.programmes();
    const found =
      programmes.byMerchant(text) ??
      programmes.byHost(text) ??
      programmes.networks
        .flatMap((network) => programmes.list(network))
        .find((programme) => text !== "" && programme.merchant.name.toLowerCase().includes(text));
    return found ? reply.redirect(landingPath(found)) : back(reply, `No store is called ${text}.`, false);
  });
}
