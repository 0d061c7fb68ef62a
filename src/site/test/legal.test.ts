/** The documents say what the product does: figures of the brand pack, variants by partner and place, both languages alike. */
import { expect, it } from "vitest";
import { joinsmarty } from "../../../brands/joinsmarty.ts";
import { shipright } from "../../../brands/shipright.ts";
import { tuppence } from "../../../brands/tuppence.ts";
import { privacyOf } from "../legal/privacy-words.ts";
import { termsOf } from "../legal/terms-words.ts";

const ADDRESS = "Tuppence, 1 Penny Lane";
const ids = (document: { parts: readonly { id: string }[] }) => document.parts.map((part) => part.id);
const text = (document: unknown) => JSON.stringify(document);

it("prints each brand's own price, trial and address of mail", () => {
  const dear = { ...joinsmarty, plan: { ...joinsmarty.plan, trial_days: 10, trial_minor: 250, monthly_minor: 1_450 } };
  for (const language of ["en", "es"] as const) {
    const terms = text(termsOf(dear, language, ADDRESS));
    for (const figure of ["$2.50", "10 d", "$14.50", "help@joinsmarty.example", ADDRESS])
      expect(terms).toContain(figure);
    const none = text(termsOf({ ...dear, plan: { ...dear.plan, trial_days: 0 } }, language, ADDRESS));
    expect(none).not.toMatch(/trial of 10|prueba de 10|\$2\.50/);
  }
});

it("has a part of its own for the shipping partner and for the United Kingdom", () => {
  const facts = { postalAddress: ADDRESS, british: false };
  expect(ids(termsOf(tuppence, "en", ADDRESS))).not.toContain("shipping");
  expect(ids(termsOf(shipright, "en", ADDRESS))).toContain("shipping");
  expect(ids(privacyOf(tuppence, "en", facts))).not.toContain("shipping");
  expect(ids(privacyOf(shipright, "es", facts))).toContain("shipping");
  expect(ids(privacyOf(tuppence, "en", facts))).not.toContain("united-kingdom");
  expect(ids(privacyOf(shipright, "en", { ...facts, british: true }))).toEqual(
    expect.arrayContaining(["united-kingdom", "shipping"]),
  );
});

it("says as much in Spanish as in English", () => {
  for (const brand of [tuppence, shipright]) {
    for (const british of [false, true]) {
      const [en, es] = (["en", "es"] as const).map((language) => [
        termsOf(brand, language, ADDRESS),
        privacyOf(brand, language, { postalAddress: ADDRESS, british }),
      ]);
      const shape = (documents: typeof en) =>
        documents?.map((document) => document.parts.map((part) => [part.id, part.body.flat().length]));
      expect(shape(es)).toEqual(shape(en));
      expect(text(es)).not.toMatch(/undefined|\$\{/);
    }
  }
});
