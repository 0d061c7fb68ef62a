/** The page that lists the cookies lists them all, each as declared by whom it belongs to. */
import { expect, it } from "vitest";
import { MODULES } from "../../src/modules/order.ts";
import type { Module } from "../../src/platform/module.ts";
import { SITE_COOKIES } from "../../src/site/legal/cookie-list.ts";
import { isTest, sources } from "./files.ts";

/** Where a cookie gets its name: written by a script, put into a header, or named by a constant for one. */
const NAMED = [
  /writeCookie\(\s*"(\w+)"/g,
  /cookieLine\(\s*"(\w+)"/g,
  /\b[A-Z_]*COOKIE = "(\w+)"/g,
  /`(\w+)=\$\{[^`]*Max-Age/g,
  /"(\w+)=\d*; Path=/g,
];
const modules: readonly Module<never>[] = MODULES;
const declared = [...modules.flatMap(({ cookies }) => cookies ?? []), ...SITE_COOKIES].map(({ name }) => name);
const code = sources.filter(({ path }) => path.startsWith("src/") && !isTest(path));

it("declares every cookie that is set", () => {
  const set = new Set<string>();
  for (const { text } of code)
    for (const pattern of NAMED) for (const match of text.matchAll(pattern)) if (match[1]) set.add(match[1]);
  expect(set.size).toBeGreaterThan(10);
  expect([...set].filter((name) => !declared.includes(name))).toEqual([]);
});

it("declares each once, and none that nobody sets", () => {
  expect(declared.filter((name, place) => declared.indexOf(name) !== place)).toEqual([]);
  const others = code.filter(
    ({ path }) => !/\/cookies\.ts$|cookie-list\.ts$/.test(path) || path.startsWith("src/client/"),
  );
  expect(declared.filter((name) => !others.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
});
