import { describe, expect, it } from "vitest";
import { createPartners } from "#partners";
import { createContent } from "../content.server.ts";

const content = createContent({ root: ".", postalAddress: "Tuppence, 1 Penny Lane" });
const brand = createPartners({ pixelsFile: undefined }).home;
const find = (text: string, language: "en" | "es" = "en") =>
  content.findAnswers(text, { brand, language }, 5).map(({ href }) => href);

describe("answers of a search", () => {
  it.each([
    ["missing order", "en", "/faq#order-missing"],
    ["why is my order pending?", "en", "/faq#order-pending"],
    ["returns", "en", "/faq#returns"],
    ["is cash back taxed", "en", "/faq#tax"],
    ["pedido pendiente", "es", "/faq#order-pending"],
    ["impuestos", "es", "/faq#tax"],
  ] as const)("%j (%s) leads to %s", (text, language, href) => {
    expect(find(text, language)).toContain(href);
  });

  it.each(["nike", "running shoes", "laptop under 500", "zapatos", "tv", "the of", "", "?!", "a".repeat(5_000)])(
    "%j asks nothing",
    (text) => expect([...find(text), ...find(text, "es")]).toEqual([]),
  );

  it("leads nobody to coins that nobody pays, and to what is open at once when it is", () => {
    const hrefs = (offers: boolean, surveys: boolean, text: string) =>
      content
        .findAnswers(text, { brand, language: "en", open: { offers, surveys } }, 12)
        .map(({ href }) => href.replace("/faq#", ""));
    const ways = [true, false].flatMap((offers) => [true, false].map((surveys) => [offers, surveys] as const));
    const found = ways.map((way) =>
      [hrefs(...way, "earn coins"), hrefs(...way, "why did a survey turn me away?")].flat(),
    );
    const both = ["earn-coins", "survey-screened-out"];
    expect(found.map((one) => both.filter((id) => one.includes(id)))).toEqual([both, ["earn-coins"], both, []]);
    expect(hrefs(false, false, "what are coins worth"), "who has some may still ask").toContain("coins-worth");
  });

  it("begins each answer in plain words, cut between two of them", () => {
    const found = content.findAnswers("order", { brand, language: "en" }, 12);
    expect(found.length).toBeGreaterThan(2);
    for (const { begins } of found) {
      expect(begins.length).toBeLessThan(170);
      expect(begins).not.toMatch(/<|&\w+;/);
    }
  });
});
