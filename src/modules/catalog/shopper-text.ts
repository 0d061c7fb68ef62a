/** What of a network's text is for shoppers. Networks write to their partners in the same fields, and that is nobody else's. Pure. */
import { remember } from "#platform/remember";

/** Words of the trade between stores and those who send them shoppers. */
const TRADE =
  /\b(?:affiliates?|publishers?|commissions?|incenti[a-z]{1,8}|partner (?:programs?|programmes?)|program(?:me)? terms|deep ?links?|ppc|sem|pay[- ]per[- ]click|paid search|brand bidding|bid(?:ding)? on|trademark (?:terms|bidding)|epc|cookie (?:duration|period|length|window)|conversion rates?|media partners?|toolbars?|cash ?-?back (?:sites?|partners?|traffic)|loyalty (?:sites?|partners?|traffic)|coupon sites?|traffic (?:sources?|is|from)|promotional methods?|tracking link|sub-?ids?|join our program(?:me)?)\b/i;

/** A text without the sentences that are not for shoppers. */
export const forShoppers = remember((text) => {
  if (!TRADE.test(text)) return text;
  return text
    .split(/(?<=[.!?;])\s+/)
    .filter((sentence) => !TRADE.test(sentence))
    .join(" ")
    .trim();
});

/** What parts a title: a stroke with space around it, a bracket, or the end of a sentence. */
const PARTS = / [-–—|•] |[()[\]]|(?<=[.!?;]) /;

/** A title without the parts that are not for shoppers; null when nothing of it is. */
export function titleForShoppers(title: string): string | null {
  if (!TRADE.test(title)) return title;
  const left = title.split(PARTS).filter((part) => /\p{L}/u.test(part) && !TRADE.test(part));
  return left.length === 0 ? null : left.map((part) => part.trim()).join(" – ");
}

/** A network's own name for the rate that nothing else takes. */
const DEFAULT_RATE = /^(?:default|standard|base|basic)(?: (?:commission|rate)s?)?(?: groups?)?$/i;

/** What a rate is paid for, in words for shoppers: partners' ways to tell groups apart say nothing to them. */
export function rateNameForShoppers(name: string): string {
  if (DEFAULT_RATE.test(name.trim())) return "Everything else";
  return TRADE.test(name) ? "Some items" : name;
}
