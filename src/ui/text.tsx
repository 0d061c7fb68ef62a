/**
 * Words in two languages. The English text is the key; Spanish stands in the `es.json` of whose screens say it, plural
 * forms under `<text>_one`. A Spanish text that is missing is shown in English and reported once through `POST /api/translation`
 * (SPEC §7). The form of keys and files is i18next's; why its code is not sent to browsers stands in
 * `docs/decisions/0004-words-without-a-library.md`.
 */
import { createContext, type ReactNode, startTransition, use, useContext, useEffect, useMemo, useState } from "react";
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
/** The `es.json` files of a page or part: `() => [import("./es.json")]`. */
export type SpanishFiles = () => Promise<{ default: Texts }>[];

/** On the server: what operators said of texts that the release has no Spanish of. The release's own always wins. */
let later: Readonly<Texts> = {};
export function sayLater(texts: Readonly<Texts>): void {
  later = texts;
}

/** While a Spanish page is rendered on the server: the texts it used, which travel inside it. */
let recorded: Texts | null = null;

/** Texts with places, taken apart once: words and names of places in turns. Operators' own texts come and go, so that it has an end. */
const taken = new Map<string, readonly string[]>();
const MAX_TAKEN = 5_000;
function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  let parts = taken.get(text);
  if (!parts) {
    parts = text.split(/\{\{(\w+)\}\}/);
    if (taken.size >= MAX_TAKEN) taken.clear();
    taken.set(text, parts);
  }
  let filled = "";
  for (let at = 0; at < parts.length; at += 1) {
    // The loop stays within the list.
    const part = parts[at] as string;
    filled += at % 2 ? (values[part] ?? `{{${part}}}`) : part;
  }
  return filled;
}

function createTranslator(language: Language, texts: Texts): Translate {
  const plural = new Intl.PluralRules(language);
  /** Under which key these texts hold it. Said thousands of times a page, so that nothing is made for the answer. */
  function formIn(held: Readonly<Texts>, key: string, count: string | number | undefined): string | undefined {
    if (typeof count === "number") {
      const form = `${key}_${plural.select(count)}`;
      if (held[form] !== undefined) return form;
      if (held[`${key}_other`] !== undefined) return `${key}_other`;
    }
    return held[key] === undefined ? undefined : key;
  }
  return (key, values) => {
    let held: Readonly<Texts> = texts;
    let form = formIn(held, key, values?.count);
    if (form === undefined && language === "es") {
      held = later;
      form = formIn(held, key, values?.count);
      if (form === undefined && nothingIsAway()) reportMissing(key);
    }
    const text = form === undefined ? key : (held[form] ?? key);
    if (form !== undefined && recorded) recorded[form] = text;
    return values ? fill(text, values) : text;
  };
}

/** Rendering is one synchronous step, so what is recorded between these two calls belongs to one page. */
export function startRecording() {
  recorded = {};
}
export function stopRecording(): Texts {
  // Those of operators lie in no file that a browser fetches: all go along, for the pages that are come to from this one.
  const texts = { ...later, ...recorded };
  recorded = null;
  return texts;
}

/** Both languages, for the server: it has the Spanish of all pages. */
export function startLanguages(spanish: Texts): void {
  translators.set("en", createTranslator("en", english));
  translators.set("es", createTranslator("es", spanish));
}

/** A Spanish page's browser: the texts that have come, what is wanted and not asked for, what is on its way. */
let spanish: Texts | null = null;
const wanted = new Set<SpanishFiles>();
const failed = new Set<SpanishFiles>();
let arriving: Promise<void> | null = null;
/** True once the first page has come alive: what is wanted from then on is asked for at once. */
let alive = false;
const listeners = new Set<() => void>();

const nothingIsAway = () => wanted.size === 0 && failed.size === 0 && !arriving;

/**
 * What a browser needs for its first render. English is the keys themselves; a Spanish page brings the texts that it
 * uses, and the files that it needs come afterwards, so that they never compete with the first paint.
 */
export function startLanguage(language: Language): void {
  if (language === "en") {
    translators.set("en", createTranslator("en", english));
    return;
  }
  spanish = JSON.parse(document.getElementById(WORDS)?.textContent ?? "{}") as Texts;
  needSpanish(() => [import("./es.json")]);
  translators.set("es", createTranslator("es", spanish));
}

/** The element of a Spanish page that holds its texts. */
export const WORDS = "words";

/**
 * Says which files hold the Spanish of a page, or of a part that is loaded on its own. Called when its module is
 * evaluated, so that whatever has been loaded is known to need its words. Readers of English load none.
 */
export function needSpanish(files: SpanishFiles): void {
  wanted.add(files);
  if (alive) void loadTexts();
}

/** Resolves when all words that are needed have come. A file that does not arrive is asked for again by the next page. */
export function loadTexts(): Promise<void> {
  if (!spanish) return Promise.resolve();
  if (wanted.size === 0) return arriving ?? Promise.resolve();
  const asked = [...wanted];
  wanted.clear();
  const mine: Promise<void> = Promise.all([arriving, ...asked.map(take)]).then(() => {
    if (arriving === mine) arriving = null;
    // Another function for the same words, so that whatever holds on to it is rendered anew.
    translators.set("es", createTranslator("es", spanish ?? {}));
    for (const hear of listeners) hear();
  });
  arriving = mine;
  return mine;
}

async function take(files: SpanishFiles): Promise<void> {
  try {
    for (const { default: texts } of await Promise.all(files().map(orByAnotherAddress)))
      Object.assign(spanish ?? {}, texts);
  } catch {
    failed.add(files);
  }
}

let times = 0;

/** Chromium keeps the failure of a module as long as the document lives and names its address; by another one it is asked for. */
async function orByAnotherAddress(file: Promise<{ default: Texts }>): Promise<{ default: Texts }> {
  try {
    return await file;
  } catch (failure) {
    const address = /https?:\S+\.js/.exec(String(failure))?.[0];
    if (!address) throw failure;
    times += 1;
    return import(/* @vite-ignore */ `${address}?again=${times}`);
  }
}

/** A part that is loaded on its own, with its words: for `lazy`. */
export async function withTexts<T>(part: Promise<T>): Promise<T> {
  const loaded = await part;
  await loadTexts();
  return loaded;
}

/** Holds a page that was come to until its words are there; React shows the page before it meanwhile. */
export function TextGate({ place, children }: { place: string; children: ReactNode }) {
  const [first] = useState(place);
  const left = place !== first;
  // The first page brought its words with it.
  if (left && spanish && (wanted.size > 0 || arriving)) use(loadTexts());
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked at every page that is come to.
  useEffect(() => {
    if (failed.size === 0) return;
    for (const files of failed) wanted.add(files);
    failed.clear();
    void loadTexts();
  }, [place]);
  return children;
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
    if (!spanish) return;
    const hear = () => startTransition(() => setLoaded((times) => times + 1));
    listeners.add(hear);
    const soon = typeof requestIdleCallback === "function" ? requestIdleCallback : setTimeout;
    soon(() => {
      alive = true;
      void loadTexts();
    });
    return () => void listeners.delete(hear);
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
