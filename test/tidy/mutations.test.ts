/** The list of changes that tests must notice follows the code: a text that moved or doubled is put right here, not at night. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CHANGES, timesIn } from "../mutate/changes.ts";

it("finds the text of every listed change in its file, exactly once", () => {
  const texts = new Map<string, string>();
  const wrong: string[] = [];
  for (const [place, change] of CHANGES.entries()) {
    const text = texts.get(change.file) ?? (existsSync(change.file) ? readFileSync(change.file, "utf8") : "");
    texts.set(change.file, text);
    const times = timesIn(text, change);
    if (times !== 1) wrong.push(`${place + 1}: ${times} times in ${change.file}: ${change.before}`);
  }
  expect(wrong).toEqual([]);
});

it("lists changes that change something, each once, with tests that there are", () => {
  expect(CHANGES.filter((change) => change.before === change.after || change.does === "")).toEqual([]);
  expect(new Set(CHANGES.map(({ file, before, after }) => `${file}|${before}|${after}`)).size).toBe(CHANGES.length);
  expect(CHANGES.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const named = new Set(CHANGES.flatMap(({ tests }) => tests));
  const runs = /^(src\/.*|sandbox\/.*|test\/scenarios\/.*)\.test\.tsx?$/;
  expect([...named].filter((path) => !runs.test(path) || !existsSync(path))).toEqual([]);
});
