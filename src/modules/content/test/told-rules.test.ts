/** Messages and banners: what they may not say, and where they may not lead, with the reason that the operator reads. */
import { describe, expect, it } from "vitest";
import { readEdition } from "../rules.ts";

type Kind = "messages" | "banners";
const write = (head: Record<string, string>, words: string) =>
  `---\n${Object.entries(head)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}\n---\n${words}\n`;
const headOf = (kind: Kind, title: string, more: Record<string, string> = {}) => ({
  title,
  ...(kind === "banners" ? { shown_on: "home", dismissible: "true" } : {}),
  ...more,
});
const text = (kind: Kind, title: string, more: Record<string, string> = {}, words = "Words.") =>
  write(headOf(kind, title, more), words);

function whyNot(kind: Kind, en: string, es: string): string {
  const outcome = readEdition(
    { en, es },
    { kind, facts: [{ monthly: "$11.99" }], taken: new Set(), adds_to: undefined },
  );
  return outcome.ok ? "it stands" : outcome.why;
}
const KINDS: readonly Kind[] = ["messages", "banners"];

describe("what is refused", () => {
  it("a part of a page that needs what only answers of the FAQ can need", () => {
    const head = { title: "A title", description: "What this page is about.", date: "2026-11-29" };
    const page = write(head, "## Coins {#coins needs=offers}\n\nWords.");
    const of = (kind: "pages" | "faq") =>
      readEdition({ en: page, es: page }, { kind, facts: [{}], taken: new Set(), adds_to: undefined });
    expect(of("pages")).toEqual({ ok: false, why: "en: only answers of the FAQ can need that somebody pays coins." });
    expect(of("faq").ok).toBe(true);
  });

  it.each([
    ["a price", "Save $5 today.", /price of its own/],
    ["a price behind marks", "Save $**5**.", /price of its own/],
    ["a price in other letters", "Save ＄５.", /price of its own/],
    ["a price in words", "Save 20 dollars.", /price of its own/],
    ["a rate", "10 % back.", /rate of its own/],
    ["a countdown", "It ends in 3 hours.", /hurried/],
    ["what hurries", "Hurry to the stores.", /hurried/],
    ["what hurries in Spanish", "Date prisa.", /hurried/],
    ["scarcity", "Only 5 left.", /hurried/],
    ["what shouts", "Look!", /exclamation/],
    ["markup", "<b>Look</b>", /one plain line|raw HTML/],
    ["a script", "<script>alert(1)</script>", /one plain line|raw HTML/],
    ["a link to elsewhere", "[Here](https://evil.example)", /one plain line|button/],
    ["an address", "See https://evil.example", /one plain line|button/],
    ["a picture", "![x](/y.png)", /exclamation|picture/],
    ["hidden characters", "Plain\u202Ewords", /nobody sees/],
    ["nothing", " ", /says something/],
    ["too much", "word ".repeat(100), /at most/],
    ["a fact that there is not", "{{nothing}}", /nobody gives/],
  ])("%s", (_what, words, why) => {
    for (const kind of KINDS) {
      expect(whyNot(kind, text(kind, "A title", {}, words), text(kind, "Otro")), kind).toMatch(why);
      expect(whyNot(kind, text(kind, "A title"), text(kind, "Otro", {}, words)), `${kind} in Spanish`).toMatch(why);
    }
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/go/abc",
    "/logout",
    "/console",
    "/api/account",
    "/a/../b",
    "/stores?partner=shipright",
    "/stores?lang=es",
    "stores",
    "/a b",
    "'/{{brand}}'",
    "/msg/welcome",
  ])("a button to %s", (leads_to) => {
    const more = { button: "Go", leads_to };
    for (const kind of KINDS)
      expect(whyNot(kind, text(kind, "A title", more), text(kind, "Otro", more))).toMatch(/of our own site/);
  });

  it.each(["Hurry", "$5 for you", "Only today!"])("“%s” in a title or on a button", (words) => {
    for (const kind of KINDS) {
      expect(whyNot(kind, text(kind, `Stores: ${words}`.replace(": ", " ")), text(kind, "Otro"))).not.toBe("it stands");
      const more = { button: words, leads_to: "/stores" };
      expect(whyNot(kind, text(kind, "A title", more), text(kind, "Otro", { ...more, button: "Ver" }))).not.toBe(
        "it stands",
      );
    }
  });

  it("a button without a place, languages that differ, a page that there is not", () => {
    const go = (to: string) => ({ button: "Go", leads_to: to });
    for (const kind of KINDS) {
      expect(whyNot(kind, text(kind, "A title", { button: "Go" }), text(kind, "Otro"))).toMatch(/needs leads_to/);
      expect(whyNot(kind, text(kind, "A title", go("/stores")), text(kind, "Otro", go("/coupons")))).toMatch(
        /same address/,
      );
      expect(whyNot(kind, text(kind, "A title", go("/stores")), text(kind, "Otro"))).toMatch(/a button each/);
      expect(whyNot(kind, text(kind, "A title", { shown_on: "checkout" }), text(kind, "Otro"))).toMatch(/shown_on/);
      expect(whyNot(kind, text(kind, "A title", { date: "2026-01-01" }), text(kind, "Otro"))).toMatch(/date/);
    }
    const other = text("banners", "Otro", { shown_on: "stores" });
    expect(whyNot("banners", text("banners", "A title"), other)).toMatch(/same pages/);
    expect(whyNot("banners", text("messages", "A title"), text("messages", "Otro"))).toMatch(/shown_on/);
  });
});

it("plain words, a fact, and a way on to a page of ours stand", () => {
  const more = { button: "See", leads_to: "/products?category=home#top" };
  const words = "Membership is {{monthly}} a month.";
  for (const kind of KINDS)
    expect(whyNot(kind, text(kind, "A title", more, words), text(kind, "Otro", more, words))).toBe("it stands");
  const list = "Two things:\n\n- your *passbook*\n- your coins\n";
  expect(whyNot("messages", text("messages", "A title", {}, list), text("messages", "Otro", {}, list))).toBe(
    "it stands",
  );
});
