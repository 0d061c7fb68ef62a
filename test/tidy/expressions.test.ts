/**
 * Every expression of the product reads in one pass: each is given texts that make careless ones go back over what they have
 * read. A quadratic one needs many seconds for them, a linear one thousandths, so that the limit of two tells them apart.
 */
import { parseSync, Visitor } from "vite";
import { expect, it } from "vitest";
import { isTest, sources } from "./files.ts";

const LENGTH = 60_000;
const MAX_MS = 2_000;

/** Expressions that go back, and why that harms nobody. */
const BOUNDED: Record<string, string> = {
  "[^\\s/@?&=]+(?:@|%40)[^\\s/@?&=]+": "an event's address, cut to 2,000 characters",
  "([\\w:-]+)\\s*=\\s*(?:\"([^\"]*)|'([^']*))$": "partners' templates, which the operator sets",
  "-+$": "a name for an address, cut to 70 characters",
  "\\.?0+$": "a percentage of ours",
  "\\B(?=(\\d{3})+$)": "an amount of ours",
  ":\\/\\/|\\bwww\\.|\\bhttps?\\b|[@＠﹫]|\\.\\S*\\/": "names, cut to 1,000 characters",
  "[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+": "names, cut to 1,000 characters",
};

type Expression = { place: string; source: string; flags: string };

function expressionsOf(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const line = text.slice(0, node.start).split("\n").length;
      found.push({ place: `${path}:${line}`, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

const repeat = (text: string) => text.repeat(Math.ceil(LENGTH / text.length));
const PARTS = [
  " ",
  "a",
  "A",
  "1",
  "0",
  ".",
  "-",
  "/",
  "<",
  "&",
  "\t",
  "\n",
  "_",
  "é",
  "+",
  "@",
  "a ",
  "1.",
  "a.",
  "; ",
];

/** Runs of what the expression itself names, alone, before a stranger and between two. */
function hostileTo(source: string): string[] {
  const named = [...new Set(source.replace(/\\[a-zA-Z]|[\\()[\]{}|?*^$]/g, ""))].slice(0, 24);
  const runs = [...new Set([...PARTS, ...named, named.join("")])].filter((part) => part !== "");
  return runs.flatMap((part) => [repeat(part), `${repeat(part)}\u0001`, `x${repeat(part)}x`]);
}

/** What goes back over its text is slow each time; what a busy machine held up is not. */
function leastMs(read: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && least > MAX_MS; times += 1) {
    const began = performance.now();
    read();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

it("reads any text in one pass", { timeout: 900_000 }, () => {
  const expressions = sources
    .filter(({ path }) => path.startsWith("src/") && !isTest(path))
    .flatMap(({ path, text }) => expressionsOf(path, text));
  expect(expressions.length).toBeGreaterThan(200);
  const known = new Set(expressions.map(({ source }) => source));
  expect(Object.keys(BOUNDED).filter((source) => !known.has(source))).toEqual([]);
  const slow: string[] = [];
  for (const { place, source, flags } of expressions) {
    if (Object.hasOwn(BOUNDED, source)) continue;
    const expression = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
    for (const text of hostileTo(source)) {
      if (leastMs(() => text.replace(expression, "")) > MAX_MS) {
        slow.push(`${place} /${source}/${flags} on ${JSON.stringify(text.slice(0, 8))}`);
        break;
      }
    }
  }
  expect(slow).toEqual([]);
});
