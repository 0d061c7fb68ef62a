/** What going shopping needs, and what orders that come in need. Hot: one prepared statement a call. */

import type { CatalogService, Network, ProgrammeTerms } from "./catalog.types.ts";
import { listingId, offerId, programmeId } from "./ids.ts";
import { countedShares } from "./own-rates.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { type Commission, isMore, memberRate, offerState } from "./rules.ts";
import { logoUrl, ratesOf } from "./shape-answers.ts";
import { type DestinationRow, readDestination, readProgramme } from "./store/read-destinations.ts";
import { readNameNow } from "./store/read-merchants.ts";
import { trackingTemplate } from "./tracking-links.ts";

/** Networks that say nothing confirm within this many days, by their own general terms. */
const USUAL_LOCKING_DAYS = 60;

export async function findDestination(
  deps: ReadDeps,
  target: Parameters<CatalogService["destination"]>[0],
): ReturnType<CatalogService["destination"]> {
  const row = await readTarget(deps, target);
  if (!row) return null;
  const now = deps.clock.now();
  const rates = row.listing_id === null ? ratesOf(row, deps.brand) : listingRates(deps, row);
  return {
    ...termsOf(deps, row),
    offer_id: row.offer_id === null ? null : offerId.show(row.offer_id),
    listing_id: row.listing_id === null ? null : listingId.show(row.listing_id),
    tracking_template: trackingTemplate(row),
    rate: rates.rate,
    plus_rate: rates.plus_rate,
    logo_url: logoUrl(row.logo_path),
    brand_hex: row.brand_hex,
    offer: row.title === null ? null : { title: row.title, code: row.code, state: offerState(row, now) },
    track: row.track,
  };
}

function readTarget(
  deps: ReadDeps,
  target: Parameters<CatalogService["destination"]>[0],
): Promise<DestinationRow | null> {
  const { pool } = deps.database;
  if ("merchant" in target) return readMerchantTarget(pool, target.merchant);
  const offer = "offer_id" in target;
  const id = offer ? offerId.read(target.offer_id) : listingId.read(target.listing_id);
  return id === null ? Promise.resolve(null) : readDestination(pool, offer ? "offer" : "listing", id);
}

/** Links outlive names: one that was made before a store was renamed still leads there. */
async function readMerchantTarget(pool: ReadDeps["database"]["pool"], name: string): Promise<DestinationRow | null> {
  const row = await readDestination(pool, "merchant", name);
  if (row) return row;
  const now = await readNameNow(pool, name);
  return now === null ? null : readDestination(pool, "merchant", now);
}

function listingRates(deps: ReadDeps, row: DestinationRow) {
  const kind: Commission["kind"] = row.cash_back_allowed ? (row.group_kind ?? "none") : "none";
  const commission = { kind, bps: row.group_bps ?? 0, minor: row.group_minor ?? 0n };
  const rate = memberRate(commission, deps.brand.member_share_bps, false);
  const plus = memberRate(commission, deps.brand.plus_share_bps, false);
  return { rate, plus_rate: isMore(plus, rate) ? plus : null };
}

type TermsRow = Pick<
  DestinationRow,
  | "programme_id"
  | "network"
  | "network_programme_id"
  | "merchant_id"
  | "internal_name"
  | "name"
  | "cash_back_allowed"
  | "locking_days"
  | "counts_bps"
>;

const termsOf = (deps: ReadDeps, row: TermsRow): ProgrammeTerms => ({
  programme_key: programmeId.show(row.programme_id),
  network: row.network,
  network_programme_id: row.network_programme_id,
  merchant_id: row.merchant_id,
  internal_name: row.internal_name,
  merchant_name: row.name,
  cash_back_allowed: row.cash_back_allowed,
  ...countedShares(deps.brand, row.counts_bps),
  counts_bps: row.counts_bps,
  locking_days: row.locking_days ?? USUAL_LOCKING_DAYS,
});

/** A programme that has ended is still answered: its orders come in for months. */
export async function findProgramme(
  deps: ReadDeps,
  network: Network,
  programmeId: string,
): Promise<ProgrammeTerms | null> {
  const row = await readProgramme(deps.database.pool, network, programmeId);
  return row ? termsOf(deps, row) : null;
}
