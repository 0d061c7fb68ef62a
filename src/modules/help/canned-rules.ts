/** Answers that are written once: what they may hold, and how they are filled in. Pure. */
import { done, type Outcome, refused } from "#platform/outcome";

export type CannedAnswer = { code: string; en: string; es: string; by: string; at: Date; retired_at: Date | null };
export type CannedRefusal =
  | "code_invalid"
  | "words_missing"
  | "words_long"
  | "placeholder_unknown"
  | "placeholders_differ"
  | "code_taken"
  | "unknown_canned";

const CODE = /^[a-z0-9][a-z0-9-]{1,39}$/;
const MAX_CHARACTERS = 3_000;
const PLACEHOLDERS = ["name", "number", "store"] as const;
const MARKS = /\{\{\s?(\w{0,30})\s?\}\}/g;

const placeholdersOf = (text: string): Set<string> => new Set([...text.matchAll(MARKS)].map((match) => match[1] ?? ""));

/** Both languages, because nobody knows in which the next writer writes. */
export function readCanned(given: { code: string; en: string; es: string }): Outcome<typeof given, CannedRefusal> {
  const read = { code: given.code.trim().toLowerCase(), en: given.en.trim(), es: given.es.trim() };
  if (!CODE.test(read.code)) return refused("code_invalid");
  if (read.en === "" || read.es === "") return refused("words_missing");
  if (read.en.length > MAX_CHARACTERS || read.es.length > MAX_CHARACTERS) return refused("words_long");
  const [en, es] = [placeholdersOf(read.en), placeholdersOf(read.es)];
  const known: ReadonlySet<string> = new Set(PLACEHOLDERS);
  if ([...en, ...es].some((name) => !known.has(name))) return refused("placeholder_unknown");
  if (en.size !== es.size || [...en].some((name) => !es.has(name))) return refused("placeholders_differ");
  return done(read);
}

/** Null when it names a store and the message names none. Whoever gave no name is greeted without one. */
export function fillCanned(
  { en, es }: Pick<CannedAnswer, "en" | "es">,
  about: { language: "en" | "es"; name: string; number: string; store: string | null },
): string | null {
  const text = about.language === "es" ? es : en;
  const named = placeholdersOf(text);
  if (named.has("store") && !about.store) return null;
  const values = new Map([
    ["name", about.name],
    ["number", about.number],
    ["store", about.store ?? ""],
  ]);
  const filled = about.name ? text : text.replace(/ ?\{\{\s?name\s?\}\}/g, "");
  return filled.replace(MARKS, (_, name: string) => values.get(name) ?? "");
}
