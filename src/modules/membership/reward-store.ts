/** SQL of what rewards ask of memberships. Schema `membership` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { wentElsewhere } from "./reconcile-store.ts";
import type { Line } from "./rules.ts";

/** Of a payment nothing is given back: not by us, not by the processor's own hand, not by the cardholder's bank. */
const keptWhole = sql`(
  not exists (select 1 from membership.refunds r where r.payment_id = c.payment_id)
  and coalesce((select sum(v.amount_minor) from membership.movements v
    where v.payment_id = c.payment_id and v.kind in ('refund', 'dispute')), 0) >= 0)`;

/** A dispute that was won leaves its charge `refunded`; what stands is what the movements say. */
const paidMonth = sql`c.kind = 'period' and c.state in ('succeeded', 'refunded')`;

/** Whether a member has paid a whole month of a line's membership in a span of time, and nothing of it was given back. */
export async function hasPaidMonth(
  runner: Database | Tx,
  userId: string,
  { since, until, line = "main" }: { since: Date; until: Date; line?: Line },
): Promise<boolean> {
  const result = await sql`
    select 1 from membership.memberships m join membership.charges c using (membership_id)
    where m.user_id = ${userId} and m.line = ${line} and ${paidMonth} and c.amount_minor > 0
      and c.paid_at between ${since} and ${until} and ${keptWhole}
    limit 1`.execute(runner);
  return result.rows.length > 0;
}

/** A line's membership from a day on: whether a full month of it is paid or went back, and whether one runs or has ended since. */
export type FirstMonth = { key: string; paid: boolean; returned: boolean; runs: boolean; ended: boolean };

/**
 * How it went on for members who began on their way to something, all at once. `key` names the question; days are civil dates. The
 * line is that of the membership that is named, else the main one.
 */
export async function readFirstMonths(
  runner: Database | Tx,
  asked: readonly { key: string; user_id: string; membership_id?: string; first_charge_on: string; since: Date }[],
): Promise<FirstMonth[]> {
  const months = sql`
    membership.charges c where c.membership_id = m.membership_id and ${paidMonth} and c.number is not null
      and c.period_start >= a.first_charge_on`;
  const result = await sql<FirstMonth>`
    select a.key,
      coalesce(bool_or(exists (select 1 from ${months} and ${keptWhole})), false) as paid,
      coalesce(bool_or(exists (select 1 from ${months} and not ${keptWhole})), false) as returned,
      coalesce(bool_or(m.state <> 'ended'), false) as runs,
      coalesce(bool_or(m.state = 'ended' and m.ended_at >= a.since), false) as ended
    from unnest(${asked.map((one) => one.key)}::text[], ${asked.map((one) => one.user_id)}::uuid[],
      ${asked.map((one) => one.first_charge_on)}::date[], ${asked.map((one) => one.since)}::timestamptz[],
      ${asked.map((one) => one.membership_id ?? null)}::uuid[]) as a (key, user_id, first_charge_on, since, membership_id)
    left join membership.memberships named on named.membership_id = a.membership_id
    left join membership.memberships m on m.user_id = a.user_id and m.line = coalesce(named.line, 'main')
    group by a.key`.execute(runner);
  return result.rows;
}

/** What months from a day on cost a member, in cents, and what of it neither we nor their bank gave back. */
export type PaidMonths = { key: string; charged: bigint; kept: bigint };

/** Of all lines, for several at once. `key` names the question; `from` is a civil date. */
export async function readPaidMonths(
  runner: Database | Tx,
  asked: readonly { key: string; user_id: string; from: string }[],
): Promise<PaidMonths[]> {
  const result = await sql<PaidMonths>`
    select a.key, coalesce(sum(c.amount_minor), 0)::bigint as charged, coalesce(sum(c.amount_minor - back.amount), 0)::bigint as kept
    from unnest(${asked.map((one) => one.key)}::text[], ${asked.map((one) => one.user_id)}::uuid[], ${asked.map((one) => one.from)}::date[])
      as a (key, user_id, from_day)
    left join membership.memberships m on m.user_id = a.user_id
    left join membership.charges c on c.membership_id = m.membership_id and c.kind <> 'trial' and c.amount_minor > 0
      and c.state in ('succeeded', 'refunded') and c.period_start >= a.from_day
    left join lateral (
      -- Also those of ours that have to be asked for anew, or were settled another way: that money is the member's.
      select least(c.amount_minor, ${wentElsewhere(sql`c.payment_id`)}
        + coalesce((select sum(r.amount_minor) from membership.refunds r where r.payment_id = c.payment_id), 0)
      ) as amount) back on true
    group by a.key`.execute(runner);
  return result.rows;
}

/**
 * Hashes of the fingerprints of the cards that a member joined with, or put on file later for what runs: the same card has
 * the same, whoever uses it. A card that was only tried is nobody's.
 */
export async function readCardKeys(runner: Database | Tx, userId: string): Promise<string[]> {
  const result = await sql<{ card_key: string }>`
    select card_key from membership.joins where user_id = ${userId} and state = 'joined' and card_key is not null
    union
    select card_key from membership.cards where user_id = ${userId} and charged_from is not null and card_key is not null
    order by card_key`.execute(runner);
  return result.rows.map((row) => row.card_key);
}
