/** Rebates by the calendar: limits of months and years, trials that are paid or end, plans and pauses, days that run out. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLAIM_TYPES, type ClaimType } from "../../brands/benefits.ts";
import { partnersOf } from "../../src/modules/benefits/partners.ts";
import { type CivilDate, civilDate } from "../../src/platform/clock.ts";
import { createRebateStory, type RebateStory } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let rebates: RebateStory;
beforeAll(async () => {
  world = await createWorld({ at: "2027-02-20T15:00:00Z" });
  rebates = createRebateStory(world);
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});
const readerOf = (user_id: string) => ({ user_id, country_code: "US", partner: null, name: "Ann" });
const closedOf = async (userId: string, type: string) =>
  (await world.benefits.benefit(readerOf(userId), type))?.closed ?? null;
const toldOf = (claim: { state: string; rebate_minor: string; cut_by: string | null }) =>
  `${claim.state} ${claim.rebate_minor} ${claim.cut_by ?? "whole"}`;

describe("in order of days", () => {
  it("a trial's rebate is paid with its first month, and comes to nothing when it ends before", async () => {
    const [ann, ben] = [await rebates.payingMember("Ann", 0), await rebates.payingMember("Ben", 3)];
    const claims = [await rebates.sent(ann.user_id), await rebates.sent(ben.user_id, { paper: { total: "6020" } })];
    expect(claims.map(({ state }) => state)).toEqual(["approved", "approved"]);
    expect(await rebates.pending(ann.user_id)).toBe(300n);
    expect((await world.benefits.overview(readerOf(ann.user_id))).membership).toMatchObject({
      ...{ tier: "standard", trial_until: "2027-03-06", paused: false },
    });
    await world.work();
    expect(await world.mails(ann.email)).toContain("Approved: $3.00 for Groceries, Kroger");
    const view = await rebates.story.view(ben.user_id);
    await world.membership.cancel({ user_id: ben.user_id, membership_id: view.membership_id });
    await world.benefits.sweep();
    expect(await rebates.pending(ben.user_id)).toBe(301n);
    await rebates.story.goTo("2027-03-08");
    await world.benefits.sweep();
    await world.work();
    expect(await rebates.claim(ann.user_id, claims[0]?.claim_id ?? "")).toMatchObject({ state: "paid" });
    expect([await rebates.pending(ann.user_id), await rebates.available(ann.user_id)]).toEqual([0n, 300n]);
    expect(await rebates.claim(ben.user_id, claims[1]?.claim_id ?? "")).toMatchObject({
      ...{ state: "reversed", reason: { code: "membership_not_paid" } },
    });
    expect([await rebates.pending(ben.user_id), await rebates.available(ben.user_id)]).toEqual([0n, 0n]);
    expect(await world.mails(ben.email)).toContain("A rebate was taken back: Groceries, Kroger");
    expect(await closedOf(ben.user_id, "grocery")).toBe("no_membership");
    expect(await rebates.send(ben.user_id)).toMatchObject({ code: "no_membership" });
    const page = await world.membership.readMembership(ann.user_id);
    expect(page.worth.benefits_minor, "the meter of the membership counts it").toBe("300");
  });

  it("what fits under the month is paid, and the next month begins anew", async () => {
    const { user_id } = await rebates.payingMember("Cleo", 16);
    await rebates.story.tick();
    await rebates.story.goTo("2027-03-31");
    const told: string[] = [];
    for (const total of ["9000", "8000", "7000", "6000"])
      told.push(toldOf(await rebates.sent(user_id, { paper: { total } })));
    expect(told).toEqual(["paid 450 whole", "paid 400 whole", "paid 150 month", "denied 0 month"]);
    expect(await closedOf(user_id, "grocery")).toBe("used_up");
    expect(await closedOf(user_id, "rideshare")).toBeNull();
    await rebates.story.goTo("2027-04-01");
    expect(await closedOf(user_id, "grocery")).toBeNull();
    expect(toldOf(await rebates.sent(user_id, { paper: { total: "20000" } }))).toBe("paid 500 claim");
    const truck = { type: "truckrental", merchant: "U-Haul" } as const;
    const years: string[] = [];
    for (const day of ["2027-04-02", "2027-05-02", "2027-06-02"]) {
      await rebates.story.goTo(day);
      const paper = { merchant: "U-Haul", total: day === "2027-06-02" ? "11000" : "15000" };
      years.push(toldOf(await rebates.sent(user_id, { ...truck, paper })));
    }
    expect(years).toEqual(["paid 1500 whole", "paid 1500 whole", "denied 0 year"]);
    expect(await rebates.available(user_id)).toBe(1_000n + 500n + 3_000n);
  });

  it("an appeal that is agreed to for more than the month leaves sets nothing aside, and is paid what is left", async () => {
    const { user_id } = await rebates.payingMember("Lou", 16);
    await rebates.story.tick();
    const now = world.clock.now();
    const monthAfter = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 0));
    await rebates.story.goTo(civilDate(monthAfter(2)));
    for (const total of ["9000", "8000", "3000"]) await rebates.sent(user_id, { paper: { total } });
    const claim = await rebates.sent(user_id, { paper: { total: "6000" } });
    expect(toldOf(claim)).toBe("denied 0 month");
    const appeal = { user_id, claim_id: claim.claim_id, words: "It is another month soon." };
    expect(await world.benefits.appealClaim(appeal)).toMatchObject({ value: { state: "appealed" } });
    const judged = { claim_id: rebates.kept(claim.claim_id), by: "opr_ann" };
    expect(await world.benefits.desk.approve({ ...judged, amount_minor: null })).toMatchObject({
      code: "nothing_left",
    });
    await rebates.story.goTo(rebates.day(2));
    for (const total of ["9800", "8200"]) {
      const sent = await rebates.sent(user_id, { paper: { total } });
      const fits = { claim_id: rebates.kept(sent.claim_id), by: "opr_ann", amount_minor: null };
      if (sent.state === "review") await world.benefits.desk.approve(fits);
    }
    const used = async () => {
      const { rows } = await world.base.handle.pool.query<{ limit: string; used: string }>(
        `select limit_name || ' ' || time_window as limit, used::text from ledger.limit_totals
         where subject = $1 and used > 0 order by 1`,
        [user_id],
      );
      return rows.map(({ limit, used }) => `${limit} ${used}`);
    };
    const before = await used();
    expect(
      before.filter((line) => line.endsWith(" 900")),
      before.join(),
    ).toHaveLength(1);
    const free = await rebates.available(user_id);
    expect(await world.benefits.desk.approve({ ...judged, amount_minor: 200n })).toMatchObject({ code: "too_much" });
    expect(await used()).toEqual(before);
    expect(await world.benefits.desk.approve({ ...judged, amount_minor: null })).toMatchObject({ ok: true });
    expect(toldOf(await rebates.claim(user_id, claim.claim_id))).toBe("paid 100 month");
    expect((await rebates.available(user_id)) - free).toBe(100n);
  });

  it("each category pays its share of what it is for, up to its own claim and month, and anew in the next", async () => {
    const { user_id } = await rebates.payingMember("Ivy", 16);
    await rebates.story.tick();
    const monthAfter = (months: number, of: string) => {
      const now = world.clock.now();
      const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
      return `${first.toISOString().slice(0, 8)}${of}`;
    };
    const next = monthAfter(3, "01");
    await rebates.story.goTo(monthAfter(2, "20"));
    const { claims } = world.partners.home.benefits;
    const told: Record<string, string[]> = {};
    const expected: Record<string, string[]> = {};
    let day = rebates.day(-2);
    const claim = async (type: ClaimType, total: bigint) => {
      const merchant = type === "shipping" ? "Marlow Finch" : (partnersOf(type, "US")[0]?.name ?? "");
      const paper = { merchant, date: day, [type === "shipping" ? "shipping" : "total"]: total.toString() };
      const sent = await rebates.sent(user_id, { type, merchant, paper });
      if (sent.state !== "review") return toldOf(sent);
      // More in thirty days than rules alone may pay: a person agrees to all of it.
      const judged = { claim_id: rebates.kept(sent.claim_id), by: "opr_ann", amount_minor: null };
      const agreed = await world.benefits.desk.approve(judged);
      if (!agreed.ok) throw new Error(agreed.code);
      return toldOf(await rebates.claim(user_id, sent.claim_id));
    };
    for (const type of CLAIM_TYPES) {
      const terms = claims[type];
      if (!terms) throw new Error(`${type} is not paid back`);
      const most = BigInt(terms.claim_minor);
      const forMost = (most * 10_000n) / BigInt(terms.share_bps);
      const fits = terms.month_minor / terms.claim_minor;
      told[type] = [await claim(type, forMost + 5_000n)];
      expected[type] = [`paid ${most} claim`];
      for (let n = 1; n < fits; n += 1) {
        told[type].push(await claim(type, forMost + BigInt(n)));
        expected[type].push(`paid ${most} ${(BigInt(n) * BigInt(terms.share_bps)) / 10_000n > 0n ? "claim" : "whole"}`);
      }
      told[type].push(await claim(type, forMost + 900n));
      expected[type].push("denied 0 month");
    }
    expect(told).toEqual(expected);
    await rebates.story.goTo(next);
    day = rebates.day(-1);
    for (const type of CLAIM_TYPES) expect(await closedOf(user_id, type), `${type} in the next month`).toBeNull();
    expect(await claim("rideshare", 1_000n)).toBe("paid 200 whole");
  });

  it.each([
    ["shipping", "Marlow Finch", 2_400, 10_000],
    ["rideshare", "Uber", 2_405, 1_000],
  ] as const)("a month of %s holds what the specification says, to the cent", async (type, merchant, total, full) => {
    const { user_id } = await rebates.payingMember(type, 16);
    await rebates.story.tick();
    const now = world.clock.now();
    await rebates.story.goTo(civilDate(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 20))));
    let paid = 0n;
    for (let n = 0; n < 8 && (await closedOf(user_id, type)) === null; n += 1) {
      const paper = { merchant, [type === "shipping" ? "shipping" : "total"]: String(total + n) };
      const sent = await rebates.sent(user_id, { type, merchant, paper });
      const claim_id = rebates.kept(sent.claim_id);
      // More in thirty days than rules alone may pay: a person agrees to all of it.
      if (sent.state === "review") await world.benefits.desk.approve({ claim_id, by: "opr_ann", amount_minor: null });
      paid += BigInt((await rebates.claim(user_id, sent.claim_id)).rebate_minor);
    }
    expect([paid, await closedOf(user_id, type)]).toEqual([BigInt(full), "used_up"]);
  });

  it("a benefit is shown with four pictures of partners where it has more", async () => {
    expect(partnersOf("grocery", "US").length).toBeGreaterThan(4);
    const { user_id } = await rebates.payingMember("Pam", 16);
    const { benefits } = await world.benefits.overview(readerOf(user_id));
    expect(benefits.find(({ type }) => type === "grocery")?.partners).toHaveLength(4);
  });

  it("what was asked for and does not come ends the claim, and its part of the limits is free again", async () => {
    const { user_id, email } = await rebates.payingMember("Dora", 16);
    await rebates.story.tick();
    const asked = await rebates.sent(user_id, { paper: { state: "unreadable" } });
    const claim_id = rebates.kept(asked.claim_id);
    await world.benefits.desk.ask({ claim_id, by: "opr_ann", reason: "unreadable", words: "" });
    await world.advance({ days: 14 });
    await world.benefits.sweep();
    expect(await rebates.claim(user_id, asked.claim_id)).toMatchObject({ state: "asked", may: { answer: true } });
    await world.advance({ days: 1 });
    await world.benefits.sweep();
    expect(await rebates.claim(user_id, asked.claim_id)).toMatchObject({ state: "expired", rebate_minor: "0" });
    await world.work();
    expect(await world.mails(email)).toContain("Your claim has ended: Groceries, Kroger");

    const denied = await rebates.sent(user_id, { paper: { state: "unreadable", total: "5000" } });
    const judged = { claim_id: rebates.kept(denied.claim_id), by: "opr_ann", words: "" };
    await world.benefits.desk.deny({ ...judged, reason: "unreadable" });
    await world.advance({ days: 31 });
    const appeal = { user_id, claim_id: denied.claim_id, words: "Please look again." };
    expect(await world.benefits.appealClaim(appeal)).toMatchObject({ code: "too_late" });
    const open = await rebates.sent(user_id, { paper: { state: "unreadable", total: "4000" } });
    for (const _again of [1, 2])
      expect(await world.benefits.withdrawClaim({ user_id, claim_id: open.claim_id })).toMatchObject({
        value: { state: "withdrawn" },
      });
    expect((await world.benefits.benefit(readerOf(user_id), "grocery"))?.limit).toMatchObject({ used_minor: "0" });
    const { rows } = await world.base.handle.pool.query(
      "select coalesce(sum(used), 0)::int as used from ledger.limit_totals where subject = $1",
      [user_id],
    );
    expect(rows, "the ledger's own sums say so too").toEqual([{ used: 0 }]);
    const receipt_ids = open.receipts.map(({ receipt_id }) => receipt_id);
    expect(await rebates.send(user_id, { receipt_ids }), "its paper is free").toMatchObject({ ok: true });
  });

  it("what was agreed to and not paid ends with the account", async () => {
    const gus = await rebates.payingMember("Gus", 3);
    const claim = await rebates.sent(gus.user_id, { paper: { total: "7700" } });
    expect([claim.state, await rebates.pending(gus.user_id)]).toEqual(["approved", 385n]);
    const given = { password: gus.password, give_up: true, user_agent: "", address: "" };
    expect(await world.identity.deleteAccount(gus, given)).toMatchObject({ ok: true });
    await world.work();
    expect(await rebates.pending(gus.user_id)).toBe(0n);
    expect(await rebates.claim(gus.user_id, claim.claim_id)).toMatchObject({ state: "withdrawn" });
    await world.benefits.sweep();
  });

  it("a plan covers what was bought on its own days, from the day of its change on", async () => {
    const { user_id } = await rebates.payingMember("Hana", 0);
    await rebates.story.goTo(rebates.day(20));
    const bought = rebates.day(-3);
    const drop = (purchase: string, purchased_on: string) =>
      world.benefits.claimDrop({
        ...{ user_id, request_key: purchase, merchant: "Kroger", internal_name: "kroger", purchased_on },
        ...{ receipt_ids: [] },
        drop: {
          ...{ purchase, item: "A kettle", pieces: 1, bought_minor: "6000", now_minor: "5000", refunded_minor: "0" },
          ...{ first_read_at: `${rebates.day(-1)}T08:00:00Z`, second_read_at: `${rebates.day(-1)}T09:00:00Z` },
          ...{ claimed_on: rebates.day(0) as CivilDate, signed: true },
        },
      });
    expect(await rebates.story.changePlan(user_id, "plus")).toMatchObject({ ok: true });
    expect(await drop("before", bought)).toMatchObject({
      value: { state: "denied", reason: { code: "not_member_then" } },
    });
    expect(await drop("that day", rebates.day(0))).toMatchObject({ value: { state: "paid" } });
    await rebates.story.goTo(rebates.day(3));
    expect(await rebates.story.changePlan(user_id, "standard")).toMatchObject({ ok: true });
    expect(await drop("still", rebates.day(-1)), "a cheaper plan that waits changes nothing yet").toMatchObject({
      value: { state: "paid" },
    });
    await rebates.story.goTo(rebates.day(33));
    const plans = async () =>
      (await world.membership.membershipsOf(user_id)).flatMap((row) => row.plans.map(({ tier }) => tier));
    expect(await plans()).toEqual(["standard", "plus", "standard"]);
    const known = await world.membership.membershipsOf(user_id);
    const migration = await readFile("src/modules/membership/migrations/0028_plans_of_each_day.sql", "utf8");
    await world.base.handle.pool.query("alter table membership.membership_events drop column tier");
    await world.base.handle.pool.query(migration);
    expect(await world.membership.membershipsOf(user_id), "as databases of before are told").toEqual(known);
  });

  it("the days of the window are those where the member lives: late in the evening it is tomorrow elsewhere", async () => {
    const { user_id } = await rebates.payingMember("Nia", 0);
    await rebates.story.goTo(rebates.day(33), "America/New_York", 22);
    const bought = (days: number) => ({ paper: { date: rebates.day(days) } });
    const page = await world.benefits.benefit(readerOf(user_id), "grocery");
    expect(page?.terms).toMatchObject({ today: rebates.day(-1), earliest: rebates.day(-31) });
    expect(await rebates.sent(user_id, bought(-32))).toMatchObject({ reason: { code: "outside_window" } });
    expect(await rebates.sent(user_id, bought(-31))).toMatchObject({ state: "paid" });
  });

  it("a benefit says why it cannot be used: another plan, a payment that is open", async () => {
    const eve = await world.member("Eve");
    expect(await closedOf(eve.user_id, "grocery")).toBe("no_membership");
    await rebates.story.joined(eve.user_id, { tier: "shipright" });
    expect([await closedOf(eve.user_id, "grocery"), await closedOf(eve.user_id, "shipping")]).toEqual([
      "other_plan",
      null,
    ]);
    expect(await rebates.send(eve.user_id)).toMatchObject({ code: "other_plan" });
    const fay = await rebates.payingMember("Fay", 0);
    await world.base.handle.pool.query(
      "update membership.memberships set benefits_paused = true, state = 'past_due' where user_id = $1",
      [fay.user_id],
    );
    expect(await closedOf(fay.user_id, "grocery")).toBe("paused");
    expect(await rebates.send(fay.user_id)).toMatchObject({ code: "paused" });
    await world.base.handle.pool.query("update membership.memberships set benefits_paused = false where user_id = $1", [
      fay.user_id,
    ]);
    // Its first month was not paid: the money waits for it.
    await world.advance({ days: 3 });
    expect(await rebates.sent(fay.user_id)).toMatchObject({ state: "approved" });
  });
});
