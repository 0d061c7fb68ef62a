/** What of a callback says who somebody is: hidden from whoever may see what was paid and not to whom. Pure. */
export const HIDDEN = "•••";

/** Names of parameters behind which vendors send a person's place, device or mailbox, or the member by another name. */
const PERSONAL =
  /^(?:.*[_-])?(?:ip|ip_?address|gaid|idf[av]|aaid|adid|android_?id|advertising_?id|device(?:_?id)?|e?mail|user_?agent|ua|uid|user(?:_?id)?|sub_?id\d?|external_identifier|player_?id|ext_user_id)$/i;
/** A name with its value, in an address or in JSON. */
const PAIR = /(?<![\w.-])([\w.-]+)("?\s*[=:]\s*"?)([^&",}\s]*)/g;
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{1,4}(?::|%3a)){3,7}[0-9a-f]{0,4}\b/gi;
const WORD = /[^\s=&"]+/g;

/** `names`: by what this provider knows the member, and our own names of what they began. */
export function maskCallback(text: string, names: readonly (string | null)[]): string {
  let masked = text;
  for (const name of names.filter((one): one is string => one !== null && one.length >= 4))
    masked = masked.replaceAll(name, HIDDEN).replaceAll(encodeURIComponent(name), HIDDEN);
  return masked
    .replace(PAIR, (whole, name: string, between: string) =>
      PERSONAL.test(name) ? `${name}${between}${HIDDEN}` : whole,
    )
    .replace(ADDRESS, HIDDEN)
    .replace(WORD, (word) => (/@|%40/.test(word) ? HIDDEN : word));
}

/** The names of parameters alone, of a text that nobody vouches for. */
export const namesIn = (text: string): string[] => [...new Set([...text.matchAll(PAIR)].map(([, name]) => name ?? ""))];
