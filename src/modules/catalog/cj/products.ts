/** CJ: product catalogues, tab separated in CJ's Google format. `LINK` is a click address that still lacks the SID. */
import type { Config } from "#platform/config";
import { asList, asRecord, asText, callJson } from "../feeds/call-network.ts";
import { type FeedSource, type Handful, handful, type ProductRow } from "../feeds/feed.types.ts";
import { downloadText, type TextChunk } from "../feeds/feed-stream.ts";
import { readProduct } from "../feeds/read-product.ts";
import { readTable } from "../feeds/read-table.ts";
import { cjHeaders } from "./programmes.ts";

export async function cjCatalogs(config: Config): Promise<FeedSource[]> {
  const { value } = await callJson<unknown>({ url: `${config.CJ_REST_URL}/feeds.json`, headers: cjHeaders(config) });
  return asList(value)
    .map(asRecord)
    .map((row) => ({
      feed_name: `cj.products.${asText(row.catalogId)}`,
      kind: "products" as const,
      network: "cj" as const,
      network_programme_id: asText(row.advertiserId),
      address: `${asText(row.url)}.gz`,
    }));
}

export const cjProducts = (config: Config, address: string): AsyncGenerator<Handful<ProductRow>> =>
  readCjTable(downloadText({ url: address, headers: cjHeaders(config) }));

export async function* readCjTable(chunks: AsyncIterable<TextChunk>): AsyncGenerator<Handful<ProductRow>> {
  const required = ["ID", "TITLE", "LINK", "PRICE"];
  for await (const { at, rows, broken, bytes, total_bytes } of readTable(chunks, {
    delimiter: "\t",
    quoted: false,
    required,
  })) {
    const place = placesOf(at);
    const read = rows.map((cells) => readRow(cells, place));
    yield handful(read, bytes, broken, total_bytes);
  }
}

const COLUMNS =
  "ID TITLE DESCRIPTION LINK IMAGE_LINK AVAILABILITY PRICE SALE_PRICE BRAND GTIN MPN CONDITION PRODUCT_TYPE GOOGLE_PRODUCT_CATEGORY_NAME ADULT COLOR SIZE MATERIAL".split(
    " ",
  );
const placesOf = (at: (column: string) => number) => new Map(COLUMNS.map((column) => [column, at(column)]));

function readRow(cells: readonly string[], place: ReadonlyMap<string, number>) {
  const cell = (column: string) => unquoted(cells[place.get(column) ?? -1]);
  return readProduct({
    external_id: cell("ID"),
    title: cell("TITLE"),
    description: cell("DESCRIPTION"),
    link: cell("LINK"),
    image: cell("IMAGE_LINK"),
    availability: cell("AVAILABILITY"),
    price: cell("PRICE"),
    sale_price: cell("SALE_PRICE"),
    list_price: undefined,
    currency: undefined,
    brand: cell("BRAND"),
    gtin: cell("GTIN"),
    mpn: cell("MPN"),
    condition: cell("CONDITION"),
    category: cell("PRODUCT_TYPE") || cell("GOOGLE_PRODUCT_CATEGORY_NAME"),
    adult: cell("ADULT"),
    color: cell("COLOR"),
    size: cell("SIZE"),
    material: cell("MATERIAL"),
  });
}

/** Tab separated files leave quotes alone, as a `7"` screen must not swallow the file; a cell quoted whole is unwrapped. */
function unquoted(cell: string | undefined): string | undefined {
  if (!cell || cell.length < 2 || !cell.startsWith('"') || !cell.endsWith('"')) return cell;
  return cell.slice(1, -1).replaceAll('""', '"');
}
