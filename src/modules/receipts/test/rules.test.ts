/** What is told of a receipt by its lines alone. */
import { describe, expect, it } from "vitest";
import type { CivilDate } from "#platform/clock";
import { amountsIn } from "../read/find-amounts.ts";
import { findCountry } from "../read/find-country.ts";
import { findDate } from "../read/find-date.ts";
import { findFields } from "../read/find-fields.ts";
import { writeNameBook } from "../read/find-merchant.ts";
import { kindOf } from "../read/line-kinds.ts";
import type { TextLine } from "../read/text-lines.types.ts";

// It has the shape of one.
const today = "2027-03-10" as CivilDate;
const linesOf = (text: string): TextLine[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ text: line, confidence: 95, words: [], box: { x: 0, y: 0, width: 9, height: 9 }, page: 1 }));
const book = writeNameBook([
  { name: "Trader Joe's", internal_name: "trader-joes" },
  { name: "Target", internal_name: "target" },
  { name: "Marks & Spencer", internal_name: "marks-and-spencer" },
  { name: "El Corte Inglés", internal_name: "el-corte-ingles" },
  { name: "Gap", internal_name: "gap" },
  { name: "Mark's", internal_name: "marks" },
]);
const read = (text: string) => findFields(linesOf(text), { today, book });
const totalOf = (text: string) => {
  const { total } = read(text);
  return total && `${total.minor}${total.proven ? " proven" : ""}${total.doubted ? " doubted" : ""}`;
};

it.each([
  ["TOTAL $1,234.56", ["1234.56 signed"]],
  ["TOTAL 1.234,56 €", ["1234.56 signed"]],
  ["Importe 12,50", ["12.50"]],
  ["-3.00 saved", ["-3.00"]],
  ["coupon 3.00-", ["-3.00"]],
  ["(5.00)", ["-5.00"]],
  ["2 x 1.50 3.00", ["1.50", "3.00"]],
  ["TOTAL 12.5O", ["12.50"]],
  ["8.25% tax", []],
  ["03/05/2027 14.22.10", []],
  ["tel 512.555.0142", []],
  ["v1.2.3", []],
  ["SOS lO.OO", []],
])("amounts in %s", (line, wanted) => {
  const shown = amountsIn(line).map(({ minor, negative, signed }) => {
    const text = String(minor).padStart(3, "0");
    return `${negative ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}${signed ? " signed" : ""}`;
  });
  expect(shown).toEqual(wanted);
});

it.each([
  ["SUBTOTAL 4.00", "subtotal"],
  ["Sub Total", "subtotal"],
  ["TOTAL SAVINGS 3.00", "saving"],
  ["Total tax", "tax"],
  ["TOTAL ITEMS 4", "count"],
  ["AMOUNT DUE", "total"],
  ["T0TAL", "total"],
  ["TOTAI 4.00", "total"],
  ["IMPORTE TOTAL", "total"],
  ["Total a pagar", "total"],
  ["Gastos de envío", "shipping"],
  ["PROPINA", "tip"],
  ["CAMBIO", "change"],
  ["Change due", "change"],
  ["VISA ****4242", "payment"],
  ["BREAD 4.00", null],
])("%s is about %s", (line, kind) => {
  expect(kindOf(line)).toBe(kind);
});

describe("the total", () => {
  it("is the last one that says so, proven by its sum, its payment or the change", () => {
    expect(totalOf("SUBTOTAL 8.00\nTAX 0.66\nTOTAL 8.66\nTOTAL SAVINGS 2.00")).toBe("866 proven");
    expect(totalOf("Bread 8.00\nMilk 2.00\nTOTAL 10.00")).toBe("1000 proven");
    expect(totalOf("TOTAL 10.00\nCASH 20.00\nCHANGE 10.00")).toBe("1000 proven");
    expect(totalOf("TOTAL 12.40\nVISA 12.40")).toBe("1240 proven");
    expect(totalOf("Subtotal 20.00\nTax 2.00\nTip 4.00\nTotal 26.00")).toBe("2600 proven");
    expect(totalOf("Subtotal 20.00\nDiscount 5.00\nShipping 3.00\nOrder Total 18.00")).toBe("1800 proven");
    expect(totalOf("Base imponible 100,00\nIVA 21% 21,00\nTOTAL A PAGAR 121,00 €")).toBe("12100 proven");
  });
  it("is what the paper's own account says when one figure was misread", () => {
    // A dollar that was read as a five, one that became two figures, and a figure that payment and sum tell better.
    expect(totalOf("SUBTOTAL 40.00\nTAX 6.00\nTOTAL 546.00")).toBe("4600 proven");
    expect(totalOf("SUBTOTAL 123.76\nTAX 25.99\nTOTAL 149.755")).toBe("14975 proven");
    expect(totalOf("SUBTOTAL 275.52\nTAX 57.86\nTOTAL 333.33\nVISA 333.38")).toBe("33338 proven");
  });
  it("is doubted when the other lines tell of another", () => {
    expect(totalOf("SUBTOTAL 40.00\nTAX 6.00\nTOTAL 48.00")).toBe("4800 doubted");
    expect(totalOf("TOTAL 48.00\nVISA 46.00")).toBe("4800 doubted");
    expect(totalOf("TOTAL 48.00")).toBe("4800");
    expect(totalOf("BREAD 48.00")).toBeNull();
  });
});

const dateOf = (text: string, order: "month_first" | "day_first" | null = "month_first") => {
  const found = findDate(linesOf(text), { today, order });
  return found && `${found.value}${found.ambiguous ? " ambiguous" : ""}`;
};

describe("the day", () => {
  it.each([
    ["03/05/2027 14:22", "2027-03-05"],
    ["03/05/27", "2027-03-05"],
    ["2027-02-28", "2027-02-28"],
    ["March 3, 2027", "2027-03-03"],
    ["Mar 3 2027", "2027-03-03"],
    ["18 Feb 2027", "2027-02-18"],
    ["3 de marzo de 2027", "2027-03-03"],
    ["05/MAR/2027", "2027-03-05"],
    ["1st February 2027", "2027-02-01"],
    ["0l/15/2027", "2027-01-15"],
    ["25/12/2026", null],
    ["13/13/2026", null],
    ["03/11/2027", "2027-03-11"],
    ["03/12/2027", null],
    ["Tel 512 555 0142", null],
    ["01/15/2019", null],
  ])("%s is %s", (text, wanted) => {
    expect(dateOf(text)).toBe(wanted);
  });
  it("follows the order of its country, and says when nobody can know it", () => {
    expect(dateOf("05/02/2027", "day_first")).toBe("2027-02-05");
    expect(dateOf("03/02/2027", null)).toBe("2027-03-02 ambiguous");
    // The other order would be a day to come.
    expect(dateOf("05/02/2027", null)).toBe("2027-02-05");
    expect(dateOf("25/02/2027", null)).toBe("2027-02-25");
  });
  it("is that of the purchase, not of a return, a card or a delivery", () => {
    expect(dateOf("Return by 02/20/2027\nDate 02/01/2027")).toBe("2027-02-01");
    expect(dateOf("Valid until 02/20/2027")).toBeNull();
    expect(dateOf("Estimated delivery February 20, 2027\nOrder placed February 12, 2027")).toBe("2027-02-12");
  });
});

it.each([
  ["Austin, TX 78701\nTOTAL $4.00", "USD", "month_first"],
  ["TOTAL £4.00\nVAT 0.40", "GBP", "day_first"],
  ["TOTAL 4,00 €\nIVA", "EUR", "day_first"],
  ["RFC SHA010203AB1\nTOTAL $400.00", "MXN", "day_first"],
  ["ABN 12 345\nGST $1.00\nTOTAL $4.00", "AUD", "day_first"],
  ["HST 13%\nTOTAL $4.00", "CAD", null],
  ["TOTAL CAD 4.00", "CAD", null],
  // One sign misread among many is no other country.
  ["Austin, TX 78701\nBREAD €4.00\nTAX $1.00\nTOTAL $5.00", "USD", "month_first"],
  ["TOTAL 4.00", null, null],
])("%s is paid in %s", (text, currency, order) => {
  expect(findCountry(text.split("\n"), "en")).toEqual({ currency, order });
});

it.each([
  ["TRADER JOE'S #432", "Trader Joe's", true],
  ["Marks & Spencer", "Marks & Spencer", true],
  ["Mark's & Spencer", "Marks & Spencer", true],
  ["EL CORTE INGLES S.A.", "El Corte Inglés", true],
  ["Trader Jaes", "Trader Joe's", false],
  ["www.target.com", "Target", true],
  ["orders@target.com", "Target", true],
  ["The gap between us", "The gap between us", false],
  ["Blue Door Bakery", "Blue Door Bakery", false],
])("%s is a receipt of %s", (line, name, exact) => {
  const { merchant } = read(`${line}\n12 Main St\nTOTAL 4.00`);
  expect([merchant?.name, merchant?.exact]).toEqual([name, exact]);
});

it("what bringing it cost is told apart from what was bought", () => {
  expect(read("Order 4\nSubtotal 20.00\nShipping 4.99\nTotal 24.99").shipping?.minor).toBe(499n);
  expect(read("Subtotal 20.00\nGastos de envío 5,95\nTotal 25,95").shipping?.minor).toBe(595n);
  expect(read("Bread 20.00\nTotal 20.00").shipping).toBeNull();
});
