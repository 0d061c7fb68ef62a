/** Which class a booking's words say, who rents it, where it is handed over, and which car is surely no worse. */
import { describe, expect, it } from "vitest";
import {
  betterCars,
  type CarClass,
  classIn,
  classOf,
  codeIn,
  companyKey,
  isSameClass,
  missingOf,
  placesOf,
} from "../car-rules.ts";

const COMPACT: CarClass = { size: "C", body: "C", automatic: null, all_wheels: false, fuel: "usual" };

describe("the class that a booking says", () => {
  it.each([
    ["Compact, Toyota Corolla or similar", COMPACT],
    ["Compacto, Toyota Corolla o similar", COMPACT],
    ["Compact, Mini Cooper or similar", COMPACT],
    ["Economy", { ...COMPACT, size: "E" }],
    ["Económico", { ...COMPACT, size: "E" }],
    ["Midsize SUV", { ...COMPACT, size: "I", body: "F" }],
    ["SUV mediana", { ...COMPACT, size: "I", body: "F" }],
    ["Full-size elite, automatic", { ...COMPACT, size: "G", automatic: true }],
    ["Estándar híbrido", { ...COMPACT, size: "S", fuel: "hybrid" }],
    [
      "Intermediate 4x4 electric manual",
      { ...COMPACT, size: "I", all_wheels: true, fuel: "electric", automatic: false },
    ],
    ["Standard minivan", { ...COMPACT, size: "S", body: "V" }],
    ["ECAR", { ...COMPACT, size: "E", automatic: true }],
    ["Midsize SUV (IFBH)", { size: "I", body: "F", automatic: true, all_wheels: true, fuel: "hybrid" }],
    ["CDMD or similar", { ...COMPACT, body: "D", automatic: false }],
  ])("%s", (text, told) => expect(classIn(text)).toEqual(told));

  it.each(["", "A car", "Compact or Midsize", "Toyota Corolla", "FORD", "Special", "SUV wagon economy", "Minivan"])(
    "is none in %j",
    (text) => expect(classIn(text)).toBeNull(),
  );
});

describe("a car as the provider tells it", () => {
  const told = {
    category: { code: "C", value: "Compact" },
    type: { code: "C" },
    gears: { code: "A", value: "Automatic" },
    fuel: { code: "R", value: "Unspecified Air" },
  };
  it("has the class of its letters where its words say the same", () => {
    expect(classOf(told)).toEqual({ ...COMPACT, automatic: true });
    for (const other of [
      { category: { code: "C", value: "Economy" } },
      { category: { code: "X", value: "Special" } },
      { type: { code: "" } },
      { gears: { code: "A", value: "Manual AWD" } },
      { gears: { code: "M", value: "Automatic" } },
      { gears: { code: "", value: "" } },
      { fuel: { code: "N", value: "Unspecified No Air" } },
      { fuel: { code: "R", value: "No Air" } },
      { fuel: { code: "", value: "" } },
    ])
      expect(classOf({ ...told, ...other }), JSON.stringify(other)).toBeNull();
  });

  it("is the same class only where it is no worse", () => {
    const offered = { ...COMPACT, automatic: true };
    expect(isSameClass(offered, COMPACT)).toBe(true);
    expect(isSameClass({ ...offered, body: "D" }, COMPACT), "more doors").toBe(true);
    expect(isSameClass({ ...offered, fuel: "hybrid" }, COMPACT)).toBe(true);
    expect(isSameClass({ ...offered, automatic: false }, { ...COMPACT, automatic: false })).toBe(true);
    for (const worse of [
      { size: "E" },
      { size: "D" },
      { body: "B" },
      { body: "F" },
      { automatic: false },
      { fuel: "electric" as const },
    ])
      expect(isSameClass({ ...offered, ...worse }, COMPACT), JSON.stringify(worse)).toBe(false);
    expect(isSameClass(offered, { ...COMPACT, all_wheels: true })).toBe(false);
    expect(isSameClass(offered, { ...COMPACT, fuel: "electric" })).toBe(false);
    expect(isSameClass({ ...offered, automatic: false }, { ...COMPACT, automatic: true })).toBe(false);
  });
});

it("knows companies by the words that tell them apart", () => {
  for (const [one, other] of [
    ["Cobalt", "Cobalt Rent A Car"],
    ["Bluewing Car Rental", "BLUEWING"],
    ["Renta de Autos Álamo", "Alamo Rent-A-Car"],
  ] as const)
    expect(companyKey(one)).toBe(companyKey(other));
  expect(companyKey("Cobalt")).not.toBe(companyKey("Cobalt Blue"));
});

it("reads an airport's letters where a place says that it is one, and no country's", () => {
  expect(codeIn("Denver Airport (DEN)")).toBe("DEN");
  expect(codeIn("Cancún Aeropuerto (CUN), México")).toBe("CUN");
  for (const none of ["Austin Downtown, TX", "Orlando Airport (USA)", "Hotel (SPA)", "Denver Airport DEN", ""])
    expect(codeIn(none)).toBeNull();
});

describe("the places", () => {
  const row = { city: "", place: "Denver Airport (DEN)", pick_up_code: "DEN", drop_off_place: "", drop_off_code: null };
  it("are one where no other is named, and none where one of them is not said", () => {
    expect(placesOf(row)).toEqual({ pick_up: { airport: "DEN" }, drop_off: { airport: "DEN" } });
    expect(placesOf({ ...row, drop_off_code: "LAS" })?.drop_off).toEqual({ airport: "LAS" });
    expect(placesOf({ ...row, drop_off_place: "301 Congress Ave" })?.drop_off).toEqual({ address: "301 Congress Ave" });
    expect(placesOf({ ...row, drop_off_place: "Downtown" })).toBeNull();
    expect(placesOf({ ...row, pick_up_code: null })).toBeNull();
  });
  it("and the class are what a member has to say", () => {
    expect(missingOf({ ...row, what: "Economy" })).toBeNull();
    expect(missingOf({ ...row, what: "" })).toBe("no_class");
    expect(missingOf({ ...row, what: "", pick_up_code: null })).toBe("no_place");
  });
});

it("takes the cheapest of those that are no worse in everything", () => {
  const now = new Date("2027-03-10T12:00:00Z");
  const booked = { company: "Cobalt", class: COMPACT, currency: "USD", total_minor: 42_000n };
  const car = {
    ...{ company: "Cobalt Rent A Car", class: { ...COMPACT, automatic: true }, currency: "USD", total_minor: 30_000n },
    ...{ free_until: new Date("2027-03-12T12:00:00Z"), limited: false },
  };
  const cheaper = { ...car, total_minor: 29_000n };
  expect(betterCars([car, cheaper], booked, now)).toEqual([cheaper, car]);
  for (const worse of [
    { company: "Bluewing" },
    { currency: "EUR" },
    { limited: true },
    { free_until: null },
    { free_until: new Date("2027-03-11T11:59:00Z") },
    { total_minor: 41_501n },
    { total_minor: 0n },
  ])
    expect(betterCars([{ ...car, ...worse }], booked, now), Object.keys(worse)[0]).toEqual([]);
  expect(betterCars([{ ...car, total_minor: 41_500n }], booked, now)).toHaveLength(1);
});
