/** Rows as COPY reads them, made while the database takes them in: no more than a piece of a batch exists as text. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ProgrammeGroups } from "./programmes.ts";

export type ListingWrite = {
  row_number: number;
  listing_id: string;
  external_id: string;
  name: string;
  folded: string;
  slug: string;
  brand: string | null;
  gtin: string | null;
  mpn_key: string | null;
  merge_key: string;
  description: string;
  image_url: string | null;
  category: string;
  subcategory: string;
  specs: string;
  currency: string;
  price_minor: bigint;
  list_price_minor: bigint | null;
  availability: string;
  condition: string;
  rate_group: string;
  rate_kind: string;
  rate_bps: number;
  rate_minor: bigint;
  tracking_link: string;
  content_hash: string;
};

export type BatchContext = {
  run_id: string;
  run_number: number;
  feed_id: number;
  programme_id: string;
  /** Whose the batch is; each looks anew. */
  merchant_id: string;
  /** As it was when the import began: new products are written with its rates. */
  programme: ProgrammeGroups;
  now: Date;
};
export type Placed = { row: ListingWrite; product_id: string };
/** `stocked`: it can be ordered; `ready`: it is there now. */
export type NewProduct = Placed & { slug: string; stocked: boolean; ready: boolean };

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const text = (value: string | null) =>
  value === null
    ? "\\N"
    : NEEDS_ESCAPE.test(value)
      ? value.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)
      : value;

/** Lists compare and add up dollars; what is sold for something else is not in them. */
export const inDollars = (row: Pick<ListingWrite, "currency">): boolean => row.currency === "USD";

export const PRODUCT_COLUMNS =
  "product_id, slug, name, folded, brand, gtin, mpn_key, merge_key, description, image_url, category, subcategory, specs, source_listing, merchants, sold_by, ready_at, from_minor, from_kind, from_bps, from_rate_minor";

const only = (merchant: string, is: boolean) => (is ? `{${merchant}}` : "{}");

export const productLine = ({ row, product_id, slug, stocked, ready }: NewProduct, merchant: string): string =>
  `${product_id}\t${slug}\t${text(row.name)}\t${row.folded}\t${text(row.brand)}\t${row.gtin ?? "\\N"}\t${row.mpn_key ?? "\\N"}\t${row.merge_key}\t${text(row.description)}\t${text(row.image_url)}\t${row.category}\t${row.subcategory}\t${text(row.specs)}\t${row.listing_id}\t${stocked ? 1 : 0}\t${only(merchant, stocked)}\t${only(merchant, ready)}\t${inDollars(row) ? row.price_minor : 0}\t${inDollars(row) ? row.rate_kind : "none"}\t${inDollars(row) ? row.rate_bps : 0}\t${inDollars(row) ? row.rate_minor : 0}\n`;

export const LISTING_COLUMNS =
  "listing_id, product_id, merchant_id, programme_id, feed_id, external_id, price_minor, list_price_minor, availability, condition, rate_group, tracking_link, content_hash, written_run, added_run, currency, updated_at";

export const listingLine = ({ row, product_id }: Placed, context: BatchContext): string =>
  `${row.listing_id}\t${product_id}\t${context.merchant_id}\t${context.programme_id}\t${context.feed_id}\t${text(row.external_id)}\t${row.price_minor}\t${row.list_price_minor ?? "\\N"}\t${row.availability}\t${row.condition}\t${text(row.rate_group)}\t${text(row.tracking_link)}\t${row.content_hash}\t${context.run_number}\t${context.run_number}\t${row.currency}\t${context.now.toISOString()}\n`;

/** Enough for one write to the socket. */
const PIECE_LETTERS = 64 * 1024;

export async function copyInto<Row>(
  client: pg.PoolClient,
  target: string,
  rows: readonly Row[],
  line: (row: Row) => string,
): Promise<void> {
  function* pieces() {
    let piece = "";
    for (const row of rows) {
      piece += line(row);
      if (piece.length < PIECE_LETTERS) continue;
      yield piece;
      piece = "";
    }
    if (piece) yield piece;
  }
  await pipeline(Readable.from(pieces(), { objectMode: false }), client.query(copyFrom(`copy ${target} from stdin`)));
}
