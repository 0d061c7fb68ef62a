/** What of a typed message is right, and what is said of each fault. */
import { describe, expect, it } from "vitest";
import { isEmail } from "#identity";
import { workingDaysAfter } from "#platform/working-days";
import { numberOf, readMessage, type TypedMessage, typeOf } from "../rules.ts";
import { hoursText } from "../web/chat/hours-words.ts";

const good: TypedMessage = {
  topic: "missing-purchase",
  email: " ida@example.com ",
  body: "",
  store: "Nike",
  order_number: "C0123",
  ordered_on: "2027-03-01",
  amount: "$1,249.90",
};
const read = (changes: Partial<TypedMessage>) => readMessage({ ...good, ...changes }, { today: "2027-03-10", isEmail });
const faultsOf = (changes: Partial<TypedMessage>) => {
  const outcome = read(changes);
  return outcome.ok ? [] : outcome.faults;
};

describe("a typed message", () => {
  it("is read with its purchase, in cents", () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        topic: "missing-purchase",
        email: "ida@example.com",
        body: "",
        purchase: { store: "Nike", order_number: "C0123", ordered_on: "2027-03-01", amount_minor: "124990" },
      },
    });
  });

  it.each([
    ["12,50", "1250"],
    ["1.249,90", "124990"],
    ["$1,249.90", "124990"],
    ["12.5", "1250"],
  ])("tells what was paid as its reader writes it: %s", (amount, amount_minor) => {
    expect(read({ amount })).toMatchObject({ value: { purchase: { amount_minor } } });
  });

  it("hears of all its faults at once", () => {
    expect(faultsOf({ email: "ida", store: " ", order_number: "", ordered_on: "yesterday", amount: "a lot" })).toEqual([
      "email_invalid",
      "store_missing",
      "order_number_missing",
      "ordered_on_invalid",
      "amount_invalid",
    ]);
  });

  it.each([
    ["no topic", { topic: "money" }, ["topic_missing", "message_missing"]],
    ["no words where there are no facts", { topic: "other" }, ["message_missing"]],
    ["too many words", { topic: "other", body: "a".repeat(4_001) }, ["message_long"]],
    ["a day that is to come", { ordered_on: "2027-03-12" }, ["ordered_on_invalid"]],
    ["a day too long ago", { ordered_on: "2026-03-09" }, ["ordered_on_invalid"]],
    ["a day that is none", { ordered_on: "2027-02-31x" }, ["ordered_on_invalid"]],
    ["nothing paid", { amount: "0" }, ["amount_invalid"]],
    ["less than nothing", { amount: "-5" }, ["amount_invalid"]],
    ["a sum that may be two", { amount: "1.204" }, ["amount_invalid"]],
  ])("%s", (_what, changes, faults) => expect(faultsOf(changes)).toEqual(faults));

  it.each([
    ["example.com", "https://example.com/"],
    [" http://Shop.Example.com:8080/a?b=c ", "http://shop.example.com:8080/a?b=c"],
    ["https://español.example/ofertas", "https://xn--espaol-zwa.example/ofertas"],
  ])("tells the page that it is about: %s", (page, address) => {
    expect(read({ topic: "technical", body: "It stays white.", page })).toMatchObject({
      value: { body: `It stays white.\n\n${address}` },
    });
  });

  it.each([
    "none",
    "not a page",
    "javascript:alert(1)",
    "ftp://example.com/a",
    "https://ida:secret@example.com/",
    "https://127.0.0.1/",
    "https://.com",
  ])("hears that %s is no address", (page) => {
    expect(faultsOf({ topic: "partners", body: "Hello", page })).toEqual(["url_invalid"]);
    // Where no address is asked for, none is read.
    expect(faultsOf({ topic: "other", body: "Hello", page })).toEqual([]);
  });

  it.each([
    ["tomorrow, for whoever is ahead of us", { ordered_on: "2027-03-11" }],
    ["a year ago", { ordered_on: "2026-03-10" }],
  ])("%s is a day", (_what, changes) => expect(faultsOf(changes)).toEqual([]));
});

describe("a file", () => {
  it.each([
    ["JPEG", "ffd8ffe0", "image/jpeg"],
    ["PNG", "89504e470d0a1a0a", "image/png"],
    ["WebP", "524946460000000057454250", "image/webp"],
    ["PDF", "255044462d312e37", "application/pdf"],
  ])("%s is told by its first bytes", (_name, bytes, type) =>
    expect(typeOf(Buffer.from(bytes, "hex"))).toEqual({ ok: true, value: type }),
  );
  it.each([
    ["a page", Buffer.from("<html>")],
    ["a drawing that can hold scripts", Buffer.from("<svg xmlns=")],
    ["nothing", Buffer.alloc(0)],
  ])("%s is none that is taken", (_name, bytes) => expect(typeOf(bytes)).toMatchObject({ code: "file_invalid" }));
});

it("a number can be read aloud", () => {
  expect(numberOf(Buffer.from([0, 31, 32, 63, 255, 1, 2, 3]))).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
});

it.each([
  ["a Monday", "2027-03-15T08:00:00Z", 2, "2027-03-17"],
  ["a Thursday", "2027-03-18T23:59:59Z", 2, "2027-03-22"],
  ["a Saturday", "2027-03-20T12:00:00Z", 1, "2027-03-22"],
  ["ten from a Friday", "2027-03-19T00:00:00Z", 10, "2027-04-02"],
])("promises working days from %s", (_what, at, days, day) =>
  expect(workingDaysAfter(new Date(at), days).toISOString()).toBe(`${day}T23:59:59.000Z`),
);

it("tells hours of the chat in Spanish as the settings tell hours", () => {
  const hours = {
    hours: [{ days: [1, 2, 3, 4, 5], from: "09:00", until: "17:30" }],
    ...{ zone: "America/New_York", open: true, there: true, opens_at: null },
  };
  const t = (text: string, values: Readonly<Record<string, unknown>> = {}) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));
  // An hour stays on one line.
  expect(hoursText(hours, t, "es")).toBe("lunes to viernes, 9\u00a0a.\u00a0m. to 5:30\u00a0p.\u00a0m. (hora del Este)");
  expect(hoursText(hours, t, "en")).toContain("9\u00a0AM to 5:30\u00a0PM");
});
