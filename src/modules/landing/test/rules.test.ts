import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readPhone } from "#platform/phone";
import {
  type Answers,
  checkAll,
  drawPrize,
  firstUndone,
  isAdult,
  isEligible,
  mailboxOf,
  QUESTIONS,
  readBirth,
} from "../rules.ts";

const ALL: Answers = { frequency: "weekly", place: null, use: "save" };
const whole = { spun: true, answers: ALL, adult: true, eligible: true, registered: true };

describe("the first undone step", () => {
  it.each([
    [{ ...whole }, 5],
    [{ ...whole, registered: false }, 4],
    [{ ...whole, adult: false }, 3],
    [{ ...whole, eligible: false }, 3],
    [{ ...whole, answers: { frequency: "weekly" } }, 2],
    [{ ...whole, answers: { frequency: null, place: null, use: null } }, 5],
    [{ ...whole, spun: false }, 1],
  ])("%j is %d", (progress, step) => expect(firstUndone(progress)).toBe(step));
});

it("asks as many questions as the specification says, each with four different answers", () => {
  expect(QUESTIONS).toHaveLength(3);
  for (const { answers } of QUESTIONS) expect(new Set(answers).size).toBe(4);
});

describe("the wheel", () => {
  const prizes = [
    { amount_minor: 500, weight: 60 },
    { amount_minor: 1000, weight: 30 },
    { amount_minor: 2500, weight: 10 },
  ];
  it("gives each prize for exactly its share of all numbers that can be drawn", () => {
    const counts = [0, 0, 0];
    for (let number = 0; number < 100; number += 1) {
      const place = drawPrize(prizes, (below) => {
        expect(below).toBe(100);
        return number;
      });
      counts[place] = (counts[place] ?? 0) + 1;
    }
    expect(counts).toEqual([60, 30, 10]);
  });

  it("keeps to its odds over many draws (chi-square, one chance in a million of a false alarm)", () => {
    const draws = 30_000;
    const counts = [0, 0, 0];
    for (let at = 0; at < draws; at += 1) {
      const place = drawPrize(prizes, (below) => randomInt(below));
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const distance = prizes.reduce((sum, prize, place) => {
      const expected = (draws * prize.weight) / 100;
      return sum + ((counts[place] ?? 0) - expected) ** 2 / expected;
    }, 0);
    expect(distance).toBeLessThan(27.7);
  });
});

describe("age by month and year", () => {
  const today = new Date("2027-03-10T19:42:00Z");
  it.each([
    ["2", "2009", true],
    ["3", "2009", false],
    ["4", "2009", false],
    ["12", "1960", true],
    ["1", "2027", false],
  ])("born in %s/%s: adult is %s", (month, year, adult) => {
    const birth = readBirth(month, year, today);
    expect(birth).not.toBeNull();
    expect(birth && isAdult(birth, today)).toBe(adult);
  });
  it.each([
    ["", ""],
    ["13", "1990"],
    ["0", "1990"],
    ["5", "1890"],
    ["5", "2028"],
    ["5", "19x0"],
    ["5; drop", "1990"],
  ])("%s/%s is no date of birth", (month, year) => expect(readBirth(month, year, today)).toBeNull());
});

describe("phone numbers", () => {
  it.each([
    ["", ""],
    ["   ", ""],
    ["(555) 010-2291", "+15550102291"],
    ["1 555 010 2291", "+15550102291"],
    ["+44 20 7946 0018", "+442079460018"],
    ["12345", null],
    ["call me", null],
    ["+1", null],
  ])("%j is read as %j", (typed, read) => expect(readPhone(typed)).toBe(read));
});

it.each([
  ["Ann.Smith+spin@googlemail.com", "annsmith@gmail.com"],
  ["ann.smith@gmail.com", "annsmith@gmail.com"],
  ["Ann+2@Example.com", "ann@example.com"],
  ["a.b@example.com", "a.b@example.com"],
])("%s is the mailbox %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

describe("the checks", () => {
  const facts = {
    country: "US",
    countries: ["US"],
    subscribed: false,
    open_until: null,
    today: "2027-03-10",
    adult: false,
  };
  it.each([
    ["all is well, the age is asked", {}, ["yes", "yes", "yes", "ask"], true],
    ["another country", { country: "FR" }, ["no", "yes", "yes", "ask"], false],
    ["an unknown country is asked for", { country: null }, ["ask", "yes", "yes", "ask"], false],
    ["a paying member", { subscribed: true }, ["yes", "no", "yes", "ask"], false],
    ["the last day", { open_until: "2027-03-10" }, ["yes", "yes", "yes", "ask"], true],
    ["the day after", { open_until: "2027-03-09" }, ["yes", "yes", "no", "ask"], false],
    ["an adult", { adult: true }, ["yes", "yes", "yes", "yes"], true],
  ] as const)("%s", (_what, change, results, eligible) => {
    const checks = checkAll({ ...facts, ...change });
    expect(checks.map((one) => one.result)).toEqual(results);
    expect(isEligible(checks)).toBe(eligible);
  });
});
