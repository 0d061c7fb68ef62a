import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import { hostOrigin } from "../../networks/clicks.ts";
import { type CoinOffer, coinsFor, sumOf } from "../catalogue.ts";
import { declareRange, offersOf } from "../offers.ts";
import { follow, wall } from "../pages.ts";
import type { CoinParty } from "../tell.ts";
import { type CoinEvent, dollars, pairs } from "../vendor.ts";

/** What AdGem takes as ours. */
const ADGEM = { refreshToken: "sandbox-adgem-refresh", postbackKey: "sandbox-adgem-postback" } as const;
declareRange({ vendor: "adgem", place: 1, first: 1_180_930, several: true });

/** Access tokens are made of the refresh token and the hour, so that none has to be kept. */
const tokenOf = (nowMs: number) =>
  createHmac("sha256", ADGEM.refreshToken)
    .update(`${Math.floor(nowMs / 3_600_000)}`)
    .digest("hex");
const trackingPath = (id: string) => `/adgem/v1/click?all=1&appid=1&cid=${id}&playerid={playerid}`;
const number = (micros: number) => micros / 1_000_000;
const COUNTRIES: Readonly<Record<string, string>> = {
  US: "United States",
  CA: "Canada",
  GB: "United Kingdom",
  AU: "Australia",
  NZ: "New Zealand",
};

/** One offer with the fields of the reference's schema. */
function row(origin: string, offer: CoinOffer) {
  const isApp = offer.type !== "OTHER";
  return {
    id: offer.id,
    campaign_id: Number(offer.id),
    name: offer.name,
    store_id: offer.storeId,
    tracking_type: isApp ? (offer.goals.length > 1 ? "CPE" : "CPI") : "CPA",
    total_payout_usd: number(sumOf(offer)),
    total_amount: coinsFor(sumOf(offer)),
    start_datetime: "2024-01-01 00:00:00",
    completion_difficulty: 1,
    is_multi_reward: offer.goals.length > 1,
    creatives: {
      name: offer.name,
      icon_url: `${origin}/media/logos/otter-lane.svg`,
      description: offer.description,
      short_description: null,
      instructions: offer.goals.map(({ name }) => name),
      disclaimer: null,
      categories: [isApp ? "app" : "free"],
      stickers: [],
      basic_requirements: [{ description: "Must be a new user.", order: 1 }],
    },
    goals: offer.goals.map((goal, n) => ({
      id: goal.id,
      name: goal.name,
      description: goal.name,
      amount: coinsFor(goal.payout),
      payout_usd: number(goal.payout),
      order: n + 1,
      non_linear: false,
      is_purchase_goal: false,
      is_attribution: false,
      maximum_completion_time_days: goal.days,
    })),
    links: {
      click_url: `${origin}${trackingPath(offer.id)}`,
      support_url: `${origin}/adgem/support?appid=1&playerid={playerid}&campaignid=${offer.id}`,
    },
    stats: { network_epc: "0.1", network_epi: "0.1" },
    geo_targeting: {
      countries: offer.countries.map((code) => ({ name: COUNTRIES[code] ?? code, iso_alpha2: code })),
      states: [],
      cities: [],
    },
    device_targeting: offer.platforms.flatMap((one) =>
      one === "ios" ? ["iphone", "ipad"] : one === "android" ? ["android_phone", "android_tablet"] : [],
    ),
    os_targeting: offer.platforms.map((one) => ({ name: one === "desktop" ? "web" : one, min: "", max: "" })),
    app_store_categories: offer.type === "GAME" ? ["Games", offer.genre] : [offer.genre],
    attribution_window_days: 30,
  };
}

const LIST = new Set([
  "tracking_types",
  "categories",
  "country_codes",
  "reward_type",
  "platform",
  "sort",
  "per_page",
  "page",
]);
const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ status: "error", message });

const sign = (says: CoinEvent) => (says.kind === "reversal" ? "-" : "");
/** Version 2: everything in the address, in the order of the names, escaped by PHP's rawurlencode. */
const said = (says: CoinEvent, request: string) =>
  pairs({
    amount: `${sign(says)}${says.coins}`,
    c1: says.sub,
    campaign_id: says.offerId,
    goal_id: says.goalId,
    goal_name: says.goalName,
    offer_id: says.offerId,
    offer_name: says.offerName,
    payout: `${sign(says)}${dollars(says.payout)}`,
    player_id: says.userRef,
    transaction_id: says.tx,
    request_id: request,
  });

export const adgem: CoinParty = {
  name: "adgem",
  title: "AdGem",
  credentials: ADGEM,
  limits: [{ name: "adgem.api", targets: /^adgem\.(token|offers)$/, calls: 60, seconds: 60 }],
  hook: {
    variable: "SANDBOX_CALLBACK_ADGEM",
    path: "/cb/adgem/sandbox-callback-secret",
    sign: (_world, body, forged) =>
      body === ""
        ? {}
        : {
            signature: createHmac("sha256", forged ? "another key" : ADGEM.postbackKey)
              .update(body)
              .digest("hex"),
          },
  },
  routes(app, world) {
    app.post<{ Body: Record<string, string> | null }>(
      "/adgem/offer-api/v1/users/token",
      { config: { target: "adgem.token" } },
      (request, reply) => {
        const { grant_type, refresh_token } = request.body ?? {};
        if (grant_type !== "refresh_token" || refresh_token !== ADGEM.refreshToken)
          return refuse(reply, 401, "Unauthorized");
        const access_token = tokenOf(world.clock.now());
        return reply.code(201).send({ message: "Authorized", access_token, expires_in: 3_600 });
      },
    );
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/adgem/offer-api/v1/offers",
      { config: { target: "adgem.offers" } },
      (request, reply) => {
        if (request.headers.authorization !== `Bearer ${tokenOf(world.clock.now())}`)
          return refuse(reply, 401, "Unauthorized");
        const q = request.query;
        if (Object.keys(q).some((name) => !LIST.has(name))) return refuse(reply, 422, "unknown parameter");
        if (q.page !== undefined && q.per_page === undefined) return refuse(reply, 422, "page needs per_page");
        const all = offersOf(world, "adgem");
        const per = Number(q.per_page ?? all.length);
        if (q.per_page !== undefined && !(Number.isInteger(per) && per >= 1 && per <= 100))
          return refuse(reply, 422, "per_page is from 1 to 100");
        const page = Number(q.page ?? "1");
        const more = page * per < all.length;
        return {
          status: "success",
          data: {
            offers: all.slice((page - 1) * per, page * per).map((offer) => row(hostOrigin(request), offer)),
            ...(q.per_page !== undefined && {
              pagination: {
                current_page: page,
                per_page: per,
                has_more_pages: more,
                next_page: more ? page + 1 : null,
              },
            }),
          },
          links: {},
        };
      },
    );
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/adgem/v1/click",
      { config: { target: "adgem.click" } },
      ({ query }, reply) =>
        follow(world, reply, "adgem", { offerId: query.cid ?? "", userRef: query.playerid ?? "", sub: query.c1 ?? "" }),
    );
    app.get<{ Querystring: { playerid?: string } }>(
      "/adgem/v1/wall",
      { config: { target: "adgem.wall" } },
      (request, reply) => wall(world, reply, "adgem", request.query.playerid ?? ""),
    );
  },
  coins: {
    kind: "offers",
    newTx: () => randomBytes(16).toString("hex"),
    reasons: ["Reversed by the advertiser"],
    // Installs are told only when one asks for it.
    tells: (kind) => kind === "credit" || kind === "reversal",
    trackingPath,
    callback(base, says, signed, key) {
      const request = randomUUID();
      const verifier = createHmac("sha256", key === "right" ? ADGEM.postbackKey : "another key")
        .update(`${base}?${said(signed, request)}`)
        .digest("hex");
      return { url: `${base}?${said(says, request)}&verifier=${verifier}` };
    },
    posted(says) {
      const back = says.kind === "reversal" ? -1 : 1;
      const data = {
        app_id: "1",
        campaign_id: says.offerId,
        player_id: says.userRef,
        amount: back * says.coins,
        payout: back * number(says.payout),
        all_goals_completed: 0,
        conversion_id: says.tx,
        ad_type: "offerwall",
        country: "US",
        c1: says.sub,
        goal_name: says.goalName,
        goal_id: says.goalId,
        offer_name: says.offerName,
        offer_id: says.offerId,
        tracking_type: "CPE",
        allow_multiple_conversions: false,
        conversion_type: "reward",
      };
      const body = JSON.stringify({ request_id: randomUUID(), timestamp: Math.floor(says.at / 1_000), data });
      return { contentType: "application/json", body };
    },
  },
};
