import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Shop } from "../../catalogue/merchants.ts";
import type { Offer, Product } from "../../catalogue/offer.ts";
import type { Programme } from "../../catalogue/programmes.ts";
import { shopsOf } from "../../catalogue/shops.ts";
import { isoSeconds } from "../../clock.ts";
import { esc } from "../../markup.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { hostOrigin } from "../clicks.ts";
import { checkImpact, impactError, impactPage, onlyImpact } from "./access.ts";
import { IMPACT } from "./credentials.ts";

const BASE = `/Mediapartners/${IMPACT.account}`;
const FIRST_CATALOG = 15_001;

/** A shop's catalogue: its number and the paths of its files. */
interface Catalog {
  id: string;
  shop: Shop;
  programme: Programme;
  files: readonly string[];
}

function catalogsOf(world: World): Catalog[] {
  return shopsOf("impact", world.settings.products).flatMap((shop, n) => {
    const programme = world.catalogue.programmes().byId("impact", shop.programmeId);
    const name = shop.name.replaceAll(" ", "-");
    const path = `/${name}/${name}-Catalog`;
    const files = [`${path}_GOOGLE_TXT.txt.gz`, `${path}_GOOGLE.xml.gz`];
    return programme ? [{ id: `${FIRST_CATALOG + n}`, shop, programme, files }] : [];
  });
}

/** The tracking link of a product: the programme's own with the page as its target. */
function productUrl(origin: string, shop: Shop, programme: Programme, offer: Offer): string {
  const page = encodeURIComponent(`${origin}/shops/${shop.slug}/p/${offer.product.id}`);
  return `${origin}/impact/c/${IMPACT.partner}/${programme.adId}/${programme.id}?u=${page}`;
}

interface Source extends Catalog {
  origin: string;
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
    ["availability", offer.later ?? (offer.inStock ? "in_stock" : "out_of_stock")],
    ["price", `${major(offer.listMinor ?? offer.priceMinor)} USD`],
    ["sale_price", offer.listMinor === null ? "" : `${major(offer.priceMinor)} USD`],
    ["brand", product.brand],
    ["gtin", product.gtin],
    ["mpn", product.sku],
    ["condition", "new"],
    ["product_type", `${product.category} > ${product.subcategory}`],
    ["google_product_category", product.category],
    ["color", specOf(product, "Color")],
    ["size", specOf(product, "Size")],
    ["material", specOf(product, "Material")],
    ["product_weight", specOf(product, "Weight")],
    ["product_detail", detailsOf(product)],
  ];
}

const OWN_FIELDS = new Set(["Color", "Size", "Material", "Weight"]);
const specOf = (product: Product, label: string) => product.specs.find(([name]) => name === label)?.[1] ?? "";

const otherSpecs = (product: Product) => product.specs.filter(([label]) => !OWN_FIELDS.has(label));

/** In XML each detail is an element of its own, with its parts inside. */
const xmlDetail = ([label, text]: [string, string]) =>
  `   <g:product_detail><g:section_name>General</g:section_name><g:attribute_name>${esc(label)}</g:attribute_name><g:attribute_value>${esc(text)}</g:attribute_value></g:product_detail>\n`;

/** `section:name:value`, one after the other with commas, as the published attribute is written; its signs are left out of the texts. */
const detailsOf = (product: Product) =>
  otherSpecs(product)
    .map((pair) => `General:${pair.map((text) => text.replaceAll(/[:,]+/g, " ")).join(":")}`)
    .join(",");

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
      .filter(([name, value]) => value !== "" && name !== "product_detail")
      .map(([name, value]) => `   <g:${name}>${esc(value)}</g:${name}>\n`)
      .join("")}${otherSpecs(offer.product).map(xmlDetail).join("")}  </item>\n`;
  yield* inLots(source.offers, item);
  yield " </channel>\n</rss>\n";
}

function* textFile(source: Source): Generator<string> {
  const line = (cells: string[]) => `${cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t")}\n`;
  const first = source.offers[0];
  if (first) yield line(fields(source, first).map(([name]) => name));
  yield* inLots(source.offers, (offer) => line(fields(source, offer).map(([, value]) => value)));
}

const STOCK = { in: "InStock", out: "OutOfStock", preorder: "PreOrder", backorder: "BackOrder" };

function item(source: Source, offer: Offer) {
  const { product } = offer;
  const { id, origin, shop, programme } = source;
  return {
    Id: `product_${id}_${product.id}`,
    CatalogId: id,
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
    StockAvailability: STOCK[offer.later ?? (offer.inStock ? "in" : "out")],
    Gtin: product.gtin,
    GtinType: "EAN13",
    Mpn: product.sku,
    Category: product.category,
    SubCategory: product.subcategory,
    Colors: [specOf(product, "Color")].filter(Boolean),
    Size: specOf(product, "Size"),
    Material: specOf(product, "Material"),
    Condition: "New",
    Adult: "false",
    Uri: `${BASE}/Catalogs/${id}/Items/product_${id}_${product.id}`,
  };
}

const listed = ({ id, shop, files }: Catalog, items: number, updated: string) => ({
  Id: id,
  Name: `${shop.name} catalog`,
  Language: "English (United States)",
  AdvertiserId: `${Number(shop.programmeId) + 700_000}`,
  AdvertiserName: shop.name,
  AdvertiserLocation: "United States",
  CampaignId: shop.programmeId,
  CampaignName: shop.name,
  NumberOfItems: `${items}`,
  DateLastUpdated: updated,
  Locations: files,
  Currency: "USD",
  ServiceAreas: "",
  FTPLocations: [],
  ItemsUri: `${BASE}/Catalogs/${id}/Items`,
  Uri: `${BASE}/Catalogs/${id}`,
});

/** How many goods a shop's catalogue holds from now on, where somebody said so; by the sandbox that it is of. */
const CUT = new WeakMap<World, Map<string, number>>();
function offersIn(world: World, { id, shop }: Catalog): readonly Offer[] {
  const offers = world.catalogue.products().offers(shop);
  return offers.slice(0, CUT.get(world)?.get(id) ?? offers.length);
}

/** A shop that hands its network half of a file. */
export function controlImpactCatalogs(app: FastifyInstance, world: World): void {
  app.post<{ Params: { shop: string }; Body: { items?: number | null } | null }>(
    "/control/impact/catalogs/:shop",
    (request, reply) => {
      const catalog = catalogsOf(world).find(({ shop }) => shop.slug === request.params.shop);
      if (!catalog) return reply.code(404).send({ error: "There is no such catalogue." });
      const cut = CUT.get(world) ?? new Map<string, number>();
      CUT.set(world, cut);
      const items = request.body?.items ?? null;
      if (items === null) cut.delete(catalog.id);
      else cut.set(catalog.id, items);
      return { items: offersIn(world, catalog).length };
    },
  );
}

export function registerImpactCatalogs(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid";
  const options = (target: string, ...names: string[]) => ({
    preHandler: [checkImpact, onlyImpact(...names)],
    config: { target },
  });
  const catalogs = catalogsOf(world);
  const offersOf = (catalog: Catalog) => offersIn(world, catalog);
  const source = (request: FastifyRequest, catalog: Catalog): Source => ({
    ...catalog,
    origin: hostOrigin(request),
    offers: offersOf(catalog),
  });

  app.get(`${base}/Catalogs`, options("impact.catalogs", "CampaignId"), (request) =>
    impactPage(
      request,
      "Catalogs",
      catalogs.map((catalog) => listed(catalog, offersOf(catalog).length, isoSeconds(world.clock.now()))),
      100,
    ),
  );

  const items = options("impact.catalogs", "Query");
  app.get<{ Params: { id: string } }>(`${base}/Catalogs/:id/Items`, items, (request, reply) => {
    const catalog = catalogs.find(({ id }) => id === request.params.id);
    if (!catalog) return impactError(reply, 404, "Catalog not found");
    const page = impactPage(request, "Items", offersOf(catalog), 1000);
    return { ...page, Items: (page.Items as Offer[]).map((offer) => item(source(request, catalog), offer)) };
  });

  // The files lie on a server of their own, under the paths that the list names.
  const files = { preHandler: checkImpact, config: { target: "impact.feed" } };
  app.get<{ Params: { "*": string } }>("/impact/files/*", files, (request, reply) => {
    const path = `/${request.params["*"]}`;
    const catalog = catalogs.find(({ files: own }) => own.includes(path));
    if (!catalog) return impactError(reply, 404, "No such file");
    const from = source(request, catalog);
    const lines = Readable.from(path.includes(".xml") ? xmlFile(from) : textFile(from));
    return reply.type("application/gzip").send(lines.pipe(createGzip()));
  });
}
