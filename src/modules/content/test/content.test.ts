/** Texts: whole in both languages, free of foreign markup, and with every fact filled in, under every brand. */
import { describe, expect, it } from "vitest";
import { joinsmarty } from "../../../../brands/joinsmarty.ts";
import { shipright } from "../../../../brands/shipright.ts";
import { tuppence } from "../../../../brands/tuppence.ts";
import { createContent } from "../content.server.ts";
import { KINDS, readContent } from "../read-content.ts";
import { fillIn, renderParts } from "../render-markdown.ts";
import { differences } from "../rules.ts";

const files = readContent("content");
const of = (language: "en" | "es") => files.filter((file) => file.language === language);
const nameOf = (file: (typeof files)[number]) => `${file.kind}/${file.name}${file.partner ? `.${file.partner}` : ""}`;

describe("texts", () => {
  it("are there in both languages, of every kind", () => {
    expect(of("es").map(nameOf).toSorted()).toEqual(of("en").map(nameOf).toSorted());
    // Banners are put up by operators alone.
    for (const kind of KINDS.filter((one) => one !== "banners"))
      expect(files.filter((file) => file.kind === kind).length, kind).toBeGreaterThan(2);
  });

  it.each(of("en").map((file) => [nameOf(file), file] as const))("%s says the same in both", (name, english) => {
    const spanish = of("es").find((file) => nameOf(file) === name);
    if (!spanish) throw new Error("no Spanish file");
    expect(differences(english, spanish)).toEqual([]);
    expect(spanish.title).not.toBe(english.title);
  });

  it("say no price of their own", () => {
    for (const { body, short } of files) expect([body, ...short].join("\n")).not.toMatch(/\$\s?\d/);
  });

  it("have answers whose ids are their own, so that a link finds one", () => {
    const ids = of("en")
      .filter((file) => file.kind === "faq")
      .flatMap((file) => renderParts(file.body).parts.map((part) => part.id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([tuppence, shipright, joinsmarty].map((brand) => [brand.partner_name, brand] as const))(
    "are filled in for %s",
    (_name, brand) => {
      const content = createContent({ root: ".", postalAddress: "Somebody, Somewhere 1" });
      for (const language of ["en", "es"] as const) {
        const reader = { brand, language };
        const shown = [
          ...of(language).flatMap((file) => (file.kind === "pages" ? [content.page(file.name, reader)] : [])),
          ...content.faq(reader),
          ...["terms", "privacy-policy"].flatMap((name) =>
            [null, "GB"].map((country) => content.legal(name, { ...reader, country })),
          ),
          ...of(language).flatMap((file) => (file.kind === "messages" ? [content.message(file.name, reader)] : [])),
          ...content.news(reader).map((item) => content.newsItem(item.name, reader)),
        ];
        expect(shown).not.toContain(null);
        expect(JSON.stringify(shown)).not.toMatch(/\{\{|\}\}/);
        expect(JSON.stringify(content.page("about", reader))).toContain(brand.name);
      }
    },
  );
});

describe("Markdown", () => {
  it.each([
    ["raw markup", "Hello <b>there</b>"],
    ["a script", "<script>alert(1)</script>"],
    ["a picture from elsewhere", "![x](https://elsewhere.example/x.png)"],
    ["a heading without an id", "## Nameless"],
    ["a link that runs something", "[here](javascript:alert(1))"],
    ["one that is written to look otherwise", "[here](JaVaScRiPt&colon;alert(1))"],
    ["data", "[here](data:text/html,hello)"],
    ["another's host without a scheme", "[here](//elsewhere.example)"],
    ["a page that anybody on the way may change", "[here](http://elsewhere.example)"],
  ])("refuses %s", (_what, text) => expect(() => renderParts(text)).toThrow("content h"));

  it("escapes what only looks like markup", () => {
    expect(renderParts("5 < 6 & 7").lead).toBe("<p>5 &lt; 6 &amp; 7</p>");
  });

  it("refuses a fact that nobody gives", () => {
    expect(() => fillIn("costs {{price}}", {})).toThrow("{{price}}");
  });
});

describe("a partner's own variant", () => {
  it("takes the place of the one for all, and of no other's", () => {
    const content = createContent({ root: "src/modules/content/test/fixture", postalAddress: "" });
    const titleFor = (brand: typeof tuppence) => content.page("about", { brand, language: "en" })?.title;
    expect([titleFor(tuppence), titleFor(shipright)]).toEqual(["For everybody", "For one partner"]);
  });
});

describe("legal texts", () => {
  const content = createContent({ root: ".", postalAddress: "Tuppence, 1 Penny Lane" });
  const ids = (name: string, brand: typeof tuppence, country: string | null = null) =>
    content.legal(name, { brand, language: "en", country })?.parts.map(({ id }) => id);

  it("print each brand's own price, trial and addresses", () => {
    const plan = { ...joinsmarty.plan, trial_days: 10, trial_minor: 250, monthly_minor: 1_450 };
    const text = (language: "en" | "es", trial_days: number) =>
      JSON.stringify(content.legal("terms", { brand: { ...joinsmarty, plan: { ...plan, trial_days } }, language }));
    for (const language of ["en", "es"] as const) {
      for (const figure of ["$2.50", "$14.50", "help@joinsmarty.example", "Tuppence, 1 Penny Lane", "Delaware"])
        expect(text(language, 10)).toContain(figure);
      expect(text(language, 10)).toMatch(/10-day trial|prueba de 10 días/);
      expect(text(language, 0)).not.toMatch(/-day trial for|prueba de \d+ días por|\$2\.50/);
      expect(text(language, 0)).toContain("$14.50");
    }
  });

  it("have a part of their own for the shipping partner and for the United Kingdom, and add to no other page", () => {
    expect(ids("terms", tuppence)).not.toContain("shipping");
    expect(ids("terms", shipright)).toContain("shipping");
    expect(ids("privacy-policy", tuppence, "US")).not.toContain("united-kingdom");
    expect(ids("privacy-policy", tuppence, "GB")).toContain("united-kingdom");
    expect(ids("privacy-policy", shipright, "GB")).toEqual(expect.arrayContaining(["shipping", "united-kingdom"]));
    expect(ids("privacy-policy-uk", tuppence, "GB")).toBeUndefined();
  });

  it("hold since the newest of what they are made of", () => {
    const small = createContent({ root: "src/modules/content/test/fixture", postalAddress: "" });
    const since = (country: string) => small.legal("terms", { brand: tuppence, language: "en", country })?.date;
    expect([since("US"), since("GB")]).toEqual(["2026-11-02", "2026-11-05"]);
  });
});

describe("licenses", () => {
  it("name every package that runs here, with its text, and none that only tests use", () => {
    const content = createContent({ root: ".", postalAddress: "" });
    const names = content.licenses().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["fastify", "react", "marked"]));
    expect(names).not.toContain("vitest");
    expect(content.licenseTexts()).toMatch(/Copyright \(c\) Meta Platforms/);
  });
});
