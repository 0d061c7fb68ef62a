/** Shops that only are checkouts, each of another make. Their goods are one parcel, and their tills know a few codes. */

/** What a till does with a code. `fee`: it takes as much more for sending; `bait`: it takes it back when the code comes again. */
export interface Rule {
  percent?: number;
  amount?: number;
  shipping?: boolean;
  fee?: number;
  bait?: boolean;
  refuse?: "ended" | "unknown" | "items" | "minimum";
}

export interface CheckoutShop {
  slug: string;
  name: string;
  domain: string;
  locale: string;
  currency: string;
  /** Hundredths of the currency. */
  goods: number;
  shipping: number;
  /** In use when somebody comes for the first time. */
  own?: string;
  /** How long its till thinks about a code. */
  slow_ms?: number;
  codes: Readonly<Record<string, Rule>>;
}

function shop(
  name: string,
  codes: Record<string, Rule>,
  more: Partial<Pick<CheckoutShop, "locale" | "currency" | "goods" | "shipping" | "own" | "slow_ms">> = {},
): CheckoutShop {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  return {
    ...{ slug, name, domain: `${slug.replaceAll("-", "")}.example` },
    ...{ locale: "en-US", currency: "USD", goods: 13_000, shipping: 795 },
    ...more,
    codes,
  };
}

export const CHECKOUT_SHOPS = {
  /** As Shopify's checkouts are. */
  harborTea: shop("Harbor Tea", {
    HARBOR10: { percent: 10 },
    TEATIME: { refuse: "ended" },
    OLDTEA: { refuse: "ended" },
    LEAF20: { percent: 20 },
  }),
  /** As WooCommerce's: one form around the whole cart, a new page for each answer. */
  clayKiln: shop("Clay Kiln", {
    KILN5: { amount: 500 },
    CLAY15: { percent: 15 },
    GLAZE: { refuse: "items" },
    SLIP: { refuse: "items" },
  }),
  /** As Magento's: the code stays locked in its field, and the shopper came with one. */
  brassBolt: shop(
    "Brass Bolt",
    { PROMISE25: { percent: 25 }, BOLT10: { percent: 10 }, BRASS5: { amount: 500 } },
    { own: "PROMISE25" },
  ),
  /** As BigCommerce's: folded away, shared with gift certificates. What it said goes at the press, long before its till answers. */
  northPantry: shop(
    "North Pantry",
    { PANTRY12: { percent: 12 }, FREESHIP: { shipping: true }, JAM: { refuse: "unknown" } },
    { slow_ms: 1_500 },
  ),
  /** As Salesforce's: asks again before it takes a code away. */
  velvetRow: shop("Velvet Row", {
    VELVET10: { percent: 10 },
    ROW30: { amount: 3_000 },
    SILK: { refuse: "minimum" },
    SATIN: { refuse: "minimum" },
    LACE: { refuse: "minimum" },
  }),
  /** As PrestaShop's, with commas and euros. */
  lumenAtelier: shop(
    "Lumen Atelier",
    { LUMEN10: { percent: 10 }, LAMPE: { refuse: "unknown" }, LUSTRE: { refuse: "unknown" }, ECLAT8: { amount: 800 } },
    { locale: "fr-FR", currency: "EUR", goods: 124_990, shipping: 690 },
  ),
  /** One page that draws itself, with a field that its program controls. */
  fernFold: shop("Fern Fold", {
    FERN15: { percent: 15 },
    FOLD5: { amount: 500 },
    MOSS: { refuse: "unknown" },
    BOG: { refuse: "unknown" },
  }),
  /** The code's field stands in a frame, the total around it. */
  quillHouse: shop("Quill House", { QUILL10: { percent: 10 }, INK: { refuse: "ended" }, BLOT: { refuse: "ended" } }),
  /** Everything in shadow roots of elements of its own. */
  opalStudio: shop("Opal Studio", { OPAL20: { percent: 20 }, STUDIO5: { amount: 500 }, PRISM: { refuse: "items" } }),
  /** From right to left, in Arabic, with its digits. */
  darOud: shop(
    "Dar Oud",
    { OUD15: { percent: 15 }, DAR5: { amount: 500 }, MISK: { refuse: "unknown" } },
    { locale: "ar-AE-u-nu-arab", currency: "AED", goods: 43_000, shipping: 2_500 },
  ),
  /** Answers late, and reckons later still. */
  slowTide: shop("Slow Tide", { TIDE10: { percent: 10 }, WAVE: { refuse: "unknown" } }, { slow_ms: 2_000 }),
  /** Says of every code that it saves, and hopes that an order goes off. */
  grandBazaar: shop("Grand Bazaar", {
    BAIT40: { percent: 40, bait: true },
    LIE50: {},
    FEE15: { percent: 15, fee: 2_500 },
    REAL5: { amount: 500 },
  }),
  /** Wants to know after the first code whether a person is there. */
  gateHouse: shop("Gate House", { GATE10: { percent: 10 }, HOUSE20: { percent: 20 }, LOCK5: { amount: 500 } }),
  /** Sends who tries a second code to its sign-in. */
  wanderOut: shop("Wander Out", { WANDER10: { percent: 10 }, OUT15: { percent: 15 }, ROAM5: { amount: 500 } }),
  /** In Spanish, and the shopper's own code is better than any. */
  casaNopal: shop(
    "Casa Nopal",
    { VECINA30: { percent: 30 }, NOPAL10: { percent: 10 }, TUNA: { refuse: "ended" } },
    { locale: "es-MX", currency: "MXN", goods: 189_900, shipping: 9_900, own: "VECINA30" },
  ),
  /** Nothing on it says what it is: only who was told knows its field. */
  plainLedger: shop("Plain Ledger", { LEDGER10: { percent: 10 }, LINE5: { amount: 500 } }),
} as const satisfies Record<string, CheckoutShop>;

export type CheckoutName = keyof typeof CHECKOUT_SHOPS;
export const checkoutBySlug = (slug: string): [CheckoutName, CheckoutShop] | undefined =>
  (Object.entries(CHECKOUT_SHOPS) as [CheckoutName, CheckoutShop][]).find(([, one]) => one.slug === slug);
