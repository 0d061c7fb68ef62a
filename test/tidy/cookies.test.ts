/** The page that lists the cookies lists them all. */
import { expect, it } from "vitest";
import { COOKIES } from "../../src/site/legal/cookie-list.ts";
import { isTest, sources } from "./files.ts";

/** Where a cookie gets its name: written by a script, put into a header, or named by a constant for one. */
const NAMED = [
  /writeCookie\(\s*"(\w+)"/g,
  /cookieLine\(\s*"(\w+)"/g,
  /\b[A-Z_]*COOKIE = "(\w+)"/g,
  /`(\w+)=\$\{[^`]*Max-Age/g,
  /"(\w+)=\d*; Path=/g,
];

it("names every cookie that is set", () => {
  const set = new Set<string>();
  for (const { path, text } of sources) {
    if (!path.startsWith("src/") || isTest(path)) continue;
    for (const pattern of NAMED) for (const match of text.matchAll(pattern)) if (match[1]) set.add(match[1]);
  }
  expect(set.size).toBeGreaterThan(10);
  const listed = new Set(COOKIES.map((cookie) => cookie.name));
  expect([...set].filter((name) => !listed.has(name))).toEqual([]);
});
