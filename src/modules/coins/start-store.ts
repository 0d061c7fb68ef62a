/** SQL of what members began: offers and surveys. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { prepare, runPrepared } from "#platform/statements";
import type { CoinProviderName, OfferType, Platform } from "./provider.types.ts";

type Runner = Database | Tx;

/** The terms as they stood: whole coins and micros as text. */
export type Terms = {
  name: string;
  description: string;
  requirements: string;
  type: OfferType;
  image_url: string | null;
  /** Whether the member was plus, and what share of the payout was agreed. */
  plus: boolean;
  share_bps: number;
  /** What part of the provider's pay counted; absent from terms of the time when all of it did. */
  pay_share_bps?: number;
  coins: string;
  goals: { goal_id: string; name: string; coins: string; payout_micros: string; days: number | null }[];
};

export type StartRow = {
  start_id: string;
  user_id: string;
  offer_id: string;
  provider: CoinProviderName;
  provider_offer_id: string;
  user_ref: string;
  platform: Platform;
  terms: Terms;
  terms_hash: Buffer;
  started_at: Date;
  last_at: Date;
  shared_with: string | null;
  hidden_at: Date | null;
};

/** The reference by which a provider knows a member: the first that was made, which is the one it knows longest. */
export const readRef = async (runner: Runner, userId: string, provider: string): Promise<string | null> =>
  (
    await sql<{ user_ref: string }>`
      select user_ref from coins.member_refs where user_id = ${userId} and provider = ${provider} order by made_at, user_ref limit 1`.execute(
      runner,
    )
  ).rows[0]?.user_ref ?? null;

export async function insertRef(
  tx: Tx,
  ref: { user_ref: string; provider: string; user_id: string; made_at: Date },
): Promise<void> {
  await sql`
    insert into coins.member_refs (user_ref, provider, user_id, made_at)
    values (${ref.user_ref}, ${ref.provider}, ${ref.user_id}, ${ref.made_at})`.execute(tx);
}

export const findMember = async (runner: Runner, provider: string, userRef: string): Promise<string | null> =>
  (
    await sql<{ user_id: string }>`
      select user_id from coins.member_refs where user_ref = ${userRef} and provider = ${provider}`.execute(runner)
  ).rows[0]?.user_id ?? null;

/** Whoever begins something at the same moment waits here, so that a doubled press begins it once. */
export async function lockMember(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`coins:${userId}`}, 7))`.execute(tx);
}

type Ref = { provider: string; user_ref: string };
const refKey = ({ provider, user_ref }: Ref): string => `${provider}|${user_ref}`;
/** Whom providers mean; those that nobody is known by are left out. */
export type KnownMembers = { of(ref: Ref): string | null; all: readonly string[] };

type MemberRef = Ref & { user_id: string };
const FIND_MEMBERS = prepare<MemberRef>(
  "coins.find_members",
  `select provider, user_ref, user_id::text as user_id from coins.member_refs
   join unnest($1::text[], $2::text[]) as asked(provider, user_ref) using (provider, user_ref)`,
);
// Whoever is read is locked in the order of the sorted rows below it.
const LOCK_MEMBERS = prepare<{ user_id: string }>(
  "coins.lock_members",
  `select user_id, pg_advisory_xact_lock(hashtextextended('coins:' || user_id, 7)) is null as locked from (
     select distinct user_id::text as user_id from coins.member_refs
     join unnest($1::text[], $2::text[]) as asked(provider, user_ref) using (provider, user_ref) order by 1 offset 0) as asked`,
);
const listsOf = (refs: readonly Ref[]) => [refs.map((ref) => ref.provider), refs.map((ref) => ref.user_ref)];

export async function findMembers(runner: Runner, refs: readonly Ref[]): Promise<KnownMembers> {
  const rows = await runPrepared(runner, FIND_MEMBERS, listsOf(refs));
  const known = new Map(rows.map((row) => [refKey(row), row.user_id]));
  return { of: (ref) => known.get(refKey(ref)) ?? null, all: [...new Set(known.values())].toSorted() };
}

/**
 * Several at once, in one order for all who do: jobs that have members in common wait for each other instead of standing still.
 * Answers who they are then: an account that went into another while this waited has gone.
 */
export async function lockMembers(tx: Tx, refs: readonly Ref[]): Promise<KnownMembers> {
  for (;;) {
    const locked = new Set((await runPrepared(tx, LOCK_MEMBERS, listsOf(refs))).map(({ user_id }) => user_id));
    const known = await findMembers(tx, refs);
    if (known.all.every((id) => locked.has(id))) return known;
  }
}

export async function insertStart(tx: Tx, start: Omit<StartRow, "hidden_at" | "last_at">): Promise<void> {
  await sql`
    insert into coins.starts (start_id, user_id, offer_id, provider, provider_offer_id, user_ref, platform, terms, terms_hash, started_at, last_at,
      shared_with)
    values (${start.start_id}, ${start.user_id}, ${start.offer_id}, ${start.provider}, ${start.provider_offer_id}, ${start.user_ref}, ${start.platform},
      ${JSON.stringify(start.terms)}::text::jsonb, ${start.terms_hash}, ${start.started_at}, ${start.started_at}, ${start.shared_with})`.execute(
    tx,
  );
}

export async function touchStart(tx: Tx, startId: string, at: Date): Promise<void> {
  await sql`update coins.starts set last_at = ${at}, hidden_at = null where start_id = ${startId}`.execute(tx);
}

export const readStart = async (runner: Runner, startId: string): Promise<StartRow | null> =>
  (await sql<StartRow>`select * from coins.starts where start_id = ${startId}`.execute(runner)).rows[0] ?? null;

/** The newest start of an offer by one member, whatever reference it went by. */
export const findStart = async (runner: Runner, userId: string, offerId: string): Promise<StartRow | null> =>
  (
    await sql<StartRow>`
      select * from coins.starts where user_id = ${userId} and offer_id = ${offerId} order by started_at desc limit 1`.execute(
      runner,
    )
  ).rows[0] ?? null;

/** Of a start what its callbacks ask for. */
export type AgreedStart = Pick<StartRow, "start_id" | "user_id" | "offer_id" | "terms" | "started_at" | "shared_with">;
const FIND_STARTS = prepare<AgreedStart>(
  "coins.find_starts",
  `select s.* from unnest($1::uuid[], $2::uuid[]) as a(user_id, offer_id)
   cross join lateral (
     select start_id, user_id, offer_id, terms, started_at, shared_with from coins.starts o
     where o.user_id = a.user_id and o.offer_id = a.offer_id order by o.started_at desc limit 1) s`,
);

/** The same of many, by member and offer. */
export const findStarts = async (
  runner: Runner,
  asked: readonly { user_id: string; offer_id: string }[],
): Promise<AgreedStart[]> =>
  asked.length === 0
    ? []
    : runPrepared(runner, FIND_STARTS, [asked.map((one) => one.user_id), asked.map((one) => one.offer_id)]);

/** Who else began this offer lately, the newest first. */
export const othersOf = async (runner: Runner, offerId: string, userId: string, most: number): Promise<string[]> =>
  (
    await sql<{ user_id: string }>`
      select user_id from coins.starts where offer_id = ${offerId} and user_id <> ${userId}
      group by user_id order by max(started_at) desc limit ${most}`.execute(runner)
  ).rows.map((row) => row.user_id);

export const listStarts = async (runner: Runner, userId: string, most: number): Promise<StartRow[]> =>
  (
    await sql<StartRow>`
      select * from coins.starts where user_id = ${userId} and hidden_at is null order by last_at desc, start_id limit ${most}`.execute(
      runner,
    )
  ).rows;

export async function hideStart(runner: Runner, userId: string, startId: string, at: Date): Promise<boolean> {
  const hidden = await sql`
    update coins.starts set hidden_at = ${at} where start_id = ${startId} and user_id = ${userId} and hidden_at is null`.execute(
    runner,
  );
  return hidden.rowCount > 0;
}

export type VisitRow = {
  visit_id: string;
  user_id: string;
  provider: CoinProviderName;
  survey_id: string | null;
  user_ref: string;
  coins: bigint;
  payout_micros: bigint;
  minutes: number;
  category: string | null;
  first_one: boolean;
  /** The share of the pay that was shown; null for visits of the time before it was kept. */
  share_bps: number | null;
  started_at: Date;
  result: string | null;
  ended_at: Date | null;
};

export async function insertVisit(tx: Tx, visit: Omit<VisitRow, "result" | "ended_at">): Promise<void> {
  await sql`
    insert into coins.survey_visits (visit_id, user_id, provider, survey_id, user_ref, coins, payout_micros, minutes, category, first_one, share_bps, started_at)
    values (${visit.visit_id}, ${visit.user_id}, ${visit.provider}, ${visit.survey_id}, ${visit.user_ref}, ${visit.coins}, ${visit.payout_micros},
      ${visit.minutes}, ${visit.category}, ${visit.first_one}, ${visit.share_bps}, ${visit.started_at})`.execute(tx);
}

/** The visit that a callback is about: of that survey, else the newest of the member at this provider since `since`. */
export const findVisit = async (
  runner: Runner,
  asked: { user_id: string; provider: string; survey_id: string | null; since: Date },
): Promise<VisitRow | null> =>
  (
    await sql<VisitRow>`
      select * from coins.survey_visits where user_id = ${asked.user_id} and provider = ${asked.provider} and started_at > ${asked.since}
        and (${asked.survey_id}::text is null or survey_id is null or survey_id = ${asked.survey_id})
      order by (survey_id is not distinct from ${asked.survey_id}) desc, (result is null) desc, started_at desc, visit_id desc limit 1`.execute(
      runner,
    )
  ).rows[0] ?? null;

export async function endVisit(runner: Runner, visitId: string, result: string, at: Date): Promise<void> {
  await sql`update coins.survey_visits set result = ${result}, ended_at = ${at} where visit_id = ${visitId}`.execute(
    runner,
  );
}
