/** What is looked at of the catalogue: how old what networks and shops tell is. */
import { addDays } from "#platform/clock";
import type { HealthCheck } from "#platform/operator";
import type { Catalog } from "./catalog.server.ts";

/** Each is read four times, twelve times and once a day (`jobs.ts`): so many days are too many. */
const MAX_DAYS = { programmes: 1, offers: 1, products: 3 } as const;
const TRIED_DAYS = 14;

export const feedChecks = (catalog: Pick<Catalog, "feedAges">): readonly HealthCheck[] => [
  {
    name: "feeds",
    what: "Whether programmes, coupons and products of every network came in whole lately",
    async look(now) {
      const ages = await catalog.feedAges({
        tried: addDays(now, -TRIED_DAYS),
        programmes: addDays(now, -MAX_DAYS.programmes),
        offers: addDays(now, -MAX_DAYS.offers),
        products: addDays(now, -MAX_DAYS.products),
      });
      const late = ages.filter((one) => one.late > 0);
      if (late.length > 0)
        return {
          state: "warn",
          line: late.map((one) => `${one.network} ${one.kind}: ${one.late} of ${one.feeds} late`).join("; "),
          queue: "imports",
        };
      return { state: "fine", line: `${ages.reduce((sum, { feeds }) => sum + feeds, 0)} feeds are fresh` };
    },
  },
];
