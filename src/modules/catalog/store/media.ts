/** SQL of logos and product pictures that we keep and serve ourselves. */
import type pg from "pg";
import type { Database } from "#platform/database";
import { newId, sha256 } from "#platform/ids";
import { sql } from "#platform/sql";

/** `version`: under which pages name it. `lasts`: under that one it is never another picture. */
export type StoredMedia = { content_type: string; body: Buffer; etag: string; version: string; lasts: boolean };

/** Of a product, by the name that it has in a statement: what an operator gave, else what its shops tell. */
export const shownImage = (product: string): string =>
  `nullif(coalesce(${product}.given_image, ${product}.image_url), '')`;
/** Whether we keep it ourselves: nobody is asked for it. */
export const isGiven = (source: string): boolean => source.startsWith("handed:");

/** Of a product's picture: the beginning of its own hash where it was given, else of its address, which is known before it is fetched. */
export const pictureVersion = (source: string): string =>
  isGiven(source) ? source.slice(-22, -14) : sha256(source).toString("base64url").slice(0, 8);

/** `passes`: its host was busy or away, so that nothing is known of it. */
export type MediaWrite =
  | { source_url: string; state: "stored"; content_type: string; body: Buffer; etag: string }
  | { source_url: string; state: "missing" | "refused"; reason: string; passes?: boolean };

/** Keeps what was fetched, or that nothing was there; each address once, in one order whoever else keeps them. Returns the ids by address. */
export async function saveMedia(
  runner: Database,
  found: readonly MediaWrite[],
  now: Date,
): Promise<Map<string, string>> {
  if (found.length === 0) return new Map();
  const column = <T>(read: (media: MediaWrite) => T) => found.map(read);
  const stored = <T>(read: (media: MediaWrite & { state: "stored" }) => T) =>
    column((media) => (media.state === "stored" ? read(media) : null));
  const { rows } = await sql<{ media_id: string; source_url: string }>`
    insert into catalog.media (media_id, source_url, state, content_type, body, etag, reason, fetched_at)
    select r.*, ${now} from unnest(${column(() => newId("inbox"))}::uuid[], ${column((media) => media.source_url)}::text[],
      ${column((media) => media.state)}::text[], ${stored((media) => media.content_type)}::text[], ${stored((media) => media.body)}::bytea[],
      ${stored((media) => media.etag)}::text[], ${column((media) => (media.state === "stored" ? null : media.reason))}::text[]) as r
    order by 2 on conflict (source_url) do update set state = excluded.state, content_type = excluded.content_type, body = excluded.body, etag = excluded.etag,
      reason = excluded.reason, fetched_at = excluded.fetched_at
    returning media_id, source_url`.execute(runner);
  return new Map(rows.map((row) => [row.source_url, row.media_id]));
}

export async function readLogo(pool: pg.Pool, internalName: string): Promise<StoredMedia | null> {
  const { rows } = await pool.query<Pick<StoredMedia, "content_type" | "body" | "etag">>({
    name: "catalog-logo",
    text: `select i.content_type, i.body, i.etag from catalog.merchants m join catalog.media i on i.media_id = m.logo_media
      where m.internal_name = $1 and i.state = 'stored'`,
    values: [internalName],
  });
  return rows[0] ? { ...rows[0], version: rows[0].etag.slice(0, 8), lasts: true } : null;
}

export type PictureRow = {
  image_url: string | null;
  state: MediaWrite["state"] | null;
  fetched_at: Date | null;
  content_type: string | null;
  body: Buffer | null;
  etag: string | null;
};

export async function readPicture(pool: pg.Pool, productId: string): Promise<PictureRow | null> {
  const { rows } = await pool.query<PictureRow>({
    name: "catalog-picture",
    text: `select ${shownImage("p")} as image_url, i.state, i.fetched_at, i.content_type, i.body, i.etag from catalog.products p
      left join catalog.media i on i.source_url = ${shownImage("p")} where p.product_id = $1`,
    values: [productId],
  });
  return rows[0] ?? null;
}

export type LogoTask = { merchant_id: string; internal_name: string; logo_url: string };

/** Merchants whose programme names a logo that was never fetched, or was not there when last asked for. */
export async function logosToFetch(pool: pg.Pool, retryBefore: Date, most: number): Promise<LogoTask[]> {
  const { rows } = await pool.query<LogoTask>(
    `select m.merchant_id, m.internal_name, p.logo_url from catalog.merchants m
     join catalog.programmes p on p.programme_id = coalesce(m.programme_id, m.source_programme)
     left join catalog.media i on i.source_url = p.logo_url
     where p.logo_url is not null
       and not exists (select 1 from catalog.store_decisions d where d.merchant_id = m.merchant_id and d.field = 'picture') and (i.media_id is null or (i.state <> 'stored' and i.fetched_at < $1) or (i.state = 'stored' and m.logo_media is distinct from i.media_id))
     order by m.popularity desc limit $2`,
    [retryBefore, most],
  );
  return rows;
}

export type LogoWrite = { merchant_id: string; logo_media: string; logo_path: string; brand_hex: string | null };

export async function saveLogos(runner: Database, logos: readonly LogoWrite[]): Promise<void> {
  await sql`
    update catalog.merchants m set logo_media = r.logo_media, logo_path = r.logo_path, brand_hex = coalesce(r.brand_hex, m.brand_hex)
    from jsonb_to_recordset(${JSON.stringify(logos)}::jsonb) as r(merchant_id uuid, logo_media uuid, logo_path text, brand_hex text)
    where r.merchant_id = m.merchant_id`.execute(runner);
}
