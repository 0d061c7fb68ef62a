/**
 * Pollfish: a page with one survey, and callbacks that sign the values of its placeholders in the order of their names. Sources:
 * pollfish/docs, s2s.md and api-documentation.md. Its pages lead nowhere when they end: only the callback says how.
 */
import { systemClock } from "#platform/clock";
import { SOON } from "#platform/provider-calls";
import { absoluteOrNull, readCents, readCoins } from "../dialect/amounts.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readQuery, readUnix, refuse, tell } from "../dialect/query.ts";
import { hmac, sameText } from "../dialect/signatures.ts";
import type { CoinProvider, Received, Respondent, ToldReason, Verdict } from "../provider.types.ts";

/** The placeholders of our callback's address, in the order in which their values are signed. */
const SIGNED = [
  "cpa",
  "device_id",
  "request_uuid",
  "reward_value",
  "status",
  "term_reason",
  "timestamp",
  "tx_id",
] as const;

/** Null when a value lacks, or holds what separates values: then one could stand for another. */
export function signedText(query: Query, placeholders: readonly string[] = SIGNED): string | null {
  const values: string[] = [];
  for (const name of placeholders) {
    const value = query.get(name);
    if (value === undefined || value.includes(":")) return null;
    // The vendor leaves an empty user out, and keeps an empty reason.
    if (value !== "" || name !== "request_uuid") values.push(value);
  }
  return values.join(":");
}

const REASONS: ReadonlyMap<string, ToldReason> = new Map([
  ["quota_full", "quota_full"],
  ["survey_closed", "closed"],
  ["survey_expired", "closed"],
  ["profiling", "screened_out"],
  ["screenout", "screened_out"],
  ["third_party_termination", "screened_out"],
  ["duplicate", "duplicate"],
  ["security", "fraud"],
  ["third_party_termination_fraud", "fraud"],
  ["geomissmatch", "wrong_place"],
  ["quality", "quality"],
  ["gibberish", "quality"],
  ["captcha", "quality"],
  ["banned_phrase", "quality"],
  ["third_party_termination_quality", "quality"],
  ["hasty_answers", "too_fast"],
  ["vpn", "vpn"],
  ["underage_profiling", "too_young"],
  ["user_rejection", "not_completed"],
]);

function readCallback(query: Query): Verdict {
  const payout = readCents(query.get("cpa"));
  const status = query.get("status");
  if (payout === null || payout < 0n || (status !== "eligible" && status !== "noteligible"))
    return refuse("unreadable");
  // A survey about oneself pays the publisher nothing.
  const kind = status === "noteligible" ? "attempt" : payout === 0n ? "progress" : "credit";
  return tell({
    kind,
    tx_id: readId(query.get("tx_id")) ?? undefined,
    origin_tx_id: null,
    user_ref: readId(query.get("request_uuid")) ?? undefined,
    start: null,
    offer_id: null,
    goal_id: null,
    payout_micros: kind === "progress" ? 0n : payout,
    told_coins: kind === "progress" ? 0n : absoluteOrNull(readCoins(query.get("reward_value"))),
    reason: kind === "attempt" ? (REASONS.get(query.get("term_reason") ?? "") ?? "unexplained") : null,
    said_at: readUnix(query.get("timestamp")),
  });
}

export function createPollfish({ settings, calls, clock = systemClock }: ProviderDeps): CoinProvider {
  const door = (who: Respondent): string => {
    // Every value is a text. Of the device nothing is told but that it is a browser.
    const json = {
      api_key: settings.POLLFISH_API_KEY,
      debug: "false",
      ip: who.address,
      device_id: who.user_ref,
      timestamp: `${clock.now().getTime()}`,
      encryption: "NONE",
      version: "7",
      os: "3",
      locale: who.language,
      request_uuid: who.user_ref,
      usr_agent: who.user_agent,
      ...(who.birth_year === null ? {} : { year_of_birth: who.birth_year }),
    };
    const query = new URLSearchParams({ json: JSON.stringify(json), dontencrypt: "true" });
    return `${settings.POLLFISH_URL}/v2/device/register/true?${query}`;
  };
  return {
    name: "pollfish",
    title: "Pollfish",
    kind: "surveys",
    enabled: settings.POLLFISH_API_KEY !== "off",
    signs_payout: true,
    callback:
      "device_id=[[device_id]]&cpa=[[cpa]]&request_uuid=[[request_uuid]]&reward_value=[[reward_value]]&status=[[status]]&term_reason=[[term_reason]]&timestamp=[[timestamp]]&tx_id=[[tx_id]]&signature=[[signature]]",
    read(received: Received): Verdict {
      // Values are escaped by percents alone: a plus is a plus.
      const query = isGet(received) ? readQuery(received.target, decodeURIComponent) : null;
      if (!query) return refuse("unreadable");
      const text = signedText(query);
      if (text === null) return refuse("forged");
      const right = hmac("sha1", settings.POLLFISH_SECRET_KEY, text).toString("base64");
      if (!sameText(query.get("signature") ?? "", right)) return refuse("forged");
      return query.has("debug") ? refuse("test_mode") : readCallback(query);
    },
    replies: {
      done: { status: 200, body: "" },
      forged: { status: 403, body: "" },
      unknown_user: { status: 200, body: "" },
      later: { status: 503, body: "" },
    },
    /** Asked without its page, the door says whether there is a survey and what it pays; one a day has a name of its own. */
    async fetchSurveys(who) {
      const url = door(who);
      const response = await calls.call("pollfish", { url, method: "HEAD" }, SOON);
      const payout_micros = readCents(response.headers.get("cpa") ?? undefined);
      if (response.status !== 200 || payout_micros === null || payout_micros <= 0n) return [];
      const survey_id = `open-${clock.now().toISOString().slice(0, 10)}`;
      const minutes = settings.POLLFISH_MINUTES;
      return [{ survey_id, payout_micros, minutes, category: null, completion_bps: null, click_url: url }];
    },
    entry: (_survey, who) => door(who),
    claims: { by: "mail", to: settings.POLLFISH_SUPPORT_MAIL },
  };
}
