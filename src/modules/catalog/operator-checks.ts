/** What is looked at of the catalogue: how old what networks and shops tell is, and what rates of our own cost the house. */
import { addDays } from "#platform/clock";
import type { Database } from "#platform/database";
import type { HealthCheck } from "#platform/operator";
import type { Catalog } from "./catalog.server.ts";
import { networkName } from "./list-feeds.ts";
import type { KnownShares } from "./operator-rates.ts";
import { isAboveNetwork } from "./own-rates.ts";
import { listOwnRates } from "./store/own-rates.ts";

/** Each is read four times, twelve times and once a day (`jobs.ts`): so many days are too many. */
const MAX_DAYS = { programmes: 1, offers: 1, products: 3 } as const;
const TRIED_DAYS = 14;

/** As Americans write it. */
const kindWords = (kind: string): string => (kind === "programmes" ? "programs" : kind);

export const feedChecks = (catalog: Pick<Catalog, "feedAges">): readonly HealthCheck[] => [
  {
    name: "feeds",
    what: "Whether programs, coupons and products of every network came in whole lately",
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
          line: late
            .map((one) => `${networkName(one.network)} ${kindWords(one.kind)}: ${one.late} of ${one.feeds} late`)
            .join("; "),
          queue: "imports",
        };
      const feeds = ages.reduce((sum, one) => sum + one.feeds, 0);
      if (feeds === 0) return { state: "fine", line: "None was read yet", unproven: true };
      return { state: "fine", line: `${feeds} ${feeds === 1 ? "feed is" : "feeds are"} fresh` };
    },
  },
];

/** Far more than ever run at once. */
const MAX_RATES = 2_000;

/** What a brand gives may become more while a rate of ours runs, and then nobody agreed to what the house pays. */
export const rateCheck = (db: Database, { most_share_bps }: Pick<KnownShares, "most_share_bps">): HealthCheck => ({
  name: "own rates",
  what: "Whether members get more than a network pays by a rate of ours that no second person agreed to",
  async look(now) {
    const running = await listOwnRates(db, { state: "runs", now, after: null, most: MAX_RATES });
    const above = running.filter((one) => one.approved_by === null && isAboveNetwork(one.counts_bps, most_share_bps()));
    if (above.length === 0) return { state: "fine", line: `${running.length} run, none above without a second person` };
    const told = above.map((one) => `${one.programme_name} on ${networkName(one.network)}: ${one.counts_bps / 100}%`);
    return { state: "warn", line: `Nobody agreed to ${told.join("; ")}` };
  },
});
