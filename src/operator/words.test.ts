/** What the command line calls by one short word, people read as it is written. */
import { expect, it } from "vitest";
import { nameOf, wordsOf } from "./words.ts";

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

it.each([
  ["booking_drop", "Booking drop"],
  ["receiver_unknown", "Receiver unknown"],
  ["programmes", "Programs"],
  ["awin", "Awin"],
  ["bitlabs", "BitLabs"],
  ["impact 10213", "Impact 10213"],
  [
    "cj: no answer from commissions.api.cj.com; awin: awin answered 503",
    "CJ: no answer from commissions.api.cj.com; Awin: awin answered 503",
  ],
  ["impact.programmes", "Impact programs"],
  ["impact.products.4711, held", "Impact products 4711, held"],
  ["Wayfair, impact 11463", "Wayfair, Impact 11463"],
  ["Marlow Finch on awin", "Marlow Finch on Awin"],
  // What people wrote, addresses and ids stay as they are.
  ["the theatre programme", "the theatre programme"],
  ["late, impact unknown", "late, impact unknown"],
  ["paypal@example.com", "paypal@example.com"],
  ["ord_0f3a9c", "ord_0f3a9c"],
  ["2 of 4", "2 of 4"],
])("shows the value %s as %s", (value, words) => {
  expect(wordsOf(value)).toBe(words);
});
