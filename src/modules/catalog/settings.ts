/** Settings of the catalogue: the networks, and what their programmes are until somebody decides. */
import { z } from "zod";
import { partyAddress, SANDBOX_ORIGIN, type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

/** How the networks are spoken to: cash back reads their reports with the same keys. */
export const networkSettings = {
  IMPACT_API_URL: partyAddress("/impact", "Impact partner API", "https://api.impact.com"),
  IMPACT_FILES_URL: z
    .union([z.literal("off"), webAddress])
    .default(`${SANDBOX_ORIGIN}/impact/files`)
    .meta({
      description: "what the paths of Impact's catalogue files begin with; `off`: products are read by its API",
      own: "off",
    }),
  IMPACT_ACCOUNT_SID: z.string().default("IRsandbox0000").describe("Impact account"),
  IMPACT_AUTH_TOKEN: z.string().default("sandbox-impact-token").describe("Impact token"),
  CJ_API_URL: partyAddress("/cj/commissions", "CJ commission detail", "https://commissions.api.cj.com"),
  CJ_ADVERTISERS_URL: partyAddress(
    "/cj/advertiser-lookup",
    "CJ advertiser look-up",
    "https://advertiser-lookup.api.cj.com",
  ),
  CJ_LINKS_URL: partyAddress("/cj/link-search", "CJ link search", "https://link-search.api.cj.com"),
  CJ_PROGRAMS_URL: partyAddress("/cj/programs", "CJ program terms", "https://programs.api.cj.com"),
  CJ_ADS_URL: partyAddress("/cj/ads", "CJ product feeds", "https://ads.api.cj.com"),
  CJ_CLICK_URL: partyAddress("/cj", "host of CJ's deep links", "https://www.anrdoezrs.net"),
  CJ_TOKEN: z.string().default("sandbox-cj-token").describe("CJ personal access token"),
  CJ_COMPANY_ID: z.string().default("9990001").describe("CJ company (CID)"),
  CJ_WEBSITE_ID: z.string().default("8880001").describe("CJ web site (PID)"),
  AWIN_API_URL: partyAddress("/awin/api", "Awin publisher API", "https://api.awin.com"),
  AWIN_TOKEN: z.string().default("sandbox-awin-token").describe("Awin token"),
  AWIN_PUBLISHER_ID: z.string().default("45628").describe("Awin publisher"),
  AWIN_FEED_LIST_URL: partyAddress("/awin/ui", "list of Awin's product feeds", "https://ui.awin.com"),
  AWIN_FEED_URL: partyAddress("/awin/productdata", "Awin product data", "https://productdata.awin.com"),
  AWIN_FEED_KEY: z.string().default("sandbox-awin-feedkey").describe("Awin product data key"),
};

export const catalogSettings = {
  ...networkSettings,
  PRICE_HISTORY_DAYS: z.coerce
    .number()
    .int()
    .min(90)
    .max(3_650)
    .default(400)
    .describe("days for which it is kept what listings cost"),
  PROGRAMMES_DEFAULT: z
    .enum(["undecided", "accept-proposals"])
    .optional()
    .describe(
      "what programmes are until an operator decides (`npm run programmes`); `accept-proposals` only beside the sandbox, and the default there",
    ),
};

export const catalogFacts: SettingFacts<keyof typeof catalogSettings> = {
  parties: [{ prefix: "IMPACT_" }, { prefix: "CJ_" }, { prefix: "AWIN_" }],
  checks: {
    PROGRAMMES_DEFAULT: (value) =>
      value === "accept-proposals"
        ? "is undecided when SANDBOX=off: whether cash back is allowed is decided by a person"
        : null,
  },
  absent: { PROGRAMMES_DEFAULT: ({ SANDBOX }) => (SANDBOX === "on" ? "accept-proposals" : "undecided") },
};

export type NetworkSettings = ValuesOf<typeof networkSettings>;
export type CatalogSettings = SharedSettings & ValuesOf<typeof catalogSettings>;
