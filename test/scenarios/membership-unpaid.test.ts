/** What nobody pays for ends when it was said to: a trial is moved once, a late charge is waited for fourteen days, and letters say what is so. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMembershipStory, type Story } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: Story;
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z" });
  story = createMembershipStory(world);
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

async function joined(name = "Ann", language: "en" | "es" = "en") {
  const member = await world.member(name, language);
  const ids = { user_id: member.user_id, membership_id: await story.joined(member.user_id) };
  return { ...member, ids, again: () => story.view(ids.user_id) };
}
/** What all letters to somebody say, each in one line. */
async function letters(to: string): Promise<string[]> {
  const { mails } = await world.control<{ mails: { subject: string; text: string }[] }>(
    `/mails?to=${encodeURIComponent(to)}`,
  );
  return mails.map(({ subject, text }) => `${subject}: ${text}`.replace(/\s+/g, " "));
}
const told = async (to: string, subject: string) => (await letters(to)).filter((one) => one.startsWith(subject));

describe("a trial", () => {
  it("that is taken up again on its last morning is moved once, told of seven days ahead, and then costs its month", async () => {
    const { ids, email } = await joined();
    await world.membership.cancel(ids);
    await story.goTo("2027-03-24", "America/New_York", 8);
    expect(await world.membership.resume(ids)).toMatchObject({ value: { next_charge_on: "2027-03-31" } });
    // Before any sweep: the letter went with it.
    await world.membership.cancel(ids);
    await story.goTo("2027-03-31", "America/New_York", 8);
    expect(await told(email, "Your trial ends soon: $11.99 on Mar 31, 2027")).toHaveLength(1);
    expect(await world.membership.resume(ids)).toMatchObject({ value: { next_charge_on: "2027-03-31" } });
    await story.goTo("2027-03-31");
    expect(await story.charges(ids.user_id)).toMatchObject([
      { kind: "period", start: "2027-03-31" },
      { kind: "trial" },
    ]);
  });

  it("that was moved, and is unused, goes back whole when its account is deleted after its first end", async () => {
    const { ids, user_id, password, again } = await joined();
    await world.membership.cancel(ids);
    await story.goTo("2027-03-24", "America/New_York", 8);
    await world.membership.resume(ids);
    await world.advance({ days: 2 });
    await story.tick();
    expect(await again()).toMatchObject({ state: "trial", refund_on_cancel_minor: "100" });
    const { member } = await world.identity.open(user_id, { user_agent: "", address: "" });
    const asked = { password, give_up: true, user_agent: "", address: "" };
    expect(await world.identity.deleteAccount(member, asked)).toMatchObject({ ok: true });
    await world.work();
    const { rows } = await world.base.handle.pool.query(
      "select amount_minor::int as minor, state from membership.refunds",
    );
    expect(rows).toEqual([{ minor: 100, state: "done" }]);
  });

  it("that the bank took back is not said to be refunded, and is not asked for a second time", async () => {
    const { ids, email, again } = await joined();
    const { rows } = await world.base.handle.pool.query("select payment_id from membership.charges");
    await world.control(`/stripe/${rows[0].payment_id}/dispute`, {});
    await world.control("/postbacks/idle", {});
    await world.work();
    expect(await again()).toMatchObject({ refund_on_cancel_minor: null });
    const cancelled = await world.membership.cancel({ ...ids, refund: true });
    expect(cancelled).toMatchObject({ value: { state: "ended", refund_minor: "0" } });
    await world.work();
    expect((await world.base.handle.pool.query("select 1 from membership.refunds")).rows).toEqual([]);
    const [ended] = await told(email, "Your Tuppence membership has ended");
    expect(ended).toContain("You canceled it.");
    expect(ended).not.toContain("refunding");
  });
});

describe("a late charge", () => {
  async function late() {
    const ann = await joined();
    await story.goTo("2027-03-23");
    const declined = { code: "card_declined", decline_code: "insufficient_funds", times: 20 };
    await world.control("/stripe/next-charge", declined);
    await story.goTo("2027-03-24");
    expect(await ann.again()).toMatchObject({ state: "past_due" });
    return ann;
  }
  async function askedByBank(ids: { user_id: string; membership_id: string }) {
    await world.control("/stripe/next-charge", { mode: "clear" });
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await world.membership.payOpen(ids);
    if (!asked.ok || asked.value.state !== "requires_action") return { asked, giveUp: null };
    const { charge_id } = asked.value;
    const giveUp = () => world.membership.finishPayment({ user_id: ids.user_id, charge_id, give_up: true });
    return { asked, giveUp };
  }

  it("that its owner confirms again and again and never does pauses on the seventh day and ends on the fourteenth", async () => {
    const { ids, again } = await late();
    const benefits: string[] = [];
    for (let day = 0; day < 20; day += 1) {
      const { asked, giveUp } = await askedByBank(ids);
      if (!giveUp) {
        expect(asked).toMatchObject({ ok: false, code: "past_due_over" });
        break;
      }
      for (let part = 0; part < 4; part += 1) {
        await world.advance({ hours: 5.75 });
        await story.tick();
      }
      if (!(await again()).benefits_paused) benefits.push(world.clock.now().toISOString().slice(0, 10));
      await giveUp();
    }
    await story.tick();
    expect(benefits.at(-1)).toBe("2027-03-31");
    expect(await again()).toMatchObject({ state: "ended", end_reason: "not_paid" });
    expect(world.clock.now().toISOString().slice(0, 10)).toBe("2027-04-07");
  });

  it.each([
    ["is confirmed pays for its month", "approve", { state: "active", benefits_paused: false }],
    ["never is ends it a day later", null, { state: "ended", end_reason: "not_paid" }],
  ] as const)("whose payment was opened before the fourteenth day, and %s", async (_what, outcome, after) => {
    const { ids, again } = await late();
    await story.goTo("2027-04-06", "America/New_York", 22);
    const { asked } = await askedByBank(ids);
    if (!asked.ok || asked.value.state !== "requires_action") throw new Error("the bank asks");
    const { client_secret, charge_id } = asked.value;
    await story.goTo("2027-04-07", "America/New_York", 12);
    expect(await again()).toMatchObject({ state: "past_due", benefits_paused: true });
    if (outcome)
      await fetch(`${world.sandbox.url}/stripe/3ds/${client_secret.split("_secret_")[0]}`, {
        method: "POST",
        body: new URLSearchParams({ secret: client_secret, outcome }),
      });
    await world.membership.finishPayment({ user_id: ids.user_id, charge_id });
    await story.goTo("2027-04-08", "America/New_York", 12);
    await story.tick();
    expect(await again()).toMatchObject(after);
  });

  it("ends at once when it is cancelled while its owner was to confirm it: no day that is past, and nothing that was paid", async () => {
    const { ids, email, again } = await late();
    await askedByBank(ids);
    await world.advance({ hours: 20 });
    const cancelled = await world.membership.cancel(ids);
    expect(cancelled).toMatchObject({ value: { state: "ended", on: "2027-03-25" } });
    await world.work();
    expect(await again()).toMatchObject({ state: "ended", end_reason: "cancelled" });
    expect(await told(email, "Your membership is canceled")).toEqual([]);
    expect((await told(email, "Your Tuppence membership has ended")).join()).toContain("You canceled it.");
  });

  it("is cancelled also while the processor is away, names today, and ends when that answers", async () => {
    const { ids, email, again } = await late();
    await askedByBank(ids);
    await world.advance({ hours: 20 });
    await world.control("/fail", { target: "stripe", mode: "500" });
    for (let press = 0; press < 2; press += 1)
      expect(await world.membership.cancel(ids)).toMatchObject({ value: { state: "cancelled", on: "2027-03-25" } });
    expect(await again()).toMatchObject({ state: "past_due", ends_on: "2027-03-25" });
    expect(await world.membership.standing(ids.user_id)).toEqual({ ends_on: "2027-03-25" });
    await world.control("/fail", { target: "stripe", mode: "off" });
    expect(await world.membership.cancel(ids)).toMatchObject({ value: { state: "ended", on: "2027-03-25" } });
    await world.work();
    expect(await told(email, "Your membership is canceled")).toEqual([]);
    expect(await again()).toMatchObject({ state: "ended" });
  });
});

describe("what an operator cancelled", () => {
  it.each([
    ["en", "Your Tuppence membership has ended", "Our team canceled it.", "You canceled it."],
    ["es", "Tu membresía de Tuppence terminó", "Nuestro equipo la canceló.", "La cancelaste."],
  ] as const)(
    "says so at the end (%s), also when its account was closed and when a charge was late",
    async (language, subject, by, notBy) => {
      const [ann, ben, cem] = [
        await joined("Ann", language),
        await joined("Ben", language),
        await joined("Cem", language),
      ];
      await world.membership.cancelByOperator(ann.ids.membership_id);
      await world.membership.cancelAll(ben.user_id);
      await story.goTo("2027-03-23");
      await world.control("/stripe/next-charge", { code: "card_declined", decline_code: "insufficient_funds" });
      await story.goTo("2027-03-24", "America/New_York", 11);
      await world.membership.cancelByOperator(cem.ids.membership_id);
      await world.work();
      for (const { email, again } of [ann, ben, cem]) {
        expect(await again()).toMatchObject({ state: "ended", end_reason: "cancelled_by_us" });
        const [ended] = await told(email, subject);
        expect(ended).toContain(by);
        expect(ended).not.toContain(notBy);
      }
    },
  );
});

describe("who is told that they owe nothing any more", () => {
  /** On the day before the last they open a payment that the bank has to confirm; the next afternoon the fourteen days are over. */
  async function askedTooLate() {
    const { ids, again } = await joined();
    await story.goTo("2027-03-23");
    await world.control("/stripe/next-charge", {
      code: "card_declined",
      decline_code: "insufficient_funds",
      times: 40,
    });
    await story.goTo("2027-04-06", "America/New_York", 22);
    await world.control("/stripe/next-charge", { mode: "clear" });
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await world.membership.payOpen(ids);
    if (!asked.ok || asked.value.state !== "requires_action") throw new Error("the bank asks");
    await story.goTo("2027-04-07", "America/New_York", 14);
    await world.control("/stripe/next-charge", { mode: "clear" });
    return { ids, again, ...asked.value };
  }

  it("is not charged after it, when the bank confirms nothing", async () => {
    const { ids, again, client_secret, charge_id } = await askedTooLate();
    await fetch(`${world.sandbox.url}/stripe/3ds/${client_secret.split("_secret_")[0]}`, {
      method: "POST",
      body: new URLSearchParams({ secret: client_secret, outcome: "decline" }),
    });
    await world.membership.finishPayment({ user_id: ids.user_id, charge_id });
    expect(await world.membership.payOpen(ids)).toMatchObject({ ok: false, code: "past_due_over" });
    await world.control("/stripe/next-charge", { mode: "clear" });
    await story.tick();
    expect(await again()).toMatchObject({ state: "ended" });
  });

  it("is not charged after it, when they put another card on file", async () => {
    const { ids, again, charge_id } = await askedTooLate();
    await world.membership.finishPayment({ user_id: ids.user_id, charge_id, give_up: true });
    const setup_id = await story.saveCard(ids.user_id, "pm_card_mastercard");
    expect(await world.membership.updateCard({ user_id: ids.user_id, setup_id })).toMatchObject({
      value: { payments: [{ ok: false, code: "past_due_over" }] },
    });
    await story.tick();
    expect(await again()).toMatchObject({ state: "ended" });
  });
});
