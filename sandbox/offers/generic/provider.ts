import { createHash, randomBytes } from "node:crypto";
import { hostOrigin } from "../../networks/clicks.ts";
import { type CoinOffer, coinsFor, sumOf } from "../catalogue.ts";
import { declareRange, offersOf } from "../offers.ts";
import { follow, wall } from "../pages.ts";
import type { CoinParty } from "../tell.ts";
import { dollars, pairs } from "../vendor.ts";

/** A made-up wall in the dialect that several small ones share. */
const WALL = {
  apiKey: "sandbox-generic-key",
  apiSecret: "sandbox-generic-apisecret",
  secret: "sandbox-generic-secret",
} as const;
declareRange({ vendor: "generic", place: 4, first: 71_403, several: false });

const trackingPath = (id: string) => `/generic/wtrck?cId=${id}&apiKey=${WALL.apiKey}&userId={userId}`;

/** One row of the offers API, with the fields that the client's documentation shows. */
const row = (origin: string, offer: CoinOffer) => ({
  categories: offer.type === "GAME" ? ["Games", "Apps"] : offer.type === "APP" ? ["Apps"] : ["Signups"],
  completed: 0,
  conversion_point: offer.goals[0]?.name ?? "",
  conversion_time: { id: 1 },
  description: offer.description,
  id: Number(offer.id),
  payment_required: "no",
  title: offer.name,
  img_url: `//${new URL(origin).host}/media/logos/otter-lane.svg`,
  offer_url: `${origin}/generic/wtrck?cId=${offer.id}&apiKey=${WALL.apiKey}&userId=`,
  revenue: sumOf(offer) / 1_000_000,
  currency: "USD",
  virtual_currency_value: coinsFor(sumOf(offer)),
  virtual_currency: "coins",
});

const LIST = new Set([
  "api_key",
  "api_secret",
  "sub_id",
  "country",
  "ip",
  "fingerprint",
  "device",
  "category",
  "gender",
  "age",
  "payment",
]);

export const generic: CoinParty = {
  name: "generic",
  title: "Pennywall",
  credentials: WALL,
  hook: {
    variable: "SANDBOX_CALLBACK_GENERIC",
    path: "/cb/generic/sandbox-callback-secret",
    resends: 5,
    accepts: (_status, answer) => answer === "OK" || answer === "DUP",
  },
  routes(app, world) {
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/generic/v2/offers",
      { config: { target: "generic.offers" } },
      (request, reply) => {
        const { api_key, api_secret, country = "", device = "" } = request.query;
        if (api_key !== WALL.apiKey || api_secret !== WALL.apiSecret)
          return reply.code(401).send({ error: "wrong key" });
        if (Object.keys(request.query).some((name) => !LIST.has(name)) || country === "")
          return reply.code(400).send({ error: "wrong parameters" });
        return offersOf(world, "generic")
          .filter(({ countries }) => countries.length === 0 || countries.includes(country))
          .filter(({ platforms }) => device === "" || platforms.some((one) => one === device))
          .map((offer) => row(hostOrigin(request), offer));
      },
    );
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/generic/wtrck",
      { config: { target: "generic.click" } },
      ({ query }, reply) =>
        follow(world, reply, "generic", { offerId: query.cId ?? "", userRef: query.userId ?? "", sub: "" }),
    );
    app.get<{ Querystring: { userId?: string } }>(
      "/generic/wall",
      { config: { target: "generic.wall" } },
      (request, reply) => wall(world, reply, "generic", request.query.userId ?? ""),
    );
  },
  coins: {
    kind: "offers",
    newTx: () => randomBytes(10).toString("hex"),
    reasons: ["Subtracted"],
    tells: (kind) => kind === "credit" || kind === "reversal",
    trackingPath,
    // Amounts have no sign: the status says which way.
    callback(base, says, signed, key) {
      const secret = key === "right" ? WALL.secret : "another secret";
      const signature = createHash("md5").update(`${signed.userRef}${signed.tx}${signed.coins}${secret}`).digest("hex");
      const fields = {
        subId: says.userRef,
        transId: says.tx,
        campaign_id: says.offerId,
        reward: `${says.coins}`,
        payout: dollars(says.payout),
        status: says.kind === "reversal" ? "2" : "1",
        signature,
      };
      return { url: `${base}?${pairs(fields)}` };
    },
  },
};
