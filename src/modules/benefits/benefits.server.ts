/** The door of benefits: what a membership pays back and brings besides. */
import { boostLedger } from "./boost-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { readBoosts } from "./read-boosts.ts";
import { followBoosts } from "./settle-boosts.ts";

export type * from "./benefits.types.ts";

export function createBenefits(context: BenefitsDeps) {
  context.ledger.registerSubLedger(boostLedger);
  return {
    /** Acts on orders that changed: what the membership adds to their cash back. */
    followOrders: (orderIds: readonly string[]) => followBoosts(context, orderIds),
    boosts: (reader: Parameters<typeof readBoosts>[1]) => readBoosts(context, reader),
  };
}
export type Benefits = ReturnType<typeof createBenefits>;
/** What screens may ask of benefits. */
export type BenefitsService = Benefits;
