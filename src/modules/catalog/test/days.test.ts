import { expect, it } from "vitest";
import { firstDay, lastDay } from "../days.ts";
import { readOffer } from "../feeds/read-offer.ts";

const NOTHING = { advertiser_id: "", code: "", description: "", restriction: "", tracking_link: "" };
function read(starts: string, ends: string) {
  const row = readOffer({
    ...NOTHING,
    id: "1",
    programme_id: "1",
    title: "10% off",
    free_shipping: false,
    starts,
    ends,
  });
  if ("reason" in row) throw new Error(row.reason);
  return row;
}

it.each([
  ["2026-08-31", "a day alone, of a network or typed"],
  ["2026-08-31T23:59:59-07:00", "Impact, in the shop's zone"],
  ["2026-09-01T00:00:00-04:00", "the midnight at which it is over in New York"],
  ["2026-08-31T23:59:59.000Z", "Awin"],
  ["2026-08-31 23:59:00.0", "CJ, without a zone"],
])("%s ends on the last day of August (%s)", (ends) => {
  const { ends_at } = read("", ends);
  expect(ends_at && lastDay(ends_at.toISOString())).toBe("2026-08-31");
});

it.each(["2026-09-01", "2026-09-01T00:00:00-07:00", "2026-09-01T00:00:00.000Z", "2026-09-01 00:00:00.0"])(
  "%s begins on the first of September",
  (starts) => {
    const { starts_at } = read(starts, "");
    expect(starts_at && firstDay(starts_at.toISOString())).toBe("2026-09-01");
  },
);

it("a day without a time is there until it is over in Hawaii", () => {
  expect(read("2026-08-31", "2026-08-31").ends_at?.toISOString()).toBe("2026-09-01T09:59:59.000Z");
});
