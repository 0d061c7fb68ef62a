/** On which days somebody was a member: days are those of the membership's own zone. */
import { describe, expect, it } from "vitest";
import type { CivilDate } from "#platform/clock";
import { wasMember } from "../standing.ts";

const dayOf = (at: Date, zone: string): CivilDate =>
  // The Swedish form of a day is the civil one.
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(at) as CivilDate;
const membership = (zone: string, ended_at: string) => {
  const since = new Date("2027-02-01T12:00:00Z");
  const row = { zone, joined_on: "2027-02-01", ended_at: new Date(ended_at), plans: [{ tier: "standard", since }] };
  // What else a membership has is not asked for here.
  return [row] as unknown as Parameters<typeof wasMember>[1];
};
const was = (memberships: ReturnType<typeof membership>, day: string) =>
  wasMember({ dayOf }, memberships, { tiers: ["standard"], day });

describe("the last day of a membership", () => {
  it("is the one on which it ended where its member lives", () => {
    const west = membership("America/Los_Angeles", "2027-03-10T06:00:00Z");
    expect(was(west, "2027-03-09")).toBe(true);
    expect(was(west, "2027-03-10"), "in Greenwich alone it was that day").toBe(false);
    const east = membership("Pacific/Guam", "2027-03-09T20:00:00Z");
    expect(was(east, "2027-03-10"), "it is that day in Guam").toBe(true);
    expect(was(east, "2027-03-11")).toBe(false);
  });
});
