/** SQL of what a partner is told of its members. Schema `identity` only. */
import type { Database } from "#platform/database";
import type { PartnerFigure } from "#platform/operator";
import { PERIOD_FORMATS } from "#platform/operator-parts";
import { sql } from "#platform/sql";

type Counted = { at: string; value: bigint };

export const memberFiguresOf = (db: Database): readonly PartnerFigure[] => [
  {
    name: "members who joined",
    what: "Accounts opened under the partner's name, by the instant of opening; closed ones count where they were opened",
    unit: "count",
    async read({ partner, from, to, by }) {
      const { rows } = await sql<Counted>`
        select to_char(created_at at time zone 'UTC', ${PERIOD_FORMATS[by]}) as at, count(*) as value from identity.users
        where partner = ${partner} and created_at >= ${from} and created_at < ${to} and merged_into is null
        group by 1 order by 1`.execute(db);
      return rows;
    },
  },
];
