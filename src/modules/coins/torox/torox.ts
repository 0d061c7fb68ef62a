/**
 * Torox (was OfferToro): the offer feed, and callbacks whose MD5 covers offer and user alone. What it pays and under which id is held
 * by where it comes from and by the offer's own pay. Source: offertoro.com/docs/postback, and the feed as its clients read it.
 */

import { createAddressList } from "../dialect/addresses.ts";
import { absoluteOrNull, readCoins, readDollars } from "../dialect/amounts.ts";
import {
  countriesOf,
  fetchExact,
  listOf,
  plainText,
  platformsOf,
  readRows,
  rowOf,
  sameAsOf,
  textOf,
  textsOf,
  typeOf,
  webAddressOf,
  wholeOffer,
  withParameters,
} from "../dialect/catalogue.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readOptionalId, readQuery, refuse, tell } from "../dialect/query.ts";
import { digest, sameHex } from "../dialect/signatures.ts";
import type { CoinProvider, ProviderOffer, Received, Verdict } from "../provider.types.ts";

function readCallback(query: Query): Verdict {
  const payout = readDollars(query.get("payout"));
  const coins = readCoins(query.get("amount"));
  if (payout === null || coins === null) return refuse("unreadable");
  // One that pays and the other that takes is nothing that the vendor sends.
  if ((payout < 0n && coins > 0n) || (payout > 0n && coins < 0n)) return refuse("unreadable");
  const kind = payout < 0n || coins < 0n ? "reversal" : payout === 0n ? "progress" : "credit";
  return tell({
    kind,
    tx_id: readId(query.get("id")) ?? undefined,
    origin_tx_id: null,
    user_ref: readId(query.get("user_id")) ?? undefined,
    start: readOptionalId(query.get("subid1")),
    // A dash stands between what is signed: with another one in it, the user could begin elsewhere.
    offer_id: /^[^-]+$/.test(query.get("oid") ?? "") ? (readId(query.get("oid")) ?? undefined) : undefined,
    goal_id: null,
    payout_micros: kind === "progress" ? 0n : absoluteOrNull(payout),
    told_coins: kind === "progress" ? 0n : absoluteOrNull(coins),
    reason: kind === "reversal" ? "unexplained" : null,
    said_at: null,
  });
}

function readOffer(row: Readonly<Record<string, unknown>>): ProviderOffer | null {
  const id = readId(textOf(row.offer_id));
  const payout = readDollars(textOf(row.payout));
  const click_url = webAddressOf(row.offer_url);
  const name = plainText(row.offer_name);
  if (id === null || payout === null || payout <= 0n || click_url === null || name === "") return null;
  const mobile = textOf(row.platform)?.toLowerCase() === "mobile";
  const device = textOf(row.device)?.toLowerCase() ?? "";
  const platforms = mobile ? platformsOf([device || "android", ...(device ? [] : ["ios"])]) : platformsOf(["desktop"]);
  const verticals = listOf(row.verticals).flatMap((one) => textOf(rowOf(one).vertical_name) ?? []);
  const categories = Object.values(rowOf(row.category)).flatMap((one) => textOf(one) ?? []);
  const goal = plainText(row.call_to_action) || name;
  const countries = Array.isArray(row.countries) ? textsOf(row.countries) : (textOf(row.countries) ?? "").split(",");
  return {
    provider_offer_id: id,
    name,
    description: plainText(row.offer_desc),
    requirements: [plainText(row.call_to_action), plainText(row.disclaimer)].filter((text) => text !== "").join("\n"),
    image_url: webAddressOf(row.image_url),
    type: typeOf([...verticals, ...categories], mobile && textOf(row.package_id) !== ""),
    platforms,
    countries: countriesOf(countries),
    payout_micros: payout,
    goals: wholeOffer(goal, payout),
    click_url,
    same_as: sameAsOf(row.package_id),
    min_age: null,
  };
}

export function createTorox({ settings, calls }: ProviderDeps): CoinProvider {
  const from = createAddressList(settings.TOROX_ADDRESSES);
  return {
    name: "torox",
    title: "Torox",
    kind: "offers",
    enabled: settings.TOROX_SECRET_KEY !== "off",
    signs_payout: false,
    callback:
      "id={id}&oid={oid}&amount={amount}&currency_name={currency_name}&user_id={user_id}&payout={payout}&o_name={o_name}&subid1={subid1}&sig={sig}",
    read(received: Received): Verdict {
      if (!from.has(received.address)) return refuse("foreign_address");
      const query = isGet(received) ? readQuery(received.target) : null;
      if (!query) return refuse("unreadable");
      const right = digest("md5", `${query.get("oid")}-${query.get("user_id")}-${settings.TOROX_SECRET_KEY}`);
      return sameHex(query.get("sig") ?? "", right) ? readCallback(query) : refuse("forged");
    },
    replies: {
      done: { status: 200, body: "1" },
      forged: { status: 403, body: "0" },
      unknown_user: { status: 200, body: "1" },
      later: { status: 503, body: "0" },
    },
    async fetchOffers() {
      const query = new URLSearchParams({
        pubid: settings.TOROX_PUB_ID,
        appid: settings.TOROX_APP_ID,
        secretkey: settings.TOROX_SECRET_KEY,
        format: "json",
      });
      const answer = rowOf(await fetchExact(calls, "torox", { url: `${settings.TOROX_API_URL}?${query}` }));
      const { offers } = rowOf(answer.response);
      if (!Array.isArray(offers)) throw new Error("Torox gave no list of offers");
      return readRows(offers, readOffer);
    },
    link: (offer, who) =>
      withParameters(offer.click_url.replaceAll("[USER_ID]", encodeURIComponent(who.user_ref)), { subid1: who.start }),
    claims: { by: "mail", to: settings.TOROX_SUPPORT_MAIL },
  };
}
