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
