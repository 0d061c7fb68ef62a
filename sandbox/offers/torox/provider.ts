import { createHash } from "node:crypto";
import { nextNumber } from "../../database.ts";
import { hostOrigin } from "../../networks/clicks.ts";
import { type CoinOffer, coinsFor, sumOf } from "../catalogue.ts";
import { declareRange, offersOf } from "../offers.ts";
import { follow, wall } from "../pages.ts";
import type { CoinParty } from "../tell.ts";
import { dollars, pairs } from "../vendor.ts";

/** What Torox takes as ours. */
const TOROX = { publisher: "24120", placement: "9959", secret: "sandbox-torox-secret" } as const;
declareRange({ vendor: "torox", place: 2, first: 19_524_555, several: false });

const trackingPath = (id: string) =>
  `/torox/click_track/api?offer_id=${id}&pub_id=${TOROX.publisher}&pub_app_id=${TOROX.placement}&USER_ID=[USER_ID]`;

/** One row of the feed, with the fields that its clients read. */
function row(origin: string, offer: CoinOffer) {
  const [platform = "desktop"] = offer.platforms;
  const mobile = offer.type !== "OTHER";
  const goal = offer.goals[0]?.name ?? "";
  return {
    offer_id: offer.id,
    offer_name: offer.name,
    offer_desc: offer.description,
    call_to_action: goal,
    disclaimer: "This offer rewards within 24 hours. New users only.",
    offer_url: `${origin}${trackingPath(offer.id)}`,
    offer_url_easy: `${origin}${trackingPath(offer.id)}`,
    payout: sumOf(offer) / 1_000_000,
    payout_type: mobile ? "cpe" : "cpa",
    amount: coinsFor(sumOf(offer)),
    image_url: `${origin}/media/logos/brightpenny.svg`,
    image_url_220x124: `${origin}/media/logos/brightpenny.svg`,
    countries: offer.countries,
    platform: mobile ? "mobile" : "desktop",
    device: platform === "ios" ? "iphone_ipad" : mobile ? "android" : "",
    category: { "9": mobile ? "Mobile Apps" : "Sign up" },
    last_modified: 1_645_095_666,
    preview_url: "",
    package_id: offer.storeId ?? "",
    verticals: [{ vertical_id: "4", vertical_name: offer.type === "GAME" ? "Games" : offer.genre || "Lifestyle" }],
  };
}

const LIST = new Set(["pubid", "appid", "secretkey", "format", "country", "platform", "device", "payout_type"]);

export const torox: CoinParty = {
  name: "torox",
  title: "Torox",
  credentials: TOROX,
  hook: {
    variable: "SANDBOX_CALLBACK_TOROX",
    path: "/cb/torox/sandbox-callback-secret",
    accepts: (status) => status === 200,
  },
  routes(app, world) {
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/torox/api/",
      { config: { target: "torox.offers" } },
      (request, reply) => {
        const { pubid, appid, secretkey } = request.query;
        const ours = pubid === TOROX.publisher && appid === TOROX.placement && secretkey === TOROX.secret;
        if (!ours) return reply.code(401).send({ error: "wrong publisher, placement or key" });
        if (Object.keys(request.query).some((name) => !LIST.has(name)))
          return reply.code(400).send({ error: "unknown parameter" });
        const offers = offersOf(world, "torox").map((offer) => row(hostOrigin(request), offer));
        return {
          query: { pubid, appid: Number(appid), country: "", platform: "all" },
          response: { currency_name: "Coins", offers_count: offers.length, offers },
        };
      },
    );
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/torox/click_track/api",
      { config: { target: "torox.click" } },
      ({ query }, reply) =>
        follow(world, reply, "torox", {
          offerId: query.offer_id ?? "",
          userRef: query.USER_ID ?? "",
          sub: query.subid1 ?? "",
        }),
    );
    app.get<{ Params: { user: string } }>(
      "/torox/ifr/show/:placement/:user",
      { config: { target: "torox.wall" } },
      (request, reply) => wall(world, reply, "torox", request.params.user),
    );
  },
  coins: {
    kind: "offers",
    newTx: (db) => `${nextNumber(db, "torox.conversion", 70_310_001)}`,
    reasons: ["Reversed"],
    tells: (kind) => kind === "credit" || kind === "reversal",
    trackingPath,
    callback(base, says, signed, key) {
      const sign = says.kind === "reversal" ? "-" : "";
      const secret = key === "right" ? TOROX.secret : "another secret";
      const sig = createHash("md5").update(`${signed.offerId}-${signed.userRef}-${secret}`).digest("hex");
      const fields = {
        id: says.tx,
        oid: says.offerId,
        amount: `${sign}${says.coins}`,
        currency_name: "Coins",
        user_id: says.userRef,
        payout: `${sign}${dollars(says.payout)}`,
        o_name: says.offerName,
        subid1: says.sub,
        sig,
      };
      return { url: `${base}?${pairs(fields)}` };
    },
  },
};
