/**
 * Stories of the free monthly draw: entering, confirming, drawing, and what becomes of a prize. The ledger verifies at the
 * end of each (see `close`).
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Brand } from "../../brands/brand.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let brand: Brand;
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-10T12:00:00Z" });
  brand = world.partners.home;
});
afterEach(() => world.close());

const RIGHT = { month: "5", year: "1990", country: "US", address: "203.0.113.7" };
const enter = (email: string, more: Partial<typeof RIGHT> = {}, language: "en" | "es" = "en") =>
  world.landing.enterDraw(brand, language, { ...RIGHT, ...more, email });

type Mail = { subject: string; text: string; to: string[] };
async function mails(to: string, subject: RegExp): Promise<Mail[]> {
  await world.work();
  const { mails: all } = await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`);
  return all.filter((mail) => subject.test(mail.subject));
}
async function tokenOf(to: string): Promise<string> {
  const [mail] = await mails(to, /Confirm your entry|Confirma tu participación/);
  return /\/sweepstakes\/verify\?t=(\w+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
async function entered(email: string): Promise<string> {
  expect(await enter(email)).toEqual({ ok: true, value: null });
  const token = await tokenOf(email);
  expect(await world.landing.confirmDrawEntry(token)).toMatchObject({ state: "confirmed" });
  return token;
}
/** The owner of the address presses the link of the account's own mail. */
async function confirm(email: string) {
  const [mail] = await mails(email, /Confirm your (email|address)|address/i);
  const token = /\/verify\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const by = { address: "203.0.113.7", member_id: null, password: "copper penny passbook", claim: false };
  expect((await world.identity.verifyEmail(token, by)).ok).toBe(true);
}
const running = async () => (await world.landing.readDraw(brand)).running;

describe("entering", () => {
  it("counts once the mail's link was pressed, not when it was looked at, and once a mailbox", async () => {
    expect((await enter("nia@gmail.com")).ok).toBe(true);
    const token = await tokenOf("nia@gmail.com");
    expect(await world.landing.readEntry(token)).toEqual({
      state: "waiting",
      month: "2027-03-01",
      drawn_on: "2027-04-02",
    });
    expect((await running())?.entries).toBe(0);
    await world.landing.confirmDrawEntry(token);
    await world.landing.confirmDrawEntry(token);
    expect((await running())?.entries).toBe(1);
    // The same mailbox, written otherwise: the same answer, and nothing more.
    expect((await enter("n.i.a+two@gmail.com")).ok).toBe(true);
    expect(await mails("n.i.a+two@gmail.com", /./)).toEqual([]);
    expect(await running()).toMatchObject({
      entries: 1,
      winners: 1,
      prize_minor: "10000",
      until: "2027-03-31",
      drawn_on: "2027-04-02",
    });
  });

  it("keeps the newest link when somebody enters again before confirming", async () => {
    await enter("ola@example.com");
    const first = await tokenOf("ola@example.com");
    await enter("ola@example.com", {}, "es");
    const second = await tokenOf("ola@example.com");
    expect(second).not.toBe(first);
    expect(await world.landing.readEntry(first)).toBeNull();
    expect(await world.landing.confirmDrawEntry(second)).toMatchObject({ state: "confirmed" });
  });

  it("refuses who is too young or lives elsewhere, keeps nothing of them, and reads no broken form", async () => {
    const refusals = [
      [await enter("kid@example.com", { year: "2012" }), "under_age"],
      [await enter("far@example.com", { country: "ZZ" }), "not_available_here"],
      [await enter("none@example.com", { country: "" }), "country_missing"],
      [await enter("none@example.com", { month: "13" }), "birth_date_missing"],
      [await enter("no address"), "email_invalid"],
      [
        await world.landing.enterDraw({ ...brand, sweepstakes: null }, "en", { ...RIGHT, email: "a@example.com" }),
        "no_draw",
      ],
    ] as const;
    for (const [outcome, code] of refusals) expect(outcome).toMatchObject({ ok: false, code });
    expect((await world.control<{ mails: Mail[] }>("/mails")).mails).toEqual([]);
    expect(await world.landing.readEntry("x".repeat(40))).toBeNull();
    expect(await world.landing.confirmDrawEntry("' or 1=1")).toBeNull();
  });

  it("is over with its month", async () => {
    await enter("late@example.com");
    const token = await tokenOf("late@example.com");
    world.clock.set("2027-04-01T00:00:01Z");
    expect(await world.landing.confirmDrawEntry(token)).toMatchObject({ state: "late" });
    expect((await running())?.month).toBe("2027-04-01");
  });
});

describe("the draw", () => {
  it("happens once a month, gives a member the prize at once, and tells the others nothing", async () => {
    const member = await world.member("win");
    await confirm(member.email);
    await entered("win@example.com");
    world.clock.set("2027-04-01T06:05:00Z");
    await world.landing.runDraws();
    expect((await world.ledger.balances(member.user_id)).available).toBe(0n);
    world.clock.set("2027-04-02T06:05:00Z");
    await world.landing.runDraws();
    await world.landing.runDraws();
    expect((await world.ledger.balances(member.user_id)).available).toBe(10_000n);
    expect(await mails("win@example.com", /You won \$100/)).toHaveLength(1);
    const { entries } = await world.passbookOf(member.user_id);
    expect(entries).toMatchObject([
      { type: "bonus", title: { en: "Prize of the monthly draw" }, amount_minor: "10000", state: "confirmed" },
    ]);
    expect((await world.landing.readDraw(brand)).past).toEqual([
      { month: "2027-03-01", entries: 1, prize_minor: "10000", drawn_on: "2027-04-02" },
    ]);
  });

  it("waits thirty days for an account, and draws a prize again that nobody claimed", async () => {
    await entered("first@example.com");
    await entered("second@example.com");
    world.clock.set("2027-04-02T06:05:00Z");
    await world.landing.runDraws();
    // One after the other: a mail that another call is just sending would not be seen.
    const told = async () => [
      (await mails("first@example.com", /You won/)).length,
      (await mails("second@example.com", /You won/)).length,
    ];
    const before = await told();
    expect(before.toSorted()).toEqual([0, 1]);
    const winner = before[0] === 1 ? "first@example.com" : "second@example.com";
    const other = before[0] === 1 ? "second@example.com" : "first@example.com";
    // An account with the address that was never confirmed is not its owner's yet.
    const unproven = await world.member(winner.split("@")[0] ?? "");
    await world.landing.runDraws();
    expect((await world.ledger.balances(unproven.user_id)).available).toBe(0n);
    // The mail says "until May 2": the whole of that day.
    world.clock.set("2027-05-02T23:59:00Z");
    await world.landing.runDraws();
    expect(await told()).toEqual(before);
    world.clock.set("2027-05-03T06:05:00Z");
    await world.landing.runDraws();
    expect(await told()).toEqual([1, 1]);
    const member = await world.member(other.split("@")[0] ?? "");
    await confirm(member.email);
    await world.landing.runDraws();
    expect((await world.ledger.balances(member.user_id)).available).toBe(10_000n);
    // Too late for the first one now.
    await world.identity.sendVerification(unproven.user_id);
    await confirm(unproven.email);
    await world.landing.runDraws();
    expect((await world.ledger.balances(unproven.user_id)).available).toBe(0n);
  });

  it("erases addresses three months later, and draws nothing where nobody entered", async () => {
    await entered("gone@example.com");
    await enter("never@example.com");
    world.clock.set("2027-04-02T06:05:00Z");
    await world.landing.runDraws();
    world.clock.set("2027-08-02T06:05:00Z");
    await world.landing.runDraws();
    const { rows } = await world.database.pool.query("select email, confirmed_at from landing.draw_entries");
    expect(rows).toEqual([{ email: null, confirmed_at: expect.any(Date) }]);
    expect((await world.landing.readDraw(brand)).past.map((one) => one.month)).toEqual(["2027-03-01"]);
  });
});
