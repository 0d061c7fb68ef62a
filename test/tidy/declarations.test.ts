/** What a module has it declares, and what it declares it has: the rest of the product goes over its declaration alone. */
import { describe, expect, it } from "vitest";
import { MODULES } from "../../src/modules/order.ts";
import type { Module } from "../../src/platform/module.ts";
import { isTest, within } from "./files.ts";

const modules: readonly Module<never>[] = MODULES;
const codeOf = (module: string) => within(`src/modules/${module}`).filter(({ path }) => !isTest(path));

/** The names that a module gives by a call of this function; the call says each as it stands. */
function namedBy(call: string, module: string): string[] {
  const found = codeOf(module).flatMap(({ code }) => [
    ...code.matchAll(new RegExp(`\\b${call}\\((?:\\s*"([^"]+)")?`, "g")),
  ]);
  expect(found.filter(([, name]) => name === undefined).map(([text]) => `${module}: ${text}`)).toEqual([]);
  return found.map(([, name = ""]) => name);
}
const sorted = (names: readonly string[]) => names.toSorted();

describe("letters", () => {
  it.each(modules)("of $name stand in its declaration, each that it defines", ({ name, letters = [] }) => {
    // What is sent as it was written before is no letter of its own words.
    const written = letters.filter((letter) => typeof letter === "function");
    expect(sorted(written.map(({ template }) => template))).toEqual(sorted(namedBy("defineLetter", name)));
  });

  it("have a short title in both languages, which no two share", () => {
    const titles = modules.flatMap(({ letters = [] }) => letters.map(({ title }) => title));
    expect(titles.length).toBeGreaterThan(90);
    for (const language of ["en", "es"] as const) {
      expect(new Set(titles.map((title) => title[language])).size).toBe(titles.length);
      expect(titles.filter((title) => !/^\p{Lu}.{3,49}[^.]$/u.test(title[language]))).toEqual([]);
    }
  });
});

describe("events", () => {
  const eventsOf = (module: string) =>
    codeOf(module).flatMap(({ code }) => [...code.matchAll(/const (\w+) = defineEvent\(/g)].map(([, name]) => name));
  const toldBy = (module: string) =>
    codeOf(module).flatMap(({ code }) => [...code.matchAll(/\bemit\(([^)]*)/g)].map(([, told = ""]) => told));

  it.each(modules)("of $name stand in its declaration, each under its module's name", ({ name, events = [] }) => {
    const names = events.map((event) => event.name);
    expect(sorted(names)).toEqual(sorted(namedBy("defineEvent", name)));
    expect(names.filter((event) => !event.startsWith(`${name}.`))).toEqual([]);
  });

  it.each(modules)("of $name are told by it, and no other module's", ({ name }) => {
    const told = toldBy(name).map((asked) => /^\w+,\s*[\w.]+,\s*(\w+),/.exec(asked)?.[1] ?? asked);
    expect(sorted([...new Set(told)])).toEqual(sorted(eventsOf(name) as string[]));
  });
});
