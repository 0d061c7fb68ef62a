/** SQL of what a partner is told of memberships. Schema `membership` only. */
import type { Database } from "#platform/database";
import type { PartnerFigure } from "#platform/operator";
import { PERIOD_FORMATS } from "#platform/operator-parts";
import { sql } from "#platform/sql";

type Counted = { at: string; value: bigint };
type Asked = Parameters<PartnerFigure["read"]>[0];

async function countJoins(db: Database, { partner, from, to, by }: Asked, onlyTrials: boolean): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select to_char(joined_at at time zone 'UTC', ${PERIOD_FORMATS[by]}) as at, count(*) as value from membership.memberships
    where partner = ${partner} and joined_at >= ${from} and joined_at < ${to} and (had_trial or not ${onlyTrials}::boolean)
    group by 1 order by 1`.execute(db);
  return rows;
}

export const membershipFiguresOf = (db: Database): readonly PartnerFigure[] => [
  {
    name: "trials begun",
    what: "Memberships that began with a trial, by the instant of joining",
    unit: "count",
    read: (asked) => countJoins(db, asked, true),
  },
  {
    name: "memberships begun",
    what: "Memberships of every plan, trials included, by the instant of joining",
    unit: "count",
    read: (asked) => countJoins(db, asked, false),
  },
  {
    name: "memberships ended",
    what: "Memberships whose last day has passed, by the instant of the end",
    unit: "count",
    async read({ partner, from, to, by }) {
      const { rows } = await sql<Counted>`
        select to_char(ended_at at time zone 'UTC', ${PERIOD_FORMATS[by]}) as at, count(*) as value from membership.memberships
        where partner = ${partner} and ended_at >= ${from} and ended_at < ${to} group by 1 order by 1`.execute(db);
      return rows;
    },
  },
  {
    name: "charged",
    what: "What members paid for memberships, by the instant of the payment; refunds are not taken off",
    unit: "USD",
    async read({ partner, from, to, by }) {
      const { rows } = await sql<Counted>`
        select to_char(c.paid_at at time zone 'UTC', ${PERIOD_FORMATS[by]}) as at, sum(c.amount_minor)::bigint as value
        from membership.charges c join membership.memberships m using (membership_id)
        where m.partner = ${partner} and c.paid_at >= ${from} and c.paid_at < ${to} group by 1 order by 1`.execute(db);
      return rows;
    },
  },
];
