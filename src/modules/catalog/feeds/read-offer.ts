/** Coupons of any network, checked; what the texts say of discount, condition and minimum. Pure. */
import { parseMajor, showUsd } from "#platform/money";
import { cleanLink, cleanText } from "../clean-text.ts";
import { endOfDay, isDay } from "../days.ts";
import { titleForShoppers } from "../shopper-text.ts";
import { type Discount, type OfferRow, type Reject, sampleOf } from "./feed.types.ts";

export type RawOffer = {
  id: string;
  programme_id: string;
  advertiser_id: string;
  code: string;
  title: string;
  description: string;
  restriction: string;
  free_shipping: boolean;
  starts: string;
  ends: string;
  tracking_link: string;
};

export function readOffer(raw: RawOffer): OfferRow | Reject {
  const reject = (reason: string): Reject => ({
    external_id: raw.id.slice(0, 200) || null,
    reason,
    sample: sampleOf(raw),
  });
  if (!/^\S{1,100}$/.test(raw.id)) return reject("no id");
  if (!/^\S{1,64}$/.test(raw.programme_id || raw.advertiser_id)) return reject("no program");
  const told = cleanText(raw.title, 160);
  if (!told) return reject("no title");
  const code = cleanText(raw.code, 200);
  if (code.length > 60) return reject("the code is longer than 60 characters");
  const starts_at = readDate(raw.starts);
  const ends = raw.ends.trim();
  const ends_at = readDate(isDay(ends) ? endOfDay(ends) : ends);
  if (raw.starts.trim() && !starts_at) return reject("the start is not a date");
  if (ends && !ends_at && !isForever(ends)) return reject("the end is not a date");
  if (starts_at && ends_at && ends_at <= starts_at) return reject("it ends before it starts");
  const tracking_link = cleanLink(raw.tracking_link);
  const description = withoutTitle(cleanText(raw.description, 1_000), told);
  const restriction = cleanText(raw.restriction, 1_000);
  const texts = `${told}. ${description}. ${restriction}`;
  const discount: Discount = raw.free_shipping ? { kind: "shipping" } : discountIn(told);
  return {
    network_offer_id: raw.id,
    network_programme_id: raw.programme_id || null,
    network_advertiser_id: raw.programme_id ? null : raw.advertiser_id,
    // Some networks write "none needed" where the code goes.
    code: /^(n\/?a|none|no code.*|not (needed|required).*|see site|-+)?$/i.test(code) ? null : code,
    title: titleForShoppers(told) ?? wordsOf(discount),
    description: description || restriction,
    discount,
    condition: readCondition(texts),
    minimum_minor: minimumIn(texts),
    starts_at,
    ends_at,
    tracking_link,
    notes:
      raw.tracking_link.trim() && !tracking_link
        ? ["the coupon's link is not a web address; it leads to the store"]
        : [],
  };
}

/** Some networks write the title once more before the terms. A title that goes on ("15% off clothes for new customers") is none. */
function withoutTitle(description: string, title: string): string {
  if (!description.toLowerCase().startsWith(title.toLowerCase())) return description;
  const rest = description.slice(title.length);
  const ended = /^(?:\s*[.!:;|–—]+(?:\s+|$)|\s+-\s+|$)/.exec(rest)?.[0] ?? (/[.!]$/.test(title) ? "" : null);
  return ended === null ? description : rest.slice(ended.length).trim();
}

/** What a discount says by itself, where its title says nothing to shoppers. */
function wordsOf(discount: Discount): string {
  if (discount.kind === "percent") return `${discount.bps / 100}% off`;
  if (discount.kind === "amount") return `${showUsd(discount.minor).replace(/\.00$/, "")} off`;
  return { shipping: "Free shipping", gift: "Free gift", other: "Offer" }[discount.kind];
}

const positive = (minor: bigint | null) => (minor !== null && minor > 0n ? minor : null);

/** Years after this are a network's way to say that something does not end. */
const FOREVER = 2_100;

/** ISO, or `2026-10-01 00:00:00.0` as CJ writes it; instants without a zone are UTC. Null for what is no date of our time. */
export function readDate(text: string): Date | null {
  const date = anyDate(text);
  return date && date.getUTCFullYear() >= 2000 && date.getUTCFullYear() <= FOREVER ? date : null;
}

function anyDate(text: string): Date | null {
  const bare = text.length > 60 ? "" : text.trim();
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?)? {0,2}(Z|[+-]\d{2}:?\d{2})?$/.exec(
      bare,
    );
  if (!match) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", zone = "Z"] = match;
  const offset = zone === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Whether a date is so far away that it stands for none, as `9999-12-31` does. */
const isForever = (text: string): boolean => (anyDate(text)?.getUTCFullYear() ?? 0) > FOREVER;

/** What a title promises. "Up to 30 %" promises no figure, so it counts as none. */
export function discountIn(title: string): Discount {
  if (/\bup to\b/i.test(title)) return { kind: "other" };
  const percent =
    /(\d{1,3})(?:\.(\d))?\s?%\s*(?:off|discount|rabatt|de descuento)/i.exec(title) ??
    /(?:save|extra|take)\s+(\d{1,3})(?:\.(\d))?\s?%/i.exec(title);
  if (percent) {
    const bps = Number(percent[1]) * 100 + Number(percent[2] ?? 0) * 10;
    if (bps > 0 && bps <= 10_000) return { kind: "percent", bps };
  }
  const amount =
    /\$\s?((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)\s*(?:off|discount)/i.exec(title) ??
    /save\s+\$\s?((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)/i.exec(title);
  const minor = amount ? positive(parseMajor(amount[1])) : null;
  if (minor) return { kind: "amount", minor };
  if (/half price/i.test(title)) return { kind: "percent", bps: 5_000 };
  if (/free (shipping|delivery|postage)/i.test(title)) return { kind: "shipping" };
  if (/free gift|gift with/i.test(title)) return { kind: "gift" };
  return { kind: "other" };
}

const CONDITIONS: readonly [RegExp, string][] = [
  [/\bfirst (order|purchase)\b/i, "First order only"],
  [/\bnew (customers?|members?|users?)\b/i, "New customers only"],
  [/\bstudents?\b/i, "Students only"],
  [/\b(military|veterans?)\b/i, "Military only"],
  [/\b(nurses?|healthcare|first responders?)\b/i, "Health and rescue workers only"],
  [/\b(teachers?|educators?)\b/i, "Teachers only"],
  [/\b(seniors?)\b/i, "Seniors only"],
  [/\b(newsletter|e-?mail sign-?up|subscribers?)\b/i, "Newsletter readers only"],
  [/\bin (the|our) app\b|\bapp[- ](only|exclusive)\b/i, "In the app only"],
];

function readCondition(texts: string): string | null {
  return CONDITIONS.find(([pattern]) => pattern.test(texts))?.[1] ?? null;
}

function minimumIn(texts: string): bigint | null {
  const match =
    /(?:orders? (?:of|over|above)|over|off|spend|minimum(?: of)?)\s*\$\s?((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)(?:\s*(?:or more|\+|minimum))?/i.exec(
      texts,
    );
  return match ? positive(parseMajor(match[1])) : null;
}
