/** SQL of what operators look for among payments. Schema `payables` only. */
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import type { PayableRow } from "./store.ts";

export const STANDINGS = ["waiting", "held", "failed", "paid"] as const;
/** `held`: nobody but a person can say how it ended. */
export type Standing = (typeof STANDINGS)[number];
const WHERE: Record<Standing, ReturnType<typeof sql>> = {
  waiting: sql`state in ('intent', 'sending', 'unknown', 'accepted')`,
  held: sql`person_since is not null`,
  failed: sql`state in ('refused', 'returned')`,
  paid: sql`state = 'done'`,
};

export async function listPayables(
  db: Database,
  { standing, after, most }: { standing: Standing | null; after: Place | null; most: number },
): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    select * from payables.payables where ${standing ? WHERE[standing] : sql`true`}
      ${after ? sql`and (created_at, payable_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by created_at desc, payable_id desc limit ${most}`.execute(db);
  return rows;
}

/** By what providers call it, and by its sum. Each provider's ids have an index of their own. */
export async function findPayables(
  db: Database,
  { text, amount, providers }: { text: string; amount: bigint | null; providers: readonly string[] },
  most: number,
): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    (select * from payables.payables where provider = any(${providers}::text[]) and reference = ${text} limit ${most})
    union (select * from payables.payables where provider = any(${providers}::text[]) and item = ${text} limit ${most})
    union all (select * from payables.payables where amount_minor = ${amount}::bigint order by created_at desc limit ${most})
    limit ${most}`.execute(db);
  return rows;
}

export async function readPayablesOf(db: Database, owner: string, most: number): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    select * from payables.payables where owner = ${owner} order by created_at desc limit ${most}`.execute(db);
  return rows;
}

/** `since`: the day of the oldest of them. */
export type Due = { provider: string; amount: bigint; count: bigint; since: Date };
/** What waits to be sent, by provider: what its balance has to last for. */
export async function sumUnsent(db: Database): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select provider, sum(amount_minor)::bigint as amount, count(*) as count, min(created_at) as since
    from payables.payables
    where state in ('intent', 'sending', 'unknown') and unit = 'USD' group by provider`.execute(db);
  return rows;
}
/** What was asked for since an instant, by provider, whatever became of it. */
export async function sumAskedSince(db: Database, since: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select provider, sum(amount_minor)::bigint as amount, count(*) as count, min(created_at) as since
    from payables.payables
    where created_at >= ${since} and unit = 'USD' group by provider`.execute(db);
  return rows;
}
