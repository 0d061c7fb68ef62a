/** What proves a text: shown with made-up sources, so that the proof of the specification cannot be had for nothing. */
import { expect, it } from "vitest";
import { assertedIn, runningTests } from "../support/asserted-texts.ts";

const TEXT = "Made up";
const QUOTED = JSON.stringify(TEXT);
const provesIt = (source: string) => assertedIn("made-up.test.ts", source).some(({ value }) => value === TEXT);
/** By a name: a house rule lets no test of ours be skipped, made-up ones too. */
const SKIP = "skip";
const inTest = (body: string) => `it("says so", async () => { ${body} });`;

it.each([
  ["an expectation", inTest(`expect(said).toBe(${QUOTED});`)],
  ["a part of what is expected", inTest(`expect(reply).toMatchObject({ body: { message: ${QUOTED} } });`)],
  ["what is expected in time", inTest(`await expect.poll(() => errors()).toEqual([${QUOTED}]);`)],
  ["the place that is read", inTest(`expect(await page.getByText(${QUOTED}).count()).toBe(1);`)],
  ["the place that is waited for", inTest(`await page.getByText(say(${QUOTED})).waitFor();`)],
  ["a place with a name", inTest(`const it = page.getByText(${QUOTED}); await it.waitFor();`)],
  ["a row of tests", `it.each([1, 2])("says %s", (n) => { expect(say(n)).toBe(${QUOTED}); });`],
  [
    "a row whose text is asserted",
    `it.each([["en", ${QUOTED}]] as const)("in %s", (_, text) => { expect(said).toBe(text); });`,
  ],
  ["a row of one", `it.each([${QUOTED}])("says %s", async (text) => { await page.getByText(text).waitFor(); });`],
  ["a list in a row", `it.each([["en", [${QUOTED}]]])("in %s", (_, texts) => { expect(said).toEqual([...texts]); });`],
  ["a test of a group", `describe("here", () => { ${inTest(`expect(said).toBe(${QUOTED});`)} });`],
])("is proven by %s", (_, source) => {
  expect(provesIt(source)).toBe(true);
});

it.each([
  [
    "a row whose text nobody asserts",
    `it.each([["en", ${QUOTED}]])("%s", (language, text) => { say(text); expect(language).toBe(1); });`,
  ],
  ["a row of another column", `it.each([[${QUOTED}, "b"]])("%s", (_, text) => { expect(said).toBe(text); });`],
  [
    "a property that is named as a row's text",
    `it.each([["a", ${QUOTED}]])("%s", (_, text) => { expect(reply.text).toEqual({ text: 1 }); });`,
  ],
  ["a row that must not be said", `it.each([${QUOTED}])("%s", (text) => { expect(said).not.toBe(text); });`],
  [
    "rows that stand elsewhere",
    `const ROWS = [${QUOTED}]; it.each(ROWS)("%s", (text) => { expect(said).toBe(text); });`,
  ],
  ["a comment", inTest(`/* expect(said).toBe(${QUOTED}) */ // ${TEXT}`)],
  ["a constant", `const SAID = ${QUOTED}; ${inTest("expect(said).toBe(1);")}`],
  ["an argument that nobody asserts", inTest(`await say(${QUOTED}); expect(said).toBe(1);`)],
  ["an expectation without a matcher", inTest(`expect(${QUOTED});`)],
  ["the name of a test", `it(${QUOTED}, () => { expect(said).toBe(1); });`],
  ["a test without a name", `it(name, () => { expect(said).toBe(${QUOTED}); });`],
  ["an expectation outside of tests", `expect(said).toBe(${QUOTED});`],
  ["a test that is skipped", `it.${SKIP}("says so", () => { expect(said).toBe(${QUOTED}); });`],
  ["a row that is skipped", `it.${SKIP}.each([1])("says so", () => { expect(said).toBe(${QUOTED}); });`],
  ["a test that must fail", `it.fails("says so", () => { expect(said).toBe(${QUOTED}); });`],
  ["a group that is skipped", `describe.${SKIP}("here", () => { ${inTest(`expect(said).toBe(${QUOTED});`)} });`],
  ["what must not be said", inTest(`expect(said).not.toBe(${QUOTED});`)],
  ["a place that must be empty", inTest(`expect(await page.getByText(${QUOTED}).count()).toBe(0);`)],
  ["a place that must go", inTest(`await page.getByText(${QUOTED}).waitFor({ state: "detached" });`)],
  ["a place that is only used", inTest(`await page.getByText(${QUOTED}).click();`)],
])("is not proven by %s", (_, source) => {
  expect(provesIt(source)).toBe(false);
});

const testsIn = (source: string) => runningTests("made-up.test.ts", source);

it("a test that shows a constant has a name, runs, asserts, and holds its figures, also those of its rows", () => {
  const [rows] = testsIn(
    'it.each([[17, false], [18, true]])("of %s years", (age, adult) => { expect(of(age)).toBe(adult); });',
  );
  expect(rows).toMatchObject({ name: "of %s years", assertions: 1, borrowed: [] });
  expect([...(rows?.literals ?? [])]).toEqual(expect.arrayContaining([17, 18]));
  expect(testsIn(inTest("expect(1);"))).toMatchObject([{ assertions: 0 }]);
  expect(testsIn(`it.${SKIP}("says so", () => { expect(1).toBe(1); });`)).toEqual([]);
  expect(testsIn(`// ${inTest("expect(1).toBe(1);")}`)).toEqual([]);
});

it("a constant that a test takes from the product shows nothing", () => {
  const taken = 'import { LIST_MS } from "./lists.ts"; const OWN_MS = 1;';
  expect(testsIn(`${taken} ${inTest("wait(LIST_MS); expect(OWN_MS).toBe(1);")}`)).toMatchObject([
    { borrowed: ["LIST_MS"] },
  ]);
});
