/**
 * Feeds are written by strangers: a link that leads to no public site would send members into a network of their own. Beside the
 * sandbox the outside world is played on loopback, on the sandbox's own port and no other.
 */
import { domainOf } from "../names.ts";
import type { CatalogSettings } from "../settings.ts";
import { type ProductRow, type RowStream, sampleOf } from "./feed.types.ts";

/** Whether an address is one of the outside world that the sandbox plays. */
export function isPlayed(settings: CatalogSettings, address: string): boolean {
  if (settings.SANDBOX !== "on" || !URL.canParse(address)) return false;
  const { host } = new URL(address);
  return [settings.IMPACT_API_URL, settings.AWIN_API_URL, settings.CJ_ADS_URL].some(
    (known) => new URL(known).host === host,
  );
}

/** The same products without those whose link leads to no public site; they are told as rejects. */
export async function* withPublicLinks(
  settings: CatalogSettings,
  stream: RowStream<ProductRow>,
): RowStream<ProductRow> {
  for await (const handful of stream) {
    const isPrivate = (row: ProductRow) => !domainOf(row.link) && !isPlayed(settings, row.link);
    const refused = handful.rows.filter(isPrivate).map((row) => ({
      external_id: row.external_id,
      reason: "the link leads to no public site",
      sample: sampleOf({ id: row.external_id, title: row.name, link: row.link }),
    }));
    if (refused.length === 0) yield handful;
    else
      yield {
        ...handful,
        rows: handful.rows.filter((row) => !isPrivate(row)),
        rejects: [...handful.rejects, ...refused],
      };
  }
}
