import type { Brand } from "./brand.ts";

export const tuppence: Brand = {
  partner_name: "tuppence",
  name: "Tuppence",
  product: "tuppence",
  hosts: [],
  theme: "theme1",
  has_extension: true,
  strap: {
    en: "Money back, in plain sight. We are paid by stores when you buy, and we pass the stated rate on to you.",
    es: "Dinero de vuelta, a la vista. Las tiendas nos pagan cuando compras y te pasamos la tasa indicada.",
  },
  support_email: "help@tuppence.example",
  zone: "America/New_York",
  plan: {
    trial_days: 14,
    trial_minor: 100,
    monthly_minor: 1199,
    currency: "USD",
    currency_symbol: "$",
    tiers: {
      plus: { trial_days: 14, trial_minor: 100, monthly_minor: 1999 },
      shipright: { trial_days: 14, trial_minor: 100, monthly_minor: 799 },
    },
  },
  coins_per_dollar: 1_000,
  payout_minimum_minor: 100,
  member_share_bps: 7_000,
  plus_share_bps: 9_000,
  legal: { terms: "default", privacy: "default", law: { en: "Delaware", es: "Delaware" } },
  logout_url: null,
  run_by: null,
  referral: { inviter_minor: 500, friend_minor: 500, min_order_minor: 2_500, window_days: 60, max_per_year: 20 },
  first_order: { amount_minor: 1_000, min_order_minor: 2_500, order_days: 60, gift_cards: null },
  promos: { flow1_minor: 500, flow5_minor: 1_000, claim_days: 30, min_order_minor: 2_500, order_days: 60 },
  offer: {
    prizes: [
      { amount_minor: 500, weight: 60 },
      { amount_minor: 1_000, weight: 30 },
      { amount_minor: 1_200, weight: 10 },
    ],
    countries: ["US"],
    open_until: null,
    landing: "/spl/spt/1",
  },
  sweepstakes: { prize_minor: 10_000, winners: 1 },
  upsell: { plus: "own", shipright: "own", hosts: [], callback: null },
  app: {
    scheme: "tuppence",
    ios_id: "6444000222",
    ios_url: "https://apps.apple.com/us/app/tuppence/id6444000222",
    android_package: "example.tuppence.app",
    android_url: "https://play.google.com/store/apps/details?id=example.tuppence.app",
  },
  extension: {
    ids: ["ihkcfpbnmeahlfgjbkdcaopelgmnfjtp"],
    stores: {
      chrome: "https://chromewebstore.google.com/detail/tuppence/ihkcfpbnmeahlfgjbkdcaopelgmnfjtp",
      firefox: "https://addons.mozilla.org/firefox/addon/tuppence/",
      edge: "https://microsoftedge.microsoft.com/addons/detail/tuppence/ihkcfpbnmeahlfgjbkdcaopelgmnfjtp",
    },
  },
};
