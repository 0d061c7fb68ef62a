import { describe, expect, it } from "vitest";
import type { CivilDate } from "#platform/clock";
import { isZone } from "#platform/zone";
import { shipright } from "../../../../brands/shipright.ts";
import { tuppence } from "../../../../brands/tuppence.ts";
import { type AgendaInput, agendaOf, anniversaryBy } from "../agenda.ts";
import { dayIn, daysBetween, instantAt, plusDays, plusMonths } from "../calendar.ts";
import { DECLINES, declineWords } from "../messages.ts";
import { makeQuote } from "../quote.ts";
import { withoutName } from "../read-invoice.ts";
import { checkPlans, flagsOf, personOf, statementOf, TRY_DAYS, upgradeCost } from "../rules.ts";

const d = (text: string) => text as CivilDate;

describe("civil dates", () => {
  it.each([
    ["2027-01-31", 1, "2027-02-28"],
    ["2027-01-31", 2, "2027-03-31"],
    ["2027-01-31", 3, "2027-04-30"],
    ["2027-12-31", 2, "2028-02-29"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2028-02-29", 48, "2032-02-29"],
    ["2027-11-30", 3, "2028-02-29"],
    ["2027-12-15", 1, "2028-01-15"],
    ["2096-02-29", 48, "2100-02-28"],
  ])("%s and %i months is %s", (from, months, to) => {
    expect(plusMonths(d(from), months)).toBe(to);
  });

  it("goes back to the day that was agreed after a shorter month", () => {
    const days = [d("2027-01-31")];
    for (let n = 0; n < 13; n += 1) days.push(plusMonths(days.at(-1) as CivilDate, 1, 31));
    expect(days.slice(1).map((day) => day.slice(5))).toEqual(
      "02-28 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31 01-31 02-29".split(" "),
    );
  });

  it.each([
    ["2027-03-13", "America/New_York", "2027-03-13T15:00:00.000Z"],
    ["2027-03-14", "America/New_York", "2027-03-14T14:00:00.000Z"],
    ["2027-11-07", "America/New_York", "2027-11-07T15:00:00.000Z"],
    // Here the clock changes between ten o'clock of the world and ten o'clock of the zone.
    ["2027-03-14", "America/Anchorage", "2027-03-14T18:00:00.000Z"],
    ["2027-11-07", "America/Adak", "2027-11-07T20:00:00.000Z"],
    ["2027-03-28", "Europe/London", "2027-03-28T09:00:00.000Z"],
    ["2027-10-31", "Europe/London", "2027-10-31T10:00:00.000Z"],
    ["2027-04-04", "Australia/Lord_Howe", "2027-04-03T23:30:00.000Z"],
    ["2027-01-01", "Asia/Kathmandu", "2027-01-01T04:15:00.000Z"],
    ["2027-01-01", "Pacific/Kiritimati", "2026-12-31T20:00:00.000Z"],
  ])("ten o'clock of %s in %s is %s", (day, zone, instant) => {
    expect(instantAt(d(day), zone).toISOString()).toBe(instant);
    expect(dayIn(instantAt(d(day), zone), zone)).toBe(day);
  });

  it("takes an hour that summer time leaves out as the first one after it", () => {
    expect(instantAt(d("2027-03-14"), "America/New_York", 2).toISOString()).toBe("2027-03-14T07:00:00.000Z");
  });

  it("knows zones from nonsense", () => {
    for (const zone of ["America/New_York", "UTC", "Europe/Madrid", "Etc/GMT+5"]) expect(isZone(zone), zone).toBe(true);
    for (const zone of ["", "Mars/Olympus", "'; drop table", "A".repeat(90)]) expect(isZone(zone), zone).toBe(false);
  });

  it.each([
    ["2027-03-10", "2027-06-01", "2028-03-10"],
    ["2027-03-10", "2028-03-09", "2028-03-10"],
    ["2027-03-10", "2028-03-10", "2028-03-10"],
    ["2027-03-10", "2029-03-09", "2028-03-10"],
    ["2027-03-10", "2030-12-31", "2030-03-10"],
    ["2028-02-29", "2029-02-28", "2029-02-28"],
  ])("who joined on %s has on %s the anniversary %s", (joined, today, anniversary) => {
    expect(anniversaryBy(d(joined), d(today))).toBe(anniversary);
  });
});

const base: AgendaInput = {
  state: "trial",
  zone: "UTC",
  joined_on: d("2027-03-10"),
  next_charge_on: d("2027-03-24"),
  cancel_at_period_end: false,
  ends_on: null,
  benefits_paused: false,
  next_price_minor: null,
  next_price_on: null,
  price_told: false,
  next_tier: null,
  open_charge: null,
  opted_out: false,
  sent: new Set(),
};
const plan = (change: Partial<AgendaInput>, today = "2027-03-10") =>
  agendaOf({ ...base, ...change }, d(today)).map((item) => `${item.do} ${item.at.toISOString().slice(5, 13)}`);

describe("the agenda", () => {
  it("tells of a new price until it was told, and nobody who leaves the plan before it", () => {
    const raised = {
      state: "active",
      next_charge_on: d("2027-04-24"),
      next_price_minor: 1_399n,
      next_price_on: d("2027-04-24"),
    } as const;
    const tells = (change: Partial<AgendaInput>) => plan({ ...raised, ...change }).filter((one) => /price/.test(one));
    expect(tells({})).toEqual(["tell_price 03-25T10"]);
    expect(tells({ price_told: true })).toEqual([]);
    expect(tells({ next_tier: "standard" })).toEqual([]);
  });
  it("of a trial reminds seven and three days before the charge", () => {
    expect(plan({}).slice(0, 3)).toEqual(["remind 03-17T10", "remind 03-21T10", "charge 03-24T10"]);
    expect(plan({ sent: new Set(["trial_reminder_7:2027-03-24"]) })[0]).toBe("remind 03-21T10");
  });
  it("of a cancelled membership has nothing but its end", () => {
    expect(plan({ cancel_at_period_end: true, ends_on: d("2027-03-24") })).toEqual(["end 03-24T10"]);
  });
  it("of a member in arrears tries by the rule, pauses after seven days, and gives up after fourteen", () => {
    const open = (tries: number, may_retry = true) => ({ tries, may_retry, in_flight: false });
    const late = (tries: number, change: Partial<AgendaInput> = {}) =>
      plan({ state: "past_due", open_charge: open(tries), ...change }, "2027-03-24");
    expect(TRY_DAYS).toHaveLength(8);
    const gaps = TRY_DAYS.slice(1).map((day, n) => day - (TRY_DAYS[n] ?? 0));
    expect(
      gaps.toSorted((a, b) => a - b),
      "growing distances",
    ).toEqual(gaps);
    expect(TRY_DAYS.at(-1)).toBe(14);
    expect(late(1)).toEqual(["retry 03-25T10", "pause 03-31T10", "give_up 04-07T11"]);
    expect(late(7)).toEqual(["pause 03-31T10", "retry 04-07T10", "give_up 04-07T11"]);
    expect(late(3, { opted_out: true })).toEqual(["pause 03-31T10", "give_up 04-07T11"]);
    expect(late(3, { open_charge: open(3, false) })).toEqual(["pause 03-31T10", "give_up 04-07T11"]);
    expect(late(3, { open_charge: { tries: 3, may_retry: true, in_flight: true } })).toEqual([]);
    const asked = { ...open(3), in_flight: true, waits_for_owner: true };
    expect(late(3, { open_charge: asked }), "who never confirms has not paid").toEqual(["pause 03-31T10"]);
    expect(late(3, { open_charge: { ...asked, needs_person: true } })).toEqual([]);
    expect(late(3, { open_charge: asked, benefits_paused: true })).toEqual([]);
  });
  it("is empty for what has ended", () => expect(plan({ state: "ended" })).toEqual([]));
});

describe("plans", () => {
  it("of all brands can be billed honestly, and one that cannot stops the start", () => {
    expect(() => checkPlans([tuppence, shipright])).not.toThrow();
    expect(() => checkPlans([{ ...tuppence, plan: { ...tuppence.plan, trial_days: 7 } }])).toThrow(/at least 8 days/);
  });

  it.each([
    ["2027-04-01", 800n],
    ["2027-04-16", 400n],
    ["2027-04-29", 53n],
    // Less than the processor takes is not asked for.
    ["2027-04-30", 0n],
    ["2027-05-01", 0n],
  ])("a better plan costs on %s %s cents for the rest of the month", (today, cost) => {
    const input = { from_minor: 1_199n, to_minor: 1_999n, period_start: d("2027-04-01"), period_end: d("2027-05-01") };
    expect(upgradeCost({ ...input, today: d(today) })).toBe(cost);
    expect(upgradeCost({ ...input, from_minor: 1_999n, to_minor: 1_199n, today: d(today) })).toBe(0n);
  });

  it("say price and dates in the words of consent, in both languages", () => {
    const quote = makeQuote({ brand: tuppence, tier: "standard", today: d("2027-03-10"), zone: "UTC", trial: true });
    expect(quote.consent.en).toContain(
      "$1.00 today for a trial of 14 days. On March 24, 2027 my card is charged $11.99",
    );
    expect(quote.consent.es).toContain("24 de marzo de 2027");
    expect(quote.placeholders).toMatchObject({ trialDays: "14", planAmount: "$11.99", start_date: "2027-03-24" });
    const again = makeQuote({ brand: tuppence, tier: "plus", today: d("2027-01-31"), zone: "UTC", trial: false });
    expect(again).toMatchObject({ first_minor: "1999", first_charge_on: "2027-02-28", with_trial: false });
    expect(daysBetween(again.today, plusDays(again.first_charge_on, 1))).toBe(29);
  });

  it("open what their memberships open", () => {
    const row = { state: "active", tier: "plus", benefits_paused: false } as const;
    expect(flagsOf([row])).toEqual({
      subscribed: true,
      standard_active: false,
      plus_active: true,
      shipping_active: false,
    });
    expect(flagsOf([{ ...row, tier: "standard" }])).toMatchObject({ standard_active: true, plus_active: false });
    expect(flagsOf([{ ...row, benefits_paused: true }])).toMatchObject({ subscribed: false, plus_active: false });
    expect(
      flagsOf([
        { ...row, tier: "shipright" },
        { ...row, state: "ended" },
      ]),
    ).toEqual({
      subscribed: true,
      standard_active: false,
      plus_active: false,
      shipping_active: true,
    });
  });

  it("tell one person's mailboxes", () => {
    expect(personOf("Ann.Smith+two@googlemail.com")).toBe(personOf("annsmith@gmail.com"));
    expect(personOf("ann+x@example.com")).toBe("ann@example.com");
    expect(personOf("a.nn@example.com")).not.toBe("ann@example.com");
  });

  it("write at most 22 characters on a statement, and 'trial' on the first full charge", () => {
    expect(statementOf("Tuppence", true)).toBe("TUPPENCE TRIAL END");
    expect(statementOf("A very long brand name indeed", true).length).toBeLessThanOrEqual(22);
  });

  it("never tell that a card is lost, stolen or suspected", () => {
    for (const code of ["lost_card", "stolen_card", "pickup_card", "fraudulent", "highest_risk_level", null])
      expect(declineWords(code)).toBe(DECLINES.general);
    expect(declineWords("insufficient_funds")).toBe(DECLINES.funds);
  });
});

it("writes the seller's name on a receipt once", () => {
  expect(withoutName("Tuppence, 1 Penny Lane, Wilmington", "Tuppence")).toBe("1 Penny Lane, Wilmington");
  expect(withoutName("1 Penny Lane, Wilmington", "Tuppence")).toBe("1 Penny Lane, Wilmington");
});
