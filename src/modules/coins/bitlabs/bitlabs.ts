/**
 * BitLabs: a list of surveys for each member, and callbacks whose last parameter signs the address before it by HMAC-SHA1.
 * Sources: developer.bitlabs.ai (Survey API, Securing callbacks through hashing, Callback parameters).
 */
import { SOON } from "#platform/provider-calls";
import { absoluteOrNull, readCoins, readDollars, readShare } from "../dialect/amounts.ts";
import { fetchExact, isRow, listOf, plainText, readRows, rowOf, textOf, webAddressOf } from "../dialect/catalogue.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readOptionalId, readQuery, refuse, splitSigned, tell } from "../dialect/query.ts";
import { hmac, sameHex } from "../dialect/signatures.ts";
import type { CoinProvider, ProviderSurvey, Received, Told, Verdict } from "../provider.types.ts";

const KINDS: ReadonlyMap<string, Told["kind"]> = new Map([
  ["COMPLETE", "credit"],
  ["SCREENOUT", "attempt"],
  ["RECONCILIATION", "reversal"],
  // A bonus of the publisher's own for having answered who one is; the vendor pays nothing for it.
  ["START_BONUS", "progress"],
]);
const kindOf = (type: string | null | undefined) => KINDS.get(type ?? "") ?? null;

function readCallback(query: Query): Verdict {
  const kind = kindOf(query.get("type"));
  const payout = readDollars(query.get("usd"));
  if (kind === null || payout === null) return refuse("unreadable");
  if (payout < 0n && kind !== "reversal") return refuse("unreadable");
  const ref = readOptionalId(query.get("ref"));
  return tell({
    kind,
    tx_id: readId(query.get("tx")) ?? undefined,
    // Without the first one's id a reconciliation takes back nothing that could be named.
    origin_tx_id: kind === "reversal" ? (ref ?? undefined) : null,
    user_ref: readId(query.get("uid")) ?? undefined,
    start: null,
    offer_id: readOptionalId(query.get("offer")),
    goal_id: null,
    payout_micros: kind === "progress" ? 0n : absoluteOrNull(payout),
    told_coins: kind === "progress" ? 0n : absoluteOrNull(readCoins(query.get("val"))),
    reason: kind === "attempt" ? "screened_out" : kind === "reversal" ? "quality" : null,
    said_at: null,
  });
}

function readSurvey(row: Readonly<Record<string, unknown>>): ProviderSurvey | null {
  const survey_id = readId(textOf(row.id));
  const payout = readDollars(textOf(row.cpi));
  const minutes = Number(textOf(row.loi));
  const click_url = webAddressOf(row.click_url);
  if (survey_id === null || payout === null || payout <= 0n || click_url === null || !(minutes > 0)) return null;
  return {
    survey_id,
    payout_micros: payout,
    minutes: Math.min(Math.ceil(minutes), 240),
    category: plainText(rowOf(row.category).name) || null,
    completion_bps: readShare(textOf(row.cr)),
    click_url,
  };
}

export function createBitlabs({ settings, calls }: ProviderDeps): CoinProvider {
  return {
    name: "bitlabs",
    title: "BitLabs",
    kind: "surveys",
    enabled: settings.BITLABS_APP_TOKEN !== "off",
    signs_payout: true,
    callback:
      "uid=[%USER:UID%]&tx=[%TX%]&val=[%VALUE:CURRENCY%]&usd=[%VALUE:USD%]&type=[%ACTIVITY:TYPE%]&ref=[%REF%]&offer=[%OFFER:ID%]",
    read(received: Received): Verdict {
      const parts = isGet(received) ? splitSigned(received.target, "hash") : null;
      if (!parts) return refuse("forged");
      const right = hmac("sha1", settings.BITLABS_APP_SECRET, settings.PUBLIC_URL + parts.signed).toString("hex");
      if (!sameHex(parts.signature, right)) return refuse("forged");
      const query = readQuery(received.target);
      return query ? readCallback(query) : refuse("unreadable");
    },
    replies: {
      done: { status: 200, body: "OK" },
      forged: { status: 403, body: "wrong hash" },
      unknown_user: { status: 200, body: "OK" },
      later: { status: 503, body: "later" },
    },
    async fetchSurveys(who) {
      // The vendor wants all that it cannot see for itself once one of these is set.
      const query = new URLSearchParams({
        sdk: "CUSTOM",
        client_ip: who.address,
        client_useragent: who.user_agent,
        client_country: who.country,
      });
      const url = `${settings.BITLABS_API_URL}/v2/client/surveys?${query}`;
      const headers = { "X-Api-Token": settings.BITLABS_APP_TOKEN, "X-User-Id": who.user_ref };
      const data = rowOf(rowOf(await fetchExact(calls, "bitlabs", { url, headers }, SOON)).data);
      return isRow(data.restriction_reason) ? [] : readRows(listOf(data.surveys), readSurvey);
    },
    entry: (survey, who) =>
      survey?.click_url ??
      `${settings.BITLABS_WALL_URL}/?${new URLSearchParams({ token: settings.BITLABS_APP_TOKEN, uid: who.user_ref })}`,
    readReturn(query) {
      const kind = kindOf(query.get("type"));
      const tx_id = readId(query.get("tx") ?? undefined);
      if (kind === "credit") return { result: "complete", tx_id };
      return kind === "attempt" ? { result: "screened_out", tx_id } : null;
    },
    claims: { by: "mail", to: settings.BITLABS_SUPPORT_MAIL },
  };
}
