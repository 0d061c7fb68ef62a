/** SQL of what operators look for and count. Schema `protection` only. */
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import { PRICE_ROW, type PriceRow, type Runner } from "./price-store.ts";
import type { PriceState, TripState } from "./protection.types.ts";
import { TRIP_ROW, type TripRow } from "./trip-store.ts";

export const listPrices = async (
  runner: Runner,
  asked: { state: PriceState | null; after: Place | null; most: number },
): Promise<PriceRow[]> =>
  (
    await sql<PriceRow>`
      select ${PRICE_ROW} from protection.price_watches
      where ${asked.state ? sql`state = ${asked.state}` : sql`true`}
        ${asked.after ? sql`and (created_at, watch_id) < (${asked.after.at}, ${asked.after.id}::uuid)` : sql``}
      order by created_at desc, watch_id desc limit ${asked.most}`.execute(runner)
  ).rows;

/** Drops that were read twice in a span, and what of them was paid by us or given back by stores, in cents. */
export async function countDrops(
  runner: Runner,
  { from, to }: { from: Date; to: Date },
): Promise<{ found: bigint; paid: bigint; stores: bigint }> {
  const { rows } = await sql<{ found: bigint; paid: bigint; stores: bigint }>`
    select count(*) filter (where state = 're_checked') as found,
      coalesce(sum(minor) filter (where state = 'refunded' and why = 'paid_by_us'), 0)::bigint as paid,
      coalesce(sum(minor) filter (where state = 'refunded' and why = 'paid_by_store'), 0)::bigint as stores
    from protection.price_events where at >= ${from} and at < ${to}`.execute(runner);
  return rows[0] ?? { found: 0n, paid: 0n, stores: 0n };
}

export const listTrips = async (
  runner: Runner,
  asked: { state: TripState | null; after: Place | null; most: number },
): Promise<TripRow[]> =>
  (
    await sql<TripRow>`
      select ${TRIP_ROW} from protection.trips
      where ${asked.state ? sql`state = ${asked.state}` : sql`true`}
        ${asked.after ? sql`and (created_at, trip_id) < (${asked.after.at}, ${asked.after.id}::uuid)` : sql``}
      order by created_at desc, trip_id desc limit ${asked.most}`.execute(runner)
  ).rows;

/** Lower prices of bookings that were read twice in a span. */
export async function countTripsFound(runner: Runner, { from, to }: { from: Date; to: Date }): Promise<bigint> {
  const { rows } = await sql<{ found: bigint }>`
    select count(*) as found from protection.trip_events where state = 're_checked' and at >= ${from} and at < ${to}`.execute(
    runner,
  );
  return rows[0]?.found ?? 0n;
}
