/**
 * Impact: catalogues (`partner-catalogs-v16`). Their files lie under the paths that `Locations` names, packed, as tables or
 * XML; without a file server of their own (`IMPACT_FILES_URL=off`) the items are read by the API.
 */
import { asList, asRecord, asText, type NetworkDeps } from "../feeds/call-network.ts";
import { type FeedSource, type Handful, handful, type ProductRow } from "../feeds/feed.types.ts";
import { downloadText } from "../feeds/feed-stream.ts";
import { readProduct } from "../feeds/read-product.ts";
import { readShopFeed } from "../feeds/read-shop-feed.ts";
import { impactHeaders, impactPages } from "./programmes.ts";

/** Which of a catalogue's files is read: Google's columns name what a product is best, then XML, then the network's own. */
const PREFERRED = [/google.{0,20}\.txt/i, /google/i, /\.xml/i, /\.(txt|csv|tsv|json)/i];

export async function impactCatalogs(deps: NetworkDeps): Promise<FeedSource[]> {
  const found: FeedSource[] = [];
  for await (const { rows } of impactPages(deps, "Catalogs", { page_size: 100 }))
    for (const row of rows) {
      const feed = readCatalog(row, deps.settings.IMPACT_FILES_URL === "off");
      if (feed) found.push(feed);
    }
  return found;
}

export function readCatalog(row: Record<string, unknown>, byItems: boolean): FeedSource | null {
  const id = asText(row.Id);
  const address = byItems ? itemsPath(id) : chooseFile(asList(row.Locations).map(asText));
  if (!/^[\w.-]{1,60}$/.test(id) || !address) return null;
  return {
    feed_name: `impact.products.${id}`,
    kind: "products",
    network: "impact",
    network_programme_id: asText(row.CampaignId),
    address,
  };
}

const itemsPath = (id: string) => `Catalogs/${encodeURIComponent(id)}/Items`;

function chooseFile(locations: readonly string[]): string | null {
  const paths = locations.filter((path) => path.startsWith("/") && !path.startsWith("//") && !path.includes(".."));
  for (const pattern of PREFERRED) {
    const found = paths.find((path) => pattern.test(path));
    if (found) return found;
  }
  return paths[0] ?? null;
}

export function impactProducts(deps: NetworkDeps, address: string): AsyncGenerator<Handful<ProductRow>> {
  if (!address.startsWith("/")) return itemsByApi(deps, address);
  const url = `${deps.settings.IMPACT_FILES_URL}${encodeURI(address)}`;
  return readShopFeed(downloadText(deps, "impact-files", { url, headers: impactHeaders(deps.settings, "*/*") }));
}

async function* itemsByApi(deps: NetworkDeps, path: string): AsyncGenerator<Handful<ProductRow>> {
  for await (const { rows, bytes } of impactPages(deps, "Items", { path })) {
    const read = rows.map(readItem);
    yield handful(read, bytes);
  }
}

export const readItem = (item: Record<string, unknown>) => {
  const text = (name: string) => asText(asRecord(item)[name]) || undefined;
  const category = [text("Category"), text("SubCategory")].filter(Boolean).join(" > ");
  return readProduct({
    external_id: text("CatalogItemId"),
    title: text("Name"),
    description: text("Description"),
    link: text("Url"),
    image: text("ImageUrl"),
    availability: text("StockAvailability"),
    price: text("CurrentPrice"),
    sale_price: undefined,
    list_price: text("OriginalPrice"),
    currency: text("Currency"),
    brand: text("Manufacturer"),
    gtin: text("Gtin"),
    mpn: text("Mpn"),
    condition: text("Condition"),
    category,
    adult: text("Adult"),
    color: asText(asList(item.Colors)[0]) || undefined,
    size: text("Size"),
    material: text("Material"),
    weight: undefined,
    details: asList(item.Bullets).map(asText).join("\n"),
  });
};
