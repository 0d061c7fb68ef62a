/** SQL of what members choose and say: favourites and coupon trials; and of operators' sections. */
import type pg from "pg";
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { CardRow } from "../shape-answers.ts";
import { CARD } from "./read-merchants.ts";

export async function readSection(
  pool: pg.Pool,
  section: string,
): Promise<{ title_en: string; title_es: string; internal_names: string[] } | null> {
  const { rows } = await pool.query<{ title_en: string; title_es: string; internal_names: string[] }>({
    name: "catalog-section",
    text: "select title_en, title_es, internal_names from catalog.sections where section = $1",
    values: [section],
  });
  return rows[0] ?? null;
}

export async function readFavourites(pool: pg.Pool, userId: string): Promise<CardRow[]> {
  const { rows } = await pool.query<CardRow>({
    name: "catalog-favourites",
    text: `select ${CARD} from catalog.favourites f join catalog.merchants m using (merchant_id) where f.user_id = $1 and m.live order by f.created_at desc, m.internal_name`,
    values: [userId],
  });
  return rows;
}

/** Returns false when there is no such merchant. Adding twice is the same as once. */
export async function addFavourite(tx: Tx, userId: string, internalName: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    merchant_id: string;
  }>`select merchant_id from catalog.merchants where internal_name = ${internalName}`.execute(tx);
  const merchant = rows[0];
  if (!merchant) return false;
  await sql`insert into catalog.favourites (user_id, merchant_id, created_at) values (${userId}, ${merchant.merchant_id}, ${now}) on conflict do nothing`.execute(
    tx,
  );
  return true;
}

export async function removeFavourite(tx: Tx, userId: string, internalName: string): Promise<void> {
  await sql`
    delete from catalog.favourites f using catalog.merchants m
    where m.merchant_id = f.merchant_id and m.internal_name = ${internalName} and f.user_id = ${userId}`.execute(tx);
}

/** `first` is false when the member has voted on this coupon before; null when there is no such coupon. */
export async function addTrial(
  tx: Tx,
  trial: { offer_id: string; user_id: string; worked: boolean; at: Date },
): Promise<{ first: boolean; worked: number; tried: number } | null> {
  // The coupon's row is taken first, so that two votes at once are counted one after the other.
  const found = await sql<{
    worked: number;
    tried: number;
  }>`select worked, tried from catalog.offers where offer_id = ${trial.offer_id} for update`.execute(tx);
  const offer = found.rows[0];
  if (!offer) return null;
  const added = await sql`
    insert into catalog.offer_trials (offer_id, user_id, worked, at) values (${trial.offer_id}, ${trial.user_id}, ${trial.worked}, ${trial.at})
    on conflict do nothing`.execute(tx);
  if (added.rowCount === 0) return { first: false, ...offer };
  const { rows } = await sql<{ worked: number; tried: number }>`
    update catalog.offers set tried = tried + 1, worked = worked + ${trial.worked ? 1 : 0},
      verified_at = case when ${trial.worked} then ${trial.at}::timestamptz else verified_at end
    where offer_id = ${trial.offer_id} returning worked, tried`.execute(tx);
  return { first: true, worked: rows[0]?.worked ?? 0, tried: rows[0]?.tried ?? 0 };
}
