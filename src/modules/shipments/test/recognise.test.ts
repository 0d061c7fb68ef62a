/** Every number that the table of formats calls valid or invalid, and what tells carriers apart who write alike. */
import { describe, expect, it } from "vitest";
import { checkDigit } from "../check-digits.ts";
import table from "../formats/tracking_formats.json" with { type: "json" };
import { carrierPage, findNumbers, formatsOf, recognise } from "../recognise.ts";

type Row = { id?: string; name: string; test_numbers: { valid: string[]; invalid: string[] } };
// The file's rows differ in what they leave out, as `recognise.ts` says.
const rows = (table as unknown as { courier_code: string; tracking_numbers: Row[] }[]).flatMap(
  ({ courier_code, tracking_numbers }) => tracking_numbers.map((row) => ({ ...row, courier_code })),
);

describe("the table of formats", () => {
  it("has the 39 formats", () => expect(rows).toHaveLength(39));
  for (const row of rows)
    it(`knows its own numbers of ${row.courier_code} ${row.id ?? row.name}`, () => {
      const id = row.id ?? row.name;
      for (const number of row.test_numbers.valid) expect(formatsOf(number), number).toContain(id);
      for (const number of row.test_numbers.invalid) expect(formatsOf(number), number).not.toContain(id);
      expect(row.test_numbers.valid.length).toBeGreaterThan(0);
    });
});

describe("a number", () => {
  it("is the same however it is written, and its own carrier's", () => {
    expect(recognise("1z 5r89 3903 5756 7127")[0]).toMatchObject({ carrier: "ups", format: "ups" });
    expect(recognise("9400-1112-0620-6406-2607-87")[0]).toMatchObject({ carrier: "usps" });
    expect(recognise("RB123456785US")[0]?.carrier).toBe("usps");
    expect(recognise("RB123456785GB")[0]?.carrier).toBe("s10");
    const dashed = rows.find(({ name }) => name === "LaserShip 1LS7 (18)")?.test_numbers.valid[0] ?? "";
    expect(recognise(dashed)[0]?.carrier).toBe("lasership");
    expect(recognise("RB123456785ZZ")).toEqual([]);
  });

  it("is kept for several carriers, and whoever is named or was used before comes first", () => {
    const plain = recognise("986578788855");
    expect(plain[0]?.carrier).toBe("fedex");
    const both = recognise("0073938000549297");
    expect(both.map(({ carrier }) => carrier)).toContain("canada_post");
    const ten = recognise("3318810025", { named: "Shipped with DHL Express" });
    expect(ten[0]).toMatchObject({ carrier: "dhl" });
    const many = recognise("071231230000");
    for (const { carrier } of many)
      expect(recognise("071231230000", { before: [carrier] })[0]?.score).toBeGreaterThan(0);
  });

  it("that nobody writes is none", () => {
    for (const text of ["", "hello", "1Z5R89390357567128", "9".repeat(61), "12345"])
      expect(recognise(text)).toEqual([]);
  });

  it("leads to its carrier's page", () => {
    expect(carrierPage("ups", "1Z5R89390357567127")).toBe(
      "https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=1Z5R89390357567127",
    );
    expect(carrierPage("amazon", "TBA000000000000")).toBeNull();
  });
});

describe("a text", () => {
  it("gives up whole numbers alone, never a part of a longer one", () => {
    const text = "Your UPS tracking number is 1Z5R89390357567127. Order 771244081935, card 4111 1111 1111 1111.";
    expect(findNumbers(text).map(({ number }) => number)).toContain("1Z5R89390357567127");
    expect(findNumbers(`ref 99${"986578788855"}12345678901234567890123456`)).toEqual([]);
    expect(findNumbers("call 9865 78788855")).toEqual([]);
  });
});

it("reckons check digits as carriers do", () => {
  expect(checkDigit("12345678", { name: "s10" })).toBe("5");
  expect(checkDigit("331881002", { name: "mod7" })).toBe("5");
  expect(checkDigit("00818270998000002003335027", { name: "mod_37_36" })).toMatch(/^[0-9A-Z]$/);
});
