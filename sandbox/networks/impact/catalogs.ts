import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Shop } from "../../catalogue/merchants.ts";
import { SHOPS } from "../../catalogue/merchants.ts";
import type { Offer } from "../../catalogue/products.ts";
import type { Programme } from "../../catalogue/programmes.ts";
import { isoSeconds } from "../../clock.ts";
import { esc } from "../../markup.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { hostOrigin } from "../clicks.ts";
import { checkImpact, impactError, impactPage, onlyImpact } from "./access.ts";
import { IMPACT } from "./credentials.ts";

const BASE = `/Mediapartners/${IMPACT.account}`;
const CATALOG = "15001";

const PATH = "/Marlow-Finch/Marlow-Finch-Catalog";
const FILES = [`${PATH}_GOOGLE_TXT.txt.gz`, `${PATH}_GOOGLE.xml.gz`];

/** The tracking link of a product: the programme's own with the page as its target. */
function productUrl(origin: string, shop: Shop, programme: Programme, offer: Offer): string {
  const page = encodeURIComponent(`${origin}/shops/${shop.slug}/p/${offer.product.id}`);
  return `${origin}/impact/c/${IMPACT.partner}/${programme.adId}/${programme.id}?u=${page}`;
}

interface Source {
  origin: string;
  shop: Shop;
  programme: Programme;
  offers: readonly Offer[];
}

/** A product in Google's fields, which both files of the catalogue hold. */
function fields({ origin, shop, programme }: Source, offer: Offer): [name: string, value: string][] {
  const { product } = offer;
  return [
    ["id", product.id],
    ["title", product.name],
    ["description", product.description],
    ["link", productUrl(origin, shop, programme, offer)],
    ["image_link", `${origin}/media/products/${product.id}.svg`],
    ["availability", offer.inStock ? "in_stock" : "out_of_stock"],
    ["price", `${major(offer.listMinor ?? offer.priceMinor)} USD`],
    ["sale_price", offer.listMinor === null ? "" : `${major(offer.priceMinor)} USD`],
    ["brand", product.brand],
    ["gtin", product.gtin],
    ["mpn", product.sku],
    ["condition", "new"],
    ["product_type", `${product.category} > ${product.subcategory}`],
    ["google_product_category", product.category],
  ];
}

const inLots = <T>(all: readonly T[], show: (one: T) => string) =>
  Array.from({ length: Math.ceil(all.length / 200) }, (_, n) =>
    all
      .slice(n * 200, n * 200 + 200)
      .map(show)
      .join(""),
  );

function* xmlFile(source: Source): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">\n <channel>\n`;
  yield `  <title>${esc(source.shop.name)}</title>\n  <link>${esc(source.shop.url)}</link>\n  <description>Product data of a sandbox shop</description>\n`;
  const item = (offer: Offer) =>
    `  <item>\n${fields(source, offer)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `   <g:${name}>${esc(value)}</g:${name}>\n`)
      .join("")}  </item>\n`;
  yield* inLots(source.offers, item);
  yield " </channel>\n</rss>\n";
}

function* textFile(source: Source): Generator<string> {
  const line = (cells: string[]) => `${cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t")}\n`;
  const first = source.offers[0];
  if (first) yield line(fields(source, first).map(([name]) => name));
  yield* inLots(source.offers, (offer) => line(fields(source, offer).map(([, value]) => value)));
}

function item(source: Source, offer: Offer) {
  const { product } = offer;
  const { origin, shop, programme } = source;
  return {
    Id: `product_${CATALOG}_${product.id}`,
    CatalogId: CATALOG,
    CampaignId: shop.programmeId,
    CampaignName: shop.name,
    CatalogItemId: product.id,
    Name: product.name,
    Description: product.description,
    Bullets: product.specs.map(([label, text]) => `${label}: ${text}`),
    Labels: [],
    Manufacturer: product.brand,
    Url: productUrl(origin, shop, programme, offer),
    MobileUrl: "",
    ImageUrl: `${origin}/media/products/${product.id}.svg`,
    CurrentPrice: major(offer.priceMinor),
    OriginalPrice: major(offer.listMinor ?? offer.priceMinor),
    Currency: "USD",
    StockAvailability: offer.inStock ? "InStock" : "OutOfStock",
    Gtin: product.gtin,
    GtinType: "EAN13",
    Mpn: product.sku,
    Category: product.category,
    SubCategory: product.subcategory,
    Condition: "New",
    Adult: "false",
    Uri: `${BASE}/Catalogs/${CATALOG}/Items/product_${CATALOG}_${product.id}`,
  };
}

export function registerImpactCatalogs(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid";
  const options = (target: string, ...names: string[]) => ({
    preHandler: [checkImpact, onlyImpact(...names)],
    config: { target },
  });
  const shop = SHOPS.find((it) => it.network === "impact");
  const programme = shop && world.catalogue.programmes().byId("impact", shop.programmeId);
  if (!shop || !programme) return;
  const offers = () => world.catalogue.products().offers(shop);
  const source = (request: FastifyRequest): Source => ({
    origin: hostOrigin(request),
    shop,
    programme,
    offers: offers(),
  });

  app.get(`${base}/Catalogs`, options("impact.catalogs", "CampaignId"), (request) =>
    impactPage(
      request,
      "Catalogs",
      [
        {
          Id: CATALOG,
          Name: `${shop.name} catalog`,
          Language: "English (United States)",
          AdvertiserId: `${Number(shop.programmeId) + 700_000}`,
          AdvertiserName: shop.name,
          AdvertiserLocation: "United States",
          CampaignId: shop.programmeId,
          CampaignName: shop.name,
          NumberOfItems: `${offers().length}`,
          DateLastUpdated: isoSeconds(world.clock.now()),
          Locations: FILES,
          Currency: "USD",
          ServiceAreas: "",
          FTPLocations: [],
          ItemsUri: `${BASE}/Catalogs/${CATALOG}/Items`,
          Uri: `${BASE}/Catalogs/${CATALOG}`,
        },
      ],
      100,
    ),
  );

  const items = options("impact.catalogs", "Query");
  app.get<{ Params: { id: string } }>(`${base}/Catalogs/:id/Items`, items, (request, reply) => {
    if (request.params.id !== CATALOG) return impactError(reply, 404, "Catalog not found");
    const page = impactPage(request, "Items", offers(), 1000);
    return { ...page, Items: (page.Items as Offer[]).map((offer) => item(source(request), offer)) };
  });

  // The files lie on a server of their own, under the paths that the list names.
  const files = { preHandler: checkImpact, config: { target: "impact.feed" } };
  app.get<{ Params: { "*": string } }>("/impact/files/*", files, (request, reply) => {
    const path = `/${request.params["*"]}`;
    if (!FILES.includes(path)) return impactError(reply, 404, "No such file");
    const lines = Readable.from(path.includes(".xml") ? xmlFile(source(request)) : textFile(source(request)));
    return reply.type("application/gzip").send(lines.pipe(createGzip()));
  });
}
