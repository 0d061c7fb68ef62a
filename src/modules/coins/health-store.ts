/** SQL of how providers and their offers do: of what was begun in a span, what became of it. Schema `coins` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { CoinProviderName } from "./provider.types.ts";

export type Span = { from: Date; to: Date };

export type Outcomes = {
  begun: number;
  /** Of these, how many brought coins at all. */
  credited: number;
  /** Of these, how many had coins taken back. */
  taken_back: number;
  waiting: number;
  /** From setting out to the first coins; null where none came. */
  median_seconds: number | null;
  /** Missing coins that members asked for, and how that ended. */
  asked: number;
  paid: number;
  refused: number;
};
export type ProviderOutcomes = Outcomes & { provider: CoinProviderName };
export type OfferOutcomes = ProviderOutcomes & { offer_id: string; name: string };

export const NO_OUTCOMES: Outcomes = {
  ...{ begun: 0, credited: 0, taken_back: 0, waiting: 0, median_seconds: null, asked: 0, paid: 0, refused: 0 },
};

const COUNTED = sql`
  count(*)::int as begun, count(came.at)::int as credited, count(*) filter (where came.taken_back)::int as taken_back,
  count(*) filter (where came.waits)::int as waiting,
  percentile_cont(0.5) within group (order by extract(epoch from came.at - b.started_at))::float as median_seconds,
  coalesce(sum(claims.asked), 0)::int as asked, coalesce(sum(claims.paid), 0)::int as paid, coalesce(sum(claims.refused), 0)::int as refused`;

/** What came of each row of `b`, which has `start_id`, `visit_id` (one of them null) and `started_at`. */
const CAME = sql`
  left join lateral (
    select min(e.at) filter (where e.state = 'credited') as at, bool_or(r.state = 'held') as waits,
      bool_or(r.state = 'reversed' and e.state = 'credited') as taken_back
    from coins.rewards r join coins.reward_events e using (reward_id)
    where (r.start_id = b.start_id or r.visit_id = b.visit_id) and r.provider <> 'house') came on true
  left join lateral (
    select count(*) as asked, count(*) filter (where k.state = 'paid') as paid, count(*) filter (where k.state = 'refused') as refused
    from coins.claims k where k.start_id = b.start_id) claims on true`;

const begunIn = ({ from, to }: Span) => sql`started_at >= ${from} and started_at < ${to}`;

export const countByProvider = async (db: Database, span: Span): Promise<ProviderOutcomes[]> =>
  (
    await sql<ProviderOutcomes>`
      with b as (
        select provider, start_id, null::uuid as visit_id, started_at from coins.starts where ${begunIn(span)}
        union all
        select provider, null, visit_id, started_at from coins.survey_visits where ${begunIn(span)})
      select b.provider, ${COUNTED} from b ${CAME} group by b.provider order by begun desc, b.provider`.execute(db)
  ).rows;

/** The offers that were begun most, of one provider or of all. */
export const countByOffer = async (
  db: Database,
  asked: Span & { provider: string | null; most: number },
): Promise<OfferOutcomes[]> =>
  (
    await sql<OfferOutcomes>`
      with b as (
        select offer_id, start_id, null::uuid as visit_id, started_at from coins.starts
        where ${begunIn(asked)} and (${asked.provider}::text is null or provider = ${asked.provider}))
      select o.provider, o.offer_id, o.name, ${COUNTED} from b join coins.offers o using (offer_id) ${CAME}
      group by o.offer_id order by begun desc, o.offer_id limit ${asked.most}`.execute(db)
  ).rows;

/** Of one offer, as long as there is any. */
export const countOfOffer = async (db: Database, offerId: string): Promise<Outcomes> =>
  (
    await sql<Outcomes>`
      with b as (
        select start_id, null::uuid as visit_id, started_at from coins.starts where offer_id = ${offerId})
      select ${COUNTED} from b ${CAME}`.execute(db)
  ).rows[0] ?? NO_OUTCOMES;
