/** SQL of what rebates ask of orders. Schema `cashback` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

/** An order that a member may claim a rebate on: what is known of it, and whether it still stands. */
export type ClaimableOrder = {
  order_id: string;
  user_id: string;
  internal_name: string;
  merchant_name: string;
  sale_minor: bigint;
  ordered_at: Date;
  stands: boolean;
};

const ORDER = sql`order_id, user_id, coalesce(internal_name, '') as internal_name, coalesce(merchant_name, '') as merchant_name, sale_minor, ordered_at,
  state in ('pending', 'confirmed') and sale_minor > 0 as stands`;

/** Those that stand, newest first; `stores`: of these alone, all for null. */
export async function readClaimableOrders(
  runner: Database | Tx,
  asked: { user_id: string; since: Date; stores: readonly string[] | null; most: number },
): Promise<ClaimableOrder[]> {
  const { rows } = await sql<ClaimableOrder>`
    select ${ORDER} from cashback.orders
    where user_id = ${asked.user_id} and state in ('pending', 'confirmed') and sale_minor > 0 and ordered_at >= ${asked.since}
      and (${asked.stores}::text[] is null or internal_name = any (${asked.stores}::text[]))
    order by ordered_at desc, order_id desc limit ${asked.most}`.execute(runner);
  return rows;
}

/** Held as it is until the transaction ends: what takes it back afterwards finds what was claimed on it. */
export async function holdOrder(tx: Tx, orderId: string): Promise<ClaimableOrder | null> {
  const { rows } = await sql<ClaimableOrder>`
    select ${ORDER} from cashback.orders where order_id = ${orderId} and user_id is not null for share`.execute(tx);
  return rows[0] ?? null;
}

/** The order that a paper of a store is about: of its day, or of one beside it, and of its amount; whatever became of it. */
export async function findSameOrders(
  runner: Database | Tx,
  bought: { user_id: string; store: string; day: string; sale_minor: bigint },
): Promise<ClaimableOrder[]> {
  const { rows } = await sql<ClaimableOrder>`
    select ${ORDER} from cashback.orders
    where user_id = ${bought.user_id} and internal_name = ${bought.store} and sale_minor = ${bought.sale_minor} and state <> 'parked'
      and ordered_at >= ${bought.day}::date - 1 and ordered_at < ${bought.day}::date + 2
    order by ordered_at, order_id limit 20`.execute(runner);
  return rows;
}

/** What a larger share than this one has brought of confirmed orders, in cents. */
export async function sumPlusExtra(runner: Database | Tx, userId: string, standardBps: number): Promise<bigint> {
  const { rows } = await sql<{ extra: bigint }>`
    select coalesce(sum(o.back_minor - o.back_minor * (${standardBps}::bigint * c.counts_bps / 10000) / c.share_bps), 0)::bigint as extra
    from cashback.orders o join cashback.clicks c using (click_id)
    where o.user_id = ${userId} and o.state = 'confirmed' and c.share_bps > ${standardBps}::bigint * c.counts_bps / 10000`.execute(
    runner,
  );
  return rows[0]?.extra ?? 0n;
}
