/** How fast pages were for visitors: three of four were at least so fast (the measure of web.dev/vitals). */
import { GOOD, percentile, VITALS, type Vital } from "./rules.ts";
import type { VitalRow } from "./store.ts";

const SHARE = 0.75;

export type PageSpeed = {
  page: string;
  /** Of the vital that was told most often. */
  visits: number;
  vitals: Partial<Record<Vital, { value: number; good: boolean }>>;
};

export function speedOf(rows: readonly VitalRow[]): PageSpeed[] {
  return [...new Set(rows.map(({ page }) => page))].sort().map((page) => {
    const vitals: PageSpeed["vitals"] = {};
    let visits = 0;
    for (const vital of VITALS) {
      const steps = rows.filter((row) => row.page === page && row.vital === vital);
      const value = percentile(steps, SHARE);
      if (value === null) continue;
      vitals[vital] = { value, good: value <= GOOD[vital] };
      visits = Math.max(
        visits,
        steps.reduce((sum, one) => sum + one.visits, 0),
      );
    }
    return { page, visits, vitals };
  });
}
