/**
 * Lootably: offers of the Offers API, and callbacks whose SHA-256 covers user, address and both amounts with nothing between them, and no
 * id: digits of a known callback could move from one value to the next, so that it counts where it comes from and what the offer pays.
 * Sources: documentation.lootably.com/docs/postbacks, lootably/lootably-postback-hash, lootably/lootably-offers-api-types.
 */

import { isIP } from "node:net";
import { createAddressList } from "../dialect/addresses.ts";
import { absolute, readCoins, readDollars } from "../dialect/amounts.ts";
import {
  countriesOf,
  fetchExact,
  listOf,
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
} from "../dialect/catalogue.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { isGet, type Query, readId, readOptionalId, readQuery, refuse, tell } from "../dialect/query.ts";
import { digest, sameHex } from "../dialect/signatures.ts";
import type { CoinProvider, ProviderGoal, ProviderOffer, Received, Verdict } from "../provider.types.ts";

/** A placeholder that the vendor does not know is left as it was entered. */
const filled = (text: string | undefined): string | undefined => (text?.startsWith("{") ? undefined : text);

function readCallback(query: Query): Verdict {
  const revenue = readDollars(query.get("revenue"));
  const status = query.get("status");
  if (revenue === null || (status !== "1" && status !== "0")) return refuse("unreadable");
  if (revenue < 0n && status === "1") return refuse("unreadable");
  // What moved leaves an address that is none, or an amount that is none, in most of the ways that there are.
  const ip = query.get("ip") ?? "";
  const coins = readCoins(query.get("currencyReward"));
  if ((ip !== "" && isIP(ip) === 0) || coins === null) return refuse("unreadable");
  const kind = status === "0" ? "reversal" : revenue === 0n ? "progress" : "credit";
  return tell({
    kind,
    tx_id: readId(query.get("transactionID")) ?? undefined,
    origin_tx_id: null,
    user_ref: readId(query.get("userID")) ?? undefined,
    start: null,
    offer_id: readOptionalId(filled(query.get("offerID"))),
    goal_id: kind === "progress" ? null : readOptionalId(filled(query.get("goalID"))),
    payout_micros: kind === "progress" ? 0n : absolute(revenue),
    told_coins: kind === "progress" ? 0n : absolute(coins),
    reason: kind === "reversal" ? "unexplained" : null,
    said_at: null,
  });
}

const GAMES = ["game", "desktopgame", "mobilegame"];

function readOffer(row: Readonly<Record<string, unknown>>): ProviderOffer | null {
  const id = readId(textOf(row.offerID));
  const click_url = webAddressOf(row.link);
  const name = plainText(row.name);
  const description = plainText(row.description);
  const revenue = readDollars(textOf(row.revenue));
  const steps = readRows(listOf(row.goals), (goal): ProviderGoal | null => {
    const goal_id = readId(textOf(goal.goalID));
    const payout_micros = readDollars(textOf(goal.revenue));
    const words = plainText(goal.description);
    return goal_id === null || payout_micros === null || payout_micros < 0n || words === ""
      ? null
      : { goal_id, name: words, payout_micros, days: null };
  });
  const goals = row.type === "multistep" ? steps : revenue === null ? [] : wholeOffer(description || name, revenue);
  const payout_micros = sumOf(goals);
  if (id === null || click_url === null || name === "" || payout_micros <= 0n) return null;
  const categories = textsOf(row.categories);
  const isApp = categories.includes("app") || sameAsOf(row.bundlePackageID) !== null;
  return {
    provider_offer_id: id,
    name,
    description: plainText(row.appStoreDescription) || description,
    requirements: description,
    image_url: webAddressOf(row.image),
    type: categories.some((category) => GAMES.includes(category)) ? "GAME" : typeOf([], isApp),
    platforms: platformsOf(textsOf(row.devices)),
    countries: countriesOf(textsOf(row.countries)),
    payout_micros,
    goals,
    click_url,
    same_as: sameAsOf(row.bundlePackageID),
    min_age: null,
  };
}

export function createLootably({ settings, calls }: ProviderDeps): CoinProvider {
  const from = createAddressList(settings.LOOTABLY_ADDRESSES);
  return {
    name: "lootably",
    title: "Lootably",
    kind: "offers",
    enabled: settings.LOOTABLY_API_KEY !== "off",
    signs_payout: false,
    callback:
      "userID={userID}&transactionID={transactionID}&ip={ip}&revenue={revenue}&currencyReward={currencyReward}&offerID={offerID}&offerName={offerName}&goalID={goalID}&status={status}&hash={hash}",
    read(received: Received): Verdict {
      if (!from.has(received.address)) return refuse("foreign_address");
      const query = isGet(received) ? readQuery(received.target) : null;
      if (!query) return refuse("unreadable");
      const signed = ["userID", "ip", "revenue", "currencyReward"].map((name) => query.get(name) ?? "").join("");
      const right = digest("sha256", signed + settings.LOOTABLY_POSTBACK_SECRET);
      return sameHex(query.get("hash") ?? "", right) ? readCallback(query) : refuse("forged");
    },
    replies: {
      done: { status: 200, body: "1" },
      forged: { status: 403, body: "0" },
      unknown_user: { status: 200, body: "1" },
      later: { status: 503, body: "0" },
    },
    async fetchOffers() {
      const answer = rowOf(
        await fetchExact(calls, "lootably", {
          url: `${settings.LOOTABLY_API_URL}/api/v2/offers/get`,
          // Without data of a user, links keep their placeholder and the list is everybody's.
          json: { apiKey: settings.LOOTABLY_API_KEY, placementID: settings.LOOTABLY_PLACEMENT_ID },
        }),
      );
      if (answer.success !== true) throw new Error("Lootably gave no list of offers");
      return readRows(listOf(rowOf(answer.data).offers), readOffer);
    },
    link: (offer, who) => offer.click_url.replaceAll("{userID}", encodeURIComponent(who.user_ref)),
    claims: { by: "mail", to: settings.LOOTABLY_SUPPORT_MAIL },
  };
}
