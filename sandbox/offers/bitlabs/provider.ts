import { createHmac, randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hostOrigin } from "../../networks/clicks.ts";
import { coinsFor } from "../catalogue.ts";
import { enter, surveyWall } from "../survey-pages.ts";
import { type Survey, surveysFor } from "../surveys.ts";
import type { CoinParty } from "../tell.ts";
import { type CoinEvent, dollars, pairs } from "../vendor.ts";

/** What BitLabs takes as ours. */
const BITLABS = { token: "sandbox-bitlabs-token", secret: "sandbox-bitlabs-secret" } as const;

const hex = (text: string) => Buffer.from(text, "utf8").toString("hex");
const unhex = (text: string | undefined) => Buffer.from(text ?? "", "hex").toString("utf8");
const clickPath = (survey: Survey, userRef: string) => `/bitlabs/api/v2/client/clicks?i=${survey.id}&s=${hex(userRef)}`;

/** One survey with the fields that the documentation's example shows. */
const row = (origin: string, survey: Survey, userRef: string) => ({
  category: {
    icon_name: "shapes",
    icon_url: `${origin}/media/logos/marlow-finch.svg`,
    name: survey.category,
    name_internal: survey.category,
  },
  click_url: `${origin}${clickPath(survey, userRef)}`,
  country: "US",
  cpi: dollars(survey.payout),
  cr: survey.rate / 100,
  id: survey.id,
  language: "en",
  loi: survey.minutes,
  rating: 4,
  tags: [],
  type: "survey",
  value: `${coinsFor(survey.payout)}`,
});

const LIST = new Set([
  "platform",
  "os",
  "sdk",
  "tags",
  "client_country",
  "client_ip",
  "client_useragent",
  "username",
  "maid",
  "network_blacklist",
  "algo",
]);
const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply
    .code(status)
    .send({ error: { details: { http: `${status}`, msg: message } }, status: "error", trace_id: randomUUID() });

const KINDS: Readonly<Record<CoinEvent["kind"], string>> = {
  credit: "COMPLETE",
  pending: "COMPLETE",
  attempt: "SCREENOUT",
  reversal: "RECONCILIATION",
  progress: "START_BONUS",
};

const said = (says: CoinEvent): string => {
  const sign = says.kind === "reversal" ? "-" : "";
  return pairs({
    uid: says.userRef,
    tx: says.tx,
    val: `${sign}${says.coins}`,
    usd: `${sign}${dollars(says.payout)}`,
    type: KINDS[says.kind],
    ref: says.origin,
    offer: says.offerId,
  });
};

export const bitlabs: CoinParty = {
  name: "bitlabs",
  title: "BitLabs",
  credentials: BITLABS,
  hook: { variable: "SANDBOX_CALLBACK_BITLABS", path: "/cb/bitlabs/sandbox-callback-secret" },
  routes(app, world) {
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/bitlabs/api/v2/client/surveys",
      { config: { target: "bitlabs.surveys" } },
      (request: FastifyRequest<{ Querystring: Record<string, string | undefined> }>, reply) => {
        if (request.headers["x-api-token"] !== BITLABS.token) return refuse(reply, 401, "invalid token");
        const user = request.headers["x-user-id"];
        if (typeof user !== "string" || user === "" || user.length > 65) return refuse(reply, 400, "invalid user");
        const unknown = Object.keys(request.query).find((name) => !LIST.has(name));
        if (unknown !== undefined) return refuse(reply, 400, `unknown parameter ${unknown}`);
        const given = ["client_ip", "client_useragent", "client_country"].filter((name) => request.query[name]);
        if (given.length !== 0 && given.length !== 3) return refuse(reply, 400, "all client_ parameters must be set");
        const surveys = surveysFor(world, "bitlabs", user).map((survey) => row(hostOrigin(request), survey, user));
        return { data: { surveys }, status: "success", trace_id: randomUUID() };
      },
    );
    app.get<{ Querystring: { i?: string; s?: string; tags?: string } }>(
      "/bitlabs/api/v2/client/clicks",
      { config: { target: "bitlabs.click" } },
      (request, reply) =>
        enter(
          world,
          reply,
          "bitlabs",
          { surveyId: request.query.i ?? "", userRef: unhex(request.query.s), sub: "" },
          307,
        ),
    );
    app.get<{ Querystring: { token?: string; uid?: string } }>(
      "/bitlabs/web/",
      { config: { target: "bitlabs.wall" } },
      (request, reply) => {
        const { token, uid = "" } = request.query;
        if (token !== BITLABS.token) return reply.code(401).type("text/plain").send("Unknown token");
        return surveyWall(world, reply, "bitlabs", uid, (survey) => clickPath(survey, uid));
      },
    );
  },
  coins: {
    kind: "surveys",
    newTx: () => randomUUID(),
    reversalTx: () => randomUUID(),
    reasons: ["quality"],
    tells: () => true,
    callback(base, says, signed, key) {
      const hash = createHmac("sha1", key === "right" ? BITLABS.secret : "another secret")
        .update(`${base}?${said(signed)}`)
        .digest("hex");
      return { url: `${base}?${said(says)}&hash=${hash}` };
    },
    wayBack: (address, event) => `${address}?${pairs({ type: KINDS[event.kind], tx: event.tx })}`,
  },
};
