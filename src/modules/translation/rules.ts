/** What a Spanish text has to keep of its English one, and how texts that are missing stand. Pure. */

/** A text that was translated may be said better, and be taken back; one that was dismissed by mistake is translated. */
export const MISSING_TRANSITIONS = {
  open: ["translated", "dismissed"],
  translated: ["translated", "open"],
  dismissed: ["translated"],
} as const satisfies Record<string, readonly string[]>;
export type MissingState = keyof typeof MISSING_TRANSITIONS;

export const mayBecome = (from: MissingState, to: MissingState): boolean =>
  MISSING_TRANSITIONS[from].some((state) => state === to);

/** A text in Spanish; of one that counts also what is said of one and of millions. */
export type Forms = { spanish: string; one: string | null; many: string | null };

export const MAX_CHARACTERS = 2_000;
/** Each Spanish page brings them all along, so that together they stay small: what is more waits for a release. */
export const MAX_STANDING_CHARACTERS = 20_000;

const placesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name))].sort();
const listed = (places: readonly string[]) => places.map((name) => `{{${name}}}`).join(", ") || "none";

/** Texts are shown as they are written, so that markup would be read as such; what steers the direction of a line is no word. */
const MARKUP = /[<>]|&(?:[a-z]+|#\w+);/i;
const STEERS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether its words change with a number: then it has three forms. */
export const isCounting = (english: string, counting: ReadonlySet<string>): boolean =>
  counting.has(english) || english.includes("{{count}}");

/** The blanks at its ends belong to the text: sentences are put together of some. */
export const withEdges = (english: string, text: string): string =>
  english.slice(0, english.length - english.trimStart().length) + text.trim() + english.slice(english.trimEnd().length);

function formFault(english: string, text: string, name: string, mayOmit: readonly string[]): string | null {
  if (text.trim() === "") return `${name} has no words.`;
  if (text.length > MAX_CHARACTERS) return `${name} is longer than 2,000 characters.`;
  if (STEERS.test(text.trim())) return `${name} must be one line of plain characters.`;
  if (MARKUP.test(text)) return `${name} holds markup. Write plain words, without < and >.`;
  const [wanted, has] = [placesIn(english), placesIn(text)];
  const missing = wanted.filter((place) => !has.includes(place) && !mayOmit.includes(place));
  if (missing.length > 0 || has.some((place) => !wanted.includes(place)))
    return `${name} must have the same places as the English: ${listed(wanted)}. It has ${listed(has)}.`;
  if (/[{}]/.test(text.replace(/\{\{\w+\}\}/g, "")) && !/[{}]/.test(english.replace(/\{\{\w+\}\}/g, "")))
    return `${name} holds a brace that closes no place.`;
  return null;
}

/** Why it cannot be shown; null when it can. */
export function findFault(english: string, forms: Forms, counts: boolean): string | null {
  const { spanish, one, many } = forms;
  if (!counts && (one !== null || many !== null))
    return "The English counts nothing: leave the forms for one and for millions empty.";
  if (counts && (one === null || many === null))
    return "The English counts: it needs the forms for one and for millions too.";
  const faults = [
    formFault(english, spanish, "The Spanish", []),
    // The form for one may say the number as a word.
    one === null ? null : formFault(english, one, "The form for one", ["count"]),
    many === null ? null : formFault(english, many, "The form for millions", []),
  ];
  return faults.find((fault) => fault !== null) ?? null;
}

/** As the interface looks a text up. */
export const keysOf = (english: string, { spanish, one, many }: Forms): [string, string][] => [
  [english, spanish],
  ...(one === null || many === null
    ? []
    : ([
        [`${english}_one`, one],
        [`${english}_many`, many],
        [`${english}_other`, spanish],
      ] satisfies [string, string][])),
];

/** What it adds to each Spanish page. */
export const weightOf = (english: string, forms: Forms): number =>
  keysOf(english, forms).reduce((sum, [key, text]) => sum + key.length + text.length, 0);
