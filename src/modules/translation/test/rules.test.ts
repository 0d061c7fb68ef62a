/** What Spanish words have to keep of their English ones. */
import { expect, it } from "vitest";
import { findFault, keysOf, mayBecome, weightOf, withEdges } from "../rules.ts";

const plain = (spanish: string) => ({ spanish, one: null, many: null });
const counted = { spanish: "{{count}} tiendas", one: "Una tienda", many: "{{count}} de tiendas" };

it.each([
  ["Withdraw {{amount}}", "Retirar {{amount}}"],
  ["{{rate}} back at {{store}}", "{{store}}: {{rate}} de vuelta"],
  ["Yes & no", "Sí y no & ya"],
  [" and ", "y"],
])("%j may be %j", (english, spanish) => expect(findFault(english, plain(spanish), false)).toBeNull());

it.each([
  ["Withdraw {{amount}}", "Retirar", /same places as the English: \{\{amount\}\}. It has none/],
  ["Withdraw {{amount}}", "Retirar {{cantidad}}", /same places/],
  ["Withdraw", "Retirar {{amount}}", /same places/],
  ["Withdraw {{amount}}", "Retirar {{amount}} {amount}", /brace/],
  ["Withdraw", " ", /no words/],
  ["Withdraw", "<b>Retirar</b>", /markup/],
  ["Withdraw", "Retirar &lt;b&gt;", /markup/],
  ["Withdraw", "Retirar\u202etxet", /plain characters/],
  ["Withdraw", "Reti\u0000rar", /plain characters/],
  ["Withdraw", "Retirar\notra vez", /one line/],
  ["Withdraw", "a".repeat(2_001), /2,000/],
])("%j is not %j", (english, spanish, why) => expect(findFault(english, plain(spanish), false)).toMatch(why));

it("a text that counts has three forms, of which the one for one may say the number as a word", () => {
  const english = "{{count}} stores";
  expect(findFault(english, counted, true)).toBeNull();
  expect(findFault(english, plain("{{count}} tiendas"), true)).toMatch(/forms for one and for millions/);
  expect(findFault(english, { ...counted, many: "Muchas tiendas" }, true)).toMatch(/form for millions.*same places/);
  expect(findFault(english, { ...counted, one: "Una {{store}}" }, true)).toMatch(/form for one.*same places/);
  expect(findFault("Stores", counted, false)).toMatch(/counts nothing/);
  expect(Object.fromEntries(keysOf(english, counted))).toEqual({
    "{{count}} stores": "{{count}} tiendas",
    "{{count}} stores_one": "Una tienda",
    "{{count}} stores_many": "{{count}} de tiendas",
    "{{count}} stores_other": "{{count}} tiendas",
  });
  expect(weightOf("Stores", plain("Tiendas"))).toBe(13);
});

it("blanks at the ends are the English text's", () => {
  expect(withEdges(" and ", "y")).toBe(" y ");
  expect(withEdges("and", "  y\n")).toBe("y");
});

it("a text that was dismissed can be translated, and one that is translated is not dismissed", () => {
  expect([mayBecome("dismissed", "translated"), mayBecome("translated", "dismissed")]).toEqual([true, false]);
});
