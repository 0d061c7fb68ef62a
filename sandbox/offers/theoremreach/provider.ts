import { createHash, createHmac, randomUUID } from "node:crypto";
import { enter, surveyWall } from "../survey-pages.ts";
import type { CoinParty } from "../tell.ts";
import { type CoinEvent, dollars, pairs } from "../vendor.ts";

/** What TheoremReach takes as ours. */
const THEOREMREACH = { apiKey: "sandbox-theoremreach-key", secret: "sandbox-theoremreach-secret" } as const;

const RESULTS = { complete: "10", screened_out: "20", quota_full: "30", too_fast: "40", quality: "50" } as const;
const said = (says: CoinEvent): string =>
  pairs({
    user_id: says.userRef,
    tx_id: says.tx,
    transaction_id: says.sub,
    reward: `${says.coins}`,
    currency: dollars(says.payout),
    reversal: says.kind === "reversal" ? "true" : "false",
  });

export const theoremreach: CoinParty = {
  name: "theoremreach",
  title: "TheoremReach",
  credentials: THEOREMREACH,
  hook: { variable: "SANDBOX_CALLBACK_THEOREMREACH", path: "/cb/theoremreach/sandbox-callback-secret" },
  routes(app, world) {
    app.get<{ Querystring: Record<string, string | undefined> }>(
      "/theoremreach/respondent_entry/direct",
      { config: { target: "theoremreach.entry" } },
      ({ query }, reply) => {
        const { api_key, user_id = "", transaction_id = "" } = query;
        if (api_key !== THEOREMREACH.apiKey) return reply.code(401).type("text/plain").send("Unknown key");
        return surveyWall(
          world,
          reply,
          "theoremreach",
          user_id,
          (survey) => `/theoremreach/surveys/${survey.id}?${pairs({ user_id, transaction_id })}`,
        );
      },
    );
    app.get<{ Params: { id: string }; Querystring: Record<string, string | undefined> }>(
      "/theoremreach/surveys/:id",
      { config: { target: "theoremreach.click" } },
      (request, reply) =>
        enter(world, reply, "theoremreach", {
          surveyId: request.params.id,
          userRef: request.query.user_id ?? "",
          sub: request.query.transaction_id ?? "",
        }),
    );
  },
  coins: {
    kind: "surveys",
    newTx: () => randomUUID(),
    reasons: ["Reversed after review"],
    tells: (kind) => kind === "credit" || kind === "reversal",
    callback(base, says, signed, key) {
      const hash = createHmac("sha1", key === "right" ? THEOREMREACH.secret : "another secret")
        .update(`${base}?${said(signed)}`)
        .digest("base64")
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
      return { url: `${base}?${said(says)}&hash=${hash}` };
    },
    wayBack(address, event, end) {
      const back = `${address}?${pairs({ result: RESULTS[end], transaction_id: event.sub, tx_id: event.tx })}`;
      return `${back}&enc=${createHash("sha3-256")
        .update(back + THEOREMREACH.secret)
        .digest("hex")}`;
    },
  },
};
