/**
 * AdGem: offers of the Offer API, callbacks of version 2 (GET, signed without the parameter `verifier`) and version 3 (POST, the body is
 * signed). Source: docs.adgem.com (Offer API, Server-to-Server Postbacks v2 and v3).
 */
import { absoluteOrNull, readCoins, readDollars } from "../dialect/amounts.ts";
import {
  countriesOf,
  exactJson,
  fetchExact,
  isRow,
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
  withParameters,
} from "../dialect/catalogue.ts";
import type { ProviderDeps } from "../dialect/deps.ts";
import { dropSignature, isGet, readId, readOptionalId, readQuery, readUnix, refuse, tell } from "../dialect/query.ts";
import { hmac, sameHex } from "../dialect/signatures.ts";
import type { CoinProvider, ProviderGoal, ProviderOffer, Received, Verdict } from "../provider.types.ts";

const PAGE = 100;
const MAX_BODY = 65_536;

type Field = (name: string) => string | undefined;

function readConversion(field: Field, tx: string | undefined, install: boolean, said_at: Date | null): Verdict {
  const payout = readDollars(field("payout"));
  if (payout === null) return refuse("unreadable");
  // The document names no reversal: less than nothing takes back what was paid under the same id.
  const kind = install || payout === 0n ? "progress" : payout < 0n ? "reversal" : "credit";
  return tell({
    kind,
    tx_id: readId(tx) ?? undefined,
    origin_tx_id: null,
    user_ref: readId(field("player_id")) ?? undefined,
    start: readOptionalId(field("c1")),
    offer_id: readOptionalId(field("offer_id")),
    goal_id: kind === "progress" && !install ? null : readOptionalId(field("goal_id")),
    payout_micros: kind === "progress" ? 0n : absoluteOrNull(payout),
    told_coins: kind === "progress" ? 0n : absoluteOrNull(readCoins(field("amount"))),
    reason: kind === "reversal" ? "unexplained" : null,
    said_at,
  });
}

function readPosted(received: Received, key: string): Verdict {
  if (received.body.length > MAX_BODY) return refuse("unreadable");
  if (!sameHex(received.headers.signature ?? "", hmac("sha256", key, received.body).toString("hex")))
    return refuse("forged");
  let body: unknown;
  try {
    body = exactJson(received.body.toString("utf8"));
  } catch {
    return refuse("unreadable");
  }
  const { timestamp, data } = rowOf(body);
  if (!isRow(data)) return refuse("unreadable");
  const field: Field = (name) => textOf(data[name]) ?? (data[name] === undefined ? undefined : "");
  const tx = field("conversion_id") ?? field("transaction_id");
  return readConversion(field, tx, field("conversion_type") === "install", readUnix(textOf(timestamp)));
}

function readOffer(row: Readonly<Record<string, unknown>>): ProviderOffer | null {
  const id = readId(textOf(row.id));
  const creatives = rowOf(row.creatives);
  const click_url = webAddressOf(rowOf(row.links).click_url);
  const name = plainText(creatives.name ?? row.name);
  const goals = readRows(listOf(row.goals), (goal): ProviderGoal | null => {
    const goal_id = readId(textOf(goal.id));
    const payout_micros = readDollars(textOf(goal.payout_usd));
    const days = Number(textOf(goal.maximum_completion_time_days) ?? "0");
    if (goal_id === null || payout_micros === null || payout_micros < 0n) return null;
    return { goal_id, name: plainText(goal.name) || name, payout_micros, days: days > 0 && days < 1_000 ? days : null };
  });
  const payout_micros = sumOf(goals);
  if (id === null || click_url === null || name === "" || payout_micros <= 0n) return null;
  const systems = listOf(row.os_targeting).flatMap((one) => textOf(rowOf(one).name) ?? []);
  const categories = textsOf(creatives.categories);
  return {
    provider_offer_id: id,
    name,
    description: plainText(creatives.description),
    requirements: [
      ...textsOf(creatives.instructions),
      ...listOf(creatives.basic_requirements).flatMap((one) => textOf(rowOf(one).description) ?? []),
      textOf(creatives.disclaimer) ?? "",
    ]
      .map(plainText)
      .filter((text) => text !== "")
      .join("\n"),
    image_url: webAddressOf(creatives.icon_url),
    type: typeOf(textsOf(row.app_store_categories), categories.includes("app")),
    platforms: platformsOf([...systems, ...(systems.length > 0 ? [] : textsOf(row.device_targeting))]),
    countries: countriesOf(
      listOf(rowOf(row.geo_targeting).countries).flatMap((one) => textOf(rowOf(one).iso_alpha2) ?? []),
    ),
    payout_micros,
    goals,
    click_url,
    same_as: sameAsOf(row.store_id),
    min_age: null,
  };
}

export function createAdgem({ settings, calls }: ProviderDeps): CoinProvider {
  const base = `${settings.ADGEM_API_URL}/v1`;
  const accessToken = async (): Promise<string> => {
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: settings.ADGEM_REFRESH_TOKEN });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await fetchExact(calls, "adgem", {
      url: `${base}/users/token`,
      method: "POST",
      headers,
      body: form.toString(),
    });
    const token = textOf(rowOf(answer).access_token);
    if (!token) throw new Error("AdGem gave no access token");
    return token;
  };
  return {
    name: "adgem",
    title: "AdGem",
    kind: "offers",
    enabled: settings.ADGEM_REFRESH_TOKEN !== "off",
    signs_payout: true,
    callback:
      "amount={amount}&c1={c1}&campaign_id={campaign_id}&goal_id={goal_id}&goal_name={goal_name}&offer_id={offer_id}&offer_name={offer_name}&payout={payout}&player_id={player_id}&transaction_id={transaction_id}",
    read(received: Received): Verdict {
      if (!isGet(received)) return readPosted(received, settings.ADGEM_POSTBACK_KEY);
      const parts = dropSignature(received.target, "verifier");
      if (!parts) return refuse("forged");
      const right = hmac("sha256", settings.ADGEM_POSTBACK_KEY, settings.PUBLIC_URL + parts.signed).toString("hex");
      if (!sameHex(parts.signature, right)) return refuse("forged");
      const query = readQuery(parts.signed);
      if (!query) return refuse("unreadable");
      const field: Field = (name) => query.get(name);
      return readConversion(field, field("transaction_id"), query.has("nonpayable_install_goal"), null);
    },
    replies: {
      done: { status: 200, body: "" },
      forged: { status: 401, body: "" },
      unknown_user: { status: 200, body: "" },
      later: { status: 503, body: "" },
    },
    async fetchOffers() {
      const headers = { authorization: `Bearer ${await accessToken()}`, accept: "application/json" };
      const found: ProviderOffer[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const url = `${base}/offers?per_page=${PAGE}&page=${page}`;
        const answer = rowOf(await fetchExact(calls, "adgem", { url, headers }));
        if (answer.status !== "success") throw new Error("AdGem gave no list of offers");
        const data = rowOf(answer.data);
        found.push(...readRows(listOf(data.offers), readOffer));
        if (rowOf(data.pagination).has_more_pages !== true) return found;
      }
      throw new Error("AdGem's list of offers does not end");
    },
    link: (offer, who) =>
      withParameters(offer.click_url.replaceAll("{playerid}", encodeURIComponent(who.user_ref)), { c1: who.start }),
    claims: { by: "mail", to: settings.ADGEM_SUPPORT_MAIL },
  };
}
