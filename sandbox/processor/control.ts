import type { FastifyInstance } from "fastify";
import { backTo } from "../pages/back.ts";
import type { World } from "../world.ts";
import { find, type Thing } from "./book.ts";
import { disputeOf } from "./card.ts";
import { resend } from "./events.ts";
import { type Charge, closeDispute, createRefund, failPayout, failRefund, openDispute, payOut } from "./money.ts";
import { decline, type PaymentIntent, succeed } from "./payment-intents.ts";
import { resolveMethod } from "./payment-methods.ts";
import { type NextCharge, nextChargeOf, steeringOf } from "./steering.ts";

type Said = { ok: boolean; message: string; thing?: Thing };
const no = (message: string): Said => ({ ok: false, message });

function chargeOf(world: World, id: string): Charge | undefined {
  const intent = find(world, id, "payment_intent");
  return find<Charge>(world, typeof intent?.latest_charge === "string" ? intent.latest_charge : id, "charge");
}

/** What the world page and the control API can do with one payment. */
export function actOnPayment(world: World, id: string, action: string, amount?: string): Said {
  const charge = chargeOf(world, id);
  if (action === "settle" || action === "fail") {
    const intent = find<PaymentIntent>(world, id, "payment_intent");
    if (intent?.status !== "processing" || intent.payment_method === null) return no("It is not processing.");
    const method = resolveMethod(world, intent.payment_method);
    if (action === "settle") return { ok: true, message: "It succeeded.", thing: succeed(world, intent, method) };
    decline(world, intent, method, { code: "card_declined", decline_code: "generic_decline" });
    return { ok: true, message: "It failed." };
  }
  if (charge?.status !== "succeeded") return no("There is no such charge.");
  if (action === "refund") {
    try {
      const form = { charge: charge.id, ...(amount ? { amount } : {}) };
      return { ok: true, message: "Refunded.", thing: createRefund(world, form) };
    } catch (error) {
      return no(error instanceof Error ? error.message : "It cannot be refunded.");
    }
  }
  if (action === "dispute") {
    if (charge.disputed) return no("It is disputed already.");
    return { ok: true, message: "Disputed.", thing: openDispute(world, charge) };
  }
  return no("That action doesn't exist.");
}

const MODES = ["processing", "lost", "authentication"] as const;
/** What a rule of the account blocks. */
const BLOCKED: NextCharge = { kind: "decline", decline: { code: "card_declined", _rule: true } };
type NextBody = {
  code?: string;
  decline_code?: string;
  mode?: (typeof MODES)[number] | "rule" | "clear";
  times?: number;
} | null;

/** What tests and the play page can make Stripe do. */
export function registerSteering(app: FastifyInstance, world: World): void {
  const steering = steeringOf(world);
  app.post<{ Body: NextBody }>("/control/stripe/next-charge", (request, reply) => {
    const { code, decline_code, mode, times } = request.body ?? {};
    if (mode === "clear") steering.charges.length = 0;
    else if (mode === "rule") steering.charges.push(...Array.from({ length: times ?? 1 }, () => BLOCKED));
    else {
      const kind = MODES.find((one) => one === mode);
      if (!kind && !code) return reply.code(400).send({ error: `Give a code, or a mode out of ${MODES.join(", ")}.` });
      for (let n = 0; n < (times ?? 1); n += 1)
        steering.charges.push(
          kind
            ? { kind }
            : { kind: "decline", decline: { code: code ?? "", ...(decline_code ? { decline_code } : {}) } },
        );
    }
    return { next: steering.charges };
  });

  app.post<{ Body: { apple_pay?: boolean; google_pay?: boolean } | null }>("/control/stripe/wallets", (request) => {
    Object.assign(steering.wallets, request.body ?? {});
    return { wallets: steering.wallets };
  });

  app.post<{ Body: { ms?: number } | null }>("/control/stripe/slow", (request) => {
    steering.slowMs = request.body?.ms ?? 0;
    return { ms: steering.slowMs };
  });

  app.post<{ Body: { amount?: number } | null }>("/control/stripe/payout", (request) => ({
    ok: true,
    thing: payOut(world, request.body?.amount),
  }));

  app.post<{ Params: { id: string; action: string }; Body: { amount?: string | number; won?: boolean } | null }>(
    "/control/stripe/:id/:action",
    (request, reply) => {
      const { id, action } = request.params;
      if (action === "duplicate" || action === "forge") {
        const sent = world.outbox.repeat("stripe", id, action === "forge").length > 0;
        return sent ? { sent } : reply.code(404).send({ error: "Nothing was sent about such a payment." });
      }
      if (action === "resend")
        return resend(world, id) ? { sent: true } : reply.code(404).send({ error: "There is no such event." });
      if (action === "fail-refund") {
        const refund = find(world, id, "refund");
        if (refund?.status !== "succeeded") return reply.code(404).send({ error: "There is no such refund." });
        return { ok: true, thing: failRefund(world, refund) };
      }
      if (action === "fail-payout") {
        const payout = find(world, id, "payout");
        if (payout?.status !== "paid") return reply.code(404).send({ error: "There is no such payout." });
        return { ok: true, thing: failPayout(world, payout) };
      }
      if (action === "close") {
        const dispute = find(world, id, "dispute");
        if (!dispute) return reply.code(404).send({ error: "There is no such dispute." });
        return { ok: true, thing: closeDispute(world, dispute, request.body?.won ?? false) };
      }
      const amount = request.body?.amount;
      const said = actOnPayment(world, id, action, amount === undefined ? undefined : String(amount));
      return said.ok ? said : reply.code(404).send({ error: said.message });
    },
  );

  const back = backTo("payments");
  app.post<{ Params: { id: string; verb: string } }>("/play/payments/:id/:verb", (request, reply) => {
    const { id, verb } = request.params;
    if (verb === "duplicate" || verb === "forge") {
      const sent = world.outbox.repeat("stripe", id, verb === "forge").length > 0;
      return back(reply, sent ? "The webhook is on its way." : "Nothing was sent about it.", sent);
    }
    if (verb === "win" || verb === "lose") {
      const dispute = disputeOf(world, id);
      if (!dispute) return back(reply, "There is no dispute.", false);
      closeDispute(world, dispute, verb === "win");
      return back(reply, "The dispute is closed.");
    }
    const said = actOnPayment(world, id, verb);
    return back(reply, said.message, said.ok);
  });

  app.post<{ Body: { code?: string } | null }>("/play/next-charge", (request, reply) => {
    const code = request.body?.code ?? "";
    steering.charges.push(nextChargeOf(code));
    return back(reply, `The next charge: ${code}.`);
  });
}
