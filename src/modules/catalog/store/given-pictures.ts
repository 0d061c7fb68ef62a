/** SQL of pictures that operators hand in: kept before anything is decided, used by a decision, and dropped when none did. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { PictureOf } from "../write-picture.ts";

export type HandedPicture = { media_id: string; source_url: string; content_type: string; etag: string };

/** One that is there stays until the transaction ends. */
export async function lockHanded(tx: Tx, mediaId: string, of: PictureOf): Promise<HandedPicture | null> {
  const { rows } = await sql<HandedPicture>`
    select media_id, source_url, content_type, etag from catalog.media
    where media_id = ${mediaId} and state = 'stored' and starts_with(source_url, ${`handed:${of}:`}) for share`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Those that were handed in before an instant and that nothing shows, nor would show when a word is taken back. */
export async function dropUnused(runner: Database, before: Date): Promise<void> {
  await sql`
    delete from catalog.media i where starts_with(i.source_url, 'handed:') and i.fetched_at < ${before}
      and not exists (select 1 from catalog.products p where p.given_image = i.source_url)
      and not exists (select 1 from catalog.merchants m where m.logo_media = i.media_id)
      and not exists (select 1 from catalog.store_decisions d
        where i.media_id::text in (d.decided ->> 'logo_media', d.told ->> 'logo_media'))`.execute(runner);
}

/** `''`: no picture at all; null: what its shops tell. */
export async function saveGivenImage(tx: Tx, productId: string, given: string | null): Promise<void> {
  await sql`update catalog.products set given_image = ${given} where product_id = ${productId}`.execute(tx);
}

export type ProductEntry = { at: Date; by: string; what: string; reason: string };
export async function keepProductEntry(
  tx: Tx,
  productId: string,
  { at, by, what, reason }: ProductEntry,
): Promise<void> {
  await sql`
    insert into catalog.product_history (product_id, at, by, what, reason)
    values (${productId}, ${at}, ${by}, ${what}, ${reason})`.execute(tx);
}
export const readProductHistory = async (runner: Database, productId: string): Promise<ProductEntry[]> =>
  (
    await sql<ProductEntry>`
      select at, by, what, reason from catalog.product_history where product_id = ${productId} order by entry`.execute(
      runner,
    )
  ).rows;
