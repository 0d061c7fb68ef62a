/** Calls of coins: setting out for offers and surveys, the first survey, providers' callbacks. Parse, one verb, reply. */
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Cashback } from "#cashback";
import { CASHBACK_REFUSALS } from "#cashback";
import { IDENTITY_REFUSALS, type Identity, type Member } from "#identity";
import type { Brand } from "#partners";
import { errorReply, type Http, type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import { sha256 } from "#platform/ids";
import { ledTo } from "#platform/led-to";
import type { Coins } from "./coins.server.ts";
import { platformOf } from "./device.ts";
import { coinOfferId } from "./ids.ts";
import { COIN_REFUSALS } from "./messages.ts";
import { COIN_PROVIDERS } from "./provider.types.ts";
import type { Reader } from "./read-surveys.ts";

export type CoinCalls = {
  coins: Coins;
  cashback: Pick<Cashback, "destination" | "recordVisit">;
  identity: Pick<Identity, "guard" | "phoneLink">;
  brandOf(request: Request): Brand;
  memberOf(request: Request): Promise<Member | null>;
};

const GO_HEADERS = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };
const SURVEY = /^(\w{1,20})\.([\w.:-]{1,100})$/;

const readerOf = (request: Request, member: Member, brand: Brand): Reader => ({
  user_id: member.user_id,
  address: request.ip,
  user_agent: String(request.headers["user-agent"] ?? "").slice(0, 300),
  country: member.country_code ?? brand.offer.countries[0] ?? "US",
  language: member.language,
});

export function registerCoinCalls(app: Http, deps: CoinCalls) {
  const { coins, cashback } = deps;

  app.post(
    "/api/user/offer/visit/:offer_id",
    {
      schema: {
        tags: ["offers"],
        summary: "Record that the member sets out for an offer or a survey (beacon)",
        params: z.object({ offer_id: z.string().max(130) }),
        body: z.unknown(),
        response: { 200: z.object({ success: z.literal(true), redirect_url: z.string() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const { offer_id } = request.params;
      const visit = () => cashback.recordVisit({ user_id: member.user_id, offer_id, item: request.body });
      const survey = SURVEY.exec(offer_id);
      if (survey) {
        await visit();
        return {
          success: true as const,
          redirect_url: `/go/survey/${survey[1]}/${encodeURIComponent(survey[2] ?? "")}`,
        };
      }
      if (coinOfferId.read(offer_id)) {
        if (!(await coins.offer(deps.brandOf(request), offer_id)))
          return sendRefusal(request, reply, COIN_REFUSALS, { code: "unknown_offer" });
        await visit();
        return { success: true as const, redirect_url: `/go/offer/${offer_id}` };
      }
      const destination = await cashback.destination({ offer_id }, deps.brandOf(request));
      if (!destination) return sendRefusal(request, reply, CASHBACK_REFUSALS, { code: "unknown_destination" });
      await visit();
      return {
        success: true as const,
        redirect_url: `/${destination.internal_name}-coupons/redirecting?offer=${encodeURIComponent(offer_id)}`,
      };
    },
  );

  app.post(
    "/api/user/offer/phone/:offer_id",
    {
      schema: {
        tags: ["offers"],
        summary: "A link that signs one phone in, once, within minutes, and leads it to this offer",
        params: z.object({ offer_id: z.string().max(60) }),
        response: {
          200: z.object({ success: z.literal(true), path: z.string(), minutes: z.int() }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const { offer_id } = request.params;
      const offer = coinOfferId.read(offer_id) && (await coins.offer(deps.brandOf(request), offer_id));
      if (!offer) return sendRefusal(request, reply, COIN_REFUSALS, { code: "unknown_offer" });
      const made = await deps.identity.phoneLink(member, `/coins/offer/${offer.offer_id}`);
      if (!made.ok) return sendRefusal(request, reply, IDENTITY_REFUSALS, made);
      return { success: true as const, ...made.value };
    },
  );

  app.get(
    "/api/user/survey/list/onboarding",
    {
      schema: {
        tags: ["surveys"],
        summary: "Whether the first survey is done, or what it pays",
        response: {
          200: z.union([
            z.literal("completed"),
            z.object({ coins_advertised: z.int(), survey_estimated_time_in_mins: z.int(), click_url: z.string() }),
          ]),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const found = await coins.onboarding(member.user_id, deps.brandOf(request));
      // A text alone would leave as it is, without its quotes.
      return reply.type("application/json; charset=utf-8").serializer(JSON.stringify).send(found);
    },
  );
}

const MAX_BEGUN = 5;

/** What a member began, for pages that are the same for everybody and fill this in. */
export function registerBegun(app: Http, { coins, memberOf }: CoinCalls) {
  app.get(
    "/api/user/offer/begun",
    { schema: { tags: ["offers"], summary: "Offers that the member began, the one that moved last first" } },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      return { begun: (await coins.progress(member.user_id)).slice(0, MAX_BEGUN) };
    },
  );
  app.get(
    "/api/user/offer/bonuses",
    { schema: { tags: ["offers"], summary: "Days with coins this month (UTC), and which bonuses the member has" } },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      return coins.bonusProgress(member.user_id);
    },
  );
}

/** Plain redirects: `/go/offer/{offer}` and `/go/survey/{platform}/{survey}`. What cannot be begun goes back to its page with the reason. */
export function registerGoEarning(app: Http, deps: CoinCalls) {
  const { coins } = deps;

  async function memberOrLogin(request: Request, reply: Reply, back: string): Promise<Member | null> {
    const member = await deps.memberOf(request);
    if (member) return member;
    await reply
      .headers(GO_HEADERS)
      .header("set-cookie", await deps.identity.guard(request.url.slice(0, 500), ledTo(back, request.url)))
      .redirect(ledTo("/login", request.url), 302);
    return null;
  }
  const away = (request: Request, reply: Reply, url: string) =>
    reply.headers(GO_HEADERS).redirect(ledTo(url, request.url), 302);

  app.get("/go/offer/:offer", { schema: { hide: true } }, async (request: Request, reply: Reply) => {
    const offer = String((request.params as { offer: string }).offer)
      .slice(0, 60)
      .toWellFormed();
    const page = `/coins/offer/${encodeURIComponent(offer)}`;
    const member = await memberOrLogin(request, reply, page);
    if (!member) return reply;
    const { device } = request.query as { device?: string };
    const platform = platformOf(String(request.headers["user-agent"] ?? ""), device);
    const begun = await coins.begin(member, { offer_id: offer, platform }, deps.brandOf(request));
    return away(request, reply, begun.ok ? begun.value.url : `${page}?why=${begun.code}`);
  });

  app.get("/go/survey/:platform/:survey", { schema: { hide: true } }, async (request: Request, reply: Reply) => {
    const { platform, survey } = request.params as { platform: string; survey: string };
    const member = await memberOrLogin(request, reply, "/surveys");
    if (!member) return reply;
    const brand = deps.brandOf(request);
    const asked = { provider: platform, survey_id: survey, reader: readerOf(request, member, brand) };
    const begun = await coins.beginSurvey(member, asked, brand);
    return away(request, reply, begun.ok ? begun.value.url : `/surveys?why=${begun.code}`);
  });
}

const MAX_BODY = 64 * 1_024;
const sameSecret = (given: string, expected: string) => timingSafeEqual(sha256(given), sha256(expected));

/** Providers' callbacks, by GET or POST, with the body as it was sent. The address is a secret beside every signature. */
export function registerCoinHooks(app: Http, { coins }: CoinCalls) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));
  const take = async (request: Request, reply: Reply) => {
    const { provider, secret } = request.params as { provider: string; secret: string };
    const name = COIN_PROVIDERS.find((known) => known === provider);
    if (!name || !sameSecret(secret, coins.callbackSecret)) return reply.code(404).send("");
    const heard = await coins.takeCallback(name, {
      method: request.method === "POST" ? "POST" : "GET",
      target: request.raw.url ?? request.url,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
      ),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      address: request.ip,
    });
    if (!heard) return reply.code(404).send("");
    return reply.code(heard.status).type("text/plain").send(heard.body);
  };
  const options = { config: { rateLimit: false as const }, schema: { hide: true } };
  app.get("/cb/:provider/:secret", options, take);
  app.post("/cb/:provider/:secret", options, take);
}
