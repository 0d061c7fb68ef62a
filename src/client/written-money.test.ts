import { expect, it } from "vitest";
import { writtenMoney } from "./written-money.ts";

it("writes cents as the pages do, what is below nothing in brackets (SPEC §9)", () => {
  expect(["768", "123456789", "0", "-500"].map(writtenMoney)).toEqual(["$7.68", "$1,234,567.89", "$0.00", "($5.00)"]);
});
