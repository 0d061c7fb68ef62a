/** Which feeds there are: two fixed ones of each network, and the product feeds that the networks announce. */

import { awinFeeds } from "./awin/products.ts";
import type { Network } from "./catalog.types.ts";
import { cjCatalogs } from "./cj/products.ts";
import type { FeedSource } from "./feeds/feed.types.ts";
import { impactCatalogs } from "./impact/products.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { readFeeds, saveFeed } from "./store/imports.ts";
import { joinedProgrammes } from "./store/programme-terms.ts";

export const NETWORKS: readonly Network[] = ["impact", "cj", "awin"];
const NAMES: Readonly<Record<Network, string>> = { impact: "Impact", cj: "CJ", awin: "Awin" };
/** As the network writes it. */
export const networkName = (network: Network): string => NAMES[network];

const FIXED: readonly FeedSource[] = NETWORKS.flatMap((network) =>
  (["programmes", "offers"] as const).map((kind) => ({
    feed_name: `${network}.${kind}`,
    kind,
    network,
    network_programme_id: null,
    address: null,
  })),
);

const ANNOUNCED: Record<Network, (deps: ImportDeps) => Promise<FeedSource[]>> = {
  impact: impactCatalogs,
  cj: async (deps) => cjCatalogs(deps, await joinedProgrammes(deps.database.db, "cj")),
  awin: awinFeeds,
};

/** Asks every network for its product feeds and keeps what it says. A network that does not answer keeps its old ones. */
export async function discoverFeeds(deps: ImportDeps): Promise<string[]> {
  for (const feed of FIXED) await saveFeed(deps.database.db, feed);
  const warnings: string[] = [];
  await Promise.all(
    NETWORKS.map(async (network) => {
      try {
        for (const feed of await ANNOUNCED[network](deps)) await saveFeed(deps.database.db, feed);
      } catch (error) {
        deps.log.warn({ err: error, network }, "product feeds were not listed");
        warnings.push(
          `${network}: product feeds were not listed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }),
  );
  return warnings;
}

/** Whether a feed can be asked for; a shop's own files are handed in by a person. */
export const comesByItself = (feed: Pick<FeedSource, "kind" | "address">): boolean =>
  feed.kind !== "products" || feed.address !== null;

/** All known feeds, in the order in which a first import wants them: programmes, coupons, products. */
export async function listFeeds(deps: ImportDeps) {
  const found = await readFeeds(deps.database.db);
  const known = new Set(found.map((feed) => feed.feed_name));
  const missing = FIXED.filter((feed) => !known.has(feed.feed_name)).map((feed) => ({
    ...feed,
    feed_id: 0,
    last_rows: null,
    last_complete_at: null,
    ends_bare: false,
    held_at: null,
  }));
  const rank = { programmes: 0, offers: 1, products: 2 };
  return [...missing, ...found].sort((a, b) => rank[a.kind] - rank[b.kind] || a.feed_name.localeCompare(b.feed_name));
}
