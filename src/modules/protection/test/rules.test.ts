/** What a reading makes of a watched price, and which offer of a hotel is a better one, each at its edges. */
import { describe, expect, it } from "vitest";
import { MIN_READING_MINUTES } from "#benefits";
import { hasFallen, lookAt, type Watched } from "../rules.ts";
import { bestOffer, MIN_FREE_HOURS, type Offer } from "../trip-rules.ts";

const NOON = new Date("2026-11-02T12:00:00Z");
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const WATCHED: Watched = {
  ...{ state: "watching", paid_minor: 10_000n, first_minor: null, first_read_at: null },
  ...{ checked_minor: null, last_minor: null, last_read_at: null },
};
const FOUND: Watched = { ...WATCHED, state: "drop_found", first_minor: 8_000n, first_read_at: NOON };
const CHECKED: Watched = { ...FOUND, state: "re_checked", checked_minor: 8_000n };

describe("a watched price", () => {
  it("has fallen by a dollar or more", () => {
    expect([9_901n, 9_900n, null].map((now) => hasFallen(10_000n, now))).toEqual([false, true, false]);
  });

  it("is read once more before it counts, and not within minutes", () => {
    expect(lookAt(WATCHED, 8_000n, NOON)).toMatchObject({
      state: "drop_found",
      first: { minor: 8_000n },
      checked: null,
    });
    expect(lookAt(FOUND, 8_000n, later(MIN_READING_MINUTES - 1))).toMatchObject({ state: "drop_found", checked: null });
    expect(lookAt(FOUND, 8_000n, later(MIN_READING_MINUTES))).toMatchObject({ state: "re_checked" });
  });

  it.each([
    [8_500n, 8_500n],
    [7_000n, 8_000n],
  ])("that was 80 and is read at %d cents counts as the smaller of two drops", (minor, checked) => {
    expect(lookAt(FOUND, minor, later(MIN_READING_MINUTES)).checked?.minor).toBe(checked);
  });

  it("is as before when it rose again or cannot be compared", () => {
    for (const minor of [10_000n, null])
      expect(lookAt(FOUND, minor, later(60))).toMatchObject({ state: "watching", first: null, checked: null });
  });

  it("that falls further counts when that was read twice, apart, and at once when it rises", () => {
    expect(lookAt(CHECKED, 7_000n, later(60)).checked?.minor).toBe(8_000n);
    const further = { ...CHECKED, last_minor: 7_000n, last_read_at: later(60) };
    expect(lookAt(further, 7_000n, later(60 + MIN_READING_MINUTES - 1)).checked?.minor).toBe(8_000n);
    expect(lookAt(further, 7_200n, later(60 + MIN_READING_MINUTES)).checked?.minor).toBe(7_200n);
    expect(lookAt(CHECKED, 8_700n, later(60)).checked?.minor).toBe(8_700n);
  });
});

describe("a better offer of the same hotel", () => {
  const booked = { unit_ids: ["double"], board: "breakfast", total_minor: 50_000n } as const;
  const hours = (count: number) => new Date(NOON.getTime() + count * 3_600_000);
  const offer = (more: Partial<Offer> = {}): Offer => ({
    ...{ unit_id: "double", board: "breakfast", free_until: hours(MIN_FREE_HOURS), total_minor: 40_000n, ...more },
  });
  it.each([
    ["the same for less", offer(), true],
    ["more meals for less", offer({ board: "half" }), true],
    ["fewer meals", offer({ board: "none" }), false],
    ["meals that nobody tells", offer({ board: null }), false],
    ["another kind of bed", offer({ unit_id: "twin" }), false],
    ["one that is free to cancel for less than a day", offer({ free_until: hours(MIN_FREE_HOURS - 1) }), false],
    ["one that cannot be canceled", offer({ free_until: null }), false],
    ["one that saves just enough", offer({ total_minor: 49_500n }), true],
    ["one that saves a cent less", offer({ total_minor: 49_501n }), false],
    ["one that costs nothing", offer({ total_minor: 0n }), false],
  ])("%s", (_, one, better) => {
    expect(bestOffer([one], booked, NOON)).toBe(better ? one : null);
  });

  it("is the cheapest of several, and none where the booking does not tell its meals", () => {
    const cheap = offer({ total_minor: 39_000n });
    expect(bestOffer([offer(), cheap], booked, NOON)).toBe(cheap);
    expect(bestOffer([cheap], { ...booked, board: null }, NOON)).toBeNull();
  });
});
