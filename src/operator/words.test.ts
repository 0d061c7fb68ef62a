/** What the command line calls by one short word, people read as it is written. */
import { expect, it } from "vitest";
import { nameOf } from "./words.ts";

it.each([
  ["pay-out", "Pay out"],
  ["programmes", "Programs"],
  ["cj", "CJ"],
  ["faq", "FAQ"],
  ["ayet", "ayeT-Studios"],
  ["cpx", "CPX Research"],
  ["theoremreach", "TheoremReach"],
  ["generic", "Generic wall"],
  ["fooddelivery", "Food delivery"],
  ["mobilephone", "Mobile phone"],
  ["truckrental", "Truck rental"],
  ["orderprotection", "Order protection"],
  ["reauth_needed", "Must be linked again"],
  ["re_checked", "Checked again"],
  ["paypal", "PayPal"],
])("reads %s as %s", (code, words) => {
  expect(nameOf(code)).toBe(words);
});
