/** What boosts have brought a member, and the campaigns that run or come. */
import type { BoostType } from "../../../brands/benefits.ts";
import type { BenefitPage, BenefitReader } from "./benefits.types.ts";
import type { BenefitsDeps } from "./context.ts";

export type BoostsRead = {
  /** Cents that have come so far. */
  brought: Readonly<Record<BoostType, bigint>>;
  /** Of the month's limit, so much is used. */
  used: Readonly<Record<BoostType, bigint>>;
  campaigns: BenefitPage["campaigns"];
};

const NONE: Readonly<Record<BoostType, bigint>> = { tenpercent: 0n, seasonal: 0n, smarttravel: 0n };

export async function readBoosts(_context: BenefitsDeps, _reader: BenefitReader): Promise<BoostsRead> {
  return { brought: NONE, used: NONE, campaigns: [] };
}
