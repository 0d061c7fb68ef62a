/** SQL of going shopping: hot, one prepared statement for each kind of target. */
import type pg from "pg";
import type { Network, ProgrammeTerms } from "../catalog.types.ts";
import type { CardRow } from "../shape-answers.ts";
import type { TrackRecord } from "../track.types.ts";
import { countedBps, countedMinor } from "./own-rates.ts";
import { CARD } from "./read-merchants.ts";
import { TRACK } from "./track-health.ts";

export type ProgrammeRow = Omit<
  ProgrammeTerms,
  "programme_key" | "member_share_bps" | "plus_share_bps" | "merchant_name" | "locking_days"
> & {
  programme_id: string;
  name: string;
  locking_days: number | null;
  counts_bps: number;
};

const TERMS = `p.programme_id, p.network, p.network_programme_id, p.merchant_id, m.internal_name, m.name, p.cash_back_allowed, p.locking_days, p.counts_bps`;

export async function readProgramme(pool: pg.Pool, network: Network, id: string): Promise<ProgrammeRow | null> {
  const { rows } = await pool.query<ProgrammeRow>({
    name: "catalog-programme",
    text: `select ${TERMS} from catalog.programmes p join catalog.merchants m using (merchant_id) where p.network = $1 and p.network_programme_id = $2`,
    values: [network, id],
  });
  return rows[0] ?? null;
}

export type DestinationRow = CardRow &
  Omit<ProgrammeRow, "name"> & {
    url: string;
    programme_link: string;
    /** The offer's or listing's own link, when there is one. */
    own_link: string | null;
    offer_id: string | null;
    listing_id: string | null;
    title: string | null;
    code: string | null;
    starts_at: Date | null;
    ends_at: Date | null;
    gone: boolean;
    track: TrackRecord | null;
    /** Rate of the product's own commission group; null kind for merchants and offers. */
    group_kind: "percent" | "fixed" | null;
    group_bps: number | null;
    group_minor: bigint | null;
  };

const COMMON = `${CARD}, p.programme_id, p.network, p.network_programme_id, p.merchant_id, p.cash_back_allowed, p.locking_days, p.url, p.tracking_link as programme_link, ${TRACK}`;
const NO_OFFER =
  "null::uuid as offer_id, null::text as title, null::text as code, null::timestamptz as starts_at, null::timestamptz as ends_at, false as gone";
const NO_LISTING =
  "null::uuid as listing_id, null::text as group_kind, null::integer as group_bps, null::bigint as group_minor";

/**
 * By `wanted` if it leads to the store, else by the store's best, which does: one that has ended tracks nothing. Any other is asked for
 * what a process from before may leave for minutes while both run, a best one that ended.
 */
const way = (
  wanted: string,
) => `catalog.programmes p on p.programme_id = (select led.programme_id from catalog.programmes led
  where led.merchant_id = m.merchant_id and led.gone_at is null
  order by led.programme_id = ${wanted} desc nulls last, led.programme_id = m.programme_id desc nulls last, led.network, led.network_programme_id limit 1)`;
const SHOWN = "not m.hidden and m.status <> 'closed'";

const BY_MERCHANT = `select ${COMMON}, p.counts_bps, null::text as own_link, ${NO_OFFER}, ${NO_LISTING}
  from catalog.merchants m join ${way("m.programme_id")} where m.internal_name = $1 and ${SHOWN}`;
// Of one that was retired nothing is told: who still has its link comes to the store.
// A coupon belongs to the programme that announced it, even when another pays a better rate, which is the one that is shown and counts.
// One of our own leads by that one.
const BY_OFFER = `select ${COMMON}, coalesce(b.counts_bps, p.counts_bps) as counts_bps, case when p.programme_id = o.programme_id then o.tracking_link end as own_link, o.offer_id,
    case when o.retired_at is null then o.title end as title, case when o.retired_at is null then o.code end as code,
    o.starts_at, o.ends_at, o.gone_at is not null as gone, ${NO_LISTING}
  from catalog.offers o join catalog.merchants m on m.merchant_id = o.merchant_id join ${way("case when o.network <> 'own' then o.programme_id end")}
  left join catalog.programmes b on b.programme_id = m.programme_id
  where o.offer_id = $1 and ${SHOWN}`;
// The link that a network told of what is sold goes by its own programme; what a shop's own file tells is the shop's own address.
const BY_LISTING = `select ${COMMON}, case when p.programme_id = l.programme_id or f.merchant_id is not null then l.tracking_link end as own_link, ${NO_OFFER}, l.listing_id, p.counts_bps, r.kind as group_kind, ${countedBps("r", "p")} as group_bps, ${countedMinor("r", "p")} as group_minor
  from catalog.listings l join catalog.merchants m on m.merchant_id = l.merchant_id join catalog.feeds f on f.feed_id = l.feed_id
  join ${way("l.programme_id")}
  left join catalog.programme_rates r on r.programme_id = p.programme_id and r.programme_id = l.programme_id and r.group_code = l.rate_group
  where l.listing_id = $1 and l.gone_at is null and ${SHOWN}`;

export async function readDestination(
  pool: pg.Pool,
  kind: "merchant" | "offer" | "listing",
  key: string,
): Promise<DestinationRow | null> {
  const text = { merchant: BY_MERCHANT, offer: BY_OFFER, listing: BY_LISTING }[kind];
  const { rows } = await pool.query<DestinationRow>({ name: `catalog-destination-${kind}`, text, values: [key] });
  return rows[0] ?? null;
}
