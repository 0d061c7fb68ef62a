import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { buildSchema, execute, GraphQLError, parse, validate } from "graphql";
import type { Shop } from "../../catalogue/merchants.ts";
import type { Offer } from "../../catalogue/offer.ts";
import { shopsOf } from "../../catalogue/shops.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { hostOrigin } from "../clicks.ts";
import { checkCj, queryOf } from "./access.ts";
import { CJ } from "./credentials.ts";
import { cjClickUrl } from "./lookups.ts";

/** A feed is named by the id of its ad; each shop of this network has one. */
const FIRST_FEED = 25_001;

interface Feed {
  ad: string;
  shop: Shop;
}

/** The parts of CJ's own schema that this program answers, as its introspection shows them. */
const schema = buildSchema(`
  scalar Instant
  scalar DecimalNumber
  type AmountWithCurrency { amount: DecimalNumber! currency: String }
  type GoogleProductCategory { id: Int name: String }
  type LinkCode { clickUrl: String imageUrl: String }
  type ProductFeed {
    adId: ID! advertiserId: String advertiserName: String advertiserCountry: String sourceFeedType: String currency: String
    language: String feedName: String lastUpdated: Instant productCount: Int
  }
  type ShoppingProductFeeds { resultList: [ProductFeed!]! totalCount: Int! limit: Int! count: Int! }
  type Shopping {
    adId: ID! advertiserId: ID! advertiserName: String! brand: String catalogId: ID description: String! id: ID! imageLink: String
    isDeleted: Boolean! lastUpdated: Instant! link: String price: AmountWithCurrency! salePrice: AmountWithCurrency title: String
    availability: String googleProductCategory: GoogleProductCategory productType: [String!] gtin: String mpn: String
    identifierExists: String condition: String adult: String color: String material: String size: String catalogName: String
    linkCode(pid: ID!, shopperId: ID): LinkCode
  }
  type ShoppingProducts { resultList: [Shopping!]! totalCount: Int! limit: Int! count: Int! }
  type Query {
    shoppingProductFeeds(companyId: ID!, partnerIds: [ID!], advertiserCountry: String, offset: Int, limit: Int): ShoppingProductFeeds!
    shoppingProducts(companyId: ID!, adIds: [ID!], partnerIds: [ID!], offset: Int, limit: Int): ShoppingProducts!
  }
  type Subscription {
    shoppingProductCatalog(companyId: ID!, adId: ID!, includeDeletedProducts: Boolean): Shopping!
  }
`);

interface Page {
  companyId: string;
  offset?: number | null;
  limit?: number | null;
}

function checkCompany(companyId: string): void {
  if (companyId !== CJ.publisher) throw new GraphQLError("You are not authorized for this company");
}

function product(world: World, origin: string, { ad, shop }: Feed, offer: Offer) {
  const { product: it } = offer;
  const programme = world.catalogue.programmes().byId("cj", shop.programmeId);
  const page = `${origin}/shops/${shop.slug}/p/${it.id}`;
  const spec = (label: string) => it.specs.find(([name]) => name === label)?.[1] ?? null;
  const money = (minor: number) => ({ amount: major(minor), currency: "USD" });
  return {
    adId: ad,
    advertiserId: shop.programmeId,
    advertiserName: shop.name,
    brand: it.brand,
    catalogId: ad,
    description: it.description,
    id: it.id,
    imageLink: `${origin}/media/products/${it.id}.svg`,
    isDeleted: false,
    lastUpdated: world.clock.iso(),
    link: page,
    price: money(offer.listMinor ?? offer.priceMinor),
    salePrice: offer.listMinor === null ? null : money(offer.priceMinor),
    title: it.name,
    availability: (offer.later ?? (offer.inStock ? "in_stock" : "out_of_stock")).toUpperCase(),
    googleProductCategory: { id: null, name: it.category },
    productType: [`${it.category} > ${it.subcategory}`],
    gtin: it.gtin,
    mpn: it.sku,
    identifierExists: "yes",
    condition: "new",
    adult: "no",
    color: spec("Color"),
    material: spec("Material"),
    size: spec("Size"),
    catalogName: `${shop.name} US`,
    linkCode: ({ pid, shopperId }: { pid: string; shopperId?: string | null }) => {
      if (pid !== CJ.website || !programme) return null;
      const sid = shopperId ? `&sid=${encodeURIComponent(shopperId)}` : "";
      return { clickUrl: `${cjClickUrl(origin, programme)}?url=${encodeURIComponent(page)}${sid}`, imageUrl: null };
    },
  };
}

function roots(world: World, origin: string, feeds: readonly Feed[]) {
  const offersOf = ({ shop }: Feed) => world.catalogue.products().offers(shop);
  const part = <T>(all: readonly T[], { offset, limit }: Page) => {
    const most = Math.min(limit ?? 100, 1000);
    const resultList = all.slice(offset ?? 0, (offset ?? 0) + most);
    return { resultList, totalCount: all.length, limit: most, count: resultList.length };
  };
  const listed = (feed: Feed) => ({
    adId: feed.ad,
    advertiserId: feed.shop.programmeId,
    advertiserName: feed.shop.name,
    advertiserCountry: "US",
    sourceFeedType: "SHOPPING",
    currency: "USD",
    language: "EN",
    feedName: `${feed.shop.name} US`,
    lastUpdated: world.clock.iso(),
    productCount: offersOf(feed).length,
  });
  return {
    shoppingProductFeeds(args: Page & { partnerIds?: string[] | null }) {
      checkCompany(args.companyId);
      const found = feeds.filter(({ shop }) => !args.partnerIds || args.partnerIds.includes(shop.programmeId));
      return part(found.map(listed), args);
    },
    shoppingProducts(args: Page & { adIds?: string[] | null }) {
      checkCompany(args.companyId);
      const found = feeds
        .filter(({ ad }) => !args.adIds || args.adIds.includes(ad))
        .flatMap((feed) => offersOf(feed).map((offer) => ({ feed, offer })));
      const page = part(found, args);
      return { ...page, resultList: page.resultList.map(({ feed, offer }) => product(world, origin, feed, offer)) };
    },
  };
}

/**
 * A whole feed is a subscription, answered as one long JSON text with its products in a list. Each product is shown by
 * running the same selection on it, so that nothing is sent that was not asked for.
 */
async function* catalogue(
  document: DocumentNode,
  world: World,
  origin: string,
  feed: Feed | undefined,
): AsyncGenerator<string> {
  const one = asQuery(document);
  const offers = feed ? world.catalogue.products().offers(feed.shop) : [];
  let join = "";
  yield '{"data":{"shoppingProductCatalog":[';
  for (const offer of offers) {
    if (!feed) break;
    const shown = await execute({
      schema: ITEM,
      document: one,
      rootValue: { shoppingProductCatalog: product(world, origin, feed, offer) },
    });
    if (shown.errors?.[0]) throw shown.errors[0];
    yield join + JSON.stringify(shown.data?.shoppingProductCatalog);
    join = ",";
  }
  yield "]}}\n";
}

/** The schema in which the subscription's field is an ordinary one. */
const ITEM: GraphQLSchema = buildSchema(
  `${printTypes(schema)}\ntype Query { shoppingProductCatalog(companyId: ID!, adId: ID!, includeDeletedProducts: Boolean): Shopping! }`,
);

function printTypes(of: GraphQLSchema): string {
  const wanted = new Set([
    "Shopping",
    "AmountWithCurrency",
    "GoogleProductCategory",
    "LinkCode",
    "Instant",
    "DecimalNumber",
  ]);
  return Object.values(of.getTypeMap())
    .filter((type) => wanted.has(type.name) && type.astNode?.loc)
    .map((type) => type.astNode?.loc?.source.body.slice(type.astNode.loc.start, type.astNode.loc.end) ?? "")
    .join("\n");
}

const asQuery = (document: DocumentNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((definition) =>
    definition.kind === "OperationDefinition"
      ? ({ ...definition, operation: "query" } as typeof definition)
      : definition,
  ),
});

function argumentsOf(document: DocumentNode): { companyId: string; adId: string } {
  const found: Record<string, string> = {};
  for (const definition of document.definitions) {
    if (definition.kind !== "OperationDefinition") continue;
    const field = definition.selectionSet.selections[0];
    if (field?.kind !== "Field") continue;
    for (const argument of field.arguments ?? [])
      if (argument.value.kind === "StringValue" || argument.value.kind === "IntValue")
        found[argument.name.value] = argument.value.value;
  }
  return { companyId: found.companyId ?? "", adId: found.adId ?? "" };
}

export function registerCjFeeds(app: FastifyInstance, world: World): void {
  const feeds = shopsOf("cj", world.settings.products).map((shop, n) => ({ ad: `${FIRST_FEED + n}`, shop }));
  const options = { preHandler: checkCj, config: { target: "cj.feed" } };

  app.post("/cj/ads/query", options, async (request, reply) => {
    const origin = hostOrigin(request);
    const refuse = (message: string) => reply.code(400).send({ errors: [{ message }] });
    const text = queryOf(request.body);
    if (text === null) return refuse("The body holds no query.");
    let document: DocumentNode;
    try {
      document = parse(text);
    } catch (error) {
      return refuse(error instanceof Error ? error.message : "The query cannot be read.");
    }
    const wrong = validate(schema, document)[0];
    if (wrong) return refuse(wrong.message);
    reply.type("application/json");
    const operation = document.definitions.find((one) => one.kind === "OperationDefinition");
    if (operation?.operation === "subscription") {
      const { adId, companyId } = argumentsOf(document);
      try {
        checkCompany(companyId);
      } catch (error) {
        return reply.send({ data: null, errors: [{ message: (error as Error).message }] });
      }
      const feed = feeds.find(({ ad }) => ad === adId);
      return reply.send(Readable.from(catalogue(document, world, origin, feed)));
    }
    const result = await execute({ schema, document, rootValue: roots(world, origin, feeds) });
    return reply.send(JSON.stringify(result));
  });
}
