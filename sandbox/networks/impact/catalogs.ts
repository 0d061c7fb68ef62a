import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Shop } from "../../catalogue/merchants.ts";
import { SHOPS } from "../../catalogue/merchants.ts";
import type { Offer } from "../../catalogue/products.ts";
import { isoSeconds } from "../../clock.ts";
import { esc } from "../../markup.ts";
import { major } from "../../money.ts";
import { CREDENTIALS, type World } from "../../world.ts";
import { hostOrigin } from "../clicks.ts";
import { checkImpact, impactError, impactPage } from "./access.ts";

const BASE = `/Mediapartners/${CREDENTIALS.impact.account}`;
const CATALOG = "15001";

function productUrl(origin: string, shop: Shop, offer: Offer): string {
  return `${origin}/shops/${shop.slug}/p/${offer.product.id}`;
}

function feedItem(origin: string, shop: Shop, offer: Offer): string {
  const { product } = offer;
  const g = (name: string, value: string) => `   <g:${name}>${esc(value)}</g:${name}>\n`;
  const price = offer.listMinor ?? offer.priceMinor;
  return [
    "  <item>\n",
    g("id", product.id),
    g("title", product.name),
    g("description", product.description),
    g("link", productUrl(origin, shop, offer)),
    g("image_link", `${origin}/media/products/${product.id}.svg`),
    g("availability", offer.inStock ? "in_stock" : "out_of_stock"),
    g("price", `${major(price)} USD`),
    offer.listMinor === null ? "" : g("sale_price", `${major(offer.priceMinor)} USD`),
    g("brand", product.brand),
    g("gtin", product.gtin),
    g("mpn", product.sku),
    g("condition", "new"),
    g("product_type", `${product.category} > ${product.subcategory}`),
    g("google_product_category", product.category),
    "  </item>\n",
  ].join("");
}

function* feed(origin: string, shop: Shop, offers: readonly Offer[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">\n <channel>\n`;
  yield `  <title>${esc(shop.name)}</title>\n  <link>${esc(shop.url)}</link>\n  <description>Product data of a sandbox shop</description>\n`;
  for (let n = 0; n < offers.length; n += 200) {
    yield offers
      .slice(n, n + 200)
      .map((offer) => feedItem(origin, shop, offer))
      .join("");
  }
  yield " </channel>\n</rss>\n";
}

function item(origin: string, shop: Shop, offer: Offer) {
  const { product } = offer;
  return {
    CatalogItemId: product.id,
    CatalogId: CATALOG,
    CampaignId: shop.programmeId,
    Name: product.name,
    Description: product.description,
    Bullets: product.specs.map(([label, text]) => `${label}: ${text}`),
    Manufacturer: product.brand,
    Url: productUrl(origin, shop, offer),
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
  };
}

export function registerImpactCatalogs(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid";
  const options = (target: string) => ({ preHandler: checkImpact, config: { target } });
  const shop = SHOPS.find((it) => it.network === "impact");
  if (!shop) return;
  const offers = () => world.catalogue.products().offers(shop);

  app.get(`${base}/Catalogs`, options("impact.catalogs"), (request) =>
    impactPage(
      request,
      "Catalogs",
      [
        {
          Id: CATALOG,
          Name: `${shop.name} catalog`,
          CampaignId: shop.programmeId,
          CampaignName: shop.name,
          AdvertiserId: `${Number(shop.programmeId) + 700_000}`,
          AdvertiserName: shop.name,
          Currency: "USD",
          Language: "en",
          NumberOfItems: `${offers().length}`,
          DateLastUpdated: isoSeconds(world.clock.now()),
          Locations: [`${hostOrigin(request)}/impact/feeds/${CATALOG}.xml`],
          ItemsUri: `${BASE}/Catalogs/${CATALOG}/Items`,
        },
      ],
      100,
    ),
  );

  app.get<{ Params: { id: string } }>(`${base}/Catalogs/:id/Items`, options("impact.catalogs"), (request, reply) => {
    if (request.params.id !== CATALOG) return impactError(reply, 404, "Catalog not found");
    const page = impactPage(request, "Items", offers(), 1000);
    return { ...page, Items: (page.Items as Offer[]).map((offer) => item(hostOrigin(request), shop, offer)) };
  });

  app.get<{ Params: { file: string } }>("/impact/feeds/:file", options("impact.feed"), (request, reply) => {
    if (request.params.file !== `${CATALOG}.xml`) return impactError(reply, 404, "Catalog not found");
    return reply.type("application/xml; charset=utf-8").send(Readable.from(feed(hostOrigin(request), shop, offers())));
  });
}
