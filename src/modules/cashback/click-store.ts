/** SQL of clicks and visits. The insert is prepared by name: it is the statement of the hottest write. */
import type { Network, Rate } from "#catalog";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type ClickRow = {
  click_id: string;
  user_id: string;
  network: Network;
  network_programme_id: string;
  merchant_id: string;
  internal_name: string;
  merchant_name: string;
  offer_id: string | null;
  listing_id: string | null;
  /** With `plus`, the rate that a membership with Plus made. */
  rate: Rate & { plus?: true };
  share_bps: number;
  /** What counted of the commission, which `share_bps` holds already. */
  counts_bps: number;
  cash_back_allowed: boolean;
  locking_days: number;
  at: Date;
  /** Under which brand it was made; null for those from before it was kept. */
  partner: string | null;
};

const INSERT = `
  insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name,
    offer_id, listing_id, rate, share_bps, cash_back_allowed, locking_days, at, counts_bps, partner)
  select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[]::jsonb[], $11::int[], $12::boolean[], $13::int[], $14::timestamptz[], $15::int[],
    $16::text[])`;

export async function insertClicks(database: DatabaseHandle, rows: readonly ClickRow[]): Promise<void> {
  const column = <K extends keyof ClickRow>(name: K) => rows.map((row) => row[name]);
  await database.pool.query({
    name: "cashback.insert_clicks",
    text: INSERT,
    values: [
      column("click_id"),
      column("user_id"),
      column("network"),
      column("network_programme_id"),
      column("merchant_id"),
      column("internal_name"),
      column("merchant_name"),
      column("offer_id"),
      column("listing_id"),
      rows.map((row) => JSON.stringify(row.rate)),
      column("share_bps"),
      column("cash_back_allowed"),
      column("locking_days"),
      column("at"),
      column("counts_bps"),
      column("partner"),
    ],
  });
}

export async function readClicks(runner: Database | Tx, clickIds: readonly string[]): Promise<Map<string, ClickRow>> {
  if (clickIds.length === 0) return new Map();
  const result = await sql<ClickRow>`select * from cashback.clicks where click_id = any (${clickIds}::text[])`.execute(
    runner,
  );
  return new Map(result.rows.map((row) => [row.click_id, row]));
}

export async function insertVisit(
  runner: Database | Tx,
  visit: { user_id: string; offer_id: string; item: unknown; at: Date },
): Promise<void> {
  await sql`insert into cashback.visits (user_id, offer_id, item, at) values (${visit.user_id}, ${visit.offer_id}, ${JSON.stringify(visit.item ?? null)}::jsonb, ${visit.at})`.execute(
    runner,
  );
}
