import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { hostOrigin } from "../../networks/clicks.ts";
import { type CoinOffer, coinsFor, sumOf } from "../catalogue.ts";
import { declareRange, offersOf } from "../offers.ts";
import { follow, wall } from "../pages.ts";
import type { CoinParty } from "../tell.ts";
import { dollars, rawEscape } from "../vendor.ts";

/** What ayeT-Studios takes as ours. */
const AYET = { adslot: "3142", staticKey: "sandbox-ayet-static", apiKey: "sandbox-ayet-key" } as const;
declareRange({ vendor: "ayet", place: 0, first: 218_592, several: true });

const trackingPath = (id: string) =>
  `/ayet/s2s/pub/${id}/1595/2772/${AYET.adslot}?external_identifier={external_identifier}`;
const number = (micros: number) => micros / 1_000_000;

/** One row of the Static API; fields as its documentation shows them. */
function row(origin: string, offer: CoinOffer) {
  const cpe = offer.goals.length > 1;
  const short = cpe ? "Complete multiple tasks to get your rewards." : (offer.goals[0]?.name ?? "");
  const rules = "Only new users are eligible for this reward.";
  return {
    id: Number(offer.id),
    store_id: offer.storeId ?? "",
    landing_page: offer.storeId ? `https://apps.apple.com/us/app/id${offer.storeId}` : "",
    icon: `${origin}/media/logos/marlow-finch.svg`,
    icon_large: "",
    name: offer.name,
    description: "",
    tags: {
      tab: offer.type === "OTHER" ? "other" : "apps",
      tasks: [offer.type === "OTHER" ? "signup" : "install"],
      categories: offer.type === "GAME" ? ["games"] : [offer.genre.toLowerCase()],
    },
    platform: offer.platforms[0],
    platforms: offer.platforms,
    devices: offer.platforms.includes("desktop") ? [] : ["phone", "tablet"],
    category: "incent",
    conversion_type: cpe ? "cpe" : offer.type === "OTHER" ? "cpa" : "cpi",
    conversion_time: 900,
    conversion_instructions: `${short}${cpe ? " {multiple_rewards}" : ""}`,
    conversion_instructions_short: short,
    conversion_instructions_long: cpe ? "{multiple_rewards}" : `<div><b>${short}</b></div><br/>--<br/>${rules}`,
    introduction: offer.description,
    rules_requirements: rules,
    countries: offer.countries,
    payout_usd: number(sumOf(offer)),
    currency_amount: coinsFor(sumOf(offer)),
    tracking_link: `${origin}${trackingPath(offer.id)}`,
    ...(cpe && {
      tasks: offer.goals.map((goal, n) => ({
        name: goal.name,
        uuid: goal.id,
        event_name: `triggered_${n + 1}`,
        payout: number(goal.payout),
        currency_amount: coinsFor(goal.payout),
        conversion_limit: 1,
        single_conversion_per_day: true,
      })),
    }),
  };
}

/** As PHP writes a query: with `+`, and with escapes for what JavaScript leaves. */
const phpQuery = (parameters: readonly (readonly [string, string])[]): string =>
  parameters
    .map(([name, value]) => `${name}=${rawEscape(value).replaceAll("%20", "+").replaceAll("~", "%7E")}`)
    .join("&");

/** HMAC-SHA256 over all parameters in the order of their names. */
export function ayetHash(url: string, key: string): string {
  const sorted = [...new URL(url).searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", key).update(phpQuery(sorted)).digest("hex");
}

const LIST = new Set(["apiKey", "limit", "skip"]);
const refuse = (reply: FastifyReply, status: number, error: string) =>
  reply.code(status).send({ status: "error", error });

export const ayet: CoinParty = {
  name: "ayet",
  title: "ayeT-Studios",
  credentials: AYET,
  hook: {
    variable: "SANDBOX_CALLBACK_AYET",
    path: "/cb/ayet/sandbox-callback-secret",
    resends: 12,
    accepts: (status) => status === 200,
    sign: (_world, _body, forged, url) => ({
      "x-ayetstudios-security-hash": ayetHash(url, forged ? "another key" : AYET.apiKey),
    }),
  },
  routes(app, world) {
    app.get<{ Params: { adslot: string }; Querystring: Record<string, string | undefined> }>(
      "/ayet/offers/get/:adslot",
      { config: { target: "ayet.offers" } },
      (request, reply) => {
        const q = request.query;
        if (request.params.adslot !== AYET.adslot) return refuse(reply, 404, "adslot not found");
        if (q.apiKey !== AYET.staticKey) return refuse(reply, 403, "invalid api key");
        const unknown = Object.keys(q).find((name) => !LIST.has(name));
        if (unknown !== undefined) return refuse(reply, 400, `unknown parameter ${unknown}`);
        const skip = Number(q.skip ?? "0");
        const rows = offersOf(world, "ayet").slice(skip, skip + Number(q.limit ?? "1000"));
        const offers = rows.map((offer) => row(hostOrigin(request), offer));
        return { status: "success", num_offers: offers.length, offers };
      },
    );
    app.get<{ Params: { offer: string }; Querystring: Record<string, string | undefined> }>(
      "/ayet/s2s/pub/:offer/1595/2772/:adslot",
      { config: { target: "ayet.click" } },
      (request, reply) =>
        follow(world, reply, "ayet", {
          offerId: request.params.offer,
          userRef: request.query.external_identifier ?? "",
          sub: request.query.custom_1 ?? "",
        }),
    );
    app.get<{ Params: { adslot: string }; Querystring: { external_identifier?: string } }>(
      "/ayet/offers/web_offerwall/:adslot",
      { config: { target: "ayet.wall" } },
      (request, reply) => wall(world, reply, "ayet", request.query.external_identifier ?? ""),
    );
  },
  coins: {
    kind: "offers",
    newTx: () => randomBytes(20).toString("hex"),
    reversalTx: (tx) => `r-${tx}`,
    reasons: ["Advertiser reversed the conversion", "Fraudulent conversion", "Duplicate user", "Purchase refunded"],
    tells: () => true,
    trackingPath,
    // The hash stands in a header, which is made when the message leaves.
    callback(base, says) {
      const back = says.kind === "reversal";
      const sign = back ? "-" : "";
      const type = back ? "chargeback" : says.kind === "progress" ? "installation" : "conversion";
      const parameters: [string, string][] = [
        ["transaction_id", says.tx],
        ["external_identifier", says.userRef],
        ["payout_usd", `${sign}${dollars(says.payout)}`],
        ["currency_amount", `${sign}${says.coins}`],
        ["is_chargeback", back ? "1" : "0"],
        ["chargeback_reason", says.reason],
        ["callback_type", type],
        ["callback_ts", `${Math.floor(says.at / 1_000)}`],
        ["offer_id", says.offerId],
        ["offer_name", says.offerName],
        ["task_uuid", says.goalId],
        ["custom_1", says.sub],
      ];
      return { url: `${base}?${phpQuery(parameters)}` };
    },
  },
};
