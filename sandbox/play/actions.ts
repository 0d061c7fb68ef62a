import type { FastifyInstance, FastifyReply } from "fastify";
import { settlePayout, settleTime } from "../control/api.ts";
import type { ActionBody } from "../control/orders.ts";
import { actOnOrder, isOrderAction, wishOrder } from "../control/orders.ts";
import { emptyTables } from "../database.ts";
import { findClick, landingPath } from "../networks/clicks.ts";
import type { OutboxMode } from "../networks/outbox.ts";
import { OUTBOX_MODES } from "../networks/outbox.ts";
import { actOnPayment } from "../processor/control.ts";
import { closeDispute } from "../processor/money.ts";
import { nextChargeOf } from "../processor/steering.ts";
import type { World } from "../world.ts";
import { worldPage } from "./page.ts";
import { disputeOf } from "./payments.ts";

type Form = Record<string, string | undefined>;

/** The buttons of the world page: plain forms that do what the control API does, then come back with a word. */
export function registerPlay(app: FastifyInstance, world: World): void {
  const back = (reply: FastifyReply, text: string, good = true, at = "") =>
    reply.redirect(`/?${new URLSearchParams({ said: text, good: good ? "1" : "0" })}${at === "" ? "" : `#${at}`}`, 303);

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
      if ((network !== "impact" && network !== "cj" && network !== "awin") || !isOrderAction(action)) {
        return back(reply, "There is no such action.", false);
      }
      const body: ActionBody = {};
      const form = request.body ?? {};
      if (form.reason) body.reason = form.reason;
      if (form.amount) body.amount = form.amount;
      const kind = form.kind;
      if (kind === "unknown" || kind === "payout" || kind === "click") body.kind = kind;
      const result = actOnOrder(world, network, id, action, body);
      if (!result.ok) return back(reply, result.message, false, "orders");
      return back(reply, `Done: ${action} ${result.order.order_ref} at ${result.order.merchant}.`, true, "orders");
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
      ? back(reply, `Order ${result.order.order_ref} is placed.`, true, "orders")
      : back(reply, result.message, false);
  });

  app.post<{ Params: { id: string; status: string } }>("/play/payouts/:id/:status", (request, reply) => {
    const result = settlePayout(world, request.params.id, request.params.status);
    return back(reply, result.message, result.ok, "payouts");
  });

  app.post<{ Params: { id: string; verb: string } }>("/play/payments/:id/:verb", (request, reply) => {
    const { id, verb } = request.params;
    if (verb === "duplicate" || verb === "forge") {
      const sent = world.outbox.repeat("stripe", id, verb === "forge").length > 0;
      return back(reply, sent ? "The webhook is on its way." : "Nothing was sent about it.", sent, "payments");
    }
    if (verb === "win" || verb === "lose") {
      const dispute = disputeOf(world, id);
      if (!dispute) return back(reply, "There is no dispute.", false, "payments");
      closeDispute(world, dispute, verb === "win");
      return back(reply, "The dispute is closed.", true, "payments");
    }
    const said = actOnPayment(world, id, verb);
    return back(reply, said.message, said.ok, "payments");
  });

  app.post<{ Body: Form | null }>("/play/next-charge", (request, reply) => {
    const code = request.body?.code ?? "";
    world.charges.push(nextChargeOf(code));
    return back(reply, `The next charge: ${code}.`, true, "payments");
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
    return back(reply, `Postbacks: ${mode}.`, true, "postbacks");
  });

  app.post("/play/postbacks/release", (_request, reply) => {
    const count = world.outbox.release();
    return back(reply, `${count} held ${count === 1 ? "message is" : "messages are"} on the way.`, true, "postbacks");
  });

  app.post("/play/reset", (_request, reply) => {
    emptyTables(world.db);
    return back(reply, "The world is empty again.");
  });

  app.get<{ Querystring: Form }>("/play/store", (request, reply) => {
    const text = (request.query.store ?? "").trim().toLowerCase();
    const programmes = world.catalogue.programmes();
    const found =
      programmes.byMerchant(text) ??
      programmes.byHost(text) ??
      (["impact", "cj", "awin"] as const)
        .flatMap((network) => programmes.list(network))
        .find((programme) => text !== "" && programme.merchant.name.toLowerCase().includes(text));
    return found ? reply.redirect(landingPath(found)) : back(reply, `No store is called ${text}.`, false);
  });
}
