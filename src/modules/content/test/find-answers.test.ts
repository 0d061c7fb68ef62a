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

  it("begins each answer in plain words, cut between two of them", () => {
    const found = content.findAnswers("order", { brand, language: "en" }, 12);
    expect(found.length).toBeGreaterThan(2);
    for (const { begins } of found) {
      expect(begins.length).toBeLessThan(170);
      expect(begins).not.toMatch(/<|&\w+;/);
    }
  });
});
