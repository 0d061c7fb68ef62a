/** Settings of coins: which providers of offers and surveys are connected, and how. */
import { z } from "zod";
import { partyAddress, SANDBOX_ORIGIN, type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import { IN_AN_ADDRESS, type SettingFacts } from "#platform/going-live";
import { addressList } from "./dialect/addresses.ts";

const value = (sandbox: string, words: string) => z.string().min(1).default(sandbox).describe(words);
/** Without a key of its own a vendor is not connected. */
const key = (sandbox: string, words: string) => value(sandbox, `${words}; \`off\`: not connected`);
/** A vendor's own, where it documents one (its SDKs name BitLabs', TheoremReach's and Pollfish's); else one that nobody has, so that a true one is never refused. */
const mail = (to: string, who: string) =>
  z.email().default(to).describe(`whom ${who} lets us write about coins that lack`);
const addresses = (who: string, lacks: string) =>
  addressList
    .default("127.0.0.0/8,::1")
    .describe(`addresses and networks that ${who} calls from, with commas: its signature does not cover ${lacks}`);

const offerSettings = {
  AYET_API_URL: partyAddress("/ayet", "ayeT-Studios", "https://www.ayetstudios.com"),
  AYET_ADSLOT_ID: value("3142", "ayeT-Studios AdSlot"),
  AYET_STATIC_KEY: value("sandbox-ayet-static", "key of that AdSlot for the Static API"),
  AYET_API_KEY: key("sandbox-ayet-key", "ayeT-Studios publisher key, which signs callbacks"),
  AYET_SUPPORT_MAIL: mail("support@ayetstudios.com", "ayeT-Studios"),
  ADGEM_API_URL: partyAddress("/adgem/offer-api", "AdGem Offer API", "https://offer-api.adgem.com"),
  ADGEM_REFRESH_TOKEN: key("sandbox-adgem-refresh", "AdGem refresh token of the app"),
  ADGEM_POSTBACK_KEY: value("sandbox-adgem-postback", "AdGem postback key, which signs callbacks of version 2 and 3"),
  ADGEM_SUPPORT_MAIL: mail("support@adgem.com", "AdGem"),
  TOROX_API_URL: partyAddress("/torox/api/", "Torox offer feed", "https://www.offertoro.com/api/"),
  TOROX_PUB_ID: value("24120", "Torox publisher"),
  TOROX_APP_ID: value("9959", "Torox placement"),
  TOROX_SECRET_KEY: key("sandbox-torox-secret", "Torox secret of the placement: reads the feed and signs callbacks"),
  TOROX_ADDRESSES: addresses("Torox", "what it pays"),
  TOROX_SUPPORT_MAIL: mail("support@torox.example", "Torox"),
  LOOTABLY_API_URL: partyAddress("/lootably", "Lootably", "https://api.lootably.com"),
  LOOTABLY_API_KEY: key("sandbox-lootably-key", "Lootably key"),
  LOOTABLY_PLACEMENT_ID: value("sandbox-lootably-placement", "Lootably placement"),
  LOOTABLY_POSTBACK_SECRET: value("sandbox-lootably-postback", "Lootably postback secret of the placement"),
  LOOTABLY_ADDRESSES: addresses("Lootably", "its ids, and holds its amounts loosely"),
  LOOTABLY_SUPPORT_MAIL: mail("business@lootably.com", "Lootably"),
  GENERIC_WALL_TITLE: value(
    "Pennywall",
    "name of a wall that signs by MD5 over subId, transId and reward (Wannads and its kind)",
  ),
  GENERIC_WALL_API_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/generic/v2`)
    .describe("its offers API; that of Wannads is `https://api.wannads.com/v2`"),
  GENERIC_WALL_API_KEY: key("sandbox-generic-key", "its key"),
  GENERIC_WALL_API_SECRET: value("sandbox-generic-apisecret", "its secret for the offers API"),
  GENERIC_WALL_SECRET: value("sandbox-generic-secret", "its secret that signs callbacks"),
  GENERIC_WALL_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/)
    .default("US,GB,CA,AU,NZ")
    .describe("countries for which its offers are asked, with commas"),
  GENERIC_WALL_OFFER_PARAMETER: z
    .string()
    .regex(/^[A-Za-z_]{1,32}$/)
    .default("campaign_id")
    .describe("parameter of its callback with the offer's id"),
  GENERIC_WALL_ADDRESSES: addresses("it", "what it pays, and holds its ids loosely"),
  GENERIC_WALL_SUPPORT_MAIL: mail("support@pennywall.example", "it"),
};

const surveySettings = {
  CPX_API_URL: partyAddress("/cpx/api", "CPX Research surveys", "https://live-api.cpx-research.com/api"),
  CPX_WALL_URL: partyAddress("/cpx/wall", "CPX Research wall", "https://offers.cpx-research.com"),
  CPX_APP_ID: value("35372", "CPX Research app"),
  CPX_SECURE_HASH: key("sandbox-cpx-secure-hash", "CPX Research security hash of the app"),
  CPX_ADDRESSES: addresses("CPX Research", "what it pays"),
  CPX_SUPPORT_MAIL: mail("support@cpx-research.example", "CPX Research"),
  BITLABS_API_URL: partyAddress("/bitlabs/api", "BitLabs", "https://api.bitlabs.ai"),
  BITLABS_WALL_URL: partyAddress("/bitlabs/web", "BitLabs wall", "https://web.bitlabs.ai"),
  BITLABS_APP_TOKEN: key("sandbox-bitlabs-token", "BitLabs app token"),
  BITLABS_APP_SECRET: value("sandbox-bitlabs-secret", "BitLabs app secret, which signs callbacks"),
  BITLABS_SUPPORT_MAIL: mail("support@bitlabs.ai", "BitLabs"),
  THEOREMREACH_URL: partyAddress("/theoremreach", "TheoremReach", "https://theoremreach.com"),
  THEOREMREACH_API_KEY: key("sandbox-theoremreach-key", "TheoremReach key of the app"),
  THEOREMREACH_SECRET: value("sandbox-theoremreach-secret", "TheoremReach secret, which signs callbacks and ways back"),
  THEOREMREACH_PAYOUT_PARAMETER: z
    .string()
    .regex(/^[a-z_]{1,32}$/)
    .default("currency")
    .describe("parameter of TheoremReach's callback with the pay in dollars"),
  THEOREMREACH_RETURN_HASH: z
    .enum(["enc", "hash"])
    .default("enc")
    .describe("how TheoremReach signs the way back: `enc` by SHA3-256 of address and secret, `hash` as its callbacks"),
  THEOREMREACH_SUPPORT_MAIL: mail("admin@theoremreach.com", "TheoremReach"),
  POLLFISH_URL: partyAddress("/pollfish", "Pollfish surveys", "https://wss.pollfish.com"),
  POLLFISH_API_KEY: key("sandbox-pollfish-key", "Pollfish key of the app"),
  POLLFISH_SECRET_KEY: value("sandbox-pollfish-secret", "Pollfish secret of the account, which signs callbacks"),
  POLLFISH_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(60)
    .default(6)
    .describe("minutes that a survey of Pollfish is said to take, since it tells none before"),
  POLLFISH_SUPPORT_MAIL: mail("support@pollfish.com", "Pollfish"),
};

export const coinsSettings = {
  COINS_CALLBACK_SECRET: z
    .string()
    .min(8)
    .default("sandbox-callback-secret")
    .describe("part of the address that providers of offers and surveys call"),
  ...offerSettings,
  ...surveySettings,
};

/** A default that is the vendor's own: nothing else has to be set. */
const right = () => null;

export const coinsFacts: SettingFacts<keyof typeof coinsSettings> = {
  keys: { COINS_CALLBACK_SECRET: 16 },
  written: { COINS_CALLBACK_SECRET: IN_AN_ADDRESS },
  parties: [
    { prefix: "AYET_", unless: "AYET_API_KEY", calls: ["ayet"] },
    { prefix: "ADGEM_", unless: "ADGEM_REFRESH_TOKEN", calls: ["adgem"] },
    { prefix: "TOROX_", unless: "TOROX_SECRET_KEY", calls: ["torox"] },
    { prefix: "LOOTABLY_", unless: "LOOTABLY_API_KEY", calls: ["lootably"] },
    { prefix: "GENERIC_WALL_", unless: "GENERIC_WALL_API_KEY", calls: ["generic"] },
    { prefix: "CPX_", unless: "CPX_SECURE_HASH", calls: ["cpx"] },
    { prefix: "BITLABS_", unless: "BITLABS_APP_TOKEN", calls: ["bitlabs"] },
    { prefix: "THEOREMREACH_", unless: "THEOREMREACH_API_KEY", calls: ["theoremreach"] },
    { prefix: "POLLFISH_", unless: "POLLFISH_API_KEY", calls: ["pollfish"] },
  ],
  checks: {
    AYET_SUPPORT_MAIL: right,
    ADGEM_SUPPORT_MAIL: right,
    LOOTABLY_SUPPORT_MAIL: right,
    BITLABS_SUPPORT_MAIL: right,
    THEOREMREACH_SUPPORT_MAIL: right,
    POLLFISH_SUPPORT_MAIL: right,
    GENERIC_WALL_COUNTRIES: right,
    GENERIC_WALL_OFFER_PARAMETER: right,
    POLLFISH_MINUTES: right,
    THEOREMREACH_PAYOUT_PARAMETER: right,
    THEOREMREACH_RETURN_HASH: right,
  },
};

export type CoinsSettings = SharedSettings & ValuesOf<typeof coinsSettings>;
