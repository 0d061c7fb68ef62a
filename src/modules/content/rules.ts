/** What an edition may hold, and which of them stands. */
import { type ContentFile, type ContentLanguage, type Kind, parseText, type Text } from "./read-content.ts";
import { fillIn, renderParts } from "./render-markdown.ts";
import { findToldFault } from "./told-rules.ts";

/** `draft`: nobody sees it · `published`: it stands from its minute on · `withdrawn`: what stood before stands again. */
export const EDITION_TRANSITIONS = {
  draft: ["published", "dropped"],
  published: ["withdrawn"],
  withdrawn: [],
  dropped: [],
} as const satisfies Record<string, readonly string[]>;
export type EditionState = keyof typeof EDITION_TRANSITIONS;

export const MAX_CHARACTERS = 20_000;

const linksOf = (body: string) => [...body.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, link]) => link).toSorted();
const factsIn = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].toSorted();

/** What the two languages do not agree about; empty when they say the same. */
export function differences(english: Text, spanish: Text): string[] {
  const parts = (text: Text) => renderParts(text.body).parts;
  const sides: Record<string, (text: Text) => readonly unknown[]> = {
    "the same parts with the same ids": (text) => parts(text).map(({ id }) => id),
    "the same needs of each part": (text) => parts(text).map(({ needs }) => needs),
    "the same links": (text) => linksOf(text.body),
    "the same facts": (text) => factsIn(text.body),
    "the same date": (text) => [text.date],
    "the same order": (text) => [text.order],
    "as many lines in short": (text) => [text.short.length],
    "a button each, or none": (text) => [text.button !== undefined],
    "the same address behind the button": (text) => [text.leads_to],
    "the same pages and the same word on whether it can be closed": (text) => [text.shown_on, text.dismissible],
  };
  return Object.entries(sides).flatMap(([what, side]) =>
    JSON.stringify(side(english)) === JSON.stringify(side(spanish)) ? [] : [what],
  );
}

const wordsOf = (text: Text) => [text.title, text.description, ...text.short, text.button ?? "", text.body];

type Around = {
  kind: Kind;
  /** Of each brand. */
  facts: readonly Readonly<Record<string, string>>[];
  /** Parts of other texts on the same page. */
  taken: ReadonlySet<string>;
  /** The text that this one adds its parts to, where there is one. */
  adds_to: string | undefined;
};

/** An edition's two texts, or why they cannot stand, as the operator reads it. */
export function readEdition(
  written: Record<ContentLanguage, string>,
  { kind, facts, taken, adds_to }: Around,
): { ok: true; texts: Record<ContentLanguage, Text> } | { ok: false; why: string } {
  try {
    const texts = {
      en: parseText(written.en, { kind, named: "English" }),
      es: parseText(written.es, { kind, named: "Spanish" }),
    };
    for (const [language, text] of Object.entries(texts)) {
      if (text.written.length > MAX_CHARACTERS)
        throw new Error(`${language}: at most ${MAX_CHARACTERS.toLocaleString("en")} characters`);
      if (text.partner !== undefined || text.country !== undefined)
        throw new Error("Partner and country are chosen beside the text, not in it");
      if (text.adds_to !== adds_to)
        throw new Error(adds_to ? `${language}: its head says adds_to: ${adds_to}` : "This text adds to no other");
      if (wordsOf(text).some((words) => /\$\s?\d/.test(words)))
        throw new Error("No text says a price of its own: the brand's facts do, such as {{monthly}}");
      if (kind !== "faq" && renderParts(text.body).parts.some(({ needs }) => needs))
        throw new Error(`${language}: only answers of the FAQ can need that somebody pays coins`);
      const fault = findToldFault(kind, text);
      if (fault) throw new Error(`${language}: ${fault}`);
      // Rendered as it will be: what a fact brings may make a link or markup of the words around it.
      for (const own of facts) {
        for (const words of wordsOf(text)) fillIn(words, own);
        renderParts(fillIn(text.body, own));
      }
    }
    const twice = renderParts(texts.en.body).parts.find(({ id }) => taken.has(id));
    if (twice) throw new Error(`Another text of this page has a part with the id ${twice.id}`);
    const [differs] = differences(texts.en, texts.es);
    if (differs) throw new Error(`English and Spanish need ${differs}`);
    return { ok: true, texts };
  } catch (error) {
    return { ok: false, why: `${error instanceof Error ? error.message : String(error)}.` };
  }
}

export type Published = {
  edition_id: string;
  kind: Kind;
  name: string;
  partner: string | null;
  country: string | null;
  live_at: Date;
  published_at: Date;
  /** When it is over; null: when it is taken back, or another takes its place. */
  until_at: Date | null;
};
/** The text that an edition is one of. */
export const placeOf = (one: {
  kind: Kind;
  name: string;
  partner?: string | null | undefined;
  country?: string | null | undefined;
}): string => [`${one.kind}:${one.name}`, ...[one.partner, one.country].flatMap((own) => own ?? [])].join(":");

/** Texts for a reader: of each name the one that is most their own, a partner's before a country's. */
export function fitting<One extends Pick<ContentFile, "name" | "partner" | "country">>(
  files: readonly One[],
  reader: { partner: string; country: string | null },
): One[] {
  const fits = files.filter(
    ({ partner, country }) =>
      (partner === undefined || partner === reader.partner) && (country === undefined || country === reader.country),
  );
  const rank = ({ partner, country }: One) => (partner ? 2 : 0) + (country ? 1 : 0);
  return fits.filter((file) => !fits.some((other) => other.name === file.name && rank(other) > rank(file)));
}

/** Whether parts of two texts stand on one page: answers do, and what adds to a legal text. */
export function sharePage(
  one: Pick<ContentFile, "kind" | "name" | "adds_to">,
  other: Pick<ContentFile, "kind" | "name" | "adds_to">,
): boolean {
  if (one.kind !== other.kind || one.name === other.name) return false;
  if (one.kind === "legal") return (one.adds_to ?? one.name) === (other.adds_to ?? other.name);
  return one.kind === "faq";
}

/** Of each text the edition that stands at an instant: the one with the latest minute, and of those the one published last. */
export function standing<Row extends Published>(rows: readonly Row[], at: Date): Map<string, Row> {
  const found = new Map<string, Row>();
  const rank = (row: Row) => [row.live_at.getTime(), row.published_at.getTime()] as const;
  for (const row of rows) {
    if (row.live_at > at || (row.until_at && row.until_at <= at)) continue;
    const other = found.get(placeOf(row));
    const [[live, published], [before, told]] = [rank(row), other ? rank(other) : [-1, -1]];
    if (live > before || (live === before && published > told)) found.set(placeOf(row), row);
  }
  return found;
}

/** What a new item of news is called: its day and the words of its English title. */
export const newsName = (text: Text): string =>
  `${text.date}-${text.title
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)}`;

export const isOfText = (file: Pick<ContentFile, "kind" | "name">, text: { kind: string; name: string }): boolean =>
  file.kind === text.kind && file.name === text.name;

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Regions that have a code and no readers of their own. */
const NO_COUNTRIES = new Set(["EU", "EZ", "UN", "QO", "ZZ"]);
/** As it is told of readers: not by a second or an older code, such as UK, under which nobody would ever read. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  COUNTRIES.of(code) !== undefined &&
  !NO_COUNTRIES.has(code) &&
  new Intl.Locale(`und-${code}`).region === code;
