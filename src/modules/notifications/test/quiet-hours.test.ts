import { describe, expect, it } from "vitest";
import { nextDigest, quietUntil } from "../quiet-hours.ts";
import { wishOf } from "../texts/stop-words.ts";

const until = (at: string, zone: string, from = 21, to = 8, quiet = true) =>
  quietUntil(new Date(at), { zone, quiet, quiet_from: from, quiet_until: to })?.toISOString() ?? null;

describe("quiet hours", () => {
  it.each([
    ["20:59 in New York", "2027-03-11T01:59:00Z", "America/New_York", null],
    ["21:00 in New York", "2027-03-11T02:00:00Z", "America/New_York", "2027-03-11T13:00:00.000Z"],
    ["7:59 in New York", "2027-03-11T12:59:59Z", "America/New_York", "2027-03-11T13:00:00.000Z"],
    ["8:00 in New York", "2027-03-11T13:00:00Z", "America/New_York", null],
    ["23:30 before the clocks go ahead", "2027-03-14T04:30:00Z", "America/New_York", "2027-03-14T12:00:00.000Z"],
    ["23:30 before the clocks go back", "2027-11-07T03:30:00Z", "America/New_York", "2027-11-07T13:00:00.000Z"],
    ["22:00 where half hours count", "2027-03-11T16:30:00Z", "Asia/Kolkata", "2027-03-12T02:30:00.000Z"],
  ])("%s", (_name, at, zone, end) => {
    expect(until(at, zone)).toBe(end);
  });

  it("may lie within a day, end at midnight, and be off", () => {
    expect(until("2027-03-11T12:30:00Z", "UTC", 12, 14)).toBe("2027-03-11T14:00:00.000Z");
    expect(until("2027-03-11T14:00:00Z", "UTC", 12, 14)).toBeNull();
    expect(until("2027-03-11T23:10:00Z", "UTC", 22, 0)).toBe("2027-03-12T00:00:00.000Z");
    expect(until("2027-03-11T02:00:00Z", "UTC", 21, 8, false)).toBeNull();
  });
});

describe("summaries", () => {
  it("come at nine of the member's own morning, daily or on Mondays, whatever the clocks do", () => {
    const next = (at: string, every: "daily" | "weekly") =>
      nextDigest(new Date(at), "America/New_York", every).toISOString();
    expect(next("2027-03-10T19:42:00Z", "daily")).toBe("2027-03-11T14:00:00.000Z");
    expect(next("2027-03-11T14:00:00Z", "daily"), "not twice on one morning").toBe("2027-03-12T14:00:00.000Z");
    expect(next("2027-03-13T15:00:00Z", "daily"), "over the hour that is skipped").toBe("2027-03-14T13:00:00.000Z");
    expect(next("2027-03-10T19:42:00Z", "weekly")).toBe("2027-03-15T13:00:00.000Z");
    expect(next("2027-03-15T13:00:00Z", "weekly")).toBe("2027-03-22T13:00:00.000Z");
  });
});

describe("what somebody texts", () => {
  it.each([
    "STOP",
    "stop.",
    " Stop please",
    "STOPALL",
    "end",
    "Quit!",
    "revoke",
    "opt out",
    "OPT-OUT",
    "cancel",
    "unsubscribe",
    "ALTO",
    "Parar",
    "baja",
    "¡Basta!",
    "please stop texting me, I never asked for this",
    "no more messages",
    "don't text this number",
    "Remove me from your list",
    "no me manden más mensajes por favor",
    "Quiero darme de baja",
    "no quiero mas mensajes",
  ])("%s: stop", (body) => {
    expect(wishOf(body)).toBe("stop");
  });
  it.each([
    ["START", "start"],
    ["inicio", "start"],
    ["Sí", "start"],
    ["HELP", "help"],
    ["Ayuda?", "help"],
    ["", null],
    ["thanks!", null],
    ["When does my money come? The weekend is near the end", null],
    ["I did not stop at that store", null],
  ])("%s: %s", (body, wish) => {
    expect(wishOf(body)).toBe(wish);
  });
});
