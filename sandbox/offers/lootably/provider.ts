import { createHash, randomBytes } from "node:crypto";
import { hostOrigin } from "../../networks/clicks.ts";
import { type CoinOffer, coinsFor, sumOf } from "../catalogue.ts";
import { declareRange, offersOf } from "../offers.ts";
import { follow, wall } from "../pages.ts";
import type { CoinParty } from "../tell.ts";
import { type CoinEvent, pairs } from "../vendor.ts";

/** What Lootably takes as ours. */
const LOOTABLY = {
  apiKey: "sandbox-lootably-key",
  placement: "sandbox-lootably-placement",
  secret: "sandbox-lootably-postback",
} as const;
declareRange({ vendor: "lootably", place: 3, first: 402_115, several: true });

const IP = "203.0.113.7";
const trackingPath = (id: string) =>
  `/lootably/api/offers/redirect?offerID=${id}&placementID=${LOOTABLY.placement}&rawPublisherUserID={userID}`;
const number = (micros: number) => micros / 1_000_000;

/** One offer with the fields of the vendor's own types. */
function row(origin: string, offer: CoinOffer) {
  const all = {
    name: offer.name,
    description: offer.goals.length > 1 ? offer.description : (offer.goals[0]?.name ?? ""),
    image: `${origin}/media/logos/marlow-finch.svg`,
    countries: offer.countries,
    offerID: offer.id,
    categories: offer.type === "GAME" ? ["app", "mobilegame"] : offer.type === "APP" ? ["app"] : ["signup"],
    devices: offer.platforms.includes("desktop")
      ? ["*"]
      : offer.platforms.flatMap((one) => (one === "ios" ? ["iphone", "ipad"] : ["android"])),
    link: `${origin}${trackingPath(offer.id)}`,
    conversionRate: 0.12,
    extraCreatives: [],
    ...(offer.storeId && { bundlePackageID: offer.storeId }),
    ...(offer.type !== "OTHER" && { appStoreDescription: offer.description }),
  };
  if (offer.goals.length === 1)
    return {
      ...all,
      type: "singlestep",
      revenue: number(sumOf(offer)),
      currencyReward: coinsFor(sumOf(offer)),
      multipleConversionsAllowed: false,
      statistics: { uniqueUserCompletionsThisMonth: 40, epc: 0.2 },
      probableTrackingTelemetry: true,
    };
  return {
    ...all,
    type: "multistep",
    goals: offer.goals.map((goal) => ({
      goalID: goal.id,
      description: goal.name,
      revenue: number(goal.payout),
      currencyReward: coinsFor(goal.payout),
      isOptional: false,
    })),
  };
}

const LIST = new Set(["apiKey", "placementID", "userData", "categories", "devices", "countries"]);
const amounts = (says: CoinEvent) => ({
  revenue: (says.payout / 1_000_000).toFixed(4),
  currencyReward: says.coins.toFixed(2),
});

export const lootably: CoinParty = {
  name: "lootably",
  title: "Lootably",
  credentials: LOOTABLY,
  hook: {
    variable: "SANDBOX_CALLBACK_LOOTABLY",
    path: "/cb/lootably/sandbox-callback-secret",
    accepts: (status, answer) => status === 200 && answer === "1",
  },
  routes(app, world) {
    app.post<{ Body: Record<string, unknown> | null }>(
      "/lootably/api/v2/offers/get",
      { config: { target: "lootably.offers" } },
      (request, reply) => {
        const body = request.body ?? {};
        const refuse = (status: number, message: string) => reply.code(status).send({ success: false, message });
        if (body.apiKey !== LOOTABLY.apiKey || body.placementID !== LOOTABLY.placement)
          return refuse(401, "Invalid API key or placement");
        if (Object.keys(body).some((name) => !LIST.has(name))) return refuse(400, "Unknown parameter");
        const offers = offersOf(world, "lootably").map((offer) => row(hostOrigin(request), offer));
        return { success: true, data: { requestID: randomBytes(8).toString("hex"), offers } };
      },
    );
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/lootably/api/offers/redirect",
      { config: { target: "lootably.click" } },
      ({ query }, reply) =>
        follow(world, reply, "lootably", {
          offerId: query.offerID ?? "",
          userRef: query.rawPublisherUserID ?? "",
          sub: "",
        }),
    );
    app.get<{ Querystring: { userID?: string } }>(
      "/lootably/wall/",
      { config: { target: "lootably.wall" } },
      (request, reply) => wall(world, reply, "lootably", request.query.userID ?? ""),
    );
  },
  coins: {
    kind: "offers",
    newTx: () => `c${randomBytes(12).toString("hex")}`,
    reasons: ["Chargeback"],
    tells: (kind) => kind === "credit" || kind === "reversal",
    trackingPath,
    callback(base, says, signed, key) {
      const { revenue, currencyReward } = amounts(signed);
      const secret = key === "right" ? LOOTABLY.secret : "another secret";
      const hash = createHash("sha256")
        .update(`${signed.userRef}${IP}${revenue}${currencyReward}${secret}`)
        .digest("hex");
      const fields = {
        userID: says.userRef,
        transactionID: says.tx,
        ip: IP,
        ...amounts(says),
        offerID: says.offerId,
        offerName: says.offerName,
        goalID: says.goalId,
        status: says.kind === "reversal" ? "0" : "1",
        hash,
      };
      return { url: `${base}?${pairs(fields)}` };
    },
  },
};
