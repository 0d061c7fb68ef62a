import { describe, expect, it } from "vitest";
import type { CivilDate } from "#platform/clock";
import type { RequestState } from "../privacy.types.ts";
import {
  confirmBy,
  dueOn,
  endOf,
  extendedTo,
  isLate,
  isOpen,
  lawDay,
  mayBecome,
  mayExtend,
  numberOf,
  REQUEST_TRANSITIONS,
  readNumber,
  warnsOn,
} from "../rules.ts";

const at = (text: string) => new Date(text);
// Days as the calendar writes them.
const day = (text: string) => text as CivilDate;

describe("the clock of the law", () => {
  it("counts California's days: who asks in the evening there is not a day late by ours", () => {
    expect(lawDay(at("2026-11-26T07:59:59Z"))).toBe("2026-11-25");
    expect(lawDay(at("2026-11-26T08:00:00Z"))).toBe("2026-11-26");
    // In summer time its day begins an hour earlier by UTC.
    expect(lawDay(at("2027-07-04T07:00:00Z"))).toBe("2027-07-04");
    expect(lawDay(at("2027-07-04T06:59:59Z"))).toBe("2027-07-03");
  });

  it.each([
    // A Thursday; a Friday evening that is a Saturday elsewhere; the last day of a year; the day before a leap day.
    ["2026-11-26T20:00:00Z", "2026-12-10", "2027-01-10", "2027-02-24", "2026-12-17"],
    ["2026-11-28T07:00:00Z", "2026-12-11", "2027-01-11", "2027-02-25", "2026-12-18"],
    ["2026-12-31T20:00:00Z", "2027-01-14", "2027-02-14", "2027-03-31", "2027-01-21"],
    ["2028-02-28T20:00:00Z", "2028-03-13", "2028-04-13", "2028-05-28", "2028-03-20"],
    // Asked on a Sunday: the first working day is Monday.
    ["2026-11-29T20:00:00Z", "2026-12-11", "2027-01-13", "2027-02-27", "2026-12-18"],
  ])("what came at %s is confirmed by %s, answered by %s, at last by %s, and an opt-out by %s", (...days) => {
    const [came, confirmed, answered, extended, optedOut] = days;
    expect([confirmBy(at(came)), dueOn("know", at(came)), extendedTo(at(came)), dueOn("opt_out", at(came))]).toEqual([
      confirmed,
      answered,
      extended,
      optedOut,
    ]);
    for (const right of ["delete", "correct"] as const) expect(dueOn(right, at(came))).toBe(answered);
  });

  it("is not late on its last day, wherever that ends", () => {
    const due = day("2027-01-10");
    expect(isLate(due, at("2027-01-11T07:59:59Z"))).toBe(false);
    expect(isLate(due, at("2027-01-11T08:00:00Z"))).toBe(true);
    expect(isLate(due, endOf(due))).toBe(false);
    expect(isLate(day("2027-07-10"), endOf(day("2027-07-10")))).toBe(false);
  });

  it("warns a week before", () => {
    expect(warnsOn(at("2027-01-03T20:00:00Z"))).toBe("2027-01-10");
  });
});

describe("more time", () => {
  const row = (state: RequestState, right_asked: "know" | "opt_out" = "know") => ({
    ...{ state, right_asked, due_on: day("2027-01-10") },
  });
  const early = at("2027-01-05T20:00:00Z");

  it("is taken once, within the first time, and never for an opt-out", () => {
    expect(mayExtend(row("open"), early)).toBe(true);
    expect(mayExtend(row("open"), at("2027-01-11T20:00:00Z"))).toBe(false);
    expect(mayExtend(row("extended"), early)).toBe(false);
    expect(mayExtend(row("unverified"), early)).toBe(false);
    expect(mayExtend(row("open", "opt_out"), early)).toBe(false);
  });
});

describe("states", () => {
  it("lead from asked to an end, and from an end nowhere", () => {
    const ends = Object.entries(REQUEST_TRANSITIONS).flatMap(([state, next]) => (next.length === 0 ? [state] : []));
    expect(ends).toEqual(["answered", "refused", "withdrawn", "expired"]);
    for (const state of ["unverified", "open", "extended"] as const) expect(mayBecome(state, "withdrawn")).toBe(true);
    expect(mayBecome("unverified", "answered")).toBe(false);
    expect(mayBecome("extended", "extended")).toBe(false);
    expect(mayBecome("open", "expired")).toBe(false);
    expect((Object.keys(REQUEST_TRANSITIONS) as RequestState[]).filter(isOpen)).toEqual(["open", "extended"]);
  });
});

describe("numbers", () => {
  it("have no signs that are taken for others, and are read however they are typed", () => {
    for (let byte = 0; byte < 256; byte += 1)
      expect(numberOf(new Uint8Array(8).fill(byte))).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    expect(readNumber(" 2abc-9xyz ")).toBe("2ABC-9XYZ");
    expect(readNumber("2abc 9xyz")).toBe("2ABC-9XYZ");
    for (const wrong of ["", "2ABC", "2ABC-9XYO", "2ABC-9XYZ-2", "1ABC-9XYZ"]) expect(readNumber(wrong)).toBeNull();
  });
});
