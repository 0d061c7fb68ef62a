/** SQL of joins and memberships. Schema `membership` only. */
import type { CivilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { sql } from "#platform/sql";
import { type JoinState, type Line, type MembershipState, mayBecome, type Tier } from "./rules.ts";

type Runner = Database | Tx;

export type JoinRow = {
  membership_id: string;
  user_id: string;
  partner: string;
  line: Line;
  tier: Tier;
  zone: string;
  with_trial: boolean;
  joined_on: CivilDate;
  first_charge_on: CivilDate;
  first_minor: bigint;
  monthly_minor: bigint;
  setup_id: string;
  payment_method_id: string;
  customer_id: string;
  card_key: string | null;
  /** Whose mailbox holds the trial while the sign-up is open; null without a trial or an address. */
  mailbox_key: string | null;
  state: JoinState;
  created_at: Date;
};

export type MembershipRow = {
  membership_id: string;
  user_id: string;
  partner: string;
  line: Line;
  tier: Tier;
  state: MembershipState;
  zone: string;
  customer_id: string;
  payment_method_id: string;
  joined_on: CivilDate;
  anchor_day: number;
  period_start: CivilDate;
  next_charge_on: CivilDate;
  monthly_minor: bigint;
  had_trial: boolean;
  cancel_at_period_end: boolean;
  ends_on: CivilDate | null;
  next_tier: Tier | null;
  next_tier_minor: bigint | null;
  next_price_minor: bigint | null;
  next_price_on: CivilDate | null;
  benefits_paused: boolean;
  joined_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  next_action_at: Date | null;
};
/** A plan and since when it ran. */
export type PlanSince = { tier: Tier; since: Date };
export type Who = "member" | "link" | "billing" | "processor" | "operator";

/** Joining, changing and ending of one person's memberships come one after the other. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 747))`.execute(tx);
}

export async function insertJoin(tx: Tx, row: Omit<JoinRow, "state">): Promise<void> {
  await sql`
    insert into membership.joins (membership_id, user_id, partner, line, tier, zone, with_trial, joined_on, first_charge_on, first_minor, monthly_minor,
      setup_id, payment_method_id, customer_id, card_key, mailbox_key, state, created_at)
    values (${row.membership_id}, ${row.user_id}, ${row.partner}, ${row.line}, ${row.tier}, ${row.zone}, ${row.with_trial}, ${row.joined_on}, ${row.first_charge_on},
      ${row.first_minor}, ${row.monthly_minor}, ${row.setup_id}, ${row.payment_method_id}, ${row.customer_id}, ${row.card_key}, ${row.mailbox_key}, 'open', ${row.created_at})`.execute(
    tx,
  );
}

export async function readJoin(runner: Runner, membershipId: string): Promise<JoinRow | null> {
  return (
    (await sql<JoinRow>`select * from membership.joins where membership_id = ${membershipId}`.execute(runner))
      .rows[0] ?? null
  );
}

export async function lockJoin(tx: Tx, membershipId: string): Promise<JoinRow | null> {
  return (
    (
      await sql<JoinRow>`select * from membership.joins where membership_id = ${membershipId} for no key update`.execute(
        tx,
      )
    ).rows[0] ?? null
  );
}

/** Held as it is: one whose payment is being settled is waited for, and is none once it was paid for. */
export async function lockOpenJoin(tx: Tx, userId: string, line: Line): Promise<JoinRow | null> {
  const result = await sql<JoinRow>`
    select * from membership.joins where user_id = ${userId} and line = ${line} and state = 'open' for no key update`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}

/** Every open sign-up of some people, held likewise. */
export async function lockOpenJoins(tx: Tx, userIds: readonly string[]): Promise<JoinRow[]> {
  const result = await sql<JoinRow>`
    select * from membership.joins where user_id = any (${[...userIds]}::uuid[]) and state = 'open' order by membership_id for no key update`.execute(
    tx,
  );
  return result.rows;
}

export async function closeJoin(tx: Tx, membershipId: string, state: "joined" | "failed", at: Date): Promise<void> {
  await sql`update membership.joins set state = ${state}, closed_at = ${at} where membership_id = ${membershipId}`.execute(
    tx,
  );
}

export async function insertMembership(tx: Tx, row: MembershipRow): Promise<void> {
  await sql`
    insert into membership.memberships (membership_id, user_id, partner, line, tier, state, zone, customer_id, payment_method_id, joined_on, anchor_day,
      period_start, next_charge_on, monthly_minor, had_trial, joined_at, next_action_at)
    values (${row.membership_id}, ${row.user_id}, ${row.partner}, ${row.line}, ${row.tier}, ${row.state}, ${row.zone}, ${row.customer_id}, ${row.payment_method_id},
      ${row.joined_on}, ${row.anchor_day}, ${row.period_start}, ${row.next_charge_on}, ${row.monthly_minor}, ${row.had_trial}, ${row.joined_at}, ${row.next_action_at})`.execute(
    tx,
  );
}

export async function lockMembership(tx: Tx, membershipId: string): Promise<MembershipRow | null> {
  return (
    (
      await sql<MembershipRow>`select * from membership.memberships where membership_id = ${membershipId} for update`.execute(
        tx,
      )
    ).rows[0] ?? null
  );
}

export async function readMemberships(runner: Runner, userId: string): Promise<MembershipRow[]> {
  return (
    await sql<MembershipRow>`select * from membership.memberships where user_id = ${userId} order by joined_at desc, membership_id desc`.execute(
      runner,
    )
  ).rows;
}

/** A time in which what it brings paused because a month was not paid. */
export type Pause = { from: Date; until: Date | null };

/** A member's memberships with every plan that each has had and every pause, oldest first. */
export async function readWithPlans(
  runner: Runner,
  userId: string,
): Promise<(MembershipRow & { plans: readonly PlanSince[]; pauses: readonly Pause[] })[]> {
  const rows = await readMemberships(runner, userId);
  if (rows.length === 0) return [];
  const ids = rows.map(({ membership_id }) => membership_id);
  const plans = await sql<PlanSince & { membership_id: string }>`
    select membership_id, tier, at as since from (
      select membership_id, sequence, tier, at, lag(tier) over (partition by membership_id order by sequence) as before
      from membership.membership_events where membership_id = any (${ids}::uuid[])
    ) events where before is distinct from tier order by membership_id, sequence`.execute(runner);
  const pauses = await sql<Pause & { membership_id: string }>`
    select membership_id, at as from, (select min(paid.at) from membership.membership_events paid
      where paid.membership_id = e.membership_id and paid.kind = 'charged' and paid.sequence > e.sequence) as until
    from membership.membership_events e where kind = 'benefits_paused' and membership_id = any (${ids}::uuid[])
    order by membership_id, sequence`.execute(runner);
  const of = Map.groupBy(plans.rows, ({ membership_id }) => membership_id);
  const paused = Map.groupBy(pauses.rows, ({ membership_id }) => membership_id);
  return rows.map((row) => ({
    ...row,
    plans: (of.get(row.membership_id) ?? []).map(({ tier, since }) => ({ tier, since })),
    pauses: (paused.get(row.membership_id) ?? []).map(({ from, until }) => ({ from, until })),
  }));
}

export async function readMany(runner: Runner, ids: readonly string[]): Promise<MembershipRow[]> {
  return (
    await sql<MembershipRow>`select * from membership.memberships where membership_id = any (${[...ids]}::uuid[])`.execute(
      runner,
    )
  ).rows;
}

export async function findRunning(runner: Runner, userId: string, line: Line): Promise<MembershipRow | null> {
  return (
    (
      await sql<MembershipRow>`select * from membership.memberships where user_id = ${userId} and line = ${line} and state <> 'ended'`.execute(
        runner,
      )
    ).rows[0] ?? null
  );
}

/** Writes every field that may change, with one row of history. A state only goes where the table lets it. */
export async function saveMembership(
  tx: Tx,
  before: MembershipRow,
  change: Partial<MembershipRow>,
  event: { kind: string; reason: string; who: Who; at: Date } | null,
): Promise<MembershipRow> {
  const row = { ...before, ...change };
  assert(
    row.state === before.state || mayBecome(before.state, row.state),
    `a membership goes from ${before.state} to ${row.state}`,
  );
  await sql`
    update membership.memberships set tier = ${row.tier}, state = ${row.state}, payment_method_id = ${row.payment_method_id}, customer_id = ${row.customer_id}, anchor_day = ${row.anchor_day},
      period_start = ${row.period_start}, next_charge_on = ${row.next_charge_on}, monthly_minor = ${row.monthly_minor},
      cancel_at_period_end = ${row.cancel_at_period_end}, ends_on = ${row.ends_on}, next_tier = ${row.next_tier}, next_tier_minor = ${row.next_tier_minor},
      next_price_minor = ${row.next_price_minor}, next_price_on = ${row.next_price_on}, benefits_paused = ${row.benefits_paused},
      ended_at = ${row.ended_at}, end_reason = ${row.end_reason}, next_action_at = ${row.next_action_at}, next_look_at = null
    where membership_id = ${row.membership_id}`.execute(tx);
  assert(event !== null || row.tier === before.tier, "another plan is told by an event");
  if (event) await insertEvent(tx, row.membership_id, { ...event, from: before.state, to: row.state, tier: row.tier });
  return row;
}

export async function insertEvent(
  tx: Tx,
  membershipId: string,
  event: {
    kind: string;
    from: MembershipState | null;
    to: MembershipState;
    tier: Tier;
    reason: string;
    who: Who;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into membership.membership_events (membership_id, sequence, kind, from_state, to_state, tier, reason, who, at)
    select ${membershipId}, coalesce(max(sequence), 0) + 1, ${event.kind}, ${event.from}, ${event.to}, ${event.tier}, ${event.reason}, ${event.who}, ${event.at}
    from membership.membership_events where membership_id = ${membershipId}`.execute(tx);
}

export type EventRow = {
  kind: string;
  from_state: MembershipState | null;
  to_state: MembershipState;
  reason: string;
  who: Who;
  at: Date;
};
export async function readEvents(runner: Runner, membershipId: string): Promise<EventRow[]> {
  return (
    await sql<EventRow>`
      select kind, from_state, to_state, reason, who, at from membership.membership_events where membership_id = ${membershipId} order by sequence`.execute(
      runner,
    )
  ).rows;
}

/** Those on a plan of a partner who pay, or are to pay, another price. */
export async function findPricedOtherwise(
  runner: Runner,
  partner: string,
  tier: Tier,
  monthlyMinor: bigint,
): Promise<string[]> {
  return (
    await sql<{ membership_id: string }>`
      select membership_id from membership.memberships
      where partner = ${partner} and tier = ${tier} and state <> 'ended'
        and coalesce(next_price_minor, monthly_minor) <> ${monthlyMinor}
      order by membership_id`.execute(runner)
  ).rows.map((row) => row.membership_id);
}
