/** Impact: catalogues, each with a Google Merchant XML feed. */
import type { Config } from "#platform/config";
import { asList, asText } from "../feeds/call-network.ts";
import { type FeedSource, type Handful, handful, type ProductRow } from "../feeds/feed.types.ts";
import { downloadText, type TextChunk } from "../feeds/feed-stream.ts";
import { readMerchantXml, type XmlItem } from "../feeds/read-merchant-xml.ts";
import { readProduct } from "../feeds/read-product.ts";
import { impactHeaders, impactPages } from "./programmes.ts";

export async function impactCatalogs(config: Config): Promise<FeedSource[]> {
  const found: FeedSource[] = [];
  for await (const { rows } of impactPages(config, "Catalogs", 100)) {
    for (const row of rows) {
      const address = asList(row.Locations)
        .map(asText)
        .find((location) => /^https?:/.test(location));
      if (!address) continue;
      found.push({
        feed_name: `impact.products.${asText(row.Id)}`,
        kind: "products",
        network: "impact",
        network_programme_id: asText(row.CampaignId),
        address,
      });
    }
  }
  return found;
}

export const impactProducts = (config: Config, address: string): AsyncGenerator<Handful<ProductRow>> =>
  readMerchantItems(downloadText({ url: address, headers: { ...impactHeaders(config), accept: "*/*" } }));

/** Google Merchant XML as product rows; any source of text will do. */
export async function* readMerchantItems(chunks: AsyncIterable<TextChunk>): AsyncGenerator<Handful<ProductRow>> {
  for await (const { items, broken, bytes, total_bytes } of readMerchantXml(chunks)) {
    const read = items.map(readItem);
    yield handful(read, bytes, broken, total_bytes);
  }
}

const readItem = (item: XmlItem) =>
  readProduct({
    external_id: item.get("id"),
    title: item.get("title"),
    description: item.get("description"),
    link: item.get("link"),
    image: item.get("image_link"),
    availability: item.get("availability"),
    price: item.get("price"),
    sale_price: item.get("sale_price"),
    list_price: undefined,
    currency: undefined,
    brand: item.get("brand"),
    gtin: item.get("gtin"),
    mpn: item.get("mpn"),
    condition: item.get("condition"),
    category: item.get("product_type") || item.get("google_product_category"),
    adult: item.get("adult"),
    color: item.get("color"),
    size: item.get("size"),
    material: item.get("material"),
  });
