/**
 * Feeds are written by strangers: a link that leads to no public site would send members into a network of their own. Beside the
 * sandbox the outside world is played on loopback, on the sandbox's own port and no other.
 */
import { domainOf } from "../names.ts";
import type { CatalogSettings } from "../settings.ts";
import {
  type OfferRow,
  type ProductRow,
  type ProgrammeRow,
  type Reject,
  type RowStream,
  sampleOf,
} from "./feed.types.ts";

/** Whether an address is one of the outside world that the sandbox plays. */
export function isPlayed(settings: CatalogSettings, address: string): boolean {
  if (settings.SANDBOX !== "on" || !URL.canParse(address)) return false;
  const { host } = new URL(address);
  return [settings.IMPACT_API_URL, settings.AWIN_API_URL, settings.CJ_ADS_URL].some(
    (known) => new URL(known).host === host,
  );
}

const isReachable = (settings: CatalogSettings, link: string): boolean =>
  domainOf(link) !== null || isPlayed(settings, link);

const NOT_PUBLIC = "the link leads to no public site";

/** The same products without those whose link leads to no public site; they are told as rejects. */
export const withPublicLinks = (settings: CatalogSettings, stream: RowStream<ProductRow>): RowStream<ProductRow> =>
  onlyReachable(
    stream,
    (row) => isReachable(settings, row.link),
    (row) => ({
      external_id: row.external_id,
      reason: NOT_PUBLIC,
      sample: sampleOf({ id: row.external_id, title: row.name, link: row.link }),
    }),
  );

/** Programmes by whose link nobody could go to the store. */
export const withPublicProgrammes = (
  settings: CatalogSettings,
  stream: RowStream<ProgrammeRow>,
): RowStream<ProgrammeRow> =>
  onlyReachable(
    stream,
    (row) => isReachable(settings, row.tracking_link),
    (row) => ({ external_id: row.network_programme_id, reason: NOT_PUBLIC, sample: sampleOf(row.tracking_link) }),
  );

/** A coupon can do without its link: it leads to the store then. */
export async function* withPublicOffers(settings: CatalogSettings, stream: RowStream<OfferRow>): RowStream<OfferRow> {
  for await (const handful of stream)
    yield {
      ...handful,
      rows: handful.rows.map((row) =>
        row.tracking_link === null || isReachable(settings, row.tracking_link)
          ? row
          : { ...row, tracking_link: null, notes: [...row.notes, `${NOT_PUBLIC}; the coupon leads to the store`] },
      ),
    };
}

async function* onlyReachable<Row>(
  stream: RowStream<Row>,
  reachable: (row: Row) => boolean,
  tell: (row: Row) => Reject,
): RowStream<Row> {
  for await (const handful of stream) {
    const refused = handful.rows.filter((row) => !reachable(row));
    if (refused.length === 0) yield handful;
    else
      yield {
        ...handful,
        rows: handful.rows.filter(reachable),
        rejects: [...handful.rejects, ...refused.map(tell)],
      };
  }
}
