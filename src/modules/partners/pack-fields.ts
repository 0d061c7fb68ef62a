/** What operators type of a brand, group by group. What a brand may not say is found afterwards, on the whole pack. Pure. */
import type { Brand } from "../../../brands/brand.ts";
import {
  count,
  type Draft,
  flag,
  json,
  lines,
  type Mutable,
  money,
  type PackField,
  type PackGroup,
  percent,
  type Spot,
  words,
} from "./field-kinds.ts";
import type { Pack } from "./pack-rules.ts";

const WHO: PackGroup = {
  name: "say who it is",
  what: "Its names, its addresses and whom people write to.",
  fields: [
    words(
      "name",
      "The name that members read",
      ({ name }) => name,
      (brand, typed) => {
        brand.name = typed;
      },
      { most: 40 },
    ),
    words(
      "strap in English",
      "One sentence under its name, in English",
      ({ strap }) => strap.en,
      (brand, typed) => {
        brand.strap = { ...brand.strap, en: typed };
      },
    ),
    words(
      "strap in Spanish",
      "The same in Spanish",
      ({ strap }) => strap.es,
      (brand, typed) => {
        brand.strap = { ...brand.strap, es: typed };
      },
    ),
    words(
      "support email",
      "Where answers to its mails go",
      (brand) => brand.support_email,
      (brand, typed) => {
        brand.support_email = typed;
      },
    ),
    {
      ...{
        name: "hosts",
        what: "Host names that show this brand, one a line; their pages may call us",
        optional: true,
        long: true,
      },
      begin: ({ brand }) => brand.hosts.join("\n"),
      put({ brand }, typed) {
        brand.hosts = lines(typed.toLowerCase());
        return null;
      },
    },
    words(
      "zone",
      "Time zone of members whose own is not known, such as America/New_York",
      ({ zone }) => zone,
      (brand, typed) => {
        brand.zone = typed;
      },
    ),
    words(
      "run by",
      "Who runs it, where that is not the brand itself",
      ({ run_by }) => run_by ?? "",
      (brand, typed) => {
        brand.run_by = typed || null;
      },
      { optional: true },
    ),
    words(
      "after log out",
      "An https address that members are led to when they log out; none: home",
      ({ logout_url }) => logout_url ?? "",
      (brand, typed) => {
        brand.logout_url = typed || null;
      },
      { optional: true },
    ),
  ],
};

const LOOK: PackGroup = {
  name: "give it a look",
  what: "Its theme, and colors of its own over it: both or none. Every role that follows is read against WCAG AA.",
  fields: [
    {
      ...{ name: "theme", what: "The theme below its colors" },
      choices: [
        { code: "theme1", what: "Evergreen" },
        { code: "theme2", what: "Harbor" },
        { code: "theme3", what: "Press" },
      ],
      begin: ({ brand }) => brand.theme,
      put({ brand }, typed) {
        const theme = (["theme1", "theme2", "theme3"] as const).find((one) => one === typed);
        if (!theme) return "theme: choose one of the three.";
        brand.theme = theme;
        return null;
      },
    },
    words(
      "primary",
      "Primary color, such as #163E64; none: the theme's",
      ({ colors }) => colors?.primary ?? "",
      (brand, typed) => {
        brand.colors = typed ? { accent: "", ...brand.colors, primary: typed } : null;
      },
      { optional: true, most: 7 },
    ),
    {
      ...{ name: "accent", what: "Accent, such as #FF8A5B; none: the theme's", optional: true, most: 7 },
      begin: ({ brand }) => brand.colors?.accent ?? "",
      put({ brand }, typed) {
        if ((brand.colors === null) !== (typed === "")) return "Tell both colors, or none of them.";
        if (brand.colors) brand.colors = { ...brand.colors, accent: typed };
        return null;
      },
    },
  ],
};

const priceOf = (name: string, what: string, tier: "standard" | "plus" | "shipright"): PackField[] => {
  const of = (brand: Brand | Mutable<Brand>) => (tier === "standard" ? brand.plan : brand.plan.tiers[tier]);
  const spot = (key: "trial_days" | "trial_minor" | "monthly_minor"): Spot => ({
    get: (brand) => of(brand)[key],
    set: (brand, value) => {
      of(brand)[key] = value;
    },
  });
  return [
    count(`${name} trial days`, `${what}: days of trial, 0 or at least 8`, spot("trial_days")),
    money(`${name} trial`, `${what}: what the trial costs`, spot("trial_minor")),
    money(`${name} month`, `${what}: what a month costs`, spot("monthly_minor")),
  ];
};

const PLAN: PackGroup = {
  name: "set its plan",
  what: "What memberships cost who joins from then on. Who has one keeps their price: that is changed with its own notice.",
  fields: [
    ...priceOf("standard", "The membership", "standard"),
    ...priceOf("plus", "Plus", "plus"),
    ...priceOf("shipping", "The shipping membership", "shipright"),
    flag("shipping sold", "Whether the shipping membership is sold", "shipping_open"),
  ],
};

const SHARES: PackGroup = {
  name: "set its shares",
  what: "What members get of a commission, and of what offers pay; what a friend, a first order and a payout are about.",
  fields: [
    percent("member share", "Of a commission, to the member", {
      get: (brand) => brand.member_share_bps,
      set: (brand, value) => {
        brand.member_share_bps = value;
      },
    }),
    percent("plus share", "The same with Plus", {
      get: (brand) => brand.plus_share_bps,
      set: (brand, value) => {
        brand.plus_share_bps = value;
      },
    }),
    percent("coin share", "Of what offers and surveys pay, to the member", {
      get: (brand) => brand.coin_share_bps,
      set: (brand, value) => {
        brand.coin_share_bps = value;
      },
    }),
    percent("coin plus share", "The same with Plus", {
      get: (brand) => brand.coin_plus_share_bps,
      set: (brand, value) => {
        brand.coin_plus_share_bps = value;
      },
    }),
    money("payout minimum", "The least that is paid out", {
      get: (brand) => brand.payout_minimum_minor,
      set: (brand, value) => {
        brand.payout_minimum_minor = value;
      },
    }),
    money("inviter", "To who brings a friend", {
      get: ({ referral }) => referral.inviter_minor,
      set: ({ referral }, value) => {
        referral.inviter_minor = value;
      },
    }),
    money("friend", "To the friend", {
      get: ({ referral }) => referral.friend_minor,
      set: ({ referral }, value) => {
        referral.friend_minor = value;
      },
    }),
    money("friend order", "The friend's first order is at least", {
      get: ({ referral }) => referral.min_order_minor,
      set: ({ referral }, value) => {
        referral.min_order_minor = value;
      },
    }),
    money("first order", "The reward for a first order", {
      get: (brand) => brand.first_order.amount_minor,
      set: (brand, value) => {
        brand.first_order.amount_minor = value;
      },
    }),
    money("first order from", "That order is at least", {
      get: (brand) => brand.first_order.min_order_minor,
      set: (brand, value) => {
        brand.first_order.min_order_minor = value;
      },
    }),
  ],
};

const upsellPlace = (key: "plus" | "shipright"): PackField =>
  words(
    key === "plus" ? "plus extra" : "shipping extra",
    "Where it is offered: own, a path of ours, or an address on the list below",
    ({ upsell }) => upsell[key],
    (brand, typed) => {
      brand.upsell = { ...brand.upsell, [key]: typed };
    },
  );

const EXTRAS: PackGroup = {
  name: "set its hand-overs",
  what: "Where extras are offered, which hosts that may lead to, and which address hears of each success once.",
  fields: [
    upsellPlace("plus"),
    upsellPlace("shipright"),
    {
      ...{
        name: "allow-list",
        what: "Hosts that addresses of hand-overs may be on, one a line",
        optional: true,
        long: true,
      },
      begin: ({ brand }) => brand.upsell.hosts.join("\n"),
      put({ brand }, typed) {
        brand.upsell = { ...brand.upsell, hosts: lines(typed.toLowerCase()) };
        return null;
      },
    },
    words(
      "callback",
      "An https address that is called once for each success",
      ({ upsell }) => upsell.callback ?? "",
      (brand, typed) => {
        brand.upsell = { ...brand.upsell, callback: typed || null };
      },
      { optional: true },
    ),
  ],
};

const BENEFITS: PackGroup = {
  name: "set its benefits",
  what: "What memberships pay back, kind by kind: shares in basis points, amounts in cents.",
  fields: [
    json(
      "benefits",
      "Claims, boosts, seasonal benefits and the savings card",
      ({ brand }) => brand.benefits,
      ({ brand }, value) => {
        brand.benefits = value;
      },
    ),
  ],
};

const PIXELS: PackGroup = {
  name: "set its pixels",
  what: "Scripts of its conversion pixels; they run in a frame of their own, and only with consent to marketing.",
  fields: [
    json(
      "pixels",
      "Hosts, and templates for registration, conversion and later",
      ({ pixels }) => pixels,
      (pack, value) => {
        pack.pixels = value;
      },
    ),
  ],
};

/** What is changed seldom: together, by the names of the pack. */
const REST = [
  "chat",
  "legal",
  "promos",
  "offer",
  "sweepstakes",
  "app",
  "extension",
  "screened_out_coins",
  "onboarding_survey_coins",
] as const;
const OTHERS: PackGroup = {
  name: "set the rest",
  what: "Chat hours, law, promises of the landing flow, its wheel, the monthly draw, app and extension.",
  fields: [
    flag("extension offered", "Whether the browser extension is offered", "has_extension"),
    json(
      "rest",
      "By their names in the pack",
      ({ brand }) => Object.fromEntries(REST.map((key) => [key, brand[key]])),
      ({ brand }, value: Record<string, unknown>) => {
        if (typeof value !== "object" || value === null || Array.isArray(value))
          return "rest: names of the pack with their values.";
        const strange = Object.keys(value).find((key) => !(REST as readonly string[]).includes(key));
        if (strange !== undefined) return `rest: ${strange} is none of ${REST.join(", ")}.`;
        Object.assign(brand, value);
        return null;
      },
    ),
  ],
};

export const GROUPS: readonly PackGroup[] = [WHO, LOOK, PLAN, SHARES, BENEFITS, EXTRAS, PIXELS, OTHERS];

/** A pack with what was typed laid into it, or the first sentence that says why not. */
export function putFields(
  pack: Pack,
  { fields }: PackGroup,
  values: Readonly<Record<string, string>>,
): { ok: true; value: Pack } | { ok: false; why: string } {
  const draft = structuredClone(pack) as Draft;
  for (const field of fields) {
    const why = field.put(draft, (values[field.name] ?? "").trim());
    if (why !== null) return { ok: false, why };
  }
  return { ok: true, value: draft as Pack };
}
