import type { FastifyInstance } from "fastify";
import { readMeta, writeMeta } from "../database.ts";
import type { World } from "../world.ts";
import type { Item } from "./paypalstate.ts";
import type { GiftOrder } from "./tremendous.ts";

/** What an account at a provider holds: what was brought there, less what has left. It may be overdrawn, unlike the real ones. */
export type Account = "paypal" | "tremendous";

const FEE = 25;
const cents = (amount: string): number => Math.round(Number(amount) * 100);

/** What each item has cost so far. What came back unclaimed never cost anything; what was refunded later has cost its fee. */
function costOf(item: Item): number {
  if (["SUCCESS", "UNCLAIMED", "ONHOLD"].includes(item.status)) return cents(item.amount) + FEE;
  const wasPaid =
    ["REFUNDED", "REVERSED"].includes(item.status) || (item.status === "RETURNED" && item.unclaimed_at === null);
  return wasPaid ? FEE : 0;
}

const broughtTo = (world: World, account: Account): number => Number(readMeta(world.db, `${account}.brought`) ?? 0);

export function heldAt(world: World, account: Account): number {
  const left =
    account === "paypal"
      ? world.db.all<Item>("select * from paypal_items").reduce((sum, item) => sum + costOf(item), 0)
      : world.db
          .all<GiftOrder>("select * from tremendous_orders where status = 'EXECUTED'")
          .reduce((sum, order) => sum + cents(order.amount), 0);
  return broughtTo(world, account) - left;
}

/** Money from our bank to an account, or from there with a negative amount; also what the provider takes for itself. */
export function registerBalanceControl(app: FastifyInstance, world: World): void {
  app.post<{ Params: { account: string }; Body: { amount?: number } | null }>(
    "/control/payouts/:account/deposit",
    (request, reply) => {
      const { account } = request.params;
      const amount = request.body?.amount;
      if (account !== "paypal" && account !== "tremendous") return reply.code(404).send({ error: "No such account." });
      if (typeof amount !== "number" || !Number.isFinite(amount))
        return reply.code(400).send({ error: "Give an amount." });
      writeMeta(world.db, `${account}.brought`, String(broughtTo(world, account) + Math.round(amount * 100)));
      return { held: heldAt(world, account) / 100 };
    },
  );
}
