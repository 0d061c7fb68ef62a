/** States of parcels and clocks of cases: the same scans end the same in any order, and days end where the member lives. */
import { describe, expect, it } from "vitest";
import { clocksOf, kindsFor, stepsFrom } from "../case-rules.ts";
import {
  inOrder,
  lateFrom,
  nextClock,
  PARCEL_STATES,
  PARCEL_TRANSITIONS,
  type ParcelFacts,
  type ParcelState,
  SCAN_STATUSES,
  type Scan,
  shipBy,
  stalledFrom,
  stateOf,
} from "../rules.ts";
import { carrierDay, dayIn, endOfDay, isCarrierDay, zoneOf } from "../zone-days.ts";

const HOUR = 3_600_000;
const FACTS: ParcelFacts = {
  ...{ numbered: true, country: "US", zone: "America/New_York", expected_by: "2027-03-12", ordered_on: "2027-03-01" },
  ...{ received_at: null, posted_abroad: false },
};
const at = (time: string) => new Date(`2027-03-${time}:00Z`);
const scan = (time: string, status: Scan["status"], country: string | null = "US"): Scan => ({
  ...{ occurred_at: at(time), status, country },
});

/** Draws that are the same in every run. */
function draws(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("the state of a parcel", () => {
  it("is the same for 10,000 parcels however their scans come: in any order, doubled, one by one", () => {
    const draw = draws(20_270_310);
    const ends = new Map<ParcelState, number>();
    const wrong: string[] = [];
    for (let parcel = 0; parcel < 10_000; parcel += 1) {
      const scans = Array.from({ length: 1 + draw(7) }, () => {
        const hour = draw(96);
        return {
          occurred_at: new Date(at("10T00:00").getTime() + hour * HOUR),
          status: SCAN_STATUSES[draw(SCAN_STATUSES.length)] ?? "moving",
          // A place belongs to a moment: what a carrier scans twice in one is one scan.
          country: hour % 5 === 0 ? "CN" : "US",
        };
      });
      const now = new Date(at("14T12:00").getTime() + draw(20) * 24 * HOUR);
      const right = stateOf(FACTS, scans, now);
      const told = [...scans, ...scans.filter(() => draw(2) === 0)]
        .map((one) => ({ one, place: draw(1_000_000) }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one);
      // As the database holds them: once for each moment and status.
      const kept = new Map<string, Scan>();
      let state: ParcelState = "waiting";
      for (const one of told) {
        kept.set(`${one.occurred_at.getTime()} ${one.status}`, one);
        const next = stateOf(FACTS, [...kept.values()], now);
        if (next !== state && !(PARCEL_TRANSITIONS[state] as readonly ParcelState[]).includes(next))
          wrong.push(`${state} → ${next}`);
        state = next;
      }
      if (state !== right) wrong.push(`${parcel}: ${state}, not ${right}`);
      ends.set(state, (ends.get(state) ?? 0) + 1);
    }
    expect(wrong).toEqual([]);
    expect(ends.size, "stories of every kind").toBeGreaterThan(8);
  });

  it("follows the newest scan, and what was brought only goes back", () => {
    const now = at("10T20:00");
    const story = [scan("10T02:00", "label"), scan("10T08:00", "moving"), scan("10T12:00", "out_for_delivery")];
    expect(stateOf(FACTS, [], now)).toBe("waiting");
    expect(stateOf(FACTS, story.toReversed(), now)).toBe("out_for_delivery");
    const brought = [...story, scan("10T15:00", "delivered")];
    expect(stateOf(FACTS, brought, now)).toBe("delivered");
    expect(stateOf({ ...FACTS, received_at: now }, brought, now)).toBe("received");
    expect(stateOf(FACTS, [...brought, scan("10T18:00", "moving")], now)).toBe("delivered");
    expect(stateOf(FACTS, [...story, scan("10T14:00", "returning")], now)).toBe("returning");
    expect(stateOf(FACTS, [...brought, scan("10T14:00", "returning")], now)).toBe("returned");
    const moment = [scan("10T08:00", "delivered"), scan("10T08:00", "moving")];
    expect(inOrder(moment).map(({ status }) => status)).toEqual(["moving", "delivered"]);
  });

  it("has a place in the table of transitions for each, and an end that has none", () => {
    expect(Object.keys(PARCEL_TRANSITIONS).toSorted()).toEqual([...PARCEL_STATES].toSorted());
    expect(PARCEL_TRANSITIONS.returned).toEqual([]);
  });
});

describe("clocks", () => {
  it("end with the member's own day, summer time with it", () => {
    expect(endOfDay("2027-03-12", "America/New_York").toISOString()).toBe("2027-03-13T05:00:00.000Z");
    expect(endOfDay("2027-03-14", "America/New_York").toISOString()).toBe("2027-03-15T04:00:00.000Z");
    expect(endOfDay("2027-11-07", "America/New_York").toISOString()).toBe("2027-11-08T05:00:00.000Z");
    expect(endOfDay("2027-03-12", "Pacific/Auckland").toISOString()).toBe("2027-03-12T11:00:00.000Z");
    expect(dayIn(new Date("2027-03-13T04:59:00Z"), "America/New_York")).toBe("2027-03-12");
    expect(zoneOf(null, "US")).toBe("Pacific/Honolulu");
  });

  it("know Sundays and holidays on which nothing is brought", () => {
    for (const day of [
      "2027-01-01",
      "2027-01-18",
      "2027-05-31",
      "2027-07-04",
      "2027-09-06",
      "2027-11-25",
      "2027-12-25",
    ])
      expect([day, isCarrierDay(day, "US")]).toEqual([day, false]);
    expect(isCarrierDay("2027-03-14", "GB")).toBe(false);
    expect(isCarrierDay("2027-11-25", "GB")).toBe(true);
    expect(carrierDay("2027-07-04", "US")).toBe("2027-07-05");
  });

  it("call a parcel late a day after the promised one, which is one on which parcels are brought", () => {
    // Friday: Saturday ends it. Saturday: the day after is a Sunday, so that Monday does.
    expect(lateFrom(FACTS)?.toISOString()).toBe("2027-03-14T05:00:00.000Z");
    expect(lateFrom({ ...FACTS, expected_by: "2027-03-13" })?.toISOString()).toBe("2027-03-16T04:00:00.000Z");
    expect(lateFrom({ ...FACTS, expected_by: "2027-11-24" })?.toISOString()).toBe("2027-11-27T05:00:00.000Z");
    const scans = [scan("11T10:00", "moving")];
    expect(stateOf(FACTS, scans, new Date("2027-03-14T04:59:59Z"))).toBe("moving");
    expect(stateOf(FACTS, scans, new Date("2027-03-14T05:00:00Z"))).toBe("late");
    expect(stateOf({ ...FACTS, zone: "America/Los_Angeles" }, scans, new Date("2027-03-14T05:00:00Z"))).toBe("moving");
    expect(nextClock(FACTS, scans, at("11T12:00"))?.toISOString()).toBe("2027-03-13T05:00:00.000Z");
  });

  it("call it stalled after five days, fourteen from abroad, and never while it waits to be picked up", () => {
    const facts = { ...FACTS, expected_by: null, ordered_on: null };
    const home = [scan("10T10:00", "moving")];
    expect(stalledFrom(facts, home)?.toISOString()).toBe("2027-03-15T10:00:00.000Z");
    expect(stalledFrom(facts, [scan("09T10:00", "moving")])?.toISOString(), "a Sunday").toBe(
      "2027-03-16T04:00:00.000Z",
    );
    expect(stalledFrom(facts, [scan("10T10:00", "moving", "CN")])?.toISOString()).toBe("2027-03-24T10:00:00.000Z");
    expect(stalledFrom({ ...facts, posted_abroad: true }, home)?.toISOString()).toBe("2027-03-24T10:00:00.000Z");
    expect(stateOf(facts, home, at("15T10:00"))).toBe("stalled");
    expect(stateOf(facts, [scan("10T10:00", "pickup")], at("30T10:00"))).toBe("pickup");
    expect(stateOf(facts, [...home, scan("16T10:00", "moving")], at("17T10:00")), "moves again").toBe("moving");
  });

  it("call it not shipped by the promised day, or thirty days after the order", () => {
    expect(shipBy({ ...FACTS, expected_by: null })?.toISOString()).toBe("2027-04-01T04:00:00.000Z");
    expect(stateOf(FACTS, [scan("10T10:00", "label")], at("13T06:00"))).toBe("not_shipped");
    expect(stateOf({ ...FACTS, expected_by: null, ordered_on: null }, [], at("30T00:00"))).toBe("waiting");
  });
});

describe("a case", () => {
  it("is of a kind that fits how the parcel stands", () => {
    expect(kindsFor("delivered")).toEqual(["not_received", "damaged", "wrong"]);
    expect(kindsFor("moving")).toEqual(["late", "stalled"]);
    expect(kindsFor("waiting")).toContain("not_shipped");
    expect(stepsFrom("refunded")).toEqual([]);
    expect(stepsFrom("carrier_filed")).not.toContain("store_asked");
  });

  it("has the days of its carrier and of the bank of a credit card alone", () => {
    const asked = {
      ...{ kind: "not_received" as const, carrier: "usps", country: "US", paid_with: "credit" as const, abroad: false },
      ...{ shipped_on: "2027-03-03", ordered_on: "2027-03-01", store_asked_at: at("10T10:00"), left_store: true },
    };
    expect(clocksOf(asked)).toEqual({
      ...{ answer_by: "2027-03-20", carrier_from: "2027-03-18", carrier_until: "2027-05-02", card_until: "2027-04-30" },
    });
    expect(clocksOf({ ...asked, paid_with: "debit" }).card_until).toBeNull();
    expect(clocksOf({ ...asked, country: "GB" }).card_until).toBeNull();
    expect(clocksOf({ ...asked, carrier: "ontrac" }).carrier_until, "we know of none").toBeNull();
    expect(clocksOf({ ...asked, left_store: false }).carrier_until, "it never left").toBeNull();
    const damaged = { ...asked, kind: "damaged" as const, carrier: "fedex", abroad: true };
    expect(clocksOf(damaged)).toMatchObject({ carrier_from: null, carrier_until: "2027-03-24" });
  });
});
