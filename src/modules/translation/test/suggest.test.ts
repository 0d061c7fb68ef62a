/** The Spanish that stands beside a missing text comes from the closest English one, or from none. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readReleaseTexts } from "../release-texts.ts";
import type { Forms } from "../rules.ts";
import { CLOSE_ENOUGH, createSuggest } from "../suggest.ts";

const plain = (spanish: string): Forms => ({ spanish, one: null, many: null });
const texts = new Map<string, Forms>([
  ["Show the code", plain("Mostrar el código")],
  ["Cancel membership", plain("Cancelar membresía")],
  ["Withdraw {{amount}}", plain("Retirar {{amount}}")],
  ["Your order is on its way", plain("Tu pedido está en camino")],
  ["{{count}} stores", { spanish: "{{count}} tiendas", one: "{{count}} tienda", many: "{{count}} de tiendas" }],
]);
const suggest = createSuggest(texts);

describe("a suggestion", () => {
  it.each([
    ["Show code", "Show the code"],
    ["Cancel my membership", "Cancel membership"],
    ["Your orders are on their way", "Your order is on its way"],
    ["WITHDRAW {{amount}}!", "Withdraw {{amount}}"],
    ["{{count}} stores more", "{{count}} stores"],
  ])("for %s is that of %s", (asked, english) => {
    const found = suggest(asked);
    expect(found?.english).toBe(english);
    expect(found?.forms).toEqual(texts.get(english));
    expect(found?.closeness).toBeGreaterThanOrEqual(CLOSE_ENOUGH);
  });

  it.each(["Quokkas eat leaves", "<script>alert(1)</script>", "", "   ", "!!!", "😀", "{{a}}", "the"])(
    "for %j is none",
    (asked) => expect(suggest(asked)).toBeNull(),
  );

  it("names places as the asked text does, where there are as many", () => {
    expect(suggest("Withdraw {{sum}} now")?.forms.spanish).toBe("Retirar {{sum}}");
    expect(suggest("Withdraw {{sum}} {{day}}")?.forms.spanish).toBe("Retirar {{amount}}");
    expect(suggest("{{number}} stores")?.forms).toEqual({
      spanish: "{{number}} tiendas",
      one: "{{number}} tienda",
      many: "{{number}} de tiendas",
    });
  });

  it("is surest of the text itself, and says how close it is", () => {
    expect(suggest("Show the code")?.closeness).toBe(1);
    const [near, far] = [suggest("Show the codes"), suggest("Show every code")];
    expect(near?.closeness).toBeLessThan(1);
    expect(near?.closeness).toBeGreaterThan(far?.closeness ?? 0);
  });

  it("is found among the texts of the release, by each text's neighbour, in no time", () => {
    const { spanish, counting } = readReleaseTexts(join(import.meta.dirname, "../../.."));
    expect(spanish.size).toBeGreaterThan(2_000);
    expect([...spanish.keys()].some((key) => /_(one|many|other)$/.test(key))).toBe(false);
    expect(spanish.get("{{count}} results")).toMatchObject({ one: expect.any(String), many: expect.any(String) });
    expect(counting.has("{{stores}} stores pay cash back")).toBe(true);
    const real = createSuggest(spanish);
    expect(real("Cancel the membership")?.english).toBe("Cancel membership");
    expect(real("Quokka ".repeat(280))).toBeNull();
  });
});
