/** Every text that a screen shows through `t` has its Spanish, in a file that comes with every page and part that shows it. */
import { describe, expect, it } from "vitest";
import { METHODS } from "../../src/modules/payouts/rules.ts";
import english from "../../src/ui/en.json";
import { entries, screensOf, spanishOf, texts } from "../support/screen-texts.ts";
import { spanishFiles } from "../support/words.ts";
import { within } from "../tidy/files.ts";

const spanish: Record<string, string> = Object.assign({}, ...spanishFiles.map(({ texts: own }) => own));

/** Words that are the same in both languages: names, units, and words that Spanish shares. */
const SAME = new Set([
  "Android",
  "Australia",
  "CVV",
  "Cookies",
  "Hotel",
  "No",
  "PayPal",
  "Plus {{rate}}",
  "Streaming",
  "Total",
  "Venmo",
  "iPhone",
]);

const placesIn = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]))].sort();
const FORM = /_(one|many|other)$/;

describe("Spanish", () => {
  it("is looked for in all texts of the interface", () => {
    expect(texts.length).toBeGreaterThan(400);
    // One of each kind: a literal, a choice, a table in the file, a table in a file beside it, a plural.
    const keys = new Set(texts.map((text) => text.key));
    for (const key of ["Skip to content", "Copied", "Vulnerability disclosure", "{{count}} results"])
      expect(keys, key).toContain(key);
  });

  it("has every text", () => {
    const missing = texts.filter(({ key, plural }) =>
      plural ? !spanish[`${key}_other`] && !spanish[key] : !spanish[key],
    );
    expect([...new Set(missing.map(({ key, where }) => `${where}: ${key}`))]).toEqual([]);
  });

  it("comes with every page and every part that shows it", () => {
    const filesOf = new Map(spanishFiles.map(({ file, texts: own }) => [file, own]));
    // What every Spanish page has: the design system's own words, and the shell's.
    const always = ["src/ui/es.json", ...spanishOf("src/root.tsx")];
    expect(entries.length).toBeGreaterThan(50);
    const absent = entries.flatMap((entry) => {
      const known = Object.assign({}, ...[...always, ...spanishOf(entry)].map((file) => filesOf.get(file)));
      const screens = new Set(screensOf(entry));
      return texts
        .filter(({ key, where }) => screens.has(where) && !known[key] && !known[`${key}_other`])
        .map(({ key, where }) => `${entry}: ${key} (${where})`);
    });
    expect([...new Set(absent)]).toEqual([]);
  });

  it("is asked for only where one of its texts is shown", () => {
    const shown = (file: string, screens: readonly string[]) => {
      const own = spanishFiles.find((one) => one.file === file)?.texts ?? {};
      return texts.some(({ key, where }) => screens.includes(where) && (own[key] ?? own[`${key}_other`]));
    };
    const idle = entries.flatMap((entry) => {
      const screens = screensOf(entry);
      return spanishOf(entry)
        .filter((file) => !shown(file, screens))
        .map((file) => `${entry}: ${file}`);
    });
    expect(idle).toEqual([]);
    const asked = new Set(["src/ui/es.json", ...entries.flatMap(spanishOf)]);
    expect(spanishFiles.map(({ file }) => file).filter((file) => !asked.has(file))).toEqual([]);
  });

  it("keeps no text that nothing says", () => {
    const said = new Set(texts.map(({ key }) => key));
    const source = within("src")
      .map((file) => file.text)
      .join("\n");
    const kept = Object.keys(spanish).map((key) => key.replace(FORM, ""));
    expect(kept.filter((key) => !said.has(key) && !source.includes(JSON.stringify(key)))).toEqual([]);
  });

  it("has the words that the server hands to screens", () => {
    const words = Object.values(METHODS).map((method) => method.en);
    expect(words.filter((word) => !spanish[word])).toEqual([]);
  });

  it("has all three forms of a text that counts, and English both of its own", () => {
    const counted = new Set(texts.filter(({ key, plural }) => plural && spanish[`${key}_other`]).map(({ key }) => key));
    expect(counted.size).toBeGreaterThan(5);
    const wanted = [...counted].flatMap((key) => [`${key}_one`, `${key}_many`, `${key}_other`]);
    expect(wanted.filter((key) => !spanish[key])).toEqual([]);
    const own = english as Record<string, string>;
    const ours = [...counted].flatMap((key) => [`${key}_one`, `${key}_other`]);
    expect(ours.filter((key) => !own[key])).toEqual([]);
  });

  it("is not the English text over again", () => {
    const same = Object.entries(spanish)
      .filter(([key, text]) => key.replace(FORM, "") === text && /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, "")))
      .map(([key]) => key);
    expect(same.toSorted()).toEqual([...SAME].toSorted());
  });

  it("keeps the places for values", () => {
    const wrong = Object.entries(spanish).filter(([key, text]) => {
      const places = placesIn(key.replace(FORM, ""));
      const ours = placesIn(text);
      // The form for one may say the number as a word.
      const wanted =
        key.endsWith("_one") && !ours.includes("count") ? places.filter((name) => name !== "count") : places;
      return wanted.join() !== ours.join();
    });
    expect(wrong).toEqual([]);
  });

  it("says a text in one way only", () => {
    const ways = new Map<string, Set<string>>();
    for (const { texts: own } of spanishFiles)
      for (const [key, text] of Object.entries(own)) ways.set(key, (ways.get(key) ?? new Set()).add(text));
    expect([...ways].filter(([, said]) => said.size > 1).map(([key, said]) => [key, ...said])).toEqual([]);
  });

  it("leaves no text empty, and none with the marks of another", () => {
    expect(Object.entries(spanish).filter(([, text]) => !text.trim())).toEqual([]);
    const edges = (text: string) => [/^\s/.test(text), /\s$/.test(text)].join();
    expect(Object.entries(spanish).filter(([key, text]) => edges(key.replace(FORM, "")) !== edges(text))).toEqual([]);
  });
});
