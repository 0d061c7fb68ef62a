/**
 * Words in two languages. The English text is the key; Spanish stands in `es/<area>.json`, plural forms under
 * `<text>_one`. A Spanish text that is missing is shown in English and reported once through `POST /api/translation`
 * (SPEC §7). The form of keys and files is i18next's; why its code is not sent to browsers stands in
 * `docs/decisions/0004-words-without-a-library.md`.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import english from "./en.json";

export type Language = "en" | "es";
export type Translate = (english: string, values?: Record<string, string | number>) => string;

const translators = new Map<Language, Translate>();
const reported = new Set<string>();

/** Reported once a text and browser; the marker lives a minute (SPEC §9) so that a failing server is not asked again and again. */
function reportMissing(key: string) {
  if (typeof window === "undefined" || reported.has(key)) return;
  reported.add(key);
  setTimeout(() => reported.delete(key), 60_000);
  const body = JSON.stringify(key);
  // The specification says that failures are ignored: the reader has the English text already.
  fetch("/api/translation", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => {});
}

type Texts = Record<string, string>;

/** While a Spanish page is rendered on the server: the texts it used, which travel inside it. */
let recorded: Texts | null = null;
/** False in a browser that has only the texts of its first page so far. */
let whole = true;

function createTranslator(language: Language, texts: Texts): Translate {
  const plural = new Intl.PluralRules(language);
  return (key, values) => {
    const forms =
      typeof values?.count === "number" ? [`${key}_${plural.select(values.count)}`, `${key}_other`, key] : [key];
    const form = forms.find((candidate) => texts[candidate] !== undefined);
    const text = form === undefined ? key : (texts[form] ?? key);
    if (form === undefined && language === "es" && whole) reportMissing(key);
    if (form !== undefined && recorded) recorded[form] = text;
    return values ? text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place)) : text;
  };
}

/** Rendering is one synchronous step, so what is recorded between these two calls belongs to one page. */
export function startRecording() {
  recorded = {};
}
export function stopRecording(): Texts {
  const texts = recorded ?? {};
  recorded = null;
  return texts;
}

/** Both languages, for the server. */
export async function loadLanguages(): Promise<void> {
  translators.set("en", createTranslator("en", english));
  translators.set("es", createTranslator("es", (await import("./spanish.ts")).spanish));
}

/**
 * What a browser needs for its first render. English is the keys themselves; a Spanish page brings the texts that it
 * uses, and the file of all Spanish comes afterwards, so that it never competes with the first paint.
 */
export function startLanguage(language: Language): void {
  if (language === "en") {
    translators.set("en", createTranslator("en", english));
    return;
  }
  const texts: Texts = JSON.parse(document.getElementById(WORDS)?.textContent ?? "{}");
  whole = false;
  translators.set("es", createTranslator("es", texts));
  fetchRest = () =>
    import("./spanish.ts").then(({ spanish }) => {
      whole = true;
      translators.set("es", createTranslator("es", spanish));
      for (const hear of rest.listeners) hear();
    });
}

/** The element of a Spanish page that holds its texts. */
export const WORDS = "words";
let fetchRest: (() => Promise<void>) | null = null;
const rest = { asked: null as Promise<void> | null, listeners: new Set<() => void>() };

/** All texts of the language, for parts that come after the first page. A file that does not arrive is asked for again. */
export function loadAllTexts(): Promise<void> {
  if (!fetchRest) return Promise.resolve();
  rest.asked ??= fetchRest().catch(() => {
    rest.asked = null;
  });
  return rest.asked;
}

export function translator(language: Language): Translate {
  const found = translators.get(language);
  if (!found) throw new Error(`The texts of ${language} were not loaded before the first render.`);
  return found;
}

const TextContext = createContext<{ t: Translate; language: Language } | null>(null);

export function TextProvider({ language, children }: { language: Language; children: ReactNode }) {
  const [loaded, setLoaded] = useState(0);
  useEffect(() => {
    if (!fetchRest) return;
    const hear = () => setLoaded((times) => times + 1);
    rest.listeners.add(hear);
    const soon = typeof requestIdleCallback === "function" ? requestIdleCallback : setTimeout;
    soon(() => void loadAllTexts());
    return () => void rest.listeners.delete(hear);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` says that the translator was replaced.
  const value = useMemo(() => ({ t: translator(language), language }), [language, loaded]);
  return <TextContext value={value}>{children}</TextContext>;
}

function useTexts() {
  const value = useContext(TextContext);
  if (!value) throw new Error("A component with words must stand inside TextProvider.");
  return value;
}

export const useText = (): Translate => useTexts().t;
export const useLanguage = (): Language => useTexts().language;
