import { readMeta, writeMeta } from "../database.ts";
import type { Payouts, Provider, World } from "../world.ts";

export type Payer = Provider & { payouts: Payouts };

export const payers = (world: World): Payer[] =>
  world.providers.filter((one): one is Payer => one.payouts !== undefined);

/** The service that knows a payout, and its own id there. */
export function findPayout(world: World, id: string): { payer: Payer; own: string } | null {
  for (const payer of payers(world)) {
    const own = payer.payouts.find(world, id);
    if (own !== undefined) return { payer, own };
  }
  return null;
}

const key = (name: string) => `${name}.brought`;

/**
 * What the account at a service holds, in cents: what was brought there, less what has left. It may be overdrawn,
 * unlike the real ones. `spent` is what has left so far.
 */
export const heldAt = (world: World, name: string, spent: number): number =>
  Number(readMeta(world.db, key(name)) ?? 0) - spent;

/** Money from our bank to an account, or from there with negative cents; also what the service takes for itself. */
export function bring(world: World, name: string, cents: number): void {
  writeMeta(world.db, key(name), String(Number(readMeta(world.db, key(name)) ?? 0) + cents));
}
