import { expect, it } from "vitest";
import { usualHours } from "../web/usual-hours.ts";

it.each([
  ["nothing was counted", null, 48],
  ["nine of ten orders came within a day", { health: "good", median_hours: 6 }, 24],
  ["the middle order takes a day and a half", { health: "fair", median_hours: 36 }, 48],
  ["more than half take longer than two days", { health: "fair", median_hours: 60 }, null],
  ["it tracks badly", { health: "bad", median_hours: 80 }, null],
] as const)("an order is promised only as soon as it was seen to come: %s", (_, counted, hours) => {
  expect(usualHours(counted && { ...counted, refused: 0, decided: 20 })).toBe(hours);
});
