/** The rules by table: what a record may hold, where consent is asked for, what a choice permits. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Choices, permitted, readChoices, writeChoices } from "../choices.ts";
import { cleanSid, nextRecord, readRecord, recordEnds, sidDay } from "../record.ts";
import { cleanCountry, regionOf } from "../regions.ts";

const NOW = new Date("2027-03-10T19:42:00Z");

describe("the sid", () => {
  it.each([
    ["03102027summer", "03102027summer"],
    ["03102027summer;drop table", "03102027summer"],
    ["03102027summer%3Bmore", "03102027summer"],
    [";nothing before", null],
    ["a\r\nSet-Cookie: x=1", "aSet-Cookie:x1"],
    ['"><script>alert(1)</script>', "scriptalert1script"],
    ["a".repeat(500), "a".repeat(64)],
    ["  spaced out ", "spacedout"],
    ["ñandú", "and"],
    ["\u0000\u202e", null],
    [42, "42"],
    [null, null],
    [{ sid: "x" }, null],
  ])("%j becomes %j", (given, kept) => {
    expect(cleanSid(given)).toBe(kept);
  });

  it.each([
    ["03102027summer", "2027-03-10"],
    ["12312026", "2026-12-31"],
    ["13102027", null],
    ["02302027x", null],
    ["summer03102027", null],
    [null, null],
  ])("of %j begins with the day %j", (sid, day) => {
    expect(sidDay(sid)).toBe(day);
  });
});

describe("the record", () => {
  const touch = {
    sid: "03102027a",
    cid: "c1",
    partner: "shipright",
    website: "https://blog.example/post?x=1",
    url: "https://tuppence.example/stores?token=secret#a",
  };
  const first = nextRecord(null, touch, NOW).record;

  it("keeps host, path and no query", () => {
    expect(first).toEqual({
      sid: "03102027a",
      cid: "c1",
      partner: "shipright",
      website: "blog.example",
      url: "https://tuppence.example/stores",
      origin: NOW.toISOString(),
    });
  });

  it("stays when the same touch comes again, and is replaced by another", () => {
    const later = new Date("2027-03-20T00:00:00Z");
    expect(nextRecord(first, { ...touch, url: "https://tuppence.example/other" }, later)).toEqual({
      record: first,
      changed: false,
    });
    expect(nextRecord(first, {}, later)).toEqual({ record: first, changed: false });
    const next = nextRecord(first, { sid: "other" }, later);
    expect(next.changed).toBe(true);
    expect(next.record).toMatchObject({ sid: "other", cid: null, partner: null, origin: later.toISOString() });
  });

  it("ends after 25 days to the millisecond", () => {
    const text = JSON.stringify(first);
    // Written out above rather than made, so its type is wider than a record's.
    const end = recordEnds(first as never).getTime();
    expect(end - NOW.getTime()).toBe(25 * 86_400_000);
    expect(readRecord(text, new Date(end - 1))).toEqual(first);
    expect(readRecord(text, new Date(end))).toBeNull();
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a text", '"x"'],
    ["null", "null"],
    ["no origin", '{"sid":"a"}'],
    ["an origin that is no instant", '{"sid":"a","origin":"yesterday"}'],
    ["an origin to come", '{"sid":"a","origin":"2027-04-10T00:00:00.000Z"}'],
    ["nothing in it", `{"origin":"${NOW.toISOString()}"}`],
    ["far too long", JSON.stringify({ sid: "a", url: "x".repeat(5_000), origin: NOW.toISOString() })],
  ])("is none when the cookie holds %s", (_what, text) => {
    expect(readRecord(text, NOW)).toBeNull();
  });

  it("is clean whatever a cookie or a call holds", () => {
    const any = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.integer(), fc.constant(null), fc.object());
    fc.assert(
      fc.property(fc.record({ sid: any, cid: any, partner: any, website: any, url: any }), (made) => {
        const { record } = nextRecord(null, made, NOW);
        if (!record) return;
        const text = JSON.stringify(record);
        expect(text.length).toBeLessThan(900);
        expect(`${record.sid}${record.cid}${record.partner}${record.website}`).toMatch(/^[\w.~:|@-]*$/);
        expect(readRecord(text, NOW)).toEqual(record);
      }),
    );
  });
});

describe("the place", () => {
  const none = { country: null, time_zone: null, kept: null, accept_language: null };
  it.each([
    [{ country: "GB" }, "asks"],
    [{ country: "DE", time_zone: "America/New_York", accept_language: "en-US" }, "asks"],
    [{ country: "US", time_zone: "Europe/Madrid", accept_language: "en-GB" }, "free"],
    [{ time_zone: "Europe/London", accept_language: "en-US,en;q=0.9" }, "asks"],
    [{ time_zone: "Atlantic/Reykjavik", accept_language: "en-US" }, "asks"],
    [{ time_zone: "Europe/Zurich", accept_language: "en-US" }, "free"],
    [{ time_zone: "America/Chicago", accept_language: "es-US,es;q=0.9" }, "free"],
    [{ time_zone: "America/Chicago", accept_language: "en-GB" }, "asks"],
    [{ time_zone: "UTC", accept_language: "en-US" }, "free"],
    [{ time_zone: "UTC", accept_language: "en" }, "asks"],
    [{ kept: "free", accept_language: "en" }, "free"],
    [{ kept: "asks", accept_language: "en-US" }, "asks"],
    [{ kept: "nonsense" }, "asks"],
    [{ accept_language: "en-US,en;q=0.9" }, "free"],
    [{ accept_language: "de-DE,de;q=0.9,en-US;q=0.8" }, "asks"],
    [{}, "asks"],
  ])("%j: %s", (signs, region) => {
    expect(regionOf({ ...none, ...signs })).toBe(region);
  });

  it.each([
    ["gb", "GB"],
    ["UK", "GB"],
    ["XX", null],
    ["T1", null],
    ["USA", null],
    [undefined, null],
  ])("country %j is %j", (given, country) => {
    expect(cleanCountry(given)).toBe(country);
  });
});

describe("choices", () => {
  const yes: Choices = { attribution: true, statistics: true, marketing: true };
  const no: Choices = { attribution: false, statistics: false, marketing: false };
  it.each([
    ["asks", false, null, no],
    ["asks", false, yes, yes],
    ["free", false, null, yes],
    ["free", false, no, no],
    ["free", true, null, { ...yes, statistics: false, marketing: false }],
    ["asks", true, yes, { ...yes, statistics: false, marketing: false }],
    ["free", false, { marketing: false }, { ...yes, marketing: false }],
  ] as const)("%s, signal %s, %j", (region, gpc, choices, allowed) => {
    expect(permitted({ region, gpc, choices })).toEqual(allowed);
  });

  it("come back from their cookie as they went in, and from nothing else", () => {
    const at = "2027-03-10T19:42:00.000Z";
    for (const choices of [yes, no, { ...no, statistics: true }])
      for (const visitor_id of [null, "0f8b7c9e-6f3c-4f5e-9d4e-6a2b0c1d2e3f"]) {
        const kept = { choices, version: "0123456789ab", at, visitor_id };
        expect(readChoices(writeChoices(kept))).toEqual(kept);
      }
    for (const odd of ["", "asm", "asm.x.1.", "msa.0123456789ab.1800000000.", "asm.0123456789ab.1800000000.\r\nx"])
      expect(readChoices(odd)).toBeNull();
  });
});
