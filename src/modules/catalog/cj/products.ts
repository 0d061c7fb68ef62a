/**
 * CJ: product feeds of joined advertisers by GraphQL (`ads.api.cj.com`): the list of feeds, and each whole feed as a subscription,
 * answered as one long JSON text. Fields are those of CJ's own schema.
 */
import { asList, asRecord, asText, callJson, type NetworkDeps } from "../feeds/call-network.ts";
import { type FeedSource, type Handful, handful, type ProductRow } from "../feeds/feed.types.ts";
import { FeedFormatError } from "../feeds/feed-format-error.ts";
import { downloadText, type TextChunk } from "../feeds/feed-stream.ts";
import { readJson } from "../feeds/read-json.ts";
import { readProduct } from "../feeds/read-product.ts";
import { cjHeaders } from "./programmes.ts";

const PAGE = 100;

/** Feeds of the advertisers named, which are those that we joined: the list itself knows those of the whole network. */
export async function cjCatalogs(deps: NetworkDeps, joined: readonly string[]): Promise<FeedSource[]> {
  const found: FeedSource[] = [];
  const { settings } = deps;
  for (let from = 0; from < joined.length; from += PAGE) {
    const partners = JSON.stringify(joined.slice(from, from + PAGE));
    for (let offset = 0; ; offset += PAGE) {
      const query = `{shoppingProductFeeds(companyId:${JSON.stringify(settings.CJ_COMPANY_ID)},partnerIds:${partners},limit:${PAGE},offset:${offset}){totalCount resultList{adId advertiserId feedName currency productCount}}}`;
      const { value } = await callJson<Record<string, unknown>>(deps, "cj", {
        url: `${settings.CJ_ADS_URL}/query`,
        method: "POST",
        headers: cjHeaders(settings),
        json: { query },
      });
      const feeds = asRecord(asRecord(value.data).shoppingProductFeeds);
      if (feeds.resultList === undefined)
        throw new Error(`CJ refused its feeds: ${asText(asRecord(asList(value.errors)[0]).message) || "no reason"}`);
      const rows = asList(feeds.resultList).map(asRecord);
      for (const row of rows) {
        const ad = asText(row.adId);
        if (!/^\w{1,40}$/.test(ad)) continue;
        found.push({
          feed_name: `cj.products.${ad}`,
          kind: "products",
          network: "cj",
          network_programme_id: asText(row.advertiserId),
          address: ad,
        });
      }
      if (rows.length === 0 || offset + rows.length >= Number(asText(feeds.totalCount) || "0")) break;
    }
  }
  return found;
}

const FIELDS =
  "id title description link imageLink availability condition brand gtin mpn adult color size material productType isDeleted price{amount currency} salePrice{amount currency} googleProductCategory{name}";

export function cjProducts(deps: NetworkDeps, adId: string): AsyncGenerator<Handful<ProductRow>> {
  const { settings } = deps;
  const query = `subscription{shoppingProductCatalog(companyId:${JSON.stringify(settings.CJ_COMPANY_ID)},adId:${JSON.stringify(adId)}){${FIELDS} linkCode(pid:${JSON.stringify(settings.CJ_WEBSITE_ID)}){clickUrl}}}`;
  return readCjProducts(
    downloadText(deps, "cj", {
      url: `${settings.CJ_ADS_URL}/query`,
      method: "POST",
      headers: { ...cjHeaders(settings), "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
}

export async function* readCjProducts(chunks: AsyncIterable<TextChunk>): AsyncGenerator<Handful<ProductRow>> {
  for await (const { rows, broken, bytes, total_bytes, cut } of readJson(chunks)) {
    const [first] = rows;
    if (rows.length === 1 && first && first.id === undefined && typeof first.message === "string")
      throw new FeedFormatError(`CJ refused the feed: ${first.message.slice(0, 200)}`);
    const read = rows.filter((row) => row.isDeleted !== true).map(readShopping);
    yield { ...handful(read, bytes, broken, total_bytes), cut };
  }
}

function readShopping(row: Record<string, unknown>) {
  const text = (name: string) => asText(row[name]) || undefined;
  const money = (name: string) => asText(asRecord(row[name]).amount) || undefined;
  const price = asRecord(row.price);
  return readProduct({
    external_id: text("id"),
    title: text("title"),
    description: text("description"),
    // The click address still lacks the SID; without one the page itself is reached by the deep link.
    link: asText(asRecord(row.linkCode).clickUrl) || text("link"),
    image: text("imageLink"),
    availability: text("availability"),
    price: money("price"),
    sale_price: money("salePrice"),
    list_price: undefined,
    currency: asText(price.currency) || undefined,
    brand: text("brand"),
    gtin: text("gtin"),
    mpn: text("mpn"),
    condition: text("condition"),
    category: asText(asList(row.productType)[0]) || asText(asRecord(row.googleProductCategory).name),
    adult: text("adult"),
    color: text("color"),
    size: text("size"),
    material: text("material"),
    weight: undefined,
    details: undefined,
  });
}
