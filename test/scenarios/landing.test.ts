/**
 * Stories of the offer: the way through it, attempts to go round it, doubled posts, two tabs, and what the wheel's bonus
 * becomes. The ledger verifies at the end of each (see `close`).
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Member } from "../../src/modules/identity/identity.server.ts";
import type { Landing } from "../../src/modules/landing/landing.server.ts";
import { ADULT, createOfferStory, type OfferStory } from "../support/offer-story.ts";

let { world, landing, createBrowser, answerAll, toAccount, register, rows }: OfferStory = {} as OfferStory;
beforeEach(async () => {
  ({ world, landing, createBrowser, answerAll, toAccount, register, rows } = await createOfferStory());
});
afterEach(() => world.close());

describe("the way through", () => {
  it("goes step by step to the payment, and keeps what was said on the way", async () => {
    const browser = createBrowser();
    expect((await browser.open()).flow.step).toBe(1);
    const spun = await landing.spin(browser.caller());
    expect(spun).toMatchObject({ ok: true, value: { step: 2 } });
    await answerAll(browser);
    const { flow } = await browser.open();
    expect(flow).toMatchObject({ step: 3, answers: { frequency: "weekly", place: null, use: "save" } });
    expect(flow.checks.map((check) => check.result)).toEqual(["ask", "yes", "yes", "ask"]);
    await landing.check(browser.caller(), ADULT);
    const { flow: after, member } = await register(browser, "Ann", "(555) 010-2291", true);
    expect(after.step).toBe(5);
    expect(await rows("select phone, text_consent_words from landing.phones")).toEqual([
      {
        phone: "+15550102291",
        text_consent_words: "Text me about my orders and offers. Consent is not a condition of purchase.",
      },
    ]);
    expect(await rows("select event from landing.visit_events order by sequence")).toEqual(
      ["entered", "spun", "answered", "answered", "answered", "checked", "registered"].map((event) => ({ event })),
    );
    expect((await world.ledger.balances(member.user_id)).pending, "nothing is given before joining").toBe(0n);
  });

  it("never keeps a date of birth, nor a secret that opens a visit", async () => {
    const browser = createBrowser();
    await toAccount(browser);
    const [visit] = await rows("select v::text as all, encode(secret_hash, 'hex') as hash from landing.visits v");
    // Ids and hashes are random: any four signs stand in one now and then.
    expect(String(visit?.all).replace(/[0-9a-f-]{20,}/g, "")).not.toContain("1990");
    expect(JSON.stringify(visit)).not.toContain(browser.copyCookie().split("=")[1]);
  });

  it("keeps nothing of somebody under age but that answer", async () => {
    const browser = createBrowser();
    await browser.open({ entered_by: "spinv", ref: "ABC234" });
    await landing.spin(browser.caller());
    await answerAll(browser);
    const checked = await landing.check(browser.caller(), { ...ADULT, year: "2015" });
    expect(checked).toMatchObject({ ok: true, value: { under_age: true, prize: null, answers: {} } });
    expect(await landing.check(browser.caller(), ADULT), "and cannot be said otherwise").toMatchObject({
      code: "flow_ended",
    });
    expect(await rows("select age, ref, draw_id, country_code, answers, user_id from landing.visits")).toEqual([
      { age: "under", ref: null, draw_id: null, country_code: null, answers: {}, user_id: null },
    ]);
    browser.signIn((await world.member("Kid")) as Member);
    expect((await browser.open()).flow).toMatchObject({ under_age: true, prize: null });
  });
});

describe("attempts to go round it", () => {
  it("refuses each step before its turn", async () => {
    const browser = createBrowser();
    expect(await landing.spin(browser.caller()), "without a visit").toMatchObject({ code: "flow_not_found" });
    await browser.open();
    expect(await landing.answer(browser.caller(), { question: 1, answer: "weekly" })).toMatchObject({
      code: "step_out_of_order",
    });
    expect(await landing.check(browser.caller(), ADULT)).toMatchObject({ code: "step_out_of_order" });
    await landing.spin(browser.caller());
    expect(await landing.answer(browser.caller(), { question: 3, answer: "save" })).toMatchObject({
      code: "step_out_of_order",
    });
    expect(await landing.check(browser.caller(), ADULT)).toMatchObject({ code: "step_out_of_order" });
    const member = (await world.member("Hasty")) as Member;
    browser.signIn(member);
    expect(
      await landing.register({ ...browser.caller(), member }, { phone: "", texts: false, language: "en" }),
    ).toMatchObject({ code: "step_out_of_order" });
  });

  it("refuses answers that are none, and says what is missing", async () => {
    const browser = createBrowser();
    await browser.open();
    await landing.spin(browser.caller());
    expect(await landing.answer(browser.caller(), { question: 1, answer: "" })).toMatchObject({
      code: "answer_missing",
    });
    expect(await landing.answer(browser.caller(), { question: 1, answer: "<b>" })).toMatchObject({
      code: "answer_unknown",
    });
    expect(await landing.answer(browser.caller(), { question: 9, answer: "save" })).toMatchObject({
      code: "step_out_of_order",
    });
    await answerAll(browser);
    expect(await landing.check(browser.caller(), { ...ADULT, country: "" })).toMatchObject({ code: "country_missing" });
    expect(await landing.check(browser.caller(), { ...ADULT, month: "0" })).toMatchObject({
      code: "birth_date_missing",
    });
  });

  it("stops where the offer is not served, at paying members, and after its last day", async () => {
    const abroad = createBrowser();
    await abroad.open();
    await landing.spin(abroad.caller());
    await answerAll(abroad);
    const checked = await landing.check(abroad.caller(), { ...ADULT, country: "FR" });
    const no = (name: string) => ({ value: { step: 3, checks: expect.arrayContaining([{ name, result: "no" }]) } });
    expect(checked).toMatchObject(no("country"));

    const late = createBrowser({ brand: { open_until: "2027-03-09" } });
    await late.open();
    expect(await landing.spin(late.caller())).toMatchObject({ code: "offer_closed" });
    const lastDay = { ...world.partners.home, offer: { ...world.partners.home.offer, open_until: "2027-03-10" } };
    expect(await landing.spin({ ...late.caller(), brand: lastDay })).toMatchObject({ ok: true });

    const paying = createBrowser();
    paying.signIn({ ...((await world.member("Payer")) as Member), subscribed: true });
    await paying.open();
    await landing.spin(paying.caller());
    await answerAll(paying);
    expect(await landing.check(paying.caller(), ADULT)).toMatchObject(no("member"));
  });

  it("takes no visit of another browser, and none of another member", async () => {
    const browser = createBrowser();
    await toAccount(browser);
    await register(browser, "Ann");
    const stranger = createBrowser();
    for (const line of ["tp_flow=", "tp_flow=../../x", `tp_flow=${"A".repeat(40)}`, `tp_flow=${"%00".repeat(20)}`]) {
      stranger.takeCookie(line);
      expect(await landing.spin(stranger.caller())).toMatchObject({ code: "flow_not_found" });
    }
    stranger.takeCookie(browser.copyCookie());
    stranger.signIn((await world.member("Ben")) as Member);
    expect((await stranger.open()).flow, "Ben begins his own").toMatchObject({ step: 1, prize: null, answers: {} });
  });
});

describe("one spin a person", () => {
  it("a hundred clicks at once, in two tabs, are one draw", async () => {
    const browser = createBrowser();
    await browser.open();
    const results = await Promise.all(Array.from({ length: 100 }, () => landing.spin(browser.caller())));
    const amounts = new Set(results.map((result) => (result.ok ? result.value.prize?.amount_minor : result.code)));
    expect(amounts.size).toBe(1);
    expect(await rows("select count(*)::int as n from landing.draws")).toEqual([{ n: 1 }]);
    expect((await browser.open()).flow.prize?.amount_minor).toBe([...amounts][0]);
  });

  it("a second browser, another account of the same mailbox, and a member's second visit get the first result", async () => {
    const first = createBrowser();
    await toAccount(first);
    const { flow, member } = await register(first, "ann.smith");
    const prize = flow.prize?.amount_minor;
    await world.advance({ hours: 1 });

    const second = createBrowser();
    await toAccount(second);
    second.signIn({ ...member, user_id: (await world.member("Other")).user_id, email: "ann.smith+2@example.com" });
    expect((await second.open()).flow.prize).toMatchObject({ amount_minor: prize, earlier: true });

    const third = createBrowser();
    third.signIn(member);
    await third.open();
    expect(await landing.spin(third.caller())).toMatchObject({
      ok: true,
      value: { prize: { amount_minor: prize, earlier: true } },
    });
  });

  it("keeps to the odds that it prints beside each draw", async () => {
    const counts = new Map<string, number>();
    for (let at = 0; at < 200; at += 1) {
      const browser = createBrowser();
      await browser.open();
      const spun = await landing.spin(browser.caller());
      const amount = spun.ok ? (spun.value.prize?.amount_minor ?? "") : spun.code;
      counts.set(amount, (counts.get(amount) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual(["1000", "1200", "500"]);
    // 200 draws of 60, 30 and 10 in 100: five standard deviations either way.
    expect(Math.abs((counts.get("500") ?? 0) - 120)).toBeLessThan(35);
    expect(Math.abs((counts.get("1200") ?? 0) - 20)).toBeLessThan(22);
    const printed = world.partners.home.offer.prizes;
    for (const { prizes } of await rows<{ prizes: unknown }>("select prizes from landing.draws limit 5"))
      expect(prizes).toEqual(printed);
  });
});

describe("the bonus", () => {
  /** As the daily job tells it how the membership went on. */
  async function settle(member: Member, facts: Partial<Parameters<Landing["settleBonus"]>[0]>) {
    const found = await rows<{ draw_id: string }>(
      `select draw_id from landing.bonuses where user_id = '${member.user_id}'`,
    );
    const draw_id = found[0]?.draw_id ?? "";
    await landing.settleBonus({ draw_id, paid: false, returned: false, runs: true, ended: false, ...facts });
  }
  async function joined(name: string) {
    const browser = createBrowser();
    await toAccount(browser);
    const { member, flow } = await register(browser, name);
    const { visit_id } = await browser.open();
    const input = { visit_id, user_id: member.user_id, member_since: member.created_at, decides_on: "2027-03-24" };
    return { browser, member, input, amount: BigInt(flow.prize?.amount_minor ?? 0) };
  }

  it("waits in the passbook from joining, and is the member's after the first paid month", async () => {
    const { member, input, amount, browser } = await joined("Ann");
    const all = await Promise.all([landing.join(input), landing.join(input), landing.join(input)]);
    expect(all.map((one) => one.ok && one.value?.again).toSorted()).toEqual([false, true, true]);
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: amount, available: 0n });
    expect((await world.passbookOf(member.user_id)).entries).toMatchObject([
      { type: "bonus", title: { en: "Welcome credit" }, state: "pending", amount_minor: amount.toString() },
    ]);
    expect((await browser.open()).flow.joined).toBe(true);
    await settle(member, { paid: true });
    await settle(member, { paid: true });
    await settle(member, { runs: false, ended: true });
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: 0n, available: amount });
  });

  it("goes when the membership ends before, and comes no second time", async () => {
    const { member, input } = await joined("Ben");
    await landing.join(input);
    await settle(member, { runs: false, ended: true });
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: 0n, available: 0n });
    expect(await landing.join(input)).toMatchObject({ ok: true, value: { again: true, state: "reversed" } });
    const again = createBrowser();
    again.signIn(member);
    await again.open();
    expect(await landing.spin(again.caller())).toMatchObject({ ok: true, value: { prize: { had: true } } });
  });

  it("is given to nobody who joins later than 30 days after signing up, and to no other account", async () => {
    const { member, input } = await joined("Cleo");
    expect(await landing.join({ ...input, user_id: (await world.member("Dan")).user_id })).toMatchObject({
      code: "flow_not_found",
    });
    await world.advance({ days: 31 });
    expect(await landing.join(input)).toMatchObject({ code: "bonus_expired", detail: { days: "30" } });
    expect((await world.ledger.balances(member.user_id)).pending).toBe(0n);
  });
});

it("forgets visits that led nowhere, and no others", async () => {
  await createBrowser().open();
  const spun = createBrowser();
  await spun.open();
  await landing.spin(spun.caller());
  await world.advance({ days: 3 });
  await landing.tidy();
  expect(await rows("select draw_id is not null as spun from landing.visits")).toEqual([{ spun: true }]);
});
