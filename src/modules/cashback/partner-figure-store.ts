/** SQL of what a partner is told of shopping. Schema `cashback` only. */
import type { Database } from "#platform/database";
import type { PartnerFigure } from "#platform/operator";
import { PERIOD_FORMATS } from "#platform/operator-parts";
import { sql } from "#platform/sql";

type Counted = { at: string; value: bigint };

export const shoppingFiguresOf = (db: Database): readonly PartnerFigure[] => [
  {
    name: "clicks",
    what: "Departures to a store under the partner's name, by the instant of the click",
    unit: "count",
    async read({ partner, from, to, by }) {
      const { rows } = await sql<Counted>`
        select to_char(at at time zone 'UTC', ${PERIOD_FORMATS[by]}) as at, count(*) as value from cashback.clicks
        where partner = ${partner} and clicks.at >= ${from} and clicks.at < ${to} group by 1 order by 1`.execute(db);
      return rows;
    },
  },
  {
    name: "orders",
    what: "Orders that a store told us of after such a click, by the instant of the click; what was declined since is not taken off",
    unit: "count",
    async read({ partner, from, to, by }) {
      const { rows } = await sql<Counted>`
        select to_char(c.at at time zone 'UTC', ${PERIOD_FORMATS[by]}) as at, count(*) as value
        from cashback.clicks c join cashback.orders o using (click_id)
        where c.partner = ${partner} and c.at >= ${from} and c.at < ${to} group by 1 order by 1`.execute(db);
      return rows;
    },
  },
];
