/** Texts of networks made plain: no markup, no control characters, a known greatest length. Pure. */
import { decodeHTMLStrict } from "entities/decode";

/** What stands for a character that cannot be: a numbered entity of none, or half of a pair. */
const NO_CHARACTER = /\ufffd/g;

/** Control characters and invisible signs: joiners, marks of writing direction, soft hyphens, byte-order marks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\ufff9-\ufffb]/gu;
const MAYBE_MARKUP = /[<&]/;
/** Printable ASCII without `<`, `>` and `&`: most texts, which need no more than their spaces put right. */
const PLAIN = /^[\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;

/** One line of plain text of at most `most` characters; cut at a word, with an ellipsis. */
export function cleanText(value: string | undefined | null, most: number): string {
  if (!value) return "";
  // Whatever the length that was sent, only as much is looked at as could be shown.
  let text = value.length > most * 8 ? value.slice(0, most * 8) : value;
  if (!PLAIN.test(text)) {
    // Twice, because markup often arrives escaped: `&lt;b&gt;` is markup too, and `&amp;eacute;` is a letter.
    for (let round = 0; round < 2 && MAYBE_MARKUP.test(text); round += 1)
      text = decodeHTMLStrict(stripTags(text)).replace(NO_CHARACTER, "");
    text = stripTags(text).replace(/\s+/g, " ").replace(INVISIBLE, "").toWellFormed();
  }
  text = text.replace(/\s+/g, " ").trim();
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > most * 0.6 ? cut.slice(0, end) : cut).trimEnd().toWellFormed()}…`;
}

/** Where a tag, a comment or a declaration begins; a `<` before anything else is text. */
const TAG_START = /^<\/?[a-z!?]/i;

/** The text without its tags, comments, scripts and styles, each one a space. Looks at no character twice over. */
function stripTags(text: string): string {
  if (!text.includes("<")) return text;
  // Only ASCII: other letters may change their length, and the places below must stay those of the text.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(from, at + 1))) {
    if (!TAG_START.test(text.slice(at, at + 3))) continue;
    kept.push(text.slice(from, at), " ");
    from = endOfMarkup(lower, at);
  }
  kept.push(text.slice(from));
  return kept.join("");
}

/** The place after the markup that begins at `at`. What has no end goes on to the end of the text. */
function endOfMarkup(lower: string, at: number): number {
  if (lower.startsWith("<!--", at)) return after(lower, "-->", at + 4);
  for (const name of ["script", "style"])
    if (lower.startsWith(name, at + 1) && !/[a-z0-9_]/.test(lower[at + 1 + name.length] ?? ""))
      return after(lower, ">", after(lower, `</${name}`, at));
  // A tag that another one interrupts ends where that one begins.
  for (let place = at + 1; place < lower.length; place += 1) {
    if (lower[place] === ">") return place + 1;
    if (lower[place] === "<") return place;
  }
  return lower.length;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** An address that may be linked to or fetched: http or https, no credentials, at most 2,000 characters; else null. */
export function cleanLink(value: string | undefined | null): string | null {
  const text = value?.trim();
  if (!text || text.length > 2_000 || !/^https?:\/\//i.test(text)) return null;
  try {
    const url = new URL(text);
    return url.username || url.password || !url.hostname ? null : url.href;
  } catch {
    return null;
  }
}

/** A bare GTIN of 8, 12, 13 or 14 figures with a right check digit, written as 14; null for anything else. */
export function cleanGtin(value: string | undefined | null): string | null {
  const digits = value?.replace(/[\s-]/g, "") ?? "";
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return null;
  const padded = digits.padStart(14, "0");
  if (/^0+$/.test(padded)) return null;
  let sum = 0;
  for (let index = 0; index < 13; index += 1) sum += (padded.charCodeAt(index) - 48) * (index % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10 === padded.charCodeAt(13) - 48 ? padded : null;
}
