/** Stories of the membership by the calendar, against the card processor's own protocol. The ledger verifies after each. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MEMBERSHIP_INCOME, MEMBERSHIP_REFUNDS } from "#membership";
import { showUser } from "../../src/modules/identity/http.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createMembershipStory>;
const start = async (at: string) => {
  world = await createWorld({ at });
  story = createMembershipStory(world);
};
beforeEach(() => {
  // Each story makes its own; one that forgot to must not go on in that of the story before.
  world = undefined as never;
});
afterEach(async () => {
  const left = await world.membership.reconcile();
  expect(left).toEqual([]);
  await world.close();
});

describe("a membership", () => {
  it("begins with the price of the trial, charges a month when that is over, and ends when it was cancelled", async () => {
    await start("2027-03-10T19:42:00Z");
    const ann = await world.member("Ann");
    const quote = await story.quote(ann.user_id);
    expect(quote).toMatchObject({
      first_minor: "100",
      monthly_minor: "1199",
      today: "2027-03-10",
      first_charge_on: "2027-03-24",
      cancel_by: "2027-03-23",
    });
    const id = await story.joined(ann.user_id);
    expect(await story.view(ann.user_id)).toMatchObject({
      state: "trial",
      next_charge: { on: "2027-03-24", amount_minor: "1199" },
      card: { brand: "visa" },
      refund_on_cancel_minor: "100",
    });
    expect(await world.identity.contact(ann.user_id)).toMatchObject({ subscribed: true, plus_active: false });
    expect(await world.mails(ann.email)).toContain("Welcome to Tuppence: your membership terms");
    expect(await world.ledger.houseBalance(MEMBERSHIP_INCOME, "house")).toBe(100n);

    await story.goTo("2027-03-24");
    expect(await story.charges(ann.user_id)).toMatchObject([
      { kind: "period", amount: "1199", start: "2027-03-24", end: "2027-04-24" },
      { kind: "trial", amount: "100", start: "2027-03-10", end: "2027-03-24" },
    ]);
    expect((await story.notices(id)).map((one) => `${one.kind} ${one.sent_at.toISOString().slice(0, 13)}`)).toEqual([
      "joined 2027-03-10T19",
      "trial_reminder_7 2027-03-17T14",
      "trial_reminder_3 2027-03-21T14",
      "receipt 2027-03-24T14",
    ]);
    expect(await story.view(ann.user_id)).toMatchObject({ state: "active" });

    const cancelled = await world.membership.cancel({ user_id: ann.user_id, membership_id: id });
    expect(cancelled).toMatchObject({ ok: true, value: { state: "cancelled", on: "2027-04-24", refund_minor: null } });
    await story.goTo("2027-04-23");
    expect(await world.identity.contact(ann.user_id)).toMatchObject({ subscribed: true });
    await story.goTo("2027-06-30");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended", end_reason: "cancelled" });
    expect(await story.charges(ann.user_id)).toHaveLength(2);
    expect(await world.identity.contact(ann.user_id)).toMatchObject({ subscribed: false });
    expect(await world.mails(ann.email)).toEqual(
      expect.arrayContaining([
        "Your trial ends soon: $11.99 on Mar\u00a024, 2027",
        "Receipt: $11.99 on Mar\u00a024, 2027",
        "Your membership is canceled",
        "Your Tuppence membership has ended",
      ]),
    );
  });
});

describe("dates", () => {
  it("keep the 31st over a year with a leap day, each month once, with one receipt each", async () => {
    // The trial of fourteen days ends on the 31st of January.
    await start("2028-01-17T15:00:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2029-02-01");
    const periods = (await story.charges(ann.user_id)).filter((one) => one.kind === "period");
    expect(periods.map((one) => one.start).toReversed()).toEqual([
      "2028-01-31",
      "2028-02-29",
      "2028-03-31",
      "2028-04-30",
      "2028-05-31",
      "2028-06-30",
      "2028-07-31",
      "2028-08-31",
      "2028-09-30",
      "2028-10-31",
      "2028-11-30",
      "2028-12-31",
      "2029-01-31",
    ]);
    const notices = await story.notices(id);
    expect(notices.filter((one) => one.kind === "receipt")).toHaveLength(13);
    expect(notices.filter((one) => one.kind === "yearly").map((one) => one.period)).toEqual(["2029-01-17"]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_INCOME, "house")).toBe(100n + 13n * 1_199n);
  });

  it.each([
    ["America/New_York", "2027-02-14T20:00:00Z", ["2027-02-28T15", "2027-03-28T14", "2027-04-28T14"]],
    ["Australia/Sydney", "2027-03-10T20:00:00Z", ["2027-03-24T23", "2027-04-25T00", "2027-05-25T00"]],
  ])("stand at ten in the morning in %s, summer time or not", async (zone, at, instants) => {
    await start(at);
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id, { zone });
    await world.advance({ hours: 1 });
    await story.runTo(new Date(world.clock.now().getTime() + 80 * 86_400_000));
    const receipts = (await story.notices(id)).filter((one) => one.kind === "receipt");
    expect(receipts.map((one) => one.sent_at.toISOString().slice(0, 13))).toEqual(instants);
  });

  // The letter is due on the seventh day: the first of these outages makes it one day late, the second twelve.
  it.each([
    [8, "2027-03-25", "2027-04-25"],
    [20, "2027-04-06", "2027-05-06"],
  ])("move the charge, never the notice, when the service was away until day %i", async (days, charged, end) => {
    await start("2027-03-10T19:42:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await world.advance({ days });
    await story.tick();
    expect(await story.view(ann.user_id)).toMatchObject({ state: "trial", next_charge: { on: charged } });
    expect((await story.notices(id)).at(-1)).toMatchObject({ kind: "trial_reminder_7", period: charged });
    await story.goTo(charged);
    expect((await story.charges(ann.user_id))[0]).toMatchObject({ start: charged, end });
  });
});

describe("cancelling", () => {
  it("works to the last hour, by a link that needs no sign-in, once and again, and is taken back while it runs", async () => {
    await start("2027-03-10T19:42:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-24", "America/New_York", 9);
    const { mails } = await world.control<{ mails: { text: string; subject: string }[] }>(`/mails?to=${ann.email}`);
    const reminder = mails.find((mail) => mail.subject.startsWith("Your trial ends"));
    const token = decodeURIComponent(/cancel-subscription\?t=(\S+)/.exec(reminder?.text ?? "")?.[1] ?? "");
    expect(await world.membership.readLink("card", token), "the link opens nothing else").toBeNull();
    expect(await world.membership.cancelByLink(`${token}x`)).toMatchObject({ ok: false, code: "link_invalid" });
    expect(await world.membership.readLink("cancel", token)).toMatchObject({ membership: { state: "trial" } });
    const answers = await Promise.all([world.membership.cancelByLink(token), world.membership.cancelByLink(token)]);
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { state: "cancelled" } });
    await story.tick();
    expect((await world.mails(ann.email)).filter((subject) => subject === "Your membership is canceled")).toHaveLength(
      1,
    );

    expect(await world.membership.resume({ user_id: ann.user_id, membership_id: id })).toMatchObject({ ok: true });
    await world.membership.cancel({ user_id: ann.user_id, membership_id: id });
    await story.goTo("2027-05-30");
    expect(await story.charges(ann.user_id)).toHaveLength(1);
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended" });
    expect(await world.membership.resume({ user_id: ann.user_id, membership_id: id })).toMatchObject({ ok: false });
    const other = await world.member("Other");
    expect(await world.membership.cancel({ user_id: other.user_id, membership_id: id })).toMatchObject({
      code: "no_membership",
    });
  });

  it("gives the price of an unused trial back, and the next membership has no trial", async () => {
    await start("2027-03-10T19:42:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await world.advance({ days: 3 });
    expect(await world.membership.cancel({ user_id: ann.user_id, membership_id: id, refund: true })).toMatchObject({
      ok: true,
      value: { state: "ended", refund_minor: "100" },
    });
    await story.tick();
    expect(await story.charges(ann.user_id)).toMatchObject([{ kind: "trial", refunded: "100" }]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(-100n);
    expect(await world.mails(ann.email)).toContain("$1.00 is on its way back to your card");

    expect(await story.quote(ann.user_id)).toMatchObject({ with_trial: false, first_minor: "1199" });
    await story.joined(ann.user_id);
    expect(await story.view(ann.user_id)).toMatchObject({ state: "active", refund_on_cancel_minor: null });
    const twin = await world.member("ann+twin");
    expect(await story.quote(twin.user_id), "one mailbox is one person").toMatchObject({ with_trial: false });
  });

  it("after a resume late in the trial tells of the charge seven days before it", async () => {
    await start("2027-03-10T15:00:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await world.membership.cancel({ user_id: ann.user_id, membership_id: id });
    await story.goTo("2027-03-22");
    expect(await world.membership.resume({ user_id: ann.user_id, membership_id: id })).toMatchObject({
      ok: true,
      value: { next_charge_on: "2027-03-29" },
    });
    await story.goTo("2027-03-28");
    expect(await story.charges(ann.user_id)).toHaveLength(1);
    await story.goTo("2027-03-29");
    expect(await story.charges(ann.user_id)).toHaveLength(2);
  });
});

describe("a declined card", () => {
  async function untilDue(card?: object) {
    await start("2027-03-10T15:00:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-23");
    await world.control("/stripe/next-charge", {
      code: "card_declined",
      decline_code: "insufficient_funds",
      times: 20,
      ...card,
    });
    await story.goTo("2027-03-24");
    return { ann, id };
  }

  it("is tried eight times in fourteen days, told of, paused after seven, and then ended with nothing owed", async () => {
    const { ann, id } = await untilDue();
    expect(await story.view(ann.user_id)).toMatchObject({
      state: "past_due",
      open_payment: { amount_minor: "1199", tries_left: 7, access_until: "2027-03-31", ends_on: "2027-04-07" },
    });
    expect(await world.identity.contact(ann.user_id)).toMatchObject({ subscribed: true });
    await story.goTo("2027-03-31");
    expect(await world.identity.contact(ann.user_id)).toMatchObject({ subscribed: false });
    await story.goTo("2027-04-08");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended", end_reason: "not_paid" });
    const { rows } = await world.base.handle.pool.query(
      "select a.asked_at from membership.attempts a join membership.charges c using (charge_id) where c.membership_id = $1 and c.kind = 'period' order by a.number",
      [id],
    );
    expect(rows.map((row) => row.asked_at.toISOString().slice(5, 10))).toEqual([
      "03-24",
      "03-25",
      "03-26",
      "03-27",
      "03-29",
      "03-31",
      "04-03",
      "04-07",
    ]);
    await world.control("/stripe/next-charge", { mode: "clear" });
    await story.goTo("2027-07-01");
    expect(await story.charges(ann.user_id)).toHaveLength(1);
    expect(await world.mails(ann.email)).toEqual(
      expect.arrayContaining([
        "$11.99 was declined: please enter a valid card",
        "Your benefits are paused until a card works",
      ]),
    );
  });

  it("is made good by a new card at once, and the days stay where they were", async () => {
    const { ann } = await untilDue();
    await story.goTo("2027-04-01");
    await world.control("/stripe/next-charge", { mode: "clear" });
    const setup_id = await story.saveCard(ann.user_id);
    expect(await world.membership.updateCard({ user_id: ann.user_id, setup_id })).toMatchObject({
      ok: true,
      value: { payments: [{ ok: true, value: { state: "paid" } }] },
    });
    expect(await story.view(ann.user_id)).toMatchObject({
      state: "active",
      benefits_paused: false,
      next_charge: { on: "2027-04-24" },
    });
    expect(await world.identity.contact(ann.user_id)).toMatchObject({ subscribed: true });
    await story.goTo("2027-04-25");
    expect((await story.charges(ann.user_id)).map((one) => one.start)).toEqual([
      "2027-04-24",
      "2027-03-24",
      "2027-03-10",
    ]);
  });

  it("is not tried again by itself after the opt-out, nor when its code forbids it", async () => {
    const { ann, id } = await untilDue();
    const token = decodeURIComponent(new URL(world.membership.makeLink("no-retry", id)).searchParams.get("t") ?? "");
    expect(await world.membership.optOutByLink(token)).toMatchObject({ ok: true });
    expect(await story.view(ann.user_id)).toMatchObject({ open_payment: { next_try_at: null } });
    const ben = await world.member("Ben");
    await world.control("/stripe/next-charge", { mode: "clear" });
    await story.goTo("2027-04-09");
    expect(await story.charges(ann.user_id), "a card that would work by now was not asked").toHaveLength(1);
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended" });

    const other = await story.joined(ben.user_id);
    await story.goTo("2027-04-22");
    await world.control("/stripe/next-charge", { code: "card_declined", decline_code: "stolen_card" });
    await story.goTo("2027-05-20");
    expect(await story.charges(ben.user_id)).toHaveLength(1);
    expect((await story.notices(other)).map((one) => one.kind)).toEqual([
      "joined",
      "trial_reminder_7",
      "trial_reminder_3",
      "declined",
      "paused",
      "ended",
    ]);
  });

  it("at the start makes no member, and the next card does", async () => {
    await start("2027-03-10T15:00:00Z");
    const ann = await world.member("Ann");
    const declined = await story.join(ann.user_id, { card: "pm_card_chargeCustomerFail" });
    expect(declined).toMatchObject({ ok: false, code: "card_declined" });
    expect((await world.membership.readMembership(ann.user_id)).running).toEqual([]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_INCOME, "house")).toBe(0n);
    await story.joined(ann.user_id);
    expect(await story.join(ann.user_id)).toMatchObject({ ok: false, code: "already_member" });
  });
});

describe("a plan", () => {
  it("that is better costs the difference by days, at once; a cheaper one begins with the next period", async () => {
    await start("2027-03-10T15:00:00Z");
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2027-04-09");
    const change = async (tier: "plus" | "standard") => {
      const quote = await world.membership.quotePlan({ user_id: ann.user_id, tier });
      if (!quote.ok) throw new Error(quote.code);
      const input = { user_id: ann.user_id, tier, address: "", user_agent: "" };
      expect(await world.membership.changePlan({ ...input, consent: { words: "Yes!", language: "en" } })).toMatchObject(
        { ok: false, code: "terms_changed" },
      );
      return world.membership.changePlan({ ...input, consent: { words: quote.value.consent.en, language: "en" } });
    };
    expect(await change("plus")).toMatchObject({ ok: true, value: { state: "paid" } });
    // 15 of 31 days of $8.00, rounded down.
    expect((await story.charges(ann.user_id))[0]).toMatchObject({ kind: "upgrade", amount: "387" });
    expect(await world.identity.contact(ann.user_id)).toMatchObject({ plus_active: true });
    await story.goTo("2027-04-25");
    expect((await story.charges(ann.user_id))[0]).toMatchObject({ kind: "period", amount: "1999" });
    expect(await change("standard")).toMatchObject({ ok: true, value: { state: "changed" } });
    expect(await story.view(ann.user_id)).toMatchObject({
      tier: "plus",
      next_tier: "standard",
      next_charge: { amount_minor: "1199" },
    });
    await story.goTo("2027-05-25");
    expect(await story.view(ann.user_id)).toMatchObject({ tier: "standard", monthly_minor: "1199" });
    expect((await story.charges(ann.user_id))[0]).toMatchObject({
      kind: "period",
      amount: "1199",
      start: "2027-05-24",
    });
  });

  it("stands beside the shipping membership, which opens its own part", async () => {
    await start("2027-03-10T15:00:00Z");
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.joined(ann.user_id, { tier: "shipright" });
    // The page of each shows its own charges: what is said to be paid there is their sum.
    expect(await world.membership.readMembership(ann.user_id)).toMatchObject({
      running: [{ tier: "shipright" }, { tier: "standard" }],
      invoices: [{ amount_minor: "100" }, { amount_minor: "100" }],
      worth: { cost_minor: "100" },
    });
    const { rows } = await world.base.handle.pool.query(
      "select shipping_active, subscribed from identity.users where user_id = $1",
      [ann.user_id],
    );
    expect(rows).toEqual([{ shipping_active: true, subscribed: true }]);
    const opened = await world.identity.open(ann.user_id, { user_agent: "", address: "" });
    expect(showUser(opened.member, opened.login_token, "tuppence").subs).toEqual({
      standard: { active: true },
      tuppence: { active: false },
      shipright: { active: true },
    });
  });

  it("gets a new price only after seven to thirty days of notice", async () => {
    await start("2027-03-10T15:00:00Z");
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-04-20");
    const price = { partner: "tuppence", tier: "standard", monthly_minor: 1_399n } as const;
    expect(await world.membership.changePrice(price)).toBe(1);
    expect(await world.membership.changePrice(price)).toBe(0);
    await story.goTo("2027-05-25");
    const told = (await story.notices(id)).find((one) => one.kind.startsWith("price_change"));
    expect(told).toMatchObject({ period: "2027-05-24" });
    expect(told?.sent_at.toISOString().slice(0, 10)).toBe("2027-04-24");
    expect((await story.charges(ann.user_id)).slice(0, 2)).toMatchObject([
      { amount: "1399", start: "2027-05-24" },
      { amount: "1199" },
    ]);
  });
});
