/**
 * The dialect that several walls share: MD5 over subId, transId and reward with nothing between them, amounts without sign, `status` 1 adds
 * and 2 subtracts. What it pays in dollars is not covered, and digits of the reward could move to the id: it counts where it comes from.
 * Sources: docs.revtoo.com (Postback security), wannads/wannads-api-php-client (offers, version 2).
 */

import { createAddressList } from "../dialect/addresses.ts";
import { absolute, readCoins, readDollars } from "../dialect/amounts.ts";
import {
  fetchExact,
  listOf,
  plainText,
  readRows,
  rowOf,
  textOf,
  typeOf,
  webAddressOf,
  wholeOffer,
} from "../dialect/catalogue.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readOptionalId, readQuery, refuse, tell } from "../dialect/query.ts";
import { digest, sameHex } from "../dialect/signatures.ts";
import type { CoinProvider, Platform, ProviderOffer, Received, Verdict } from "../provider.types.ts";

const DEVICES: readonly Platform[] = ["ios", "android", "desktop"];

function readCallback(query: Query, offerParameter: string): Verdict {
  const payout = readDollars(query.get("payout"));
  const reward = readCoins(query.get("reward"));
  const status = query.get("status");
  if (payout === null || reward === null || payout < 0n || reward < 0n || (status !== "1" && status !== "2"))
    return refuse("unreadable");
  const debug = query.get("debug") ?? "";
  if (debug !== "" && debug !== "0" && debug !== "false") return refuse("test_mode");
  const kind = status === "2" ? "reversal" : payout === 0n ? "progress" : "credit";
  return tell({
    kind,
    tx_id: readId(query.get("transId")) ?? undefined,
    origin_tx_id: null,
    user_ref: readId(query.get("subId")) ?? undefined,
    start: null,
    offer_id: readOptionalId(query.get(offerParameter)),
    goal_id: null,
    payout_micros: kind === "progress" ? 0n : absolute(payout),
    told_coins: kind === "progress" ? 0n : reward,
    reason: kind === "reversal" ? "unexplained" : null,
    said_at: null,
  });
}

/** The list says nothing of places and devices: that is whatever was asked for. */
function readOffer(row: Readonly<Record<string, unknown>>, country: string, device: Platform): ProviderOffer | null {
  const id = readId(textOf(row.id));
  const payout = readDollars(textOf(row.revenue));
  const click_url = webAddressOf(row.offer_url);
  const name = plainText(row.title);
  if (id === null || payout === null || payout <= 0n || click_url === null || name === "") return null;
  if (row.currency !== "USD") return null;
  const categories = listOf(row.categories).flatMap((one) => textOf(one) ?? textOf(rowOf(one).name) ?? []);
  const point = plainText(row.conversion_point);
  return {
    provider_offer_id: id,
    name,
    description: plainText(row.description) || point,
    requirements: point,
    image_url: webAddressOf(row.img_url),
    type: typeOf(
      categories,
      categories.some((word) => /app|install|download/i.test(word)),
    ),
    platforms: [device],
    countries: [country],
    payout_micros: payout,
    goals: wholeOffer(point || name, payout),
    click_url,
    same_as: null,
    min_age: null,
  };
}

/** One offer that was found for several places and devices is one; of two prices the lower is promised. */
function merge(one: ProviderOffer, other: ProviderOffer): ProviderOffer {
  const cheaper = other.payout_micros < one.payout_micros ? other : one;
  return {
    ...cheaper,
    platforms: DEVICES.filter((device) => one.platforms.includes(device) || other.platforms.includes(device)),
    countries: [...new Set([...one.countries, ...other.countries])],
  };
}

export function createGeneric({ settings, calls }: ProviderDeps): CoinProvider {
  const from = createAddressList(settings.GENERIC_WALL_ADDRESSES);
  return {
    name: "generic",
    title: settings.GENERIC_WALL_TITLE,
    kind: "offers",
    enabled: settings.GENERIC_WALL_API_KEY !== "off",
    signs_payout: false,
    callback: `subId={subId}&transId={transId}&${settings.GENERIC_WALL_OFFER_PARAMETER}={campaign_id}&reward={reward}&payout={payout}&status={status}&signature={signature}`,
    read(received: Received): Verdict {
      if (!from.has(received.address)) return refuse("foreign_address");
      const query = isGet(received) ? readQuery(received.target) : null;
      if (!query) return refuse("unreadable");
      const signed = ["subId", "transId", "reward"].map((name) => query.get(name) ?? "").join("");
      const right = digest("md5", signed + settings.GENERIC_WALL_SECRET);
      if (!sameHex(query.get("signature") ?? "", right)) return refuse("forged");
      return readCallback(query, settings.GENERIC_WALL_OFFER_PARAMETER);
    },
    // The vendor reads the words: OK for what was new to us, DUP for what was not, and either ends its five tries.
    replies: {
      done: { status: 200, body: "OK" },
      forged: { status: 403, body: "ERROR: Signature doesn't match" },
      unknown_user: { status: 200, body: "OK" },
      later: { status: 503, body: "ERROR: later" },
    },
    async fetchOffers() {
      const found = new Map<string, ProviderOffer>();
      for (const country of settings.GENERIC_WALL_COUNTRIES.split(","))
        for (const device of DEVICES) {
          const query = new URLSearchParams({
            api_key: settings.GENERIC_WALL_API_KEY,
            api_secret: settings.GENERIC_WALL_API_SECRET,
            country,
            device,
          });
          const rows = await fetchExact(calls, "generic", { url: `${settings.GENERIC_WALL_API_URL}/offers?${query}` });
          if (!Array.isArray(rows)) throw new Error(`${settings.GENERIC_WALL_TITLE} gave no list of offers`);
          for (const offer of readRows(rows, (row) => readOffer(row, country, device))) {
            const known = found.get(offer.provider_offer_id);
            found.set(offer.provider_offer_id, known ? merge(known, offer) : offer);
          }
        }
      return [...found.values()];
    },
    link(offer, who) {
      const [path = "", parameters = ""] = offer.click_url.split("?");
      const kept = parameters.split("&").filter((pair) => pair !== "" && !pair.startsWith("userId="));
      return `${path}?${[...kept, `userId=${encodeURIComponent(who.user_ref)}`].join("&")}`;
    },
    claims: { by: "mail", to: settings.GENERIC_WALL_SUPPORT_MAIL },
  };
}
