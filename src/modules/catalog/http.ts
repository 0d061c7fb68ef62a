/** The catalogue's calls (SPEC §7). */
import { z } from "zod";
import {
  errorReply,
  type Http,
  languageOf,
  type Request,
  readCookie,
  requireMember,
  sendRefusal,
  writtenAsShaped,
} from "#platform/http";
import type { Catalog, Shares } from "./catalog.server.ts";
import { registerPictures } from "./http-pictures.ts";
import { CATALOG_REFUSALS } from "./messages.ts";
import { rateText } from "./rules.ts";
import { asMerchant, offersOf } from "./specified-shapes.ts";

type Deps = {
  catalog: Catalog;
  memberOf(request: Request): Promise<{ user_id: string } | null>;
  brandOf(request: Request): Shares;
  /** Answers of lists and stores are not compared with their schema; see `writtenAsShaped`. */
  plain: boolean;
};

const category = z.object({ slug: z.string(), name_en: z.string(), name_es: z.string(), count: z.number().int() });
const rate = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("percent"), bps: z.number().int(), up_to: z.boolean() }),
  z.object({ kind: z.literal("fixed"), minor: z.string(), up_to: z.boolean() }),
  z.object({ kind: z.literal("none") }),
]);
const card = z.object({
  internal_name: z.string(),
  name: z.string(),
  logo_url: z.string().nullable(),
  brand_hex: z.string().nullable(),
  rate,
  was_rate: rate.nullable(),
  plus_rate: rate.nullable(),
  coupons: z.number().int(),
  category: z.string(),
  redirect_url: z.string().describe("where going shopping begins"),
});
const coupon = z.object({
  offer_id: z.string(),
  offer_type: z.enum(["coupon", "other"]),
  offer_code: z.string().nullable(),
  title: z.string(),
  title_language: z.enum(["en", "es"]),
  title_other: z.string().nullable(),
  offer_description: z.string(),
  description_es: z.string().nullable(),
  merchant: z.object({
    internal_name: z.string(),
    name: z.string(),
    logo_url: z.string().nullable(),
    brand_hex: z.string().nullable(),
    rate,
    plus_rate: rate.nullable(),
  }),
  discount: z.looseObject({ kind: z.enum(["percent", "amount", "shipping", "gift", "other"]) }),
  condition: z.string().nullable(),
  condition_es: z.string().nullable(),
  minimum_minor: z.string().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  state: z.enum(["live", "ended", "upcoming"]),
  verified_at: z.string().nullable(),
  worked: z.number().int(),
  tried: z.number().int(),
  merchant_name: z.string(),
  merchant_logo_url: z.string().nullable(),
  redirect_url: z.string(),
});
const merchantPage = z.object({
  merchant: card.extend({
    domain: z.string(),
    description: z.string(),
    category_name: z.object({ en: z.string(), es: z.string() }),
    countries: z.array(z.string()),
    is_global: z.boolean(),
    cash_back_allowed: z.boolean(),
    locking_days: z.number().int().nullable(),
    rates: z.array(z.object({ name: z.string(), name_es: z.string(), rate })),
    status: z.enum(["open", "online", "reduced", "uncertain", "closed"]),
    description_es: z.string(),
    rate_since: z.string().nullable(),
    rate_until: z.string().nullable(),
    cashback_text: z.string(),
    special_cashback_text: z.string().nullable(),
    sp_cashback_text: z.string().nullable(),
    offer_text: z.string().nullable(),
    rates_checked_at: z.string(),
    track: z
      .object({
        health: z.enum(["good", "fair", "bad"]),
        median_hours: z.int(),
        refused: z.int(),
        decided: z.int(),
      })
      .nullable(),
  }),
  coupons: z.array(coupon),
  ended: z.array(coupon),
  also: z.array(card),
  products: z.array(z.looseObject({ product_id: z.string(), slug: z.string(), name: z.string() })),
  /** What it sells for other money than dollars; hundredths of the currency's unit. */
  abroad: z.array(z.object({ slug: z.string(), name: z.string(), currency: z.string(), price_minor: z.string() })),
});

const yes = z.enum(["1", "true", "0", "false"]).transform((text) => text === "1" || text === "true");
const success = z.object({ success: z.literal(true) });
const nameParameter = z.object({ internal_name: z.string().max(120) });
const SHORT_CACHE = "public, max-age=60, stale-while-revalidate=300";
/** Rates are a brand's: where a cookie says which, the answer is nobody else's. */
const cacheOf = (request: Request): string =>
  readCookie(request.headers.cookie, "partner") === null ? SHORT_CACHE : "private, max-age=60";
const LIST_CACHE = "public, max-age=300, stale-while-revalidate=86400";

export function registerCatalogCalls(app: Http, deps: Deps) {
  registerLists(app, deps);
  registerStores(app, deps);
  registerChoices(app, deps);
  registerPictures(app, deps);
}

function registerLists(app: Http, { catalog, brandOf, plain }: Deps) {
  app.get(
    "/api/categories",
    {
      ...writtenAsShaped(plain),
      schema: {
        tags: ["catalog"],
        summary: "Store categories with at least one store",
        response: { 200: z.array(category) },
      },
    },
    async (_request, reply) => reply.header("cache-control", LIST_CACHE).send(await catalog.categories()),
  );
  app.get(
    "/api/product-categories",
    {
      ...writtenAsShaped(plain),
      schema: {
        tags: ["catalog"],
        summary: "Product departments with their subcategories",
        response: { 200: z.array(category.extend({ subcategories: z.array(category) })) },
      },
    },
    async (_request, reply) => reply.header("cache-control", LIST_CACHE).send(await catalog.productCategories()),
  );
  app.get(
    "/api/search",
    {
      ...writtenAsShaped(plain),
      schema: {
        tags: ["catalog"],
        summary: "Suggestions while typing",
        querystring: z.object({ q: z.string().max(200).default(""), lang: z.string().optional() }),
        response: {
          200: z.object({
            stores: z.array(
              z.object({
                name: z.string(),
                internal_name: z.string(),
                rate,
                rate_text: z.string(),
                logo_url: z.string().nullable(),
              }),
            ),
            products: z.array(z.object({ name: z.string(), href: z.string(), price_minor: z.string() })),
            coupons: z.array(z.object({ title: z.string(), merchant_name: z.string(), href: z.string() })),
            categories: z.array(z.object({ name: z.string(), href: z.string() })),
            order: z.array(z.enum(["stores", "products", "coupons", "categories"])).describe("what fits best first"),
            missing: z.object({ name: z.string() }).nullable().describe("a store that is meant and is not here"),
          }),
        },
      },
    },
    async (request, reply) => {
      const language = languageOf(request);
      const shown = catalog.under(brandOf(request));
      // Nothing typed yet: the popular stores are the likeliest thing wanted.
      const found = request.query.q.trim()
        ? await shown.search(request.query.q)
        : {
            stores: (await shown.home()).popular.slice(0, 6),
            products: [],
            coupons: [],
            categories: [],
            order: ["stores" as const],
            missing: null,
          };
      return reply.header("cache-control", "private, max-age=60").send({
        stores: found.stores.map((store) => ({ ...store, rate_text: rateText(store.rate, language) })),
        products: found.products,
        coupons: found.coupons.map(({ title_en, title_es, ...coupon }) => ({
          ...coupon,
          title: language === "es" ? title_es : title_en,
        })),
        categories: found.categories.map(({ name_en, name_es, href }) => ({
          name: language === "es" ? name_es : name_en,
          href,
        })),
        order: found.order,
        missing: found.missing,
      });
    },
  );
}

function registerStores(app: Http, { catalog, brandOf, plain }: Deps) {
  app.get(
    "/api/stores",
    {
      ...writtenAsShaped(plain),
      schema: {
        tags: ["catalog"],
        summary: "Stores, 24 a page",
        querystring: z.object({
          category: z.string().max(60).optional(),
          q: z.string().max(200).optional(),
          sort: z.enum(["popular", "rate", "name", "new"]).optional(),
          page: z.coerce.number().int().min(1).max(100_000).optional(),
          plus: yes.optional(),
          coupons: yes.optional(),
          country: z
            .string()
            .regex(/^[A-Za-z]{2}$/)
            .optional(),
        }),
        response: {
          200: z.object({
            items: z.array(card),
            page: z.number().int(),
            pages: z.number().int(),
            total: z.number().int(),
            more: z.boolean(),
            page_size: z.number().int(),
            categories: z.array(category),
            category: category.nullable(),
            counts: z.object({
              total: z.number().int(),
              paying: z.number().int(),
              coupons_only: z.number().int(),
            }),
          }),
        },
      },
    },
    async (request, reply) => {
      // The lists above all stores and who is missing are the page's, no part of the answer.
      const { lists: _lists, missing: _missing, ...list } = await catalog.under(brandOf(request)).stores(request.query);
      return reply.header("cache-control", cacheOf(request)).send({ ...list, items: list.items.map(asMerchant) });
    },
  );
  app.get(
    "/api/stores/:internal_name",
    {
      ...writtenAsShaped(plain),
      schema: {
        tags: ["catalog"],
        summary: "One store with its rates, terms and coupons",
        params: nameParameter,
        response: { 200: merchantPage, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const page = await catalog.under(brandOf(request)).merchant(request.params.internal_name);
      if (!page) return sendRefusal(request, reply, CATALOG_REFUSALS, { code: "unknown_store" });
      const asOffer = offersOf(page.merchant);
      return reply.header("cache-control", cacheOf(request)).send({
        ...page,
        merchant: asMerchant(page.merchant),
        coupons: page.coupons.map(asOffer),
        ended: page.ended.map(asOffer),
        also: page.also.map(asMerchant),
      });
    },
  );
}

function registerChoices(app: Http, { catalog, brandOf, memberOf }: Deps) {
  const member = { tags: ["catalog"], security: [{ bearer: [] }] };
  app.get(
    "/api/user/favourites",
    {
      schema: {
        ...member,
        summary: "The member's favourite stores, newest first",
        response: { 200: z.object({ items: z.array(card) }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const who = await requireMember(request, reply, memberOf);
      if (!who) return reply;
      return reply
        .header("cache-control", "private, no-store")
        .send({ items: (await catalog.under(brandOf(request)).favouriteCards(who.user_id)).map(asMerchant) });
    },
  );
  app.put(
    "/api/user/favourites/:internal_name",
    {
      schema: {
        ...member,
        summary: "Make a store a favourite",
        params: nameParameter,
        response: { 200: success, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const who = await requireMember(request, reply, memberOf);
      if (!who) return reply;
      const outcome = await catalog.keepFavourite(who.user_id, request.params.internal_name);
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, CATALOG_REFUSALS, outcome);
    },
  );
  app.delete(
    "/api/user/favourites/:internal_name",
    {
      schema: {
        ...member,
        summary: "Favourite no more",
        params: nameParameter,
        response: { 200: success, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const who = await requireMember(request, reply, memberOf);
      if (!who) return reply;
      await catalog.dropFavourite(who.user_id, request.params.internal_name);
      return { success: true as const };
    },
  );
  app.put(
    "/api/user/price-alerts/:slug",
    {
      schema: {
        ...member,
        summary: "Tell the member when the product of this slug costs less",
        params: z.object({ slug: z.string().max(200) }),
        response: { 200: success, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const who = await requireMember(request, reply, memberOf);
      if (!who) return reply;
      const outcome = await catalog.askForFalls(who.user_id, request.params.slug);
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, CATALOG_REFUSALS, outcome);
    },
  );
  app.post(
    "/api/user/store-wishes",
    {
      schema: {
        ...member,
        summary: "Wish for a store that is not here; once for each member and store",
        body: z.object({ name: z.string().max(80) }),
        response: { 200: success, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const who = await requireMember(request, reply, memberOf);
      if (!who) return reply;
      const outcome = await catalog.wishStore(who.user_id, request.body.name);
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, CATALOG_REFUSALS, outcome);
    },
  );
  app.post(
    "/api/coupons/:offer_id/vote",
    {
      schema: {
        ...member,
        summary: "Say whether a coupon worked; once for each member and coupon",
        params: z.object({ offer_id: z.string().max(60) }),
        body: z.object({ worked: z.boolean() }),
        response: { 200: success.extend({ worked: z.number().int(), tried: z.number().int() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const who = await requireMember(request, reply, memberOf);
      if (!who) return reply;
      const outcome = await catalog.voteCoupon(who.user_id, request.params.offer_id, request.body.worked);
      return outcome.ok
        ? { success: true as const, ...outcome.value }
        : sendRefusal(request, reply, CATALOG_REFUSALS, outcome);
    },
  );
}
