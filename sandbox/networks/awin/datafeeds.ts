import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Shop } from "../../catalogue/merchants.ts";
import type { Offer } from "../../catalogue/offer.ts";
import type { Programme } from "../../catalogue/programmes.ts";
import { shopsOf } from "../../catalogue/shops.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { hostOrigin } from "../clicks.ts";
import { AWIN } from "./credentials.ts";
import { awinClickUrl } from "./programmes.ts";
import { awinPushTime } from "./push.ts";

const FIRST_FEED = 35_001;

interface Feed {
  id: string;
  shop: Shop;
  programme: Programme;
}

const feedsOf = (world: World): Feed[] =>
  shopsOf("awin", world.settings.products).flatMap((shop, n) => {
    const programme = world.catalogue.programmes().byId("awin", shop.programmeId);
    return programme ? [{ id: `${FIRST_FEED + n}`, shop, programme }] : [];
  });

const DEFAULT_COLUMNS =
  "aw_deep_link,product_name,aw_product_id,merchant_product_id,merchant_image_url,description,merchant_category,search_price,merchant_name,merchant_id,category_name,category_id,aw_image_url,currency,store_price,delivery_cost,merchant_deep_link,language,last_updated,display_price,data_feed_id";

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const specOf = ({ product }: Offer, label: string) => product.specs.find(([name]) => name === label)?.[1] ?? "";

function cells(origin: string, { id, shop, programme }: Feed, offer: Offer, updated: string): Record<string, string> {
  const { product } = offer;
  const link = `${origin}/shops/${shop.slug}/p/${product.id}`;
  const price = major(offer.priceMinor);
  const image = `${origin}/media/products/${product.id}.svg`;
  return {
    aw_deep_link: `${awinClickUrl(origin, programme)}&ued=${encodeURIComponent(link)}`,
    product_name: product.name,
    aw_product_id: `${Number.parseInt(product.id.slice(1, 11), 16)}`,
    merchant_product_id: product.id,
    merchant_image_url: image,
    description: product.description,
    merchant_category: `${product.category} > ${product.subcategory}`,
    search_price: price,
    merchant_name: shop.name,
    merchant_id: programme.id,
    category_name: product.subcategory,
    category_id: "0",
    aw_image_url: image,
    currency: "USD",
    store_price: price,
    delivery_cost: "4.95",
    merchant_deep_link: link,
    language: "en",
    last_updated: updated,
    display_price: `USD${price}`,
    data_feed_id: id,
    brand_name: product.brand,
    brand_id: "0",
    colour: specOf(offer, "Color"),
    "Fashion:size": specOf(offer, "Size"),
    "Fashion:material": specOf(offer, "Material"),
    product_short_description: product.description.slice(0, 120),
    specifications: product.specs.map(([label, text]) => `${label}: ${text}`).join("; "),
    condition: "new",
    product_type: product.subcategory,
    rrp_price: offer.listMinor === null ? "" : major(offer.listMinor),
    product_price_old: offer.listMinor === null ? "" : major(offer.listMinor),
    saving: offer.listMinor === null ? "" : major(offer.listMinor - offer.priceMinor),
    in_stock: offer.inStock && !offer.later ? "1" : "0",
    stock_quantity: offer.inStock ? "12" : "0",
    stock_status: offer.later ?? (offer.inStock ? "in stock" : "out of stock"),
    is_for_sale: "1",
    web_offer: "0",
    pre_order: offer.later === "preorder" ? "1" : "0",
    ean: product.gtin,
    mpn: product.sku,
    product_GTIN: product.gtin,
  };
}

function* rowsOf(world: World, origin: string, feed: Feed, columns: string[]): Generator<string> {
  yield `${columns.join(",")}\n`;
  const offers = world.catalogue.products().offers(feed.shop);
  const updated = awinPushTime(world.clock.now());
  for (let n = 0; n < offers.length; n += 200) {
    yield offers
      .slice(n, n + 200)
      .map((offer) => {
        const row = cells(origin, feed, offer, updated);
        return `${columns.map((column) => cell(row[column] ?? "")).join(",")}\n`;
      })
      .join("");
  }
}

export function registerAwinDatafeeds(app: FastifyInstance, world: World): void {
  const feeds = feedsOf(world);
  const options = { config: { target: "awin.feed" } };

  const list = "/awin/ui/productdata-darwin-download/publisher/:publisher/:key/1/feedList";
  app.get<{ Params: { publisher: string; key: string } }>(list, options, (request, reply) => {
    if (request.params.publisher !== AWIN.publisher)
      return reply.code(403).type("text/plain").send("Not your publisher");
    if (request.params.key !== AWIN.feedKey) return reply.code(401).type("text/plain").send("Invalid API key");
    const origin = hostOrigin(request);
    const now = awinPushTime(world.clock.now());
    const head =
      "Advertiser ID,Advertiser Name,Primary Region,Membership Status,Feed ID,Feed Name,Language,Vertical,Last Imported,Last Checked,No of products,URL";
    const lines = feeds.map(({ id, shop, programme }) => {
      const url = `${origin}/awin/productdata/datafeed/download/apikey/${request.params.key}/language/en/fid/${id}/columns/${DEFAULT_COLUMNS}/format/csv/delimiter/%2C/compression/gzip/adultcontent/1/`;
      const rows = `${world.catalogue.products().offers(shop).length}`;
      const row = [programme.id, shop.name, "US", "active", id, "Default", "English", "Retail", now, now, rows, url];
      return `${row.map(cell).join(",")}\n`;
    });
    return reply.type("text/csv; charset=utf-8").send(`${head}\n${lines.join("")}`);
  });

  app.get<{ Params: { "*": string } }>("/awin/productdata/datafeed/download/*", options, (request, reply) => {
    // The address is a list of name/value pairs, in any order.
    const path = (request.raw.url ?? "").split("?")[0]?.split("/datafeed/download/")[1] ?? "";
    const words = path.split("/").filter((word) => word !== "");
    const given = new Map<string, string>();
    for (let n = 0; n + 1 < words.length; n += 2) given.set(words[n] ?? "", decodeURIComponent(words[n + 1] ?? ""));
    if (given.get("apikey") !== AWIN.feedKey) return reply.code(401).type("text/plain").send("Invalid API key");
    const wanted = (given.get("fid") ?? "").split(",");
    const feed = feeds.find(({ id }) => wanted.includes(id));
    if (!feed) return reply.code(404).type("text/plain").send("No such feed");
    const columns = (given.get("columns") ?? DEFAULT_COLUMNS).split(",");
    const lines = Readable.from(rowsOf(world, hostOrigin(request), feed, columns));
    if (given.get("compression") !== "gzip") return reply.type("text/csv; charset=utf-8").send(lines);
    return reply.type("application/gzip").send(lines.pipe(createGzip()));
  });
}
