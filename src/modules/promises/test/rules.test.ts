import { expect, it } from "vitest";
import { answeredInTime, frequentReasons, trackHealth } from "../rules.ts";

const STORE = { orders: 40, within_day: 40, confirmed: 20, refused: 0, median_hours: 3 };

it("calls a store good, fair or bad at the limits that the page tells", () => {
  expect(trackHealth(STORE)).toBe("good");
  expect(trackHealth({ ...STORE, within_day: 36 })).toBe("good");
  expect(trackHealth({ ...STORE, within_day: 35 })).toBe("fair");
  expect(trackHealth({ ...STORE, confirmed: 18, refused: 2 })).toBe("good");
  expect(trackHealth({ ...STORE, confirmed: 17, refused: 3 })).toBe("fair");
  expect(trackHealth({ ...STORE, confirmed: 14, refused: 6 })).toBe("fair");
  expect(trackHealth({ ...STORE, confirmed: 13, refused: 7 })).toBe("bad");
  expect(trackHealth({ ...STORE, median_hours: 72 })).toBe("good");
  expect(trackHealth({ ...STORE, median_hours: 73 })).toBe("bad");
});

it("says nothing of refusals where nine orders were decided", () => {
  expect(trackHealth({ ...STORE, confirmed: 0, refused: 9 })).toBe("good");
  expect(trackHealth({ ...STORE, confirmed: 0, refused: 10 })).toBe("bad");
});

it("tells no reason that few share, and loses no order", () => {
  const reasons = [
    { code: "fraud", orders: 9 },
    { code: "returned", orders: 10 },
    { code: null, orders: 2 },
    { code: "terms", orders: 30 },
  ];
  expect(frequentReasons(reasons)).toEqual([
    { code: "terms", orders: 30 },
    { code: "returned", orders: 10 },
    { code: null, orders: 11 },
  ]);
  expect(frequentReasons([])).toEqual([]);
});

it("counts claims whose promised day has come, over a weekend too", () => {
  // Friday: three working days end on Wednesday.
  const sent = "2027-03-05";
  const days = [
    { sent_on: sent, answered_on: "2027-03-10", claims: 5 },
    { sent_on: sent, answered_on: "2027-03-11", claims: 3 },
    { sent_on: sent, answered_on: null, claims: 2 },
    { sent_on: "2027-03-10", answered_on: null, claims: 7 },
    { sent_on: "2027-03-10", answered_on: "2027-03-10", claims: 1 },
  ];
  expect(answeredInTime(days, 3, new Date("2027-03-11T12:00:00Z"))).toEqual({ due: 11, in_time: 6 });
  // On the promised day itself nobody is late yet.
  expect(answeredInTime(days.slice(2, 3), 3, new Date("2027-03-10T12:00:00Z"))).toEqual({ due: 0, in_time: 0 });
});
