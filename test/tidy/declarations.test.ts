/** What a module has it declares, and what it declares it has: the rest of the product goes over its declaration alone. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MODULES } from "../../src/modules/order.ts";
import { type Metric, PLATFORM_METRICS } from "../../src/platform/metrics.ts";
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

describe("metrics", () => {
  const declared = [...PLATFORM_METRICS, ...modules.flatMap(({ metrics = [] }) => metrics)];
  const named = (text: string) => [...new Set(text.match(/`tuppence_\w+`/g) ?? [])].map((name) => name.slice(1, -1));

  it.each(modules)("of $name stand in its declaration, each that it defines", ({ name, metrics = [] }) => {
    const names = codeOf(name).flatMap(({ text }) => text.match(/(?<=name: ")tuppence_\w+(?=")/g) ?? []);
    expect(sorted(metrics.map((metric) => metric.name))).toEqual(sorted(names));
  });

  it("stand on their page for operators, each as it is declared", () => {
    const row = ({ name, kind, labels = [], help, alarm = "" }: Metric) =>
      `| \`${name}\` | ${[kind, ...(labels.length ? [`by ${labels.join(", ")}`] : [])].join(" ")} | ${help} | ${alarm} |`;
    const page = readFileSync("docs/metrics.md", "utf8").split("\n");
    expect(page.filter((line) => line.startsWith("| `"))).toEqual(declared.map(row));
  });

  it("have a row in the README with what to do, each that somebody should look at, and no other", () => {
    const table = /\| when it is not what it should be[\s\S]+?\n\n/.exec(readFileSync("README.md", "utf8"))?.[0] ?? "";
    expect(sorted(named(table))).toEqual(sorted(declared.flatMap(({ name, alarm }) => (alarm ? [name] : []))));
  });
});
