/** What operators may say of a brand, held against the shape of the packs in `brands/`: nothing else, and nothing half. */
import { z } from "zod";
import { BOOST_TYPES, type BoostType, PAID_TYPES } from "../../../brands/benefits.ts";
import type { Brand } from "../../../brands/brand.ts";
import { partnerPixels } from "./read-pixels.ts";

const cents = z.int().min(0).max(10_000_000);
const bps = z.int().min(0).max(10_000);
const days = z.int().min(0).max(3_650);
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^<>{}\p{Cc}]*$/u, "no markup and no line breaks");
const both = z.strictObject({ en: line(300), es: line(300) });
const host = z
  .string()
  .max(253)
  .regex(/^(?=[a-z0-9.-]{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, "a host name such as shop.example.com");
const hosts = z.array(host).max(20);
const https = z.url({ protocol: /^https$/ }).max(2_000);
const civilDay = z.iso.date();
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);
const price = { trial_days: days, trial_minor: cents, monthly_minor: cents };
const tier = z.enum(["standard", "plus", "shipright"]);
const boost = {
  extra_bps: bps,
  month_minor: cents,
  tiers: z.array(tier),
  categories: z.array(line(80)).nullable(),
};
const claim = z.strictObject({
  share_bps: bps,
  claim_minor: cents,
  month_minor: cents,
  year_minor: cents,
  window_days: days,
  of: z.enum(["total", "shipping", "drop"]),
  evidence: z.enum(["receipt", "bill"]),
  partners: z.enum(["named", "any"]),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).min(1),
  tiers: z.array(tier).min(1),
  auto_minor: cents,
});
const BOOSTS = BOOST_TYPES.filter((type): type is Exclude<BoostType, "seasonal"> => type !== "seasonal");

/** Everything of a brand that may be said in data. `partner_name`, `product` and what coins are worth may not: they tie rows of many tables together. */
const SAID = {
  name: line(40),
  hosts,
  theme: z.enum(["theme1", "theme2", "theme3"]),
  colors: z.strictObject({ primary: z.string(), accent: z.string() }).nullable(),
  has_extension: z.boolean(),
  strap: both,
  support_email: z.email().max(200),
  zone: line(60),
  chat: z.strictObject({
    hours: z.array(z.strictObject({ days: z.array(z.int().min(1).max(7)).min(1), from: clock, until: clock })).max(14),
    closed: z.array(civilDay).max(200),
  }),
  plan: z.strictObject({
    ...price,
    currency: z.literal("USD"),
    currency_symbol: z.literal("$"),
    tiers: z.strictObject({ plus: z.strictObject(price), shipright: z.strictObject(price) }),
  }),
  benefits: z.strictObject({
    auto_month_minor: cents,
    claims: z.partialRecord(z.enum(PAID_TYPES), claim),
    boosts: z.partialRecord(z.enum(BOOSTS), z.strictObject(boost)),
    seasonal: z
      .array(
        z.strictObject({
          id: z.string().regex(/^[a-z0-9-]{1,60}$/),
          name: both,
          from: civilDay,
          until: civilDay,
          ...boost,
        }),
      )
      .max(50),
    rx: z
      .strictObject({
        administrator: line(80),
        bin: line(20),
        pcn: line(20).nullable(),
        group: line(20),
        member_prefix: z.string().max(20),
        phone: line(30),
        url: https,
      })
      .nullable(),
  }),
  shipping_open: z.boolean(),
  coin_share_bps: bps,
  coin_plus_share_bps: bps,
  screened_out_coins: z.int().min(0).max(1_000),
  onboarding_survey_coins: z.int().min(0).max(10_000),
  payout_minimum_minor: cents,
  member_share_bps: bps,
  plus_share_bps: bps,
  legal: z.strictObject({ law: both }),
  logout_url: https.nullable(),
  run_by: line(80).nullable(),
  referral: z.strictObject({
    inviter_minor: cents,
    friend_minor: cents,
    min_order_minor: cents,
    window_days: days,
    max_per_year: z.int().min(0).max(1_000),
  }),
  first_order: z.strictObject({
    amount_minor: cents,
    min_order_minor: cents,
    order_days: days,
    gift_cards: z.array(line(80)).nullable(),
  }),
  promos: z.strictObject({
    flow1_minor: cents,
    flow5_minor: cents,
    claim_days: days,
    min_order_minor: cents,
    order_days: days,
  }),
  offer: z.strictObject({
    prizes: z
      .array(z.strictObject({ amount_minor: cents, weight: z.int().min(1).max(1_000_000) }))
      .min(1)
      .max(12),
    countries: z.array(z.string().regex(/^[A-Z]{2}$/)).min(1),
    open_until: civilDay.nullable(),
    landing: z.string().regex(/^\/[a-z0-9/-]*$/, "a path of ours"),
  }),
  sweepstakes: z.strictObject({ prize_minor: cents, winners: z.int().min(1).max(1_000) }).nullable(),
  upsell: z.strictObject({
    plus: z.string().max(2_000),
    shipright: z.string().max(2_000),
    hosts,
    callback: https.nullable(),
  }),
  app: z.strictObject({
    scheme: z.string().regex(/^[a-z][a-z0-9+.-]{1,30}$/),
    ios_id: z.string().regex(/^\d{1,20}$/),
    ios_url: https,
    ios_app_ids: z.array(line(200)).max(10),
    android_package: z.string().regex(/^[a-zA-Z][\w.]{1,200}$/),
    android_url: https,
    android_fingerprints: z.array(z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)).max(10),
  }),
  extension: z.strictObject({
    ids: z.array(line(80)).max(20),
    stores: z.strictObject({ chrome: https, firefox: https, edge: https }),
  }),
} as const satisfies { [Key in Exclude<keyof Brand, "partner_name" | "product" | "coins_per_dollar">]: z.ZodType };

export type SaidKey = keyof typeof SAID;
export const SAID_KEYS = Object.keys(SAID) as readonly SaidKey[];

const schema = z.strictObject({ ...SAID, pixels: partnerPixels }).partial();
/** What a brand is given in place of what its file says, whole values by their names; `pixels` stand beside the pack. */
export type PackChanges = z.infer<typeof schema>;

/** Changes, or what is wrong with them: `plan.monthly_minor: …`. */
export function readChanges(given: unknown): { ok: true; value: PackChanges } | { ok: false; why: string } {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [first] = parsed.error.issues;
  const place = first?.path.map(String).join(".");
  return { ok: false, why: `${place ? `${place}: ` : ""}${first?.message ?? "it cannot be read"}` };
}
