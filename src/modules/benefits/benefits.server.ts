/** The door of benefits: what a membership pays back and brings besides. */
import type { BenefitsDeps } from "./context.ts";

export type * from "./benefits.types.ts";

export function createBenefits(_context: BenefitsDeps) {
  return {};
}
export type Benefits = ReturnType<typeof createBenefits>;
/** What screens may ask of benefits. */
export type BenefitsService = Benefits;
