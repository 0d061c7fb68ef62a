/** Awin: product data feeds, gzipped CSV whose columns we choose. */
import { callText, type NetworkDeps } from "../feeds/call-network.ts";
import { type FeedSource, type Handful, handful, type ProductRow } from "../feeds/feed.types.ts";
import { downloadText, type TextChunk, textOf } from "../feeds/feed-stream.ts";
import { readProduct } from "../feeds/read-product.ts";
import { readTable } from "../feeds/read-table.ts";

const COLUMNS =
  "aw_deep_link,product_name,aw_product_id,merchant_product_id,merchant_image_url,description,merchant_category,search_price,aw_image_url,currency,brand_name,colour,condition,rrp_price,product_price_old,in_stock,stock_status,pre_order,ean,mpn,product_GTIN,specifications,Fashion:size,Fashion:material".split(
    ",",
  );

export async function awinFeeds(deps: NetworkDeps): Promise<FeedSource[]> {
  const { settings } = deps;
  const key = encodeURIComponent(settings.AWIN_FEED_KEY);
  const text = await callText(deps, "awin-feeds", {
    url: `${settings.AWIN_FEED_LIST_URL}/productdata-darwin-download/publisher/${encodeURIComponent(settings.AWIN_PUBLISHER_ID)}/${key}/1/feedList`,
  });
  return readFeedList(text);
}

/** Feeds of advertisers that we joined; the list also names those that may be promoted without. */
export async function readFeedList(text: string): Promise<FeedSource[]> {
  const found: FeedSource[] = [];
  const required = ["Advertiser ID", "Feed ID", "Membership Status"];
  for await (const { at, rows } of readTable(textOf([Buffer.from(text)], "utf-8"), {
    delimiter: ",",
    quoted: true,
    required,
  })) {
    for (const cells of rows) {
      const feed = cells[at("Feed ID")] ?? "";
      if (!/^\d+$/.test(feed) || !/^(active|joined)$/i.test(cells[at("Membership Status")] ?? "")) continue;
      found.push({
        feed_name: `awin.products.${feed}`,
        kind: "products",
        network: "awin",
        network_programme_id: cells[at("Advertiser ID")] ?? "",
        // The key goes in when the feed is read: addresses are kept in the database, keys are not.
        address: `datafeed/download/apikey/{key}/language/en/fid/${feed}/columns/${COLUMNS.map(encodeURIComponent).join(",")}/format/csv/delimiter/%2C/compression/gzip/adultcontent/0/`,
      });
    }
  }
  return found;
}

export const awinProducts = (deps: NetworkDeps, address: string): AsyncGenerator<Handful<ProductRow>> =>
  readAwinTable(
    downloadText(deps, "awin-feeds", {
      url: `${deps.settings.AWIN_FEED_URL}/${address.replace("{key}", encodeURIComponent(deps.settings.AWIN_FEED_KEY))}`,
      headers: {},
    }),
  );

export async function* readAwinTable(chunks: AsyncIterable<TextChunk>): AsyncGenerator<Handful<ProductRow>> {
  const required = ["aw_deep_link", "product_name", "aw_product_id", "search_price"];
  for await (const { at, rows, broken, bytes, total_bytes, cut, bare } of readTable(chunks, {
    delimiter: ",",
    quoted: true,
    required,
  })) {
    const place = new Map(COLUMNS.map((column) => [column, at(column)]));
    const read = rows.map((cells) => readRow(cells, place));
    yield { ...handful(read, bytes, broken, total_bytes), cut, bare };
  }
}

function readRow(cells: readonly string[], place: ReadonlyMap<string, number>) {
  const cell = (column: string) => cells[place.get(column) ?? -1];
  return readProduct({
    external_id: cell("aw_product_id"),
    title: cell("product_name"),
    description: cell("description"),
    link: cell("aw_deep_link"),
    image: cell("merchant_image_url") || cell("aw_image_url"),
    availability: cell("pre_order") === "1" ? "preorder" : cell("in_stock") || cell("stock_status") || undefined,
    price: cell("search_price"),
    sale_price: undefined,
    list_price: cell("rrp_price") || cell("product_price_old") || undefined,
    currency: cell("currency") || undefined,
    brand: cell("brand_name"),
    gtin: cell("product_GTIN") || cell("ean"),
    mpn: cell("mpn"),
    condition: cell("condition"),
    category: cell("merchant_category"),
    adult: undefined,
    color: cell("colour"),
    size: cell("Fashion:size"),
    material: cell("Fashion:material"),
    weight: undefined,
    details: cell("specifications"),
  });
}
