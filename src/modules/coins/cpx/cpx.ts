/**
 * CPX Research: a list of surveys for each member, and callbacks whose MD5 covers the transaction's id alone. What is paid, and to whom, is
 * held by where it comes from and by what the survey pays. Source: the vendor's dashboard, as its clients quote it.
 */
import { SOON } from "#platform/provider-calls";
import { createAddressList } from "../dialect/addresses.ts";
import { absoluteOrNull, readCoins, readDollars, readShare } from "../dialect/amounts.ts";
import { fetchExact, listOf, plainText, readRows, rowOf, textOf, webAddressOf } from "../dialect/catalogue.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readOptionalId, readQuery, refuse, tell } from "../dialect/query.ts";
import { digest, sameHex } from "../dialect/signatures.ts";
import type { CoinProvider, ProviderSurvey, Received, ToldReason, Verdict } from "../provider.types.ts";

const MAX_SURVEYS = "50";

function readCallback(query: Query): Verdict {
  const payout = readDollars(query.get("amount_usd"));
  const status = query.get("status");
  if (payout === null || (status !== "1" && status !== "2")) return refuse("unreadable");
  if (payout < 0n && status === "1") return refuse("unreadable");
  const kind = status === "2" ? "reversal" : payout === 0n ? "progress" : "credit";
  return tell({
    kind,
    tx_id: readId(query.get("trans_id")) ?? undefined,
    origin_tx_id: null,
    user_ref: readId(query.get("user_id")) ?? undefined,
    start: readOptionalId(query.get("subid_1")),
    offer_id: readOptionalId(query.get("offer_ID")),
    goal_id: null,
    payout_micros: kind === "progress" ? 0n : absoluteOrNull(payout),
    told_coins: kind === "progress" ? 0n : absoluteOrNull(readCoins(query.get("amount_local"))),
    reason: kind === "reversal" ? "quality" : null,
    said_at: null,
  });
}

function readSurvey(row: Readonly<Record<string, unknown>>): ProviderSurvey | null {
  const survey_id = readId(textOf(row.id));
  const payout = readDollars(textOf(row.payout_publisher_usd));
  const minutes = Number(textOf(row.loi));
  const click_url = webAddressOf(row.href);
  if (survey_id === null || payout === null || payout <= 0n || click_url === null || !(minutes > 0)) return null;
  return {
    survey_id,
    payout_micros: payout,
    minutes: Math.min(Math.ceil(minutes), 240),
    category: plainText(row.category) || null,
    completion_bps: readShare(textOf(row.conversion_rate)),
    click_url,
  };
}

/** The words of the way back are entered at the vendor, and are ours. */
const ENDS: ReadonlyMap<string, "complete" | ToldReason> = new Map([
  ["complete", "complete"],
  ["out", "screened_out"],
  ["quota", "quota_full"],
  ["fast", "too_fast"],
  ["quality", "quality"],
]);

export function createCpx({ settings, calls }: ProviderDeps): CoinProvider {
  const from = createAddressList(settings.CPX_ADDRESSES);
  const userHash = (userRef: string) => digest("md5", `${userRef}-${settings.CPX_SECURE_HASH}`);
  const transactionHash = (tx: string) => digest("md5", `${tx}-${settings.CPX_SECURE_HASH}`);
  return {
    name: "cpx",
    title: "CPX Research",
    kind: "surveys",
    enabled: settings.CPX_SECURE_HASH !== "off",
    signs_payout: false,
    callback:
      "trans_id={trans_id}&status={status}&user_id={user_id}&amount_local={amount_local}&amount_usd={amount_usd}&offer_ID={offer_ID}&ip_click={ip_click}&subid_1={subid_1}&secure_hash={secure_hash}",
    read(received: Received): Verdict {
      if (!from.has(received.address)) return refuse("foreign_address");
      const query = isGet(received) ? readQuery(received.target) : null;
      if (!query) return refuse("unreadable");
      const right = transactionHash(query.get("trans_id") ?? "");
      return sameHex(query.get("secure_hash") ?? "", right) ? readCallback(query) : refuse("forged");
    },
    replies: {
      done: { status: 200, body: "1" },
      forged: { status: 403, body: "wrong hash" },
      unknown_user: { status: 200, body: "1" },
      later: { status: 503, body: "later" },
    },
    async fetchSurveys(who) {
      const query = new URLSearchParams({
        app_id: settings.CPX_APP_ID,
        ext_user_id: who.user_ref,
        output_method: "api",
        ip_user: who.address,
        user_agent: who.user_agent,
        limit: MAX_SURVEYS,
        secure_hash: userHash(who.user_ref),
      });
      const answer = rowOf(
        await fetchExact(calls, "cpx", { url: `${settings.CPX_API_URL}/get-surveys.php?${query}` }, SOON),
      );
      if (answer.status !== "success") throw new Error("CPX Research gave no list of surveys");
      return readRows(listOf(answer.surveys), readSurvey);
    },
    entry: (survey, who) =>
      survey?.click_url ??
      `${settings.CPX_WALL_URL}/index.php?${new URLSearchParams({
        app_id: settings.CPX_APP_ID,
        ext_user_id: who.user_ref,
        secure_hash: userHash(who.user_ref),
        subid_1: who.start,
      })}`,
    readReturn(query) {
      const result = ENDS.get(query.get("type") ?? "");
      return result ? { result, tx_id: readId(query.get("trans_id") ?? undefined) } : null;
    },
    claims: { by: "mail", to: settings.CPX_SUPPORT_MAIL },
  };
}
