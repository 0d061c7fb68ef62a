/**
 * ayeT-Studios: offers of the Static API, and callbacks signed by HMAC-SHA256 over all parameters in the order of their names.
 * Sources: docs.ayetstudios.com (Callbacks), ayetstudios.com/openapi/publisher-doc (Static API, v1.14).
 */

import { absoluteOrNull, readCoins, readDollars } from "../dialect/amounts.ts";
import {
  countriesOf,
  fetchExact,
  listOf,
  MAX_PAGES,
  plainText,
  platformsOf,
  readRows,
  rowOf,
  sameAsOf,
  sumOf,
  textOf,
  textsOf,
  typeOf,
  webAddressOf,
  wholeOffer,
  withParameters,
} from "../dialect/catalogue.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readOptionalId, readQuery, readUnix, refuse, tell } from "../dialect/query.ts";
import { hmac, sameHex } from "../dialect/signatures.ts";
import type { CoinProvider, ProviderGoal, ProviderOffer, Received, ToldReason, Verdict } from "../provider.types.ts";

/** Offers of one answer; the vendor takes `limit` and `skip`. */
const PAGE = 1_000;
const SIGNATURE = "x-ayetstudios-security-hash";

/** As PHP's http_build_query writes it: the vendor signs what that makes of the parameters. */
const phpEscape = (text: string): string =>
  PLAIN.test(text)
    ? text
    : encodeURIComponent(text)
        .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
        .replaceAll("%20", "+");
const PLAIN = /^[\w.-]*$/;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export const signedText = (query: Query): string =>
  [...query]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([name, value]) => `${phpEscape(name)}=${phpEscape(value)}`)
    .join("&");

const REASONS: readonly [RegExp, ToldReason][] = [
  [/fraud|abuse|bot/i, "fraud"],
  [/vpn|proxy/i, "vpn"],
  [/duplicate|already|multi/i, "duplicate"],
  [/refund|cancel/i, "refunded"],
  [/not? (complet|valid)|incomplete/i, "not_completed"],
];

function readCallback(query: Query): Verdict {
  const tx = readId(query.get("transaction_id"));
  const payout = readDollars(query.get("payout_usd"));
  if (tx === null || payout === null) return refuse("unreadable");
  const type = query.get("callback_type") ?? "conversion";
  const back = query.get("is_chargeback") === "1" || type === "chargeback";
  // A negative payout that is no chargeback, or the other way round, is nothing that the vendor describes.
  if (payout < 0n && !back) return refuse("unreadable");
  const reason = query.get("chargeback_reason") ?? "";
  const kind = back ? "reversal" : type === "conversion" ? "credit" : "progress";
  return tell({
    kind,
    // All callbacks of one event share its id: what pays nothing must not stand in the place of what pays.
    tx_id: kind === "progress" ? (readId(`${type}:${tx}`) ?? undefined) : tx,
    origin_tx_id: back && tx.startsWith("r-") ? (readId(tx.slice(2)) ?? undefined) : null,
    user_ref: readId(query.get("external_identifier")) ?? undefined,
    start: readOptionalId(query.get("custom_1")),
    offer_id: readOptionalId(query.get("offer_id")),
    // An unpaid step is told as `optional`; an installation may name a paid one, whose own conversion comes beside it.
    goal_id: kind === "progress" && type !== "optional" ? null : readOptionalId(query.get("task_uuid")),
    payout_micros: kind === "progress" ? 0n : absoluteOrNull(payout),
    told_coins: kind === "progress" ? 0n : absoluteOrNull(readCoins(query.get("currency_amount"))),
    reason: back ? (REASONS.find(([pattern]) => pattern.test(reason.slice(0, 500)))?.[1] ?? "unexplained") : null,
    said_at: readUnix(query.get("callback_ts")),
  });
}

function readOffer(row: Readonly<Record<string, unknown>>): ProviderOffer | null {
  const id = readId(textOf(row.id));
  const payout = readDollars(textOf(row.payout_usd));
  const click_url = webAddressOf(row.tracking_link);
  const name = plainText(row.name);
  if (id === null || payout === null || payout <= 0n || click_url === null || name === "") return null;
  const own = readRows(listOf(row.tasks), (task): ProviderGoal | null => {
    const goal_id = readId(textOf(task.uuid));
    const payout_micros = readDollars(textOf(task.payout));
    const words = plainText(task.name);
    return goal_id === null || payout_micros === null || payout_micros < 0n || words === ""
      ? null
      : { goal_id, name: words, payout_micros, days: null };
  });
  const requirements = plainText(row.conversion_instructions_long ?? row.conversion_instructions);
  const goals = own.length > 0 ? own : wholeOffer(plainText(row.conversion_instructions_short) || name, payout);
  const platforms = platformsOf(textsOf(row.platforms));
  const tags = rowOf(row.tags);
  return {
    provider_offer_id: id,
    name,
    description: plainText(row.introduction) || plainText(row.description),
    requirements: [requirements.replace("{multiple_rewards}", "").trim(), plainText(row.rules_requirements)]
      .filter((text) => text !== "")
      .join("\n"),
    image_url: webAddressOf(row.icon_large) ?? webAddressOf(row.icon),
    type: typeOf(textsOf(tags.categories), textOf(row.store_id) !== "" && !platforms.includes("desktop")),
    platforms,
    countries: countriesOf(textsOf(row.countries)),
    payout_micros: sumOf(goals),
    goals,
    click_url,
    same_as: sameAsOf(row.store_id),
    min_age: null,
  };
}

export function createAyet({ settings, calls }: ProviderDeps): CoinProvider {
  return {
    name: "ayet",
    title: "ayeT-Studios",
    kind: "offers",
    enabled: settings.AYET_API_KEY !== "off",
    signs_payout: true,
    callback:
      "transaction_id={transaction_id}&external_identifier={external_identifier}&payout_usd={payout_usd}&currency_amount={currency_amount}&is_chargeback={is_chargeback}&chargeback_reason={chargeback_reason}&callback_type={callback_type}&callback_ts={callback_ts}&offer_id={offer_id}&offer_name={offer_name}&task_uuid={task_uuid}&custom_1={custom_1}",
    read(received: Received): Verdict {
      const query = isGet(received) ? readQuery(received.target) : null;
      if (!query) return refuse("unreadable");
      const right = hmac("sha256", settings.AYET_API_KEY, signedText(query)).toString("hex");
      if (!sameHex(received.headers[SIGNATURE] ?? "", right)) return refuse("forged");
      return readCallback(query);
    },
    // Anything but 200 is sent again twelve times within an hour.
    replies: {
      done: { status: 200, body: "OK" },
      forged: { status: 403, body: "wrong signature" },
      unknown_user: { status: 200, body: "OK" },
      later: { status: 503, body: "later" },
    },
    async fetchOffers() {
      const base = `${settings.AYET_API_URL}/offers/get/${encodeURIComponent(settings.AYET_ADSLOT_ID)}`;
      const found: ProviderOffer[] = [];
      for (let skip = 0; skip < PAGE * MAX_PAGES; skip += PAGE) {
        const url = `${base}?${new URLSearchParams({ apiKey: settings.AYET_STATIC_KEY, limit: `${PAGE}`, skip: `${skip}` })}`;
        const answer = rowOf(await fetchExact(calls, "ayet", { url }));
        if (answer.status !== "success") throw new Error("ayeT-Studios gave no list of offers");
        const rows = listOf(answer.offers);
        found.push(...readRows(rows, readOffer));
        if (rows.length < PAGE) return found;
      }
      throw new Error("ayeT-Studios' list of offers does not end");
    },
    link: (offer, who) =>
      withParameters(offer.click_url.replaceAll("{external_identifier}", encodeURIComponent(who.user_ref)), {
        custom_1: who.start,
      }),
    claims: { by: "mail", to: settings.AYET_SUPPORT_MAIL },
  };
}
