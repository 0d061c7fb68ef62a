/** What additions to cash back have brought a member, and which dated campaigns run or come. */
import type { BoostType } from "../../../brands/benefits.ts";
import type { BenefitPage, BenefitReader } from "./benefits.types.ts";
import { sumBoosts } from "./boost-store.ts";
import type { BenefitsDeps } from "./context.ts";

/** Cents; `waits`: of orders that are not confirmed. */
export type BoostsRead = {
  brought: Readonly<Record<BoostType, bigint>>;
  waits: Readonly<Record<BoostType, bigint>>;
  /** Of this month's limit. */
  used: Readonly<Record<BoostType, bigint>>;
  campaigns: BenefitPage["campaigns"];
};

export async function readBoosts(
  context: Pick<BenefitsDeps, "database" | "clock" | "partners">,
  reader: Pick<BenefitReader, "user_id" | "partner">,
): Promise<BoostsRead> {
  const brought = { tenpercent: 0n, seasonal: 0n, smarttravel: 0n };
  const waits = { ...brought };
  const used = { ...brought };
  const today = context.clock.now().toISOString().slice(0, 10);
  const month = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  for (const row of await sumBoosts(context.database.db, reader.user_id, month)) {
    brought[row.type] += row.brought;
    waits[row.type] += row.waits;
    used[row.type] += row.used;
  }
  const { seasonal } = context.partners.named(reader.partner).benefits;
  const campaigns = seasonal
    .filter(({ until }) => today <= until)
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map(({ month_minor, ...one }) => ({
      name: one.name,
      from: one.from,
      until: one.until,
      extra_bps: one.extra_bps,
      month_minor: String(month_minor),
    }));
  return { brought, waits, used, campaigns };
}
