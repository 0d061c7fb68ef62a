/** SQL of what networks owe us, order by order. Schema `cashback` only. */
import type { Network } from "#catalog";
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type BookedCommission = { order_id: string; amount_minor: bigint };

export async function insertBooked(tx: Tx, moves: readonly BookedCommission[], at: Date): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    insert into cashback.commission_moves (order_id, kind, amount_minor, at)
    select m.id, 'booked', m.amount, ${at} from unnest(${moves.map((move) => move.order_id)}::uuid[], ${moves.map((move) => move.amount_minor)}::bigint[]) as m(id, amount)`.execute(
    tx,
  );
}

/**
 * Spreads a payment over the orders of a network, oldest confirmed first, of one programme when it is told. Orders that were
 * paid for and then taken back count against it as far as there are more open orders than it pays; the rest of them waits
 * for the payment from which the network takes them off. Returns how much found an order.
 */
export async function spreadOverOrders(
  tx: Tx,
  payment: { network: Network; programme_id: string | null; amount_minor: bigint; remittance: string; at: Date },
): Promise<bigint> {
  const { network, programme_id, amount_minor, remittance, at } = payment;
  const result = await sql<{ total: bigint }>`
    with open as materialized (
      select o.order_id, o.confirmed_at, o.posted_commission - o.remitted_minor as owed
      from cashback.orders o left join cashback.clicks c on c.click_id = o.click_id
      where o.network = ${network} and o.posted_commission <> o.remitted_minor
        -- Less than nothing was paid for an order whose payment was told wrong after it had been taken off another.
        and (o.state = 'confirmed' or o.posted_commission < o.remitted_minor or o.remitted_minor < 0)
        and (${programme_id}::text is null or c.network_programme_id = ${programme_id})
      order by o.order_id for no key update of o),
    taken_back as (
      select order_id, greatest(owed, -greatest(
        (select coalesce(sum(owed) filter (where owed > 0), 0) from open) - ${amount_minor}::bigint, 0)
        - (sum(owed) over (order by confirmed_at, order_id) - owed)) as part
      from open where owed < 0),
    paid as (
      select order_id, least(owed, ${amount_minor}::bigint - (select coalesce(sum(least(part, 0)), 0) from taken_back)
        - (sum(owed) over (order by confirmed_at, order_id) - owed)) as part
      from open where owed > 0),
    parts as (
      select order_id, part::bigint from taken_back where part < 0 union all select order_id, part::bigint from paid where part > 0),
    marked as (
      update cashback.orders o set remitted_minor = o.remitted_minor + p.part from parts p where o.order_id = p.order_id
      returning o.order_id, p.part),
    moved as (
      insert into cashback.commission_moves (order_id, kind, amount_minor, remittance, at)
      select order_id, 'remitted', part, ${remittance}, ${at} from marked returning amount_minor)
    select coalesce(sum(amount_minor), 0)::bigint as total from moved`.execute(tx);
  return result.rows[0]?.total ?? 0n;
}

/** A payment that was told wrong: its orders are owed for as before it. Returns what had found an order, in cents. */
export async function takeBackRemittance(
  tx: Tx,
  { network, remittance, at }: { network: Network; remittance: string; at: Date },
): Promise<bigint> {
  const result = await sql<{ total: bigint }>`
    with paid as materialized (
      select m.order_id, sum(m.amount_minor)::bigint as part from cashback.commission_moves m join cashback.orders o using (order_id)
      where m.remittance = ${remittance} and m.kind = 'remitted' and o.network = ${network}
      group by m.order_id having sum(m.amount_minor) <> 0),
    -- Rows in the order in which all who hold several take them.
    held as materialized (
      select o.order_id from cashback.orders o where o.order_id in (select order_id from paid) order by o.order_id for no key update),
    marked as (
      update cashback.orders o set remitted_minor = o.remitted_minor - p.part from paid p join held using (order_id) where o.order_id = p.order_id
      returning o.order_id, p.part),
    moved as (
      insert into cashback.commission_moves (order_id, kind, amount_minor, remittance, at)
      select order_id, 'remitted', -part, ${remittance}, ${at} from marked returning amount_minor)
    select coalesce(-sum(amount_minor), 0)::bigint as total from moved`.execute(tx);
  return result.rows[0]?.total ?? 0n;
}

export type OwedRow = {
  network: Network;
  /** `pending`: not confirmed yet; `confirmed`: to be paid; `paid_back`: paid for, and taken back since. */
  standing: "pending" | "confirmed" | "paid_back";
  orders: number;
  owed_minor: bigint;
  oldest: Date;
};

/** What stood open at an instant: as it is now, led back by what moved since. */
export async function readOwed(tx: Tx, at: Date): Promise<OwedRow[]> {
  const result = await sql<OwedRow>`
    with since as (
      select order_id, sum(case kind when 'booked' then amount_minor else -amount_minor end) as moved
      from cashback.commission_moves where at >= ${at} group by order_id),
    then_open as (
      select o.network, o.confirmed_at, o.ordered_at, o.posted_commission - o.remitted_minor - coalesce(s.moved, 0) as owed
      from cashback.orders o left join since s using (order_id)
      where o.posted_commission <> o.remitted_minor or s.moved is not null)
    select network, case when owed < 0 then 'paid_back' when confirmed_at < ${at} then 'confirmed' else 'pending' end as standing,
      count(*)::int as orders, sum(owed)::bigint as owed_minor, min(coalesce(confirmed_at, ordered_at)) as oldest
    from then_open where owed <> 0 group by 1, 2 order by 1, 2`.execute(tx);
  return result.rows;
}
