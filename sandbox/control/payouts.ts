import type { FastifyInstance } from "fastify";
import { bring, findPayout, heldAt, payers } from "../payouts/payouts.ts";
import type { World } from "../world.ts";

/** Settles a payout by its own id, or by the id its sender gave it. Both plain verbs and native states are taken. */
export function settlePayout(
  world: World,
  id: string,
  status: string,
): { ok: boolean; message: string; payout?: unknown } {
  const found = findPayout(world, id);
  if (!found) return { ok: false, message: "There is no such payout." };
  return { ok: true, ...found.payer.payouts.settle(world, found.own, status) };
}

/** What is alike at every service that pays out: its account, its payouts and their webhooks. */
export function registerPayoutControl(app: FastifyInstance, world: World): void {
  app.post<{ Params: { account: string }; Body: { amount?: number } | null }>(
    "/control/payouts/:account/deposit",
    (request, reply) => {
      const amount = request.body?.amount;
      const payer = payers(world).find(({ name }) => name === request.params.account);
      if (!payer) return reply.code(404).send({ error: "No such account." });
      if (typeof amount !== "number" || !Number.isFinite(amount))
        return reply.code(400).send({ error: "Give an amount." });
      bring(world, payer.name, Math.round(amount * 100));
      return { held: heldAt(world, payer.name, payer.payouts.spent(world)) / 100 };
    },
  );

  app.post<{ Params: { id: string }; Body: { status?: string } | null }>(
    "/control/payouts/:id/settle",
    (request, reply) => {
      const result = settlePayout(world, request.params.id, request.body?.status ?? "succeed");
      return result.ok ? result : reply.code(404).send({ error: result.message });
    },
  );

  for (const action of ["duplicate", "forge"] as const) {
    app.post<{ Params: { id: string } }>(`/control/payouts/:id/${action}`, (request, reply) => {
      const found = findPayout(world, request.params.id);
      const sent = found ? world.outbox.repeat(found.payer.name, found.own, action === "forge") : [];
      return sent.length > 0
        ? { sent: true }
        : reply.code(404).send({ error: "Nothing was sent about such a payout." });
    });
  }
}
