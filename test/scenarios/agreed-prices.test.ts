/** Stories of prices: what a member was told of or agreed to is what they are charged, whatever was announced before. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whileHeld } from "../support/held-lock.ts";
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

/** When each letter about a price went out, of which sum, and for which day. */
const toldPrices = async (membershipId: string) =>
  (await story.notices(membershipId))
    .filter((one) => one.kind.startsWith("price_change"))
    .map((one) => [one.sent_at.toISOString().slice(0, 10), one.kind.split(":").at(-1), one.period]);
const subjectsOf = async (to: string) => (await world.mails(to)).filter((subject) => /cost|stays/.test(subject));
const paid = async (userId: string) => (await story.charges(userId)).map((one) => one.amount);
const price = (tier: "standard" | "plus", monthly_minor: bigint) =>
  world.membership.changePrice({ partner: "tuppence", tier, monthly_minor });

describe("another price for a day that was told of", () => {
  it("is told as well before it is charged, however often the price goes to and fro", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    expect(await price("standard", 1_299n)).toBe(1);
    await story.goTo("2027-03-28");
    expect(await price("standard", 1_999n)).toBe(1);
    await story.goTo("2027-04-01");
    expect(await price("standard", 1_299n)).toBe(1);
    await story.goTo("2027-04-24");
    expect(await toldPrices(id)).toEqual([
      ["2027-03-25", "1299", "2027-04-24"],
      ["2027-03-28", "1999", "2027-04-24"],
      ["2027-04-01", "1299", "2027-04-24"],
    ]);
    expect((await subjectsOf(ann.email)).map((subject) => subject.replace(/ from .*$/, "")).sort()).toEqual([
      "Your membership will cost $12.99",
      "Your membership will cost $12.99",
      "Your membership will cost $19.99",
    ]);
    expect(await paid(ann.user_id)).toEqual(["1299", "1199", "100"]);
  });

  it("waits for the next period when seven days are no longer left", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    expect(await price("standard", 1_299n)).toBe(1);
    await story.goTo("2027-04-19");
    expect(await price("standard", 1_999n)).toBe(1);
    await story.goTo("2027-05-25");
    expect(await toldPrices(id)).toEqual([
      ["2027-03-25", "1299", "2027-04-24"],
      ["2027-04-24", "1999", "2027-05-24"],
    ]);
    expect(await paid(ann.user_id)).toEqual(["1999", "1199", "1199", "100"]);
  });

  it("may be the one that runs: the raise is taken back, and who was told of it is told so", async () => {
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    await story.joined(bob.user_id);
    expect(await price("standard", 1_399n)).toBe(2);
    await story.tick();
    const back = { partner: "tuppence", tier: "standard", monthly_minor: 1_199n } as const;
    expect(await world.membership.planPrice(back)).toMatchObject({ memberships: 2, earliest: "2027-04-08" });
    expect(await world.membership.changePrice(back)).toBe(2);
    expect(await world.membership.changePrice(back), "done again, it concerns none").toBe(0);
    await story.goTo("2027-04-26");
    expect(await toldPrices(id)).toEqual([
      ["2027-03-25", "1399", "2027-04-24"],
      ["2027-03-25", "1199", "2027-04-24"],
    ]);
    expect((await subjectsOf(ann.email)).sort()).toEqual([
      "Your membership stays at $11.99 a month",
      expect.stringContaining("Your membership will cost $13.99"),
    ]);
    expect(await subjectsOf(bob.email), "who was not told of it reads nothing").toEqual([]);
    expect(await paid(ann.user_id)).toEqual(["1199", "1199", "100"]);
  });

  it("leaves a charge that was opened as it is, and follows it", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    expect(await price("standard", 1_399n)).toBe(1);
    await story.goTo("2027-04-24", "America/New_York", 9);
    await world.control("/stripe/next-charge", { mode: "decline", code: "insufficient_funds" });
    await story.goTo("2027-04-24");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "past_due", open_payment: { amount_minor: "1399" } });
    expect(await price("standard", 1_199n)).toBe(1);
    await story.goTo("2027-05-25");
    expect(await paid(ann.user_id)).toEqual(["1199", "1399", "1199", "100"]);
  });

  it("is no matter of who has another plan by the time it is written down", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    const changed = await whileHeld(
      world,
      (query) =>
        query("update membership.memberships set tier = 'plus', monthly_minor = 1999 where membership_id = $1", [id]),
      async (waiting) => {
        const changing = price("standard", 1_399n);
        await waiting(1);
        return () => changing;
      },
    );
    expect(changed).toBe(0);
    expect(await story.view(ann.user_id)).toMatchObject({ tier: "plus", price_change: null });
  });
});

describe("what was agreed to", () => {
  const agreed = async (userId: string, tier: "standard" | "plus") => {
    const quote = await world.membership.quotePlan({ user_id: userId, tier });
    if (!quote.ok) throw new Error(quote.code);
    return quote.value.monthly_minor;
  };

  it("is charged after a better plan, and no price that was announced for the plan before", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    expect(await price("standard", 1_399n)).toBe(1);
    await story.goTo("2027-04-02");
    const monthly = await agreed(ann.user_id, "plus");
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: true });
    expect(await story.view(ann.user_id)).toMatchObject({ price_change: null, next_charge: { amount_minor: monthly } });
    await story.goTo("2027-05-26");
    expect((await paid(ann.user_id)).slice(0, 2)).toEqual([monthly, monthly]);
  });

  it("is charged after a cheaper one, which nobody is written to about a raise of the plan before", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id, { tier: "plus" });
    await story.goTo("2027-04-19");
    expect(await price("plus", 2_999n)).toBe(1);
    const monthly = await agreed(ann.user_id, "standard");
    expect(await story.changePlan(ann.user_id, "standard")).toMatchObject({ ok: true });
    await story.goTo("2027-06-26");
    expect((await paid(ann.user_id)).slice(0, 3)).toEqual([monthly, monthly, monthly]);
    expect(await toldPrices(id)).toEqual([]);
  });

  it("is charged in a trial, whichever way the plan went", async () => {
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    await story.joined(ann.user_id, { tier: "plus" });
    await story.joined(bob.user_id);
    expect([await price("plus", 2_999n), await price("standard", 1_399n)]).toEqual([1, 1]);
    const [cheap, dear] = [await agreed(ann.user_id, "standard"), await agreed(bob.user_id, "plus")];
    expect(await story.changePlan(ann.user_id, "standard")).toMatchObject({ ok: true });
    expect(await story.changePlan(bob.user_id, "plus")).toMatchObject({ ok: true });
    await story.goTo("2027-05-26");
    expect((await paid(ann.user_id)).slice(0, 3)).toEqual([cheap, cheap, cheap]);
    expect((await paid(bob.user_id)).slice(0, 3)).toEqual([dear, dear, dear]);
  });

  it("names the raise that was told to who comes back to the plan that runs", async () => {
    const ann = await world.member("Ann");
    const membership_id = await story.joined(ann.user_id, { tier: "plus" });
    await story.goTo("2027-03-25");
    expect(await price("plus", 2_999n)).toBe(1);
    await story.goTo("2027-04-02");
    expect(await story.changePlan(ann.user_id, "standard")).toMatchObject({ ok: true });
    expect(await story.view(ann.user_id)).toMatchObject({ price_change: null, next_charge: { amount_minor: "1199" } });
    expect(await world.membership.quotePlan({ user_id: ann.user_id, tier: "plus" })).toMatchObject({
      value: { monthly_minor: "2999", now_minor: "0", begins_on: "2027-04-24" },
    });
    expect(await world.membership.keepPlan({ user_id: ann.user_id, membership_id })).toMatchObject({ ok: true });
    expect(await story.changePlan(ann.user_id, "standard")).toMatchObject({ ok: true });
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: true });
    await story.goTo("2027-05-25");
    expect((await paid(ann.user_id)).slice(0, 3)).toEqual(["2999", "2999", "1999"]);
  });
});

describe("a better plan whose payment went back", () => {
  /** Paid for once the membership was cancelled already: the sum is on its way back, and the membership may go on. */
  async function wentBack() {
    const ann = await world.member("Ann");
    const ids = { user_id: ann.user_id, membership_id: await story.joined(ann.user_id) };
    await story.goTo("2027-03-27");
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await story.changePlan(ann.user_id, "plus");
    if (!asked.ok || asked.value.state !== "requires_action") throw new Error("the bank asks");
    expect(await world.membership.cancel(ids)).toMatchObject({ ok: true });
    const { client_secret, charge_id } = asked.value;
    await fetch(`${world.sandbox.url}/stripe/3ds/${client_secret.split("_secret_")[0]}`, {
      method: "POST",
      body: new URLSearchParams({ secret: client_secret, outcome: "approve" }),
    });
    await world.membership.finishPayment({ user_id: ann.user_id, charge_id });
    return ids;
  }

  it("stays on its receipt as it was, and may be asked for anew", async () => {
    const ann = await wentBack();
    expect(await world.membership.resume(ann)).toMatchObject({ ok: true });
    // Until the refund is made, nobody knows what the next one is for.
    const before = await world.membership.readMembership(ann.user_id);
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: false, code: "payment_open" });
    expect(await world.membership.readMembership(ann.user_id)).toEqual(before);
    await world.work();
    await story.goTo("2027-04-10");
    expect(await story.charges(ann.user_id)).toMatchObject([
      { kind: "upgrade", amount: "722", refunded: "722" },
      { amount: "1199" },
      { amount: "100" },
    ]);
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: true, value: { state: "paid" } });
    await story.goTo("2027-04-24");
    expect(await story.charges(ann.user_id)).toMatchObject([
      { kind: "period", amount: "1999" },
      { kind: "upgrade", amount: "361", refunded: "0" },
      { kind: "upgrade", amount: "722", refunded: "722" },
      { amount: "1199" },
      { amount: "100" },
    ]);
    const { consents } = await world.membership.readMembership(ann.user_id);
    expect(consents.map((one) => one.kind)).toEqual(["change_plan", "change_plan", "join"]);
  });

  it("waits while its refund is with a person, and may be asked for anew once they have closed it", async () => {
    const ann = await wentBack();
    expect(await world.membership.resume(ann)).toMatchObject({ ok: true });
    await world.work();
    // As it stands when the processor does not make the refund.
    const { pool } = world.base.handle;
    await pool.query(
      "update membership.refunds set state = 'failed', failure = 'expired', failed_at = $1, done_at = null",
      [world.clock.now()],
    );
    await pool.query("update membership.charges set state = 'succeeded' where kind = 'upgrade'");
    const [waiting] = await world.membership.personCases();
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: false, code: "payment_open" });
    expect(await world.membership.decideCase(waiting?.id ?? "", "close")).toBe(true);
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: true, value: { state: "paid" } });
    expect(await story.view(ann.user_id)).toMatchObject({ tier: "plus" });
    expect((await story.charges(ann.user_id)).filter((one) => one.kind === "upgrade")).toHaveLength(2);
  });
});
