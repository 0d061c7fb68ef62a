import { DAY_MS } from "../clock.ts";
import { choose, hash, pick } from "./hash.ts";
import type { Programme, Programmes } from "./programmes.ts";

export interface Coupon {
  id: string;
  network: string;
  programme: Programme;
  code: string | null;
  title: string;
  terms: string;
  kind: "percent" | "amount" | "shipping" | "sale";
  /** Whole percent, or cents. */
  value: number;
  minimumMinor: number;
  /** Item categories the code is limited to; empty = all. */
  categories: string[];
  /** `stale` is announced by the network but refused by the shop, as happens in life. */
  behaviour: "works" | "stale" | "unknown" | "ended";
  /** Length of one run in days: dates are reckoned from the clock, so a feed always has coupons that still run. */
  cycleDays: number;
}

export interface Coupons {
  list(network: string): readonly Coupon[];
  of(programme: Programme): readonly Coupon[];
}

/** Start and end of the run that the coupon is in (or, for an ended one, of its last run). */
export function couponDates(coupon: Coupon, nowMs: number): { startMs: number; endMs: number } {
  const day = Math.floor(nowMs / DAY_MS);
  const shift = hash(`shift:${coupon.id}`) % coupon.cycleDays;
  const run = Math.floor((day + shift) / coupon.cycleDays);
  const first = run * coupon.cycleDays - shift - (coupon.behaviour === "ended" ? coupon.cycleDays : 0);
  return { startMs: first * DAY_MS, endMs: (first + coupon.cycleDays) * DAY_MS - 1000 };
}

type Draft = Pick<Coupon, "code" | "title" | "kind" | "value" | "minimumMinor" | "categories" | "behaviour">;

function draft(
  code: string | null,
  kind: Coupon["kind"],
  value: number,
  title: string,
  more: Partial<Pick<Draft, "minimumMinor" | "categories" | "behaviour">> = {},
): Draft {
  return { code, kind, value, title, minimumMinor: 0, categories: [], behaviour: "works", ...more };
}

const SHOP_COUPONS: Record<string, Draft[]> = {
  "marlow-finch": [
    draft("FINCH10", "percent", 10, "10% off your whole order"),
    draft("MARLOW25", "amount", 2500, "$25 off orders of $250 or more", { minimumMinor: 25_000 }),
    draft("GPU40", "amount", 4000, "$40 off graphics cards", { categories: ["Graphics Cards"] }),
    draft("SHIPFREE", "shipping", 0, "Free shipping"),
    draft("TYPE15", "percent", 15, "15% off keyboards and mice", { categories: ["Keyboards", "Mice"] }),
    draft("BUILD20", "percent", 20, "20% off everything", { behaviour: "stale" }),
    draft("WELCOME5", "amount", 500, "$5 off for new customers", { behaviour: "unknown" }),
    draft("AUTUMN12", "percent", 12, "12% off in autumn", { behaviour: "ended" }),
    draft(null, "sale", 0, "Monitors reduced this week", { categories: ["Monitors"] }),
  ],
  brightpenny: [
    draft("PENNY5", "percent", 5, "5% off everything"),
    draft("BRIGHT15", "amount", 1500, "$15 off orders of $150 or more", { minimumMinor: 15_000 }),
    draft("DRIVE8", "percent", 8, "8% off drives", { categories: ["Internal Drives", "External Drives"] }),
    draft("POSTFREE", "shipping", 0, "Free shipping on orders of $50 or more", { minimumMinor: 5000 }),
    draft("PENNY30", "percent", 30, "30% off today only", { behaviour: "stale" }),
    draft("HELLOPENNY", "amount", 1000, "$10 off your first order", { behaviour: "unknown" }),
    draft("SPRINGPENNY", "percent", 10, "10% off in spring", { behaviour: "ended" }),
  ],
  "otter-lane": [
    draft("OTTER15", "percent", 15, "15% off clothes", {
      categories: ["Tops", "Bottoms", "Dresses", "Sweaters & Hoodies"],
    }),
    draft("LANE20", "amount", 2000, "$20 off orders of $100 or more", { minimumMinor: 10_000 }),
    draft("PANTRY10", "percent", 10, "10% off the pantry", { categories: ["Sauces & Pantry"] }),
    draft("OTTERSHIP", "shipping", 0, "Free shipping"),
    draft("OTTER50", "percent", 50, "Half price on everything", { behaviour: "stale" }),
    draft("RIVER10", "percent", 10, "10% off for newsletter readers", { behaviour: "unknown" }),
    draft("SUMMERLANE", "percent", 12, "12% off in summer", { behaviour: "ended" }),
    draft(null, "sale", 0, "Up to 30% off winter sweaters", { categories: ["Sweaters & Hoodies"] }),
  ],
};

const WORDS = ["SAVE", "HELLO", "EXTRA", "FRESH", "BONUS", "TREAT", "SMILE", "LUCKY"] as const;

/** Stores that everybody looks for announce coupons more often than the rest. */
const TALKATIVE = new Set(
  "walmart target ebay best-buy the-home-depot lowes nike macys kohls wayfair chewy sephora ulta-beauty adidas gap old-navy dominos samsung expedia petsmart michaels".split(
    " ",
  ),
);
/** What they sell comes in no parcel, so that nobody offers to send it for nothing. */
const NO_PARCELS = new Set([
  ...["restaurants", "travel-hotels", "car-rental", "mobile-internet", "streaming-media", "software-apps"],
  ...["services", "education", "fuel", "food-delivery", "entertainment-tickets", "transport", "shipping", "fitness"],
]);

function madeUp(programme: Programme, n: number): Draft {
  const key = `${programme.merchant.internal_name}:${n}`;
  const roll = hash(`kind:${key}`) % 10;
  const word = choose(`word:${key}`, WORDS);
  const outcome = hash(`outcome:${key}`) % 10;
  const behaviour = outcome < 7 ? "works" : outcome === 7 ? "stale" : outcome === 8 ? "unknown" : "ended";
  if (roll < 4) {
    const percent = choose(`percent:${key}`, [5, 10, 12, 15, 20, 25] as const);
    return draft(`${word}${percent}`, "percent", percent, `${percent}% off your order`, { behaviour });
  }
  if (roll < 7) {
    const off = choose(`off:${key}`, [5, 10, 15, 20, 30] as const);
    const minimum = off * choose(`min:${key}`, [4, 5, 8] as const);
    return draft(`${word}${off}OFF`, "amount", off * 100, `$${off} off $${minimum} or more`, {
      minimumMinor: minimum * 100,
      behaviour,
    });
  }
  if (roll < 9 && !NO_PARCELS.has(programme.merchant.category))
    return draft(`${word}SHIP`, "shipping", 0, "Free shipping on your order", { behaviour });
  const percent = choose(`sale:${key}`, [20, 30, 40, 50] as const);
  return draft(null, "sale", percent, `Up to ${percent}% off selected lines`, {
    behaviour: behaviour === "ended" ? "ended" : "works",
  });
}

function termsOf(it: Draft): string {
  const parts: string[] = [];
  if (it.minimumMinor > 0)
    parts.push(`Orders of $${(it.minimumMinor / 100).toFixed(2)} or more before tax and shipping.`);
  if (it.categories.length > 0) parts.push(`Only on ${it.categories.join(", ")}.`);
  parts.push("One code an order. Not on gift cards.");
  return parts.join(" ");
}

export function buildCoupons(programmes: Programmes): Coupons {
  const lists = new Map<string, Coupon[]>();
  const owned = new Map<string, Coupon[]>();
  for (const network of programmes.networks) {
    const all: Coupon[] = [];
    lists.set(network, all);
    for (const programme of programmes.list(network)) {
      const name = programme.merchant.internal_name;
      const count = TALKATIVE.has(name)
        ? pick(`count:${name}`, 2, 4)
        : hash(`coupons:${name}`) % 9 === 0
          ? pick(`count:${name}`, 1, 3)
          : 0;
      const drafts = programme.shop
        ? (SHOP_COUPONS[programme.shop.slug] ?? [])
        : Array.from({ length: count }, (_, n) => madeUp(programme, n));
      const mine = drafts.map((it, n): Coupon => {
        const id = `${Number(programme.id) * 10 + n}`;
        return { ...it, id, network, programme, terms: termsOf(it), cycleDays: pick(`cycle:${name}:${n}`, 25, 70) };
      });
      all.push(...mine);
      owned.set(name, mine);
    }
  }
  return {
    list: (network) => lists.get(network) ?? [],
    of: (programme) => owned.get(programme.merchant.internal_name) ?? [],
  };
}
