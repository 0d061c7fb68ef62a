import { createHmac, randomBytes } from "node:crypto";
import { sendPage } from "../pages.ts";
import { questions } from "../survey-pages.ts";
import { openSurvey, surveysFor } from "../surveys.ts";
import type { CoinParty } from "../tell.ts";
import { type CoinEvent, type EndOfSurvey, pairs } from "../vendor.ts";

/** What Pollfish takes as ours. */
const POLLFISH = { apiKey: "sandbox-pollfish-key", secret: "sandbox-pollfish-secret" } as const;

/** Parameters of a registration that must be there; every one is a text. */
const NEEDED = ["api_key", "debug", "ip", "device_id", "timestamp", "encryption", "version", "os", "locale"];
const TERMS: Readonly<Record<Exclude<EndOfSurvey, "complete">, string>> = {
  screened_out: "screenout",
  quota_full: "quota_full",
  too_fast: "hasty_answers",
  quality: "quality",
};
const cents = (micros: number): string => `${micros / 10_000}`;

const valuesOf = (says: CoinEvent) => ({
  cpa: cents(says.payout),
  device_id: says.userRef,
  request_uuid: says.userRef,
  reward_value: `${says.coins}`,
  status: says.kind === "credit" ? "eligible" : "noteligible",
  term_reason: TERMS[says.reason as keyof typeof TERMS] ?? "",
  timestamp: `${says.at}`,
  tx_id: says.tx,
});
/** Values in the order of their placeholders' names; an empty user is left out, an empty reason is not. */
const signedText = (says: CoinEvent): string =>
  Object.entries(valuesOf(says))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([name, value]) => name !== "request_uuid" || value !== "")
    .map(([, value]) => value)
    .join(":");

export const pollfish: CoinParty = {
  name: "pollfish",
  title: "Pollfish",
  credentials: POLLFISH,
  hook: { variable: "SANDBOX_CALLBACK_POLLFISH", path: "/cb/pollfish/sandbox-callback-secret" },
  routes(app, world) {
    app.get<{ Querystring: { json?: string; dontencrypt?: string } }>(
      "/pollfish/v2/device/register/true",
      { config: { target: "pollfish.register" } },
      (request, reply) => {
        const refuse = (text: string) => reply.code(400).type("text/plain").send(text);
        let json: Record<string, unknown>;
        try {
          json = JSON.parse(request.query.json ?? "") as Record<string, unknown>;
        } catch {
          return refuse("json is none");
        }
        if (request.query.dontencrypt !== "true") return refuse("dontencrypt=true is needed");
        const lacking = NEEDED.find((name) => typeof json[name] !== "string" || json[name] === "");
        if (lacking !== undefined || Object.values(json).some((value) => typeof value !== "string"))
          return refuse(`${lacking ?? "every value"} must be a text`);
        if (json.year_of_birth !== undefined && !/^\d{4}$/.test(`${json.year_of_birth}`))
          return refuse("year_of_birth must be a year");
        if (json.api_key !== POLLFISH.apiKey) return refuse("unknown api_key");
        const user = typeof json.request_uuid === "string" ? json.request_uuid : "";
        const [survey] = surveysFor(world, "pollfish", user);
        if (!survey) return reply.code(204).send();
        // Asked for the head alone, it says what is there and begins nothing.
        if (request.method === "HEAD") return sendPage(reply.header("CPA", cents(survey.payout)), "");
        const session = openSurvey(world, "pollfish", survey.id, user, "");
        if (!session) return reply.code(204).send();
        return sendPage(reply.header("CPA", cents(survey.payout)), questions(world, session, survey));
      },
    );
  },
  coins: {
    kind: "surveys",
    newTx: () => randomBytes(20).toString("hex"),
    reasons: ["quality"],
    // It pays or says why not; it takes nothing back.
    tells: (kind) => kind === "credit" || kind === "attempt",
    callback(base, says, signed, key) {
      const signature = createHmac("sha1", key === "right" ? POLLFISH.secret : "another secret")
        .update(signedText(signed))
        .digest("base64");
      return { url: `${base}?${pairs({ ...valuesOf(says), signature })}` };
    },
  },
};
