import { expect, it } from "vitest";
import type { Translate } from "#ui/text.tsx";
import { plusWords, restLast } from "../web/rate-words.ts";

const t: Translate = (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values?.[name]));

it("says of a Plus rate too that it is the highest of several", () => {
  expect(plusWords({ kind: "percent", bps: 310, up_to: true }, t)).toBe("Plus up to 3.1%");
  expect(plusWords({ kind: "percent", bps: 310, up_to: false }, t)).toBe("Plus 3.1%");
});

it("names what is excepted before everything else", () => {
  const names = (lines: string[]) => restLast(lines.map((name) => ({ name }))).map(({ name }) => name);
  expect(names(["Everything else", "Gift cards"])).toEqual(["Gift cards", "Everything else"]);
  expect(names(["Shoes", "Everything else", "Sale", "Gift cards"])).toEqual([
    "Shoes",
    "Sale",
    "Gift cards",
    "Everything else",
  ]);
});
