import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Shop } from "../../catalogue/merchants.ts";
import { SHOPS } from "../../catalogue/merchants.ts";
import type { Offer } from "../../catalogue/products.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { hostOrigin } from "../clicks.ts";
import { checkCj } from "./access.ts";
import { cjClickUrl } from "./lookups.ts";

const CATALOG = "25001";

const COLUMNS =
  "PROGRAM_NAME PROGRAM_URL CATALOG_NAME LAST_UPDATED ID TITLE DESCRIPTION LINK IMPRESSION_URL IMAGE_LINK MOBILE_LINK ADDITIONAL_IMAGE_LINK AVAILABILITY AVAILABILITY_DATE EXPIRATION_DATE PRICE SALE_PRICE SALE_PRICE_EFFECTIVE_DATE UNIT_PRICING_MEASURE UNIT_PRICING_BASE_MEASURE INSTALLMENT LOYALTY_POINTS GOOGLE_PRODUCT_CATEGORY GOOGLE_PRODUCT_CATEGORY_NAME PRODUCT_TYPE BRAND GTIN MPN IDENTIFIER_EXISTS CONDITION ADULT MULTIPACK IS_BUNDLE ENERGY_EFFICIENCY_CLASS AGE_GROUP COLOR GENDER MATERIAL PATTERN SIZE SIZE_TYPE SIZE_SYSTEM ITEM_GROUP_ID CUSTOM_LABEL_0 CUSTOM_LABEL_1 CUSTOM_LABEL_2 CUSTOM_LABEL_3 CUSTOM_LABEL_4 PROMOTION_ID SHIPPING_LABEL SHIPPING_WEIGHT SHIPPING_LENGTH SHIPPING_WIDTH SHIPPING_HEIGHT MIN_HANDLING_TIME MAX_HANDLING_TIME SHIPPING(COUNTRY:REGION:SERVICE:PRICE) TAX(RATE:COUNTRY:TAX_SHIP:REGION)".split(
    " ",
  );

function line(cells: Record<string, string>): string {
  return `${COLUMNS.map((column) => (cells[column] ?? "").replaceAll(/[\t\r\n]+/g, " ")).join("\t")}\n`;
}

function* feed(world: World, origin: string, shop: Shop): Generator<string> {
  yield `${COLUMNS.join("\t")}\n`;
  const programme = world.catalogue.programmes().byId("cj", shop.programmeId);
  if (!programme) return;
  const updated = world.clock.iso().replace("Z", "+00:00");
  const row = (offer: Offer) => {
    const { product } = offer;
    const target = encodeURIComponent(`${origin}/shops/${shop.slug}/p/${product.id}`);
    return line({
      PROGRAM_NAME: shop.name,
      PROGRAM_URL: shop.url,
      CATALOG_NAME: `${shop.name} US`,
      LAST_UPDATED: updated,
      ID: product.id,
      TITLE: product.name,
      DESCRIPTION: product.description,
      LINK: `${cjClickUrl(origin, programme)}?url=${target}`,
      IMAGE_LINK: `${origin}/media/products/${product.id}.svg`,
      AVAILABILITY: offer.inStock ? "in stock" : "out of stock",
      PRICE: `${major(offer.listMinor ?? offer.priceMinor)} USD`,
      SALE_PRICE: offer.listMinor === null ? "" : `${major(offer.priceMinor)} USD`,
      GOOGLE_PRODUCT_CATEGORY_NAME: product.category,
      PRODUCT_TYPE: `${product.category} > ${product.subcategory}`,
      BRAND: product.brand,
      GTIN: product.gtin,
      MPN: product.sku,
      IDENTIFIER_EXISTS: "yes",
      CONDITION: "new",
      ADULT: "no",
      COLOR: product.specs.find(([label]) => label === "Color")?.[1] ?? "",
    });
  };
  const offers = world.catalogue.products().offers(shop);
  for (let n = 0; n < offers.length; n += 200)
    yield offers
      .slice(n, n + 200)
      .map(row)
      .join("");
}

export function registerCjFeeds(app: FastifyInstance, world: World): void {
  const shop = SHOPS.find((it) => it.network === "cj");
  if (!shop) return;
  const options = { preHandler: checkCj, config: { target: "cj.feed" } };

  app.get("/cj/feeds.json", options, (request) => [
    {
      catalogId: CATALOG,
      catalogName: `${shop.name} US`,
      advertiserId: shop.programmeId,
      advertiserName: shop.name,
      rows: world.catalogue.products().offers(shop).length,
      url: `${hostOrigin(request)}/cj/feeds/${CATALOG}.txt`,
    },
  ]);

  app.get<{ Params: { file: string } }>("/cj/feeds/:file", options, (request, reply) => {
    const { file } = request.params;
    const lines = () => Readable.from(feed(world, hostOrigin(request), shop));
    if (file === `${CATALOG}.txt`) return reply.type("text/tab-separated-values; charset=utf-8").send(lines());
    if (file === `${CATALOG}.txt.gz`) return reply.type("application/gzip").send(lines().pipe(createGzip()));
    return reply.code(404).send({ error: "Not Found", message: "There is no such catalog." });
  });
}
