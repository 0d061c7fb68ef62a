/** Rules of extras: which addresses people may be sent to, what a state covers, and what of a cookie is believed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createStates, hashOfEmail } from "../upsell/signed-state.ts";
import { mayTurn, readAddress, readProps, withKeys } from "../upsell/upsell-rules.ts";

const PRODUCTION = { publicUrl: "https://tuppence.example", hosts: ["partner.example", "partner.example:8443"] };
const LOCAL = { publicUrl: "http://localhost:3000", hosts: [] };

describe("an address", () => {
  it.each([
    ["https://tuppence.example/spsummary", PRODUCTION, true],
    ["https://partner.example/a?b=c#d", PRODUCTION, true],
    ["https://partner.example:8443/", PRODUCTION, true],
    ["https://partner.example:9999/", PRODUCTION, false],
    ["http://partner.example/", PRODUCTION, false],
    ["http://tuppence.example/", PRODUCTION, false],
    ["http://localhost:3000/", PRODUCTION, false],
    ["https://partner.example.evil.example/", PRODUCTION, false],
    ["https://evil.example/partner.example", PRODUCTION, false],
    ["https://partner.example@evil.example/", PRODUCTION, false],
    ["https://user:word@partner.example/", PRODUCTION, false],
    ["https://partner.example\\@evil.example/", PRODUCTION, false],
    ["https:partner.example", PRODUCTION, false],
    ["//partner.example/", PRODUCTION, false],
    ["/spsummary", PRODUCTION, false],
    ["javascript://partner.example/%0aalert(1)", PRODUCTION, false],
    ["https://partner.example/\n", PRODUCTION, false],
    ["https://xn--prtner-cua.example/", PRODUCTION, false],
    ["http://localhost:3000/spsummary", LOCAL, true],
    ["http://localhost:3001/", LOCAL, false],
    ["http://127.0.0.1:3000/", LOCAL, false],
  ])("%s is allowed: %s", (text, allowed, right) => {
    expect("url" in readAddress("scb", text, allowed)).toBe(right);
  });

  it("whatever it is, leads to an allowed host or nowhere", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string({ unit: "binary" }),
          fc.webAuthority().map((a) => `https://${a}`),
        ),
        (text) => {
          const read = readAddress("scb", text, PRODUCTION);
          if ("url" in read) expect(["tuppence.example", ...PRODUCTION.hosts]).toContain(read.url.host);
        },
      ),
    );
  });
});

describe("a signed state", () => {
  const clock = fixedClock("2027-03-10T10:00:00Z");
  const states = createStates({ secret: "s", clock });
  const keys = { ups: "plus", scb: "https://a.example/", tpsha1: hashOfEmail(" Ann@Example.com "), pxcb: null };

  it("holds for its keys, purpose and 15 minutes, and for nothing else", () => {
    const state = states.make("offer", keys);
    expect(states.fault("offer", state, { ...keys, upst: state })).toBeNull();
    expect(states.fault("accepted", state, keys)).toBe("state_invalid");
    expect(createStates({ secret: "t", clock }).fault("offer", state, keys)).toBe("state_invalid");
    expect(states.fault("offer", state, { ...keys, pxcb: "" })).toBe("state_invalid");
    clock.advance({ minutes: 15 });
    expect(states.fault("offer", state, keys)).toBe("state_expired");
    const [until = "", nonce = "", signature = ""] = state.split(".");
    expect(states.fault("offer", `${Number(until) + 900}.${nonce}.${signature}`, keys)).toBe("state_invalid");
    clock.advance({ minutes: -15 });
  });

  it("is never the same for two sets of keys, however they are written", () => {
    const set = fc.dictionary(fc.constantFrom("ups", "scb", "fcb"), fc.string({ maxLength: 8 }));
    fc.assert(
      fc.property(set, set, (one, other) => {
        fc.pre(JSON.stringify(Object.entries(one).sort()) !== JSON.stringify(Object.entries(other).sort()));
        expect(states.fault("offer", states.make("offer", one), other)).toBe("state_invalid");
      }),
    );
  });

  it("knows an address in any case, as a known vector", () => {
    expect(hashOfEmail(" Test@Example.COM ")).toBe("567159d622ffbb50b11b0efd307be358624a26ee");
  });
});

describe("vprops", () => {
  it.each([
    ['{"from":"Marlow & Finch","context":"mail-7"}', { from: "Marlow & Finch", context: "mail-7" }],
    ['{"from":"Ñandú"}', { from: "Ñandú", context: null }],
    ['{"from":"<b>x</b>"}', null],
    ['{"from":"a","more":1}', null],
    ['{"__proto__":{"from":"a"}}', null],
    ['{"from":["a"]}', null],
    [`{"from":"${"a".repeat(61)}"}`, null],
    ['{"context":"a b"}', null],
    ["[]", null],
    ["null", null],
    ["{", null],
    [null, null],
  ])("%s", (cookie, props) => {
    expect(readProps(cookie)).toEqual(props ?? { from: null, context: null });
  });

  it("never fail", () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => void readProps(text)));
  });
});

it("keys are added beside those that an address has", () => {
  expect(withKeys("https://a.example/x?p=1", { ups: "plus", pxcb: null })).toBe("https://a.example/x?p=1&ups=plus");
});

it("an answer turns as the table says", () => {
  expect(mayTurn(null, "declined")).toBe(true);
  expect(mayTurn("accepted", "declined")).toBe(false);
  expect(mayTurn("declined", "asked")).toBe(true);
});
