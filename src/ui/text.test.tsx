/** What is said in the places of a text, wherever they stand and whatever it is. */
import { beforeAll, expect, it, vi } from "vitest";

let text: typeof import("./text.tsx");
beforeAll(async () => {
  // Of its own, so that what other tests say in Spanish stays as it is.
  vi.resetModules();
  text = await import("./text.tsx");
  text.startLanguages({ "{{store}} pays {{rate}}": "{{rate}} de {{store}}, siempre de {{store}}" });
});

it.each([
  ["en", "{{store}} pays {{rate}}", { store: "Nike", rate: "5%" }, "Nike pays 5%"],
  ["es", "{{store}} pays {{rate}}", { store: "Nike", rate: "5 %" }, "5 % de Nike, siempre de Nike"],
  ["en", "{{store}}", { store: "$& {{store}} $1" }, "$& {{store}} $1"],
  ["en", "{{a}}{{b}}", { a: 0, b: "" }, "0"],
  ["en", "No {{place}} for {{other}}", { other: "it" }, "No {{place}} for it"],
  ["en", "{{not a place}} {", { store: "Nike" }, "{{not a place}} {"],
] as const)("in %s %s", (language, words, values, said) => {
  const t = text.translator(language);
  expect(t(words, { ...values })).toBe(said);
  // Taken apart once, and said as before.
  expect(t(words, { ...values })).toBe(said);
  expect(t(words)).toBe(language === "es" ? "{{rate}} de {{store}}, siempre de {{store}}" : words);
});

it("says texts that come and go without end", () => {
  const t = text.translator("en");
  for (let n = 0; n < 12_000; n += 1) expect(t(`{{name}}, text ${n}`, { name: "Ana" })).toBe(`Ana, text ${n}`);
});
