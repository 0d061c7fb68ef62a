/**
 * TheoremReach: one door to its surveys, and callbacks whose last parameter signs the address before it by HMAC-SHA1, written as base64 for
 * addresses. The way back is signed in another way. Sources: theoremreach.com/docs/web; the way back as its clients read it.
 */
import { absoluteOrNull, readCoins, readDollars } from "../dialect/amounts.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readOptionalId, readQuery, refuse, splitSigned, tell } from "../dialect/query.ts";
import { base64url, digest, hmac, sameHex, sameText } from "../dialect/signatures.ts";
import type { CoinProvider, Received, ToldReason, Verdict } from "../provider.types.ts";

function readCallback(query: Query, payoutParameter: string): Verdict {
  const coins = readCoins(query.get("reward"));
  const given = query.get(payoutParameter) ?? "";
  const payout = given === "" ? null : readDollars(given);
  const debug = query.get("debug") ?? "";
  if (coins === null || (given !== "" && payout === null)) return refuse("unreadable");
  if (debug !== "" && debug !== "false" && debug !== "0") return refuse("test_mode");
  const reversal = query.get("reversal") === "true";
  if (!reversal && (coins < 0n || (payout ?? 0n) < 0n)) return refuse("unreadable");
  const own = query.get("tx_id");
  const kind = reversal ? "reversal" : payout === 0n ? "progress" : "credit";
  return tell({
    kind,
    tx_id: readId(own ?? query.get("transaction_id")) ?? undefined,
    origin_tx_id: null,
    user_ref: readId(query.get("user_id")) ?? undefined,
    // Beside an id of its own the vendor hands back the one that we entered with.
    start: own === undefined ? null : readOptionalId(query.get("transaction_id")),
    offer_id: null,
    goal_id: null,
    payout_micros: kind === "progress" ? 0n : absoluteOrNull(payout),
    told_coins: kind === "progress" ? 0n : absoluteOrNull(coins),
    reason: reversal ? "quality" : null,
    said_at: null,
  });
}

const RESULTS: ReadonlyMap<string, "complete" | ToldReason> = new Map([
  ["10", "complete"],
  ["20", "screened_out"],
  ["30", "quota_full"],
  ["40", "too_fast"],
  ["50", "quality"],
]);

export function createTheoremreach({ settings }: ProviderDeps): CoinProvider {
  const secret = settings.THEOREMREACH_SECRET;
  const hashOf = (signed: string) => base64url(hmac("sha1", secret, settings.PUBLIC_URL + signed));
  /** The way back, when it really comes from there. */
  const isSigned = (target: string): boolean => {
    const name = settings.THEOREMREACH_RETURN_HASH;
    const parts = splitSigned(target, name);
    if (!parts) return false;
    if (name === "hash") return sameText(parts.signature, hashOf(parts.signed));
    return sameHex(parts.signature, digest("sha3-256", settings.PUBLIC_URL + parts.signed + secret));
  };
  return {
    name: "theoremreach",
    title: "TheoremReach",
    kind: "surveys",
    enabled: settings.THEOREMREACH_API_KEY !== "off",
    signs_payout: true,
    callback: `user_id={user_id}&tx_id={tx_id}&transaction_id={transaction_id}&reward={reward}&${settings.THEOREMREACH_PAYOUT_PARAMETER}={currency}&reversal={reversal}`,
    read(received: Received): Verdict {
      const parts = isGet(received) ? splitSigned(received.target, "hash") : null;
      if (!parts || !sameText(parts.signature, hashOf(parts.signed))) return refuse("forged");
      const query = readQuery(received.target);
      return query ? readCallback(query, settings.THEOREMREACH_PAYOUT_PARAMETER) : refuse("unreadable");
    },
    replies: {
      done: { status: 200, body: "OK" },
      forged: { status: 403, body: "wrong hash" },
      unknown_user: { status: 200, body: "OK" },
      later: { status: 503, body: "later" },
    },
    entry: (_survey, who) =>
      `${settings.THEOREMREACH_URL}/respondent_entry/direct?${new URLSearchParams({
        api_key: settings.THEOREMREACH_API_KEY,
        user_id: who.user_ref,
        transaction_id: who.start,
      })}`,
    readReturn(query, target) {
      const result = RESULTS.get(query.get("result") ?? "");
      return result && isSigned(target) ? { result, tx_id: readId(query.get("tx_id") ?? undefined) } : null;
    },
    claims: { by: "mail", to: settings.THEOREMREACH_SUPPORT_MAIL },
  };
}
