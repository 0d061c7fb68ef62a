import { createHash, randomBytes } from "node:crypto";
import { nextNumber } from "../../database.ts";
import { hostOrigin } from "../../networks/clicks.ts";
import { coinsFor } from "../catalogue.ts";
import { enter, surveyWall } from "../survey-pages.ts";
import { type Survey, surveysFor } from "../surveys.ts";
import type { CoinParty } from "../tell.ts";
import { dollars, pairs } from "../vendor.ts";

/** What CPX Research takes as ours. */
const CPX = { app: "35372", secureHash: "sandbox-cpx-secure-hash" } as const;

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const userHash = (user: string) => md5(`${user}-${CPX.secureHash}`);
const clickPath = (survey: Survey, user: string, sub = "") =>
  `/cpx/click.php?${pairs({ s: survey.id, u: user, h: userHash(user), subid_1: sub })}`;

const row = (origin: string, survey: Survey, user: string) => ({
  id: survey.id,
  loi: survey.minutes,
  payout: coinsFor(survey.payout),
  payout_publisher_usd: dollars(survey.payout),
  conversion_rate: `${survey.rate / 100}`,
  category: survey.category,
  href: `${origin}${clickPath(survey, user)}`,
});

const LIST = new Set([
  "app_id",
  "ext_user_id",
  "output_method",
  "ip_user",
  "user_agent",
  "limit",
  "secure_hash",
  "subid_1",
  "subid_2",
]);
const WAYS = {
  complete: "complete",
  screened_out: "out",
  quota_full: "quota",
  too_fast: "fast",
  quality: "quality",
} as const;

export const cpx: CoinParty = {
  name: "cpx",
  title: "CPX Research",
  credentials: CPX,
  hook: { variable: "SANDBOX_CALLBACK_CPX", path: "/cb/cpx/sandbox-callback-secret" },
  routes(app, world) {
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/cpx/api/get-surveys.php",
      { config: { target: "cpx.surveys" } },
      (request, reply) => {
        const q = request.query;
        const user = q.ext_user_id ?? "";
        const refuse = (error: string) => reply.code(200).send({ status: "error", error });
        if (q.app_id !== CPX.app || q.secure_hash !== userHash(user)) return refuse("wrong app or hash");
        if (!q.ip_user || q.output_method !== "api") return refuse("ip_user and output_method are needed");
        if (Object.keys(q).some((name) => !LIST.has(name))) return refuse("unknown parameter");
        const surveys = surveysFor(world, "cpx", user)
          .slice(0, Number(q.limit ?? "12"))
          .map((survey) => row(hostOrigin(request), survey, user));
        return { status: "success", count_available_surveys: surveys.length, surveys };
      },
    );
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/cpx/click.php",
      { config: { target: "cpx.click" } },
      ({ query }, reply) => {
        const { s = "", u = "", h, subid_1 = "" } = query;
        if (h !== userHash(u)) return reply.code(403).type("text/plain").send("Wrong hash");
        return enter(world, reply, "cpx", { surveyId: s, userRef: u, sub: subid_1 });
      },
    );
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/cpx/wall/index.php",
      { config: { target: "cpx.wall" } },
      ({ query }, reply) => {
        const user = query.ext_user_id ?? "";
        if (query.app_id !== CPX.app || query.secure_hash !== userHash(user))
          return reply.code(403).type("text/plain").send("Wrong app or hash");
        return surveyWall(world, reply, "cpx", user, (survey) => clickPath(survey, user, query.subid_1));
      },
    );
  },
  coins: {
    kind: "surveys",
    newTx: (db) => `${nextNumber(db, "cpx.transaction", 50_118_001)}${randomBytes(3).toString("hex")}`,
    reasons: ["Canceled after review"],
    // Who was screened out is told in the browser alone.
    tells: (kind) => kind === "credit" || kind === "reversal",
    callback(base, says, signed, key) {
      const secret = key === "right" ? CPX.secureHash : "another secret";
      const fields = {
        trans_id: says.tx,
        status: says.kind === "reversal" ? "2" : "1",
        user_id: says.userRef,
        amount_local: `${says.coins}`,
        amount_usd: dollars(says.payout),
        offer_ID: says.offerId,
        ip_click: "203.0.113.7",
        subid_1: says.sub,
        secure_hash: md5(`${signed.tx}-${secret}`),
      };
      return { url: `${base}?${pairs(fields)}` };
    },
    wayBack: (address, event, end) => `${address}?${pairs({ type: WAYS[end], trans_id: event.tx })}`,
  },
};
