import { expect, it } from "vitest";
import { shortWords, valueWords } from "./course.ts";

it("writes what is below nothing in brackets, as money stands everywhere (SPEC §9)", () => {
  expect([539, 0, -539, -123_456_789].map((cents) => valueWords(cents, "USD"))).toEqual([
    "$5.39",
    "$0.00",
    "($5.39)",
    "($1,234,567.89)",
  ]);
  expect(valueWords(-1_200, "count")).toBe("-1,200");
  expect([130_000_000, -4_800_000].map((cents) => shortWords(cents, "USD"))).toEqual(["$1.3M", "($48k)"]);
});
