/** What is read of Expedia's answers, which are those of its document, and what is not. */
import { describe, expect, it } from "vitest";
import {
  readCar,
  readDetails,
  readFreeUntil,
  readListing,
  readMoney,
  readPage,
  readToken,
  readTotal,
} from "../expedia-cars.ts";

const BASE = "https://apim.expedia.com";
const usd = (Value: string) => ({ Value, Currency: "USD" });
const place = (DateTime: string, more: object = {}) => ({
  ...{ DateTime, ShuttleCategory: "AirportShuttleToCounterAndCar" },
  Location: {
    ...{ Id: "6139103", Name: "Seattle-Tacoma International Airport", Code: "SEA", LocationId: "SEAT001" },
    Address: { Address1: "17801 International Blvd", City: "Seattle", Province: "WA", Country: "USA" },
  },
  ...more,
});
const car = (more: object = {}) => ({
  Id: "ECAR-39--1Trip-SEAT001-SEAT001",
  VehicleDetails: {
    ...{ Make: "Kia Rio", CarClass: "Economy 2/4Door Car", MinDoors: 2, MaxDoors: 4 },
    CarCategory: { Code: "E", Value: "Economy" },
    CarType: { Code: "C", Value: "2/4 Door" },
    TransmissionDrive: { Code: "A", Value: "Automatic" },
    FuelAC: { Code: "D", Value: "Diesel Air" },
  },
  Supplier: { Id: "3", Name: "Advantage Rent-A-Car", Code: "AD" },
  PickupDetails: place("2027-07-05T10:00:00"),
  DropOffDetails: place("2027-07-08T10:00:00"),
  Links: {
    ApiDetails: { Method: "GET", Href: `${BASE}/cars/details/AQAQ.QLR-hGI_M3?price=121.90&currency=USD` },
    WebDetails: { Href: "https://www.expedia.com/carsearch/details?piid=1" },
  },
  RateDetails: { RatePeriod: "Daily", RateCode: "A3D10", PrePay: false },
  Price: { BasePrice: usd("100.0"), TaxesAndFees: usd("21.9"), TotalPrice: usd("121.9") },
  AdditionalFees: [{ IsRequired: false, FinanceCategory: "Coverages", FinanceSubCategory: "CDW", Amount: usd("30") }],
  CancellationPolicy: {
    ...{ Cancellable: true, FreeCancellation: true, FreeCancellationEndDateTime: "2027-07-03T10:00:00-07:00" },
  },
  ...more,
});
const answer = (cars: readonly unknown[], more: object = {}) => ({
  ...{ TransactionId: "1111111-2222-3333-4444-55555555555", CarCount: cars.length, Cars: cars },
  ...more,
});
const asked = {
  ...{
    pick_up: { airport: "SEA" },
    drop_off: { airport: "SEA" },
    begins: "2027-07-05T10:00",
    ends: "2027-07-08T10:00",
  },
  ...{ driver_age: 30, country: "US", bodies: ["C", "D"] },
};
const cars = (...list: readonly unknown[]) => readListing(answer(list), asked, BASE).cars;

describe("a list of cars", () => {
  it("is read with price, class, company, counter, and where each is asked about and booked", () => {
    expect(readListing(answer([car()]), asked, BASE)).toEqual({
      ...{ kind: "cars", currencies: ["USD"], companies: ["Advantage Rent-A-Car"] },
      cars: [
        {
          company: "Advantage Rent-A-Car",
          class: { size: "E", body: "C", automatic: true, all_wheels: false, fuel: "usual" },
          ...{ location_id: "SEAT001", currency: "USD", total_minor: 12_190n, price: "121.9", limited: false },
          ...{ given_back: "SEAT001", times: "2027-07-05T10:00 2027-07-08T10:00" },
          free_until: new Date("2027-07-03T17:00:00Z"),
          words: {
            ...{ company: "Advantage Rent-A-Car", car: "Economy 2/4Door Car, Kia Rio", prepaid: false },
            at: "Seattle-Tacoma International Airport, 17801 International Blvd, Seattle",
          },
          ...{ token: "AQAQ.QLR-hGI_M3", url: "https://www.expedia.com/carsearch/details?piid=1" },
        },
      ],
    });
    expect(readListing({ TransactionId: "1", CarCount: 0 }, asked, BASE).cars).toEqual([]);
  });

  it("that is cut, or is none, is no answer at all", () => {
    for (const none of [null, "x", [], {}, answer([car()], { CarCount: 2 }), answer([], { TransactionId: undefined })])
      expect(() => readListing(none, asked, BASE)).toThrow(/no list of cars/);
  });

  it("has those alone that are handed over and given back there and then", () => {
    for (const other of [
      { PickupDetails: place("2027-07-05T11:00:00") },
      { DropOffDetails: place("2027-07-08T10:30:00") },
      { PickupDetails: place("2027-07-05T10:00:00", { Location: { LocationId: "SEAC005", Code: "BFI" } }) },
      { DropOffDetails: place("2027-07-08T10:00:00", { Location: { LocationId: "SEAC005" } }) },
      {
        PickupDetails: place("2027-07-05T10:00:00", {
          Location: { LocationId: "S1", Code: "SEA", Country: { IsoCode2: "CA" } },
        }),
      },
      { PickupDetails: null },
    ])
      expect(cars(car(other)), JSON.stringify(other)).toEqual([]);
  });

  it("of an address has the counter that is there", () => {
    const there = {
      ...asked,
      pick_up: { address: "1919 5th Avenue, Seattle" },
      drop_off: { address: "1919 5th Avenue, Seattle" },
    };
    const at = (Distance: unknown) =>
      readListing(
        answer([
          car({
            PickupDetails: place("2027-07-05T10:00:00", { Distance }),
            DropOffDetails: place("2027-07-08T10:00:00", { Distance }),
          }),
        ]),
        there,
        BASE,
      ).cars.length;
    expect(at({ Value: "0.4", Unit: "KM" })).toBe(1);
    for (const far of [{ Value: "1.5", Unit: "KM" }, { Value: "0.4", Unit: "MI" }, { Value: "", Unit: "KM" }, null])
      expect(at(far), JSON.stringify(far)).toBe(0);
  });

  it("leaves out what lacks something that it is compared by", () => {
    for (const broken of [
      { Supplier: {} },
      { Price: { TotalPrice: usd("121.9") } },
      { VehicleDetails: { CarClass: "Economy" } },
      { PickupDetails: place("2027-07-05T10:00:00", { Location: { Code: "SEA" } }) },
    ])
      expect(cars(car(broken), null, "x"), JSON.stringify(broken)).toEqual([]);
  });
});

describe("a price", () => {
  it("is a text of whole units with at most two places, of money that has two", () => {
    expect(readMoney(usd("21.9"))).toEqual({ minor: 2_190n, currency: "USD" });
    expect(readMoney(usd("0"))).toEqual({ minor: 0n, currency: "USD" });
    expect(readMoney(usd("1487.1200"))).toEqual({ minor: 148_712n, currency: "USD" });
    for (const none of ["", "-3", "1,200.50", "1e3", "12.345", "99999999", "NaN"])
      expect(readMoney(usd(none))).toBeNull();
    for (const none of [
      null,
      12,
      { Value: 12.5, Currency: "USD" },
      { Value: "12", Currency: "usd" },
      { Value: "1200", Currency: "JPY" },
    ])
      expect(readMoney(none)).toBeNull();
  });

  it("holds taxes and every fee that is required, and is none where one of them is not told", () => {
    const of = (more: object) => readTotal(car(more))?.minor ?? null;
    const price = (more: object) => ({ Price: { TaxesAndFees: usd("21.9"), TotalPrice: usd("121.9"), ...more } });
    expect(of({})).toBe(12_190n);
    expect(of(price({}))).toBe(12_190n);
    // A total that leaves the taxes out is not believed.
    expect(of(price({ BasePrice: usd("121.9") }))).toBe(14_380n);
    const fee = (more: object) => ({ AdditionalFees: [{ IsRequired: true, Amount: usd("58"), ...more }] });
    expect(of(fee({}))).toBe(17_990n);
    for (const unknown of [
      fee({ Amount: { Value: "58", Currency: "EUR" } }),
      fee({ Amount: {} }),
      fee({ IsRequired: "yes" }),
      { AdditionalFees: { IsRequired: true, Amount: usd("58") } },
      price({ TaxesAndFees: undefined }),
      price({ TaxesAndFees: { Value: "20", Currency: "EUR" } }),
      price({ BasePrice: { Value: "20", Currency: "EUR" } }),
    ])
      expect(of(unknown), JSON.stringify(unknown)).toBeNull();
  });
});

describe("free cancellation", () => {
  const policy = (more: object) =>
    readFreeUntil({
      FreeCancellation: true,
      FreeCancellationEndDateTime: "2027-07-03T10:00:00Z",
      ...more,
    })?.toISOString();
  it("ends when it is said to, or a penalty begins, or canceling is not possible", () => {
    expect(policy({})).toBe("2027-07-03T10:00:00.000Z");
    expect(policy({ FreeCancellationEndDateTime: "2027-07-03T10:00:00-0800" })).toBe("2027-07-03T18:00:00.000Z");
    expect(policy({ PenaltyRules: [{ StartDateTime: "2027-07-01T10:00:00Z" }] })).toBe("2027-07-01T10:00:00.000Z");
    expect(policy({ NonCancellableDateTimeRange: { StartDateTime: "2027-07-02T10:00:00Z" } })).toBe(
      "2027-07-02T10:00:00.000Z",
    );
  });
  it("is over where days begin first when no zone is told", () =>
    expect(policy({ FreeCancellationEndDateTime: "2027-07-03T10:00:00" })).toBe("2027-07-02T20:00:00.000Z"));
  it("is none where it is not said, or until when, or something of it cannot be read", () => {
    for (const none of [
      { FreeCancellation: false },
      { FreeCancellation: "true" },
      { Cancellable: false },
      { FreeCancellationEndDateTime: undefined },
      { FreeCancellationEndDateTime: "soon" },
      { PenaltyRules: [{}] },
      { PenaltyRules: { StartDateTime: "2027-07-01T10:00:00Z" } },
      { NonCancellableDateTimeRange: {} },
    ])
      expect(policy(none), JSON.stringify(none)).toBeUndefined();
    expect(readFreeUntil(null)).toBeNull();
  });
});

it("takes no car whose kilometers end or cost more", () => {
  const limited = (Mileages: unknown) => readCar(car({ RateDetails: { RatePeriod: "Daily", Mileages } }))?.limited;
  expect(limited([])).toBe(false);
  expect(limited("75 a day")).toBe(true);
  expect(limited([{ FreeDistance: { Value: "0" }, FreeDistanceRatePeriod: "Daily" }])).toBe(false);
  expect(limited([{ FreeDistance: { Value: "75", Unit: "KM" }, FreeDistanceRatePeriod: "Daily" }])).toBe(true);
  expect(limited([{ FreeDistance: { Value: "1,000", Unit: "KM" } }])).toBe(true);
  expect(limited([{ FreeDistance: { Value: "75 KM" } }])).toBe(true);
  expect(limited([{ ExtraCostPerDistance: { Distance: { Value: "1" }, Cost: usd("0.25") } }])).toBe(true);
});

it("leads to pages of Expedia alone", () => {
  for (const theirs of [
    "https://www.expedia.com/cars?x=1",
    "https://expedia.com/",
    "https://www.expedia.com.mx/a",
    `${BASE}/x`,
  ])
    expect(readPage(theirs, BASE)).toBe(theirs);
  for (const other of [
    ...[
      "http://www.expedia.com/",
      "https://expedia.com.evil.example/",
      "https://notexpedia.com/",
      "javascript:alert(1)",
    ],
    ...[
      "https://user:pw@www.expedia.com/",
      "https://www.expedia.com:8443/",
      "//www.expedia.com",
      "https://evil.example/expedia.com",
    ],
    ...[`https://www.expedia.com/${"a".repeat(2_000)}`, null, 7],
  ])
    expect(readPage(other, BASE), String(other)).toBeNull();
});

it("asks for details nowhere else than for everything, by their token alone", () => {
  expect(readToken(`${BASE}/cars/details/AQ%2B.x_-~?price=1`, BASE)).toBe("AQ%2B.x_-~");
  for (const other of [
    ...[
      "https://evil.example/cars/details/AQ",
      `${BASE}/cars/bookings/AQ`,
      `${BASE}/cars/details/`,
      `${BASE}/cars/details/a/b`,
    ],
    ...[
      `${BASE}/cars/details/${"a".repeat(2_001)}`,
      `${BASE}/cars/details/%2e%2e`,
      `${BASE}/cars/details/.x`,
      "",
      null,
    ],
  ])
    expect(readToken(other, BASE), String(other)).toBeNull();
});

it("says no text that is turned around by signs of others", () => {
  const [turned] = cars(car({ Supplier: { Name: "Advantage \u202eevil\u202c Rent" } }));
  expect(turned?.words.company).not.toMatch(/\p{Bidi_Control}/u);
});

describe("the details of a car", () => {
  const [listed] = cars(car());
  if (!listed) throw new Error("no car");
  const details = (more: object = {}, beside: object = {}) =>
    readDetails({ TransactionId: "1", CarDetails: car({ Links: undefined, ...more }), ...beside }, listed);
  it("say what it costs now, and what a warning says that it costs", () => {
    expect(details()).toEqual(listed);
    const dearer = { Price: { TaxesAndFees: usd("30"), TotalPrice: usd("150") } };
    expect(details(dearer)?.total_minor).toBe(15_000n);
    const warned = (NewPrice: unknown) => details({}, { Warnings: [{ Code: "X", Description: "y", NewPrice }] });
    expect(warned(usd("199.99"))?.total_minor).toBe(19_999n);
    expect(warned(undefined)?.total_minor).toBe(12_190n);
    expect(warned({ Value: "20", Currency: "EUR" })).toBeNull();
  });
  it("of another company, counter or money, or of nothing, are none of it", () => {
    for (const other of [
      { Supplier: { Name: "Another" } },
      { PickupDetails: place("2027-07-05T10:00:00", { Location: { LocationId: "SEAC005", Code: "SEA" } }) },
      { Price: { TaxesAndFees: { Value: "1", Currency: "EUR" }, TotalPrice: { Value: "9", Currency: "EUR" } } },
      { Price: null },
      { PickupDetails: place("2027-07-06T10:00:00") },
      { DropOffDetails: place("2027-07-06T10:00:00") },
      { DropOffDetails: place("2027-07-08T10:00:00", { Location: { LocationId: "SEAC005", Code: "SEA" } }) },
    ])
      expect(details(other), JSON.stringify(other)).toBeNull();
    for (const none of [null, {}, { CarDetails: null }]) expect(readDetails(none, listed)).toBeNull();
  });
});
