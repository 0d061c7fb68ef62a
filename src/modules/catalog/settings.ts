/** Settings of the catalogue: the networks, and what their programmes are until somebody decides. */
import { z } from "zod";
import { SANDBOX_ORIGIN, type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

/** How the networks are spoken to: cash back reads their reports with the same keys. */
export const networkSettings = {
  IMPACT_API_URL: webAddress.default(`${SANDBOX_ORIGIN}/impact`).describe("Impact partner API"),
  IMPACT_FILES_URL: z
    .union([z.literal("off"), webAddress])
    .default(`${SANDBOX_ORIGIN}/impact/files`)
    .describe("what the paths of Impact's catalogue files begin with; `off`: products are read by its API"),
  IMPACT_ACCOUNT_SID: z.string().default("IRsandbox0000").describe("Impact account"),
  IMPACT_AUTH_TOKEN: z.string().default("sandbox-impact-token").describe("Impact token"),
  CJ_API_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/cj/commissions`)
    .describe("CJ commission detail; CJ's own is `https://commissions.api.cj.com`"),
  CJ_ADVERTISERS_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/cj/advertiser-lookup`)
    .describe("CJ advertiser look-up; CJ's own is `https://advertiser-lookup.api.cj.com`"),
  CJ_LINKS_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/cj/link-search`)
    .describe("CJ link search; CJ's own is `https://link-search.api.cj.com`"),
  CJ_PROGRAMS_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/cj/programs`)
    .describe("CJ program terms; CJ's own is `https://programs.api.cj.com`"),
  CJ_ADS_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/cj/ads`)
    .describe("CJ product feeds; CJ's own is `https://ads.api.cj.com`"),
  CJ_CLICK_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/cj`)
    .describe("host of CJ's deep links, such as `https://www.anrdoezrs.net`"),
  CJ_TOKEN: z.string().default("sandbox-cj-token").describe("CJ personal access token"),
  CJ_COMPANY_ID: z.string().default("9990001").describe("CJ company (CID)"),
  CJ_WEBSITE_ID: z.string().default("8880001").describe("CJ web site (PID)"),
  AWIN_API_URL: webAddress.default(`${SANDBOX_ORIGIN}/awin/api`).describe("Awin publisher API"),
  AWIN_TOKEN: z.string().default("sandbox-awin-token").describe("Awin token"),
  AWIN_PUBLISHER_ID: z.string().default("45628").describe("Awin publisher"),
  AWIN_FEED_LIST_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/awin/ui`)
    .describe("list of Awin's product feeds; Awin's own is `https://ui.awin.com`"),
  AWIN_FEED_URL: webAddress
    .default(`${SANDBOX_ORIGIN}/awin/productdata`)
    .describe("Awin product data; Awin's own is `https://productdata.awin.com`"),
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
