/**
 * What messages and banners may say: few plain words and one way on, on our own site. Nothing in them hurries anybody, and no price
 * or rate stands in them that the pages behind them might not keep.
 */
import type { Kind, Text } from "./read-content.ts";
import { renderParts } from "./render-markdown.ts";

/** What may end at a minute: texts that nobody misses then. */
const MAY_END: readonly Kind[] = ["messages", "banners"];
/** So long before, and for so long. */
export const MAX_AHEAD_DAYS = 366;
/** As it stands in an address: `/msg/spring-promo`. */
export const NAME = /^(?!new$)[a-z][a-z0-9-]{1,39}$/;

/** Why a text cannot be over when somebody says; null when it can. Who says nothing is told of banners alone, which must not be forgotten. */
export function findEndFault(kind: Kind, from: Date, until: Date | null): "until_wrong" | "until_missing" | null {
  if (!until) return kind === "banners" ? "until_missing" : null;
  const days = (until.getTime() - from.getTime()) / 86_400_000;
  return MAY_END.includes(kind) && days > 0 && days <= MAX_AHEAD_DAYS ? null : "until_wrong";
}

/** Characters of the words below the title. */
const MAX_CHARACTERS_OF = { messages: 400, banners: 140 };

/** A page of ours. Places that answer otherwise than with a page, that act at once or that open the console are none. */
const OUR_PAGE = /^\/(?!\/)[\w\-./~%?=&#]*$/;
const NO_PAGE =
  /^\/(api|go|hooks|assets|media|console|logout|auth|oauth|token|verify|pverify|confirm|msg|unsub|un)([/?#]|$)|\.(csv|xml|txt|pdf|json|data)([?#]|$)/i;
/** Words of an address that change the language or the partner of whoever follows it. */
const NO_QUERY = /[?&](lang|partner|debug)=/i;

/** What looks like nothing and changes how words are read: control and direction marks, spaces without width. */
const HIDDEN = /[^\P{C}\n]/u;
const PRICE = /\$\s?\d|\d\s?(dollars?|dólares|usd|cents?|centavos)(?!\p{L})/iu;
const RATE = /\d\s?%/;
const HURRY = [
  /\bhurry\b|\bact (now|fast)\b|last chance|final hours|running out|while supplies last|limited[- ]time|(don['’]t|do not) miss/i,
  /\bonly \d{1,6} left|\b\d{1,6} (minutes?|hours?|days?) (left|to go)|(ends|ending) (in|soon)|before it['’]?s (too late|gone)|\bnow or never\b/i,
  /date prisa|apres[uú]rate|[uú]ltim[ao]s? (oportunidad|horas|d[ií]as|minutos)|tiempo limitado|no te lo pierdas|ahora o nunca/i,
  /(solo|s[oó]lo) quedan|\bquedan? \d|(termina|acaba) (en \d|pronto)|hasta agotar|antes de que sea tarde|se (acaba|agota)/i,
];

/** As it is read: without marks of Markdown, and in the plain form of letters that only look otherwise. */
const asRead = (words: string): string =>
  words
    .normalize("NFKC")
    .replace(/[*_~`\\]/g, "")
    .replace(/\s+/g, " ");

function findLinkFault({ button, leads_to }: Text): string | null {
  if ((button === undefined) !== (leads_to === undefined)) return "A button needs leads_to, and leads_to a button";
  if (leads_to === undefined) return null;
  const isOurs = OUR_PAGE.test(leads_to) && !NO_PAGE.test(leads_to) && !leads_to.includes("..");
  return isOurs && !NO_QUERY.test(leads_to) ? null : "leads_to is the path of a page of our own site, such as /stores";
}

/** What is wrong with a message or a banner, as the operator reads it; null for nothing, and for every other kind. */
export function findToldFault(kind: Kind, text: Text): string | null {
  if (kind !== "messages" && kind !== "banners") return null;
  const body = text.body.trim();
  if (body === "" || body.length > MAX_CHARACTERS_OF[kind])
    return `It says something below its title, in at most ${MAX_CHARACTERS_OF[kind]} characters`;
  const words = asRead([text.title, body, text.button ?? ""].join("\n"));
  if (HIDDEN.test(text.written)) return "It holds characters that nobody sees";
  if (PRICE.test(words)) return "No message says a price of its own: the brand's facts do, such as {{monthly}}";
  if (RATE.test(words)) return "No message says a rate of its own: rates change, and stand at their stores";
  if (/[!¡]/.test(words)) return "We say it without exclamation marks";
  const hurried = HURRY.map((pattern) => pattern.exec(words)?.[0]).find(Boolean);
  if (hurried) return `Nobody is hurried here: say it without “${hurried.trim()}”`;
  if (kind === "banners" && /[\n*_~`\\[\]<>#|&]|https?:|www\./.test(body))
    return "A banner's words are one plain line, without marks and addresses";
  const { lead, parts } = renderParts(body);
  if (parts.length > 0 || /<(a|h\d|table|pre|hr)\b|&amp;#?\w+;/.test(lead))
    return "A message's words are plain paragraphs or a short list; where it leads is what its button says";
  return findLinkFault(text);
}
