/** SQL of the catalogue of offers. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { newId, sha256 } from "#platform/ids";
import { sql } from "#platform/sql";
import type { CoinProviderName, OfferType, Platform, ProviderOffer } from "./provider.types.ts";

type Runner = Database | Tx;

/** Goals as they lie in the database: payouts as text, since JSON knows no whole numbers of this size. */
export type StoredGoal = { goal_id: string; name: string; payout_micros: string; days: number | null };

export type OfferRow = {
  offer_id: string;
  provider: CoinProviderName;
  provider_offer_id: string;
  name: string;
  description: string;
  requirements: string;
  image_url: string | null;
  type: OfferType;
  platforms: Platform[];
  countries: string[];
  payout_micros: bigint;
  goals: StoredGoal[];
  click_url: string;
  same_as: string | null;
  min_age: number | null;
  state: "live" | "down";
  hidden_by: string | null;
  /** Of the provider's pay so much counts for coins, as it stands now. */
  pay_share_bps: number;
};

const storedGoals = (offer: ProviderOffer): StoredGoal[] =>
  offer.goals.map((goal) => ({ ...goal, payout_micros: String(goal.payout_micros) }));

const contentOf = (offer: ProviderOffer): string =>
  JSON.stringify({ ...offer, payout_micros: String(offer.payout_micros), goals: storedGoals(offer) });

/** Brings the catalogue of one provider to what it is now: what is not in the list any more is down. */
export async function replaceOffers(
  tx: Tx,
  provider: CoinProviderName,
  offers: readonly ProviderOffer[],
  now: Date,
): Promise<{ live: number; down: number }> {
  const rows = offers.map((offer) => ({
    offer_id: newId("coin_offer"),
    ...offer,
    payout_micros: String(offer.payout_micros),
    goals: storedGoals(offer),
    hash: sha256(contentOf(offer)).toString("hex"),
  }));
  const changed = await sql`
    insert into coins.offers as o (offer_id, provider, provider_offer_id, name, description, requirements, image_url, type, platforms, countries,
      payout_micros, goals, click_url, same_as, min_age, content_hash, state, first_seen_at, changed_at)
    select r.offer_id, ${provider}, r.provider_offer_id, r.name, r.description, r.requirements, r.image_url, r.type, r.platforms, r.countries,
      r.payout_micros, r.goals, r.click_url, r.same_as, r.min_age, decode(r.hash, 'hex'), 'live', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (offer_id uuid, provider_offer_id text, name text, description text, requirements text,
      image_url text, type text, platforms text[], countries text[], payout_micros bigint, goals jsonb, click_url text, same_as text, min_age integer, hash text)
    on conflict (provider, provider_offer_id) do update set name = excluded.name, description = excluded.description,
      requirements = excluded.requirements, image_url = excluded.image_url, type = excluded.type, platforms = excluded.platforms,
      countries = excluded.countries, payout_micros = excluded.payout_micros, goals = excluded.goals, click_url = excluded.click_url,
      same_as = excluded.same_as, min_age = excluded.min_age, content_hash = excluded.content_hash, state = 'live', changed_at = excluded.changed_at, down_at = null
    where o.content_hash <> excluded.content_hash or o.state = 'down'`.execute(tx);
  const down = await sql`
    update coins.offers set state = 'down', down_at = ${now}
    where provider = ${provider} and state = 'live' and provider_offer_id <> all (${rows.map((row) => row.provider_offer_id)}::text[])`.execute(
    tx,
  );
  // Pages that were rendered from the old list are dropped, in every process.
  if (changed.rowCount + down.rowCount > 0) await sql`select pg_notify('tuppence_pages', 'coins')`.execute(tx);
  return { live: rows.length, down: down.rowCount };
}

/** Each offer with what operators say of its provider. */
const OFFERS = sql`coins.offers o left join coins.provider_rules p on p.provider = o.provider`;
const OFFER = sql`o.*, coalesce(p.pay_share_bps, 10000) as pay_share_bps`;
/** What of its pay counts for coins. */
const COUNTS = sql`(o.payout_micros * coalesce(p.pay_share_bps, 10000) / 10000)`;
/** Offers of a provider that was switched off are none. */
const SHOWN = sql`o.state = 'live' and o.hidden_by is null and not coalesce(p.is_off, false)`;

export type OfferFilter = {
  country: string;
  type: OfferType | null;
  platform: Platform | null;
  /** Easy ones are those with one step. */
  easy: boolean;
  /** Of payouts, in micros. */
  least: bigint | null;
  /** Each begins a word of its name; in small letters without accents. */
  words?: readonly string[];
};

/**
 * The offers of a country: of the same thing at several providers the one that pays best. What others did with an offer weighs
 * its pay: one that was begun often and brought nobody anything sinks.
 */
export async function listOffers(
  runner: Runner,
  filter: OfferFilter,
  page: { offset: number; most: number; sort: "best" | "new" },
): Promise<{ rows: OfferRow[]; counts: Record<OfferType, number> }> {
  const best = sql`
    with shown as (
      select ${OFFER}, ${COUNTS} as counts,
        row_number() over (partition by coalesce(o.same_as, o.offer_id::text), o.platforms order by ${COUNTS} desc, o.offer_id) as place,
        -- Some partners name no app: there the name is what two have in common.
        row_number() over (partition by lower(regexp_replace(o.name, '[^[:alnum:]]', '', 'g')), o.platforms order by ${COUNTS} desc, o.offer_id) as named,
        coalesce((select (t.credited + 3)::numeric / (t.starts + 6) from coins.offer_times t where t.offer_id = o.offer_id order by t.credited desc limit 1), 0.5) as comes
      from ${OFFERS}
      where ${SHOWN} and (o.countries = '{}' or ${filter.country} = any (o.countries))
        and (${filter.platform}::text is null or ${filter.platform} = any (o.platforms))
        and (not ${filter.easy} or jsonb_array_length(o.goals) = 1)
        and (${filter.least}::bigint is null or ${COUNTS} >= ${filter.least}::bigint)
        and not exists (select 1 from unnest(${[...(filter.words ?? [])]}::text[]) as w (word)
          where position(' ' || w.word in ' ' || regexp_replace(lower(o.name), '[^[:alnum:]]+', ' ', 'g')) = 0)
    )`;
  const order = page.sort === "new" ? sql`first_seen_at desc, offer_id` : sql`counts * comes desc, offer_id`;
  const rows = await sql<OfferRow>`
    ${best} select * from shown where place = 1 and named = 1 and (${filter.type}::text is null or type = ${filter.type})
    order by ${order} limit ${page.most} offset ${page.offset}`.execute(runner);
  const counted = await sql<{ type: OfferType; sum: number }>`
    ${best} select type, count(*)::int as sum from shown where place = 1 and named = 1 group by type`.execute(runner);
  const counts: Record<OfferType, number> = { APP: 0, GAME: 0, OTHER: 0 };
  for (const { type, sum } of counted.rows) counts[type] = sum;
  return { rows: rows.rows, counts };
}

export const readOffer = async (runner: Runner, offerId: string): Promise<OfferRow | null> =>
  (await sql<OfferRow>`select ${OFFER} from ${OFFERS} where o.offer_id = ${offerId}`.execute(runner)).rows[0] ?? null;

/** Whether an offer can be begun now. */
export const isShown = async (runner: Runner, offerId: string): Promise<boolean> =>
  (await sql`select 1 from ${OFFERS} where o.offer_id = ${offerId} and ${SHOWN}`.execute(runner)).rows.length > 0;

/** By the names that their providers give them. */
export async function findOffers(
  runner: Runner,
  asked: readonly { provider: CoinProviderName; offer_id: string }[],
): Promise<OfferRow[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<OfferRow>`
    select ${OFFER} from ${OFFERS} where (o.provider, o.provider_offer_id) in (
      select * from unnest(${asked.map(({ provider }) => provider)}::text[], ${asked.map(({ offer_id }) => offer_id)}::text[]))`.execute(
    runner,
  );
  return rows;
}

export type OfferTime = {
  goal_id: string;
  starts: number;
  credited: number;
  late_hours: number | null;
  median_hours: number | null;
};

export const readOfferTimes = async (
  runner: Runner,
  offerIds: readonly string[],
): Promise<Map<string, OfferTime[]>> => {
  const found = await sql<OfferTime & { offer_id: string }>`
    select offer_id, goal_id, starts, credited, median_hours, late_hours from coins.offer_times where offer_id = any (${offerIds}::uuid[])`.execute(
    runner,
  );
  const times = new Map<string, OfferTime[]>();
  for (const { offer_id, ...time } of found.rows) times.set(offer_id, [...(times.get(offer_id) ?? []), time]);
  return times;
};

/** Counts anew how long each goal took and how many got there, of what was begun in the last `days`. */
export async function countOfferTimes(tx: Tx, since: Date, now: Date): Promise<number> {
  const counted = await sql`
    insert into coins.offer_times as t (offer_id, goal_id, starts, credited, median_hours, late_hours, counted_at)
    select s.offer_id, g ->> 'goal_id', count(distinct s.start_id)::int, count(r.reward_id)::int,
      (percentile_cont(0.5) within group (order by extract(epoch from r.created_at - s.started_at)))::int / 3600,
      ceil((percentile_cont(0.9) within group (order by extract(epoch from r.created_at - s.started_at))) / 3600)::int, ${now}
    from coins.starts s cross join lateral jsonb_array_elements(s.terms -> 'goals') g
      left join coins.rewards r on r.start_id = s.start_id and r.goal_id = g ->> 'goal_id' and r.state = 'credited'
    where s.started_at > ${since} group by 1, 2
    on conflict (offer_id, goal_id) do update set starts = excluded.starts, credited = excluded.credited,
      median_hours = excluded.median_hours, late_hours = excluded.late_hours, counted_at = excluded.counted_at`.execute(
    tx,
  );
  return counted.rowCount;
}

export type CatalogueRow = {
  provider: CoinProviderName;
  tried_at: Date;
  read_at: Date | null;
  offers: number | null;
  fault: string | null;
};

export const readCatalogues = async (runner: Runner): Promise<CatalogueRow[]> =>
  (await sql<CatalogueRow>`select * from coins.catalogues order by provider`.execute(runner)).rows;

export async function noteCatalogue(
  runner: Runner,
  note:
    | { provider: CoinProviderName; at: Date; offers: number }
    | { provider: CoinProviderName; at: Date; fault: string },
): Promise<void> {
  const read = "offers" in note;
  await sql`
    insert into coins.catalogues as c (provider, tried_at, read_at, offers, fault)
    values (${note.provider}, ${note.at}, ${read ? note.at : null}, ${read ? note.offers : null}, ${read ? null : note.fault})
    on conflict (provider) do update set tried_at = excluded.tried_at, read_at = coalesce(excluded.read_at, c.read_at),
      offers = coalesce(excluded.offers, c.offers), fault = excluded.fault`.execute(runner);
}

/** Takes an offer off the pages, or puts it back (`by` null). Who began it goes on. */
export async function setHidden(
  runner: Runner,
  offerId: string,
  hidden: { by: string; reason: string } | null,
): Promise<boolean> {
  const changed = await sql`
    update coins.offers set hidden_by = ${hidden?.by ?? null}, hidden_reason = ${hidden?.reason ?? null}
    where offer_id = ${offerId} and (hidden_by is null) = ${hidden !== null}`.execute(runner);
  await sql`select pg_notify('tuppence_pages', 'coins')`.execute(runner);
  return changed.rowCount > 0;
}

export const searchOffers = async (runner: Runner, text: string, most: number): Promise<OfferRow[]> =>
  (
    await sql<OfferRow>`
      select ${OFFER} from ${OFFERS} where o.name ilike ${`%${text.replace(/[%_\\]/g, "\\$&")}%`}
      order by (o.state = 'live') desc, o.payout_micros desc limit ${most}`.execute(runner)
  ).rows;

/** What became of those who began an offer: for a person who asks whether it pays. */
export const countOutcomes = async (
  runner: Runner,
  offerId: string,
): Promise<{ starts: number; credited: number; reversed: number; held: number }> =>
  (
    await sql<{ starts: number; credited: number; reversed: number; held: number }>`
      select (select count(*)::int from coins.starts where offer_id = ${offerId}) as starts,
        count(*) filter (where state = 'credited')::int as credited, count(*) filter (where state = 'reversed')::int as reversed,
        count(*) filter (where state = 'held')::int as held
      from coins.rewards where offer_id = ${offerId}`.execute(runner)
  ).rows[0] ?? { starts: 0, credited: 0, reversed: 0, held: 0 };
