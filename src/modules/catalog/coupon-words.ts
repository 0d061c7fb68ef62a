/**
 * Coupons come in one language. What is written by a known pattern is understood and said by ourselves in the other one;
 * anything more than the pattern says stays in the network's words, marked as what it is. Pure.
 */
import type { Language } from "#platform/http";
import { remember } from "#platform/remember";
import { SEASONS, thingsInSpanish } from "./coupon-things.ts";

/** What a title says when it says nothing else. Amounts are as they were written, without the dollar sign. */
type Told = {
  kind: "percent" | "amount" | "shipping" | "up_to" | "half" | "reduced";
  value: string;
  over: string | null;
  who: "all" | "first" | "new" | "readers";
  /** What alone it is for and when, as it is said in Spanish; English titles alone tell it. */
  things: string | null;
  when: string | null;
};

const EN_OVER = String.raw`(?:,? (?:on |of |for |when you spend )?(?:all )?(?:orders )?(?:of |over |above )?\$(?<over>[\d,]+(?:\.\d\d)?)(?: or more|\+)?)?`;
const EN_ALL = `(?: (?:on )?(?:your |the |any |all )?(?:whole |entire )?(?:orders?|purchase)| (?:on )?everything| site-?wide| store-?wide)?`;
const EN_WHO = `(?<who> (?:for|on|off) (?:your )?(?:new (?:customers|members)|(?:our )?newsletter readers|first (?:order|purchase))| your first (?:order|purchase))?`;
const EN_THINGS = "(?: (?:all )?(?<things>[a-z][a-z'’éèêï&, -]{1,60}?))";
const EN_WHEN = "(?:,? (?<when>today(?: only)?|this week(?: only)?|in (?:spring|summer|fall|autumn|winter)))";
const EN_START = "(?:(?:take|get|save|enjoy|extra)(?: an)?(?: extra)? )?";
const ES_OVER = String.raw`(?: en (?:pedidos|compras) (?:de|desde|superiores a) (?:más de )?\$(?<over>[\d,]+(?:\.\d\d)?)(?: o más)?)?`;
const ES_ALL = "(?: en (?:todo|tu pedido|tu compra|todo el sitio))?";
const ES_WHO =
  "(?<who> (?:para|en) (?:nuevos clientes|clientes nuevos|tu primer (?:pedido|compra)|tu primera compra))?";

const PATTERNS: Record<Language, readonly [Told["kind"], RegExp][]> = {
  en: [
    ["percent", pattern(String.raw`${EN_START}(?<value>\d{1,2}(?:\.\d)?) ?% off${EN_WHO}${EN_ALL}${EN_OVER}`)],
    ["amount", pattern(String.raw`${EN_START}\$(?<value>[\d,]+(?:\.\d\d)?) off${EN_WHO}${EN_ALL}${EN_OVER}`)],
    ["shipping", pattern(`(?:get |enjoy )?free (?:standard )?(?:shipping|delivery)${EN_ALL}${EN_OVER}`)],
    ["percent", pattern(String.raw`${EN_START}(?<value>\d{1,2}(?:\.\d)?) ?% off${EN_WHEN}`)],
    ["percent", pattern(String.raw`${EN_START}(?<value>\d{1,2}(?:\.\d)?) ?% off${EN_THINGS}${EN_WHEN}?`)],
    ["amount", pattern(String.raw`${EN_START}\$(?<value>[\d,]+(?:\.\d\d)?) off${EN_WHEN}`)],
    ["amount", pattern(String.raw`${EN_START}\$(?<value>[\d,]+(?:\.\d\d)?) off${EN_THINGS}${EN_WHEN}?`)],
    ["half", pattern(`half price on everything${EN_WHEN}?`)],
    ["reduced", pattern(`${EN_THINGS.replace("(?: ", "(?:")} (?:reduced|on sale)${EN_WHEN}?`)],
    [
      "up_to",
      pattern(
        String.raw`(?:get |save )?up to (?<value>\d{1,2}) ?% off(?: (?:on )?(?:selected (?:lines|items|styles|products)|sale(?: items)?|clearance|everything))?`,
      ),
    ],
    ["up_to", pattern(String.raw`(?:get |save )?up to (?<value>\d{1,2}) ?% off${EN_THINGS}${EN_WHEN}?`)],
  ],
  es: [
    [
      "percent",
      pattern(String.raw`(?<value>\d{1,2}(?:\.\d)?) ?% (?:de )?(?:descuento|menos)${ES_WHO}${ES_ALL}${ES_OVER}`),
    ],
    [
      "amount",
      pattern(String.raw`\$(?<value>[\d,]+(?:\.\d\d)?) (?:de )?(?:descuento|menos)${ES_WHO}${ES_ALL}${ES_OVER}`),
    ],
    ["shipping", pattern(`env[ií]o (?:gratis|gratuito|est[aá]ndar gratis)${ES_ALL}${ES_OVER}`)],
    [
      "up_to",
      pattern(
        String.raw`hasta (?:un )?(?<value>\d{1,2}) ?% (?:de )?(?:descuento|menos)(?: en (?:productos|artículos) seleccionados)?`,
      ),
    ],
  ],
};

function pattern(source: string): RegExp {
  return new RegExp(`^${source}[.!]?$`, "i");
}

/** Longer titles are never patterns alone, and are not tried. */
const MAX_TITLE = 90;

function readPromise(title: string, language: Language): Told | null {
  if (title.length > MAX_TITLE) return null;
  for (const [kind, known] of PATTERNS[language]) {
    const groups = known.exec(title)?.groups;
    if (!groups) continue;
    const things = groups.things ? thingsInSpanish(groups.things) : null;
    if (groups.things && things === null) continue;
    const [value = "", over = null, when] = [groups.value, groups.over, groups.when];
    return { kind, value, over, who: whoIn(groups.who), things, when: when ? timeInSpanish(when, kind) : null };
  }
  return null;
}

function whoIn(text: string | undefined): Told["who"] {
  if (!text) return "all";
  if (/newsletter/i.test(text)) return "readers";
  return /new|nuevo/i.test(text) ? "new" : "first";
}

function timeInSpanish(text: string, kind: Told["kind"]): string {
  const time = text.toLowerCase();
  if (time.startsWith("in ")) return `en ${SEASONS[time.slice(3)]}`;
  if (time.startsWith("this week")) return time.endsWith("only") ? "solo esta semana" : "esta semana";
  return kind === "reduced" && !time.endsWith("only") ? "hoy" : "solo hoy";
}

const WRITTEN: Record<Language, (said: Told) => string> = {
  en: ({ kind, value, over, who }) => {
    const what = {
      percent: `${value}% off`,
      amount: `$${value} off`,
      shipping: "Free shipping",
      up_to: `Up to ${value}% off selected items`,
      half: "Half price",
      reduced: "Reduced",
    };
    const whose = {
      all: "",
      first: " your first order",
      new: " for new customers",
      readers: " for newsletter readers",
    };
    return `${what[kind]}${whose[who]}${over ? `${who === "all" ? (kind === "shipping" ? " on" : "") : ","} orders of $${over} or more` : ""}`;
  },
  es: ({ kind, value, over, who, things, when }) => {
    const what = {
      percent: `${value}\u00a0% de descuento`,
      amount: `$${value} de descuento`,
      shipping: "Envío gratis",
      up_to: `Hasta ${value}\u00a0% de descuento${things ? "" : " en productos seleccionados"}`,
      half: "Todo a mitad de precio",
      reduced: "Rebajas",
    };
    const whose = {
      all: "",
      first: " en tu primer pedido",
      new: " para clientes nuevos",
      readers: " para lectores del boletín",
    };
    const on = things ? ` en ${things}` : "";
    return `${what[kind]}${on}${whose[who]}${when ? ` ${when}` : ""}${over ? `${who === "all" ? "" : ","} en pedidos de $${over} o más` : ""}`;
  },
};

const SPANISH = /[ñ¿¡áéíóú]|\b(?:descuento|env[ií]o|gratis|compras?|pedidos?|para|tus?|de la|en todo)\b/gi;
const ENGLISH = /\b(?:off|free|shipping|your|orders?|the|with|on|and|for|save|get|sale|code)\b/gi;

/** Networks do not say which language a text is in. What cannot be told is taken for English, which nearly all write. */
export function languageOf(text: string): Language {
  // Nearly all have no Spanish word, and nothing needs to be counted.
  if (text.search(SPANISH) < 0) return "en";
  return (text.match(SPANISH)?.length ?? 0) > (text.match(ENGLISH)?.length ?? 0) ? "es" : "en";
}

const other = (language: Language): Language => (language === "en" ? "es" : "en");

type OtherTitle = { readonly language: Language; readonly other: string | null };

/** The title in the language that it was not written in, as it was told or is understood; null when it says more than we understand. */
export function titleInOther(title: string, inSpanish: string | null = null): OtherTitle {
  return inSpanish === null ? understood(title) : { language: "en", other: inSpanish };
}

/** Titles that `feeds/read-offer.ts` writes itself. */
const OWN_TITLES: Readonly<Record<string, string>> = { Offer: "Oferta", "Free gift": "Regalo gratis" };

const understood = remember((title): OtherTitle => {
  const own = OWN_TITLES[title];
  if (own) return { language: "en", other: own };
  const language = languageOf(title);
  const said = readPromise(title.trim(), language);
  return { language, other: said && WRITTEN[other(language)](said) };
});

/** Conditions as `feeds/read-offer.ts` finds them. */
const CONDITIONS_ES: Record<string, string> = {
  "First order only": "Solo el primer pedido",
  "New customers only": "Solo clientes nuevos",
  "Students only": "Solo estudiantes",
  "Military only": "Solo militares",
  "Health and rescue workers only": "Solo personal de salud y rescate",
  "Teachers only": "Solo docentes",
  "Seniors only": "Solo adultos mayores",
  "Newsletter readers only": "Solo lectores del boletín",
  "In the app only": "Solo en la aplicación",
};

export const conditionInSpanish = (condition: string | null): string | null =>
  condition === null ? null : (CONDITIONS_ES[condition] ?? condition);

type Said = string | ((found: readonly string[]) => string | null);
const TERMS_ES: readonly [RegExp, Said][] = [
  [
    /^Orders (?:of|over) \$([\d,.]+?)(?: or more)?( before tax and shipping)?\.$/i,
    ([, amount, before]) => `Pedidos de $${amount} o más${before ? ", antes de impuestos y envío" : ""}.`,
  ],
  [/^One (?:code|coupon) (?:an?|per) order\.$/i, "Un código por pedido."],
  [/^(?:Not (?:valid )?on|Excludes) gift cards\.$/i, "No vale para tarjetas de regalo."],
  [
    /^Cannot be combined with (?:any )?other (?:offers|codes|promotions)\.$/i,
    "No se puede combinar con otras ofertas.",
  ],
  [/^While (?:supplies|stocks?) lasts?\.$/i, "Hasta agotar existencias."],
  [/^Online only\.$/i, "Solo en línea."],
  [
    /^(?:Valid only|Only valid|Only) on ([^.]{2,200})\.$/i,
    ([, things = ""]) => {
      const said = thingsInSpanish(things);
      return said && `Solo en ${said}.`;
    },
  ],
  ...Object.entries(CONDITIONS_ES).map(([en, es]): [RegExp, Said] => [new RegExp(`^${en}\\.$`, "i"), `${es}.`]),
];

/** How the first sentence of terms that are understood begins; all others are told apart by it, without being taken apart. */
const TERMS_BEGIN = /^(?:Orders|One|Not|Excludes|Cannot|While|Online|Only|Valid|\w+(?: \w+){0,4} only\.)/i;

/** Terms sentence by sentence; null as soon as one of them is not understood, because half a condition is none. */
export function termsInSpanish(text: string): string | null {
  if (text.length > 400 || !TERMS_BEGIN.test(text)) return null;
  const said = text.split(/(?<=\.)\s+/).map(sentenceInSpanish);
  return said.includes(null) ? null : said.join(" ");
}

function sentenceInSpanish(sentence: string): string | null {
  for (const [form, said] of TERMS_ES) {
    const found = form.exec(sentence);
    if (found) return typeof said === "string" ? said : said(found);
  }
  return null;
}
