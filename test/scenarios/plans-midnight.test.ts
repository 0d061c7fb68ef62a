/** A change of plan around midnight: the days that count are those of the member's own zone, and nothing is charged that was not agreed to. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMembershipStory } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";
import { awayFromMidnight } from "../support/zones.ts";

const NEW_YORK = "America/New_York";
const LOS_ANGELES = "America/Los_Angeles";
let world: World;
let story: ReturnType<typeof createMembershipStory>;

/** 23:58 on March 10 in New York; the period runs to April 10, which is 31 days. */
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-11T04:58:00Z" });
  story = createMembershipStory(world);
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

/** In the first month, without a trial: that was used, ended and given back before. */
async function payingMember(name: string, zone: string): Promise<string> {
  const { user_id } = await world.member(name);
  const membership_id = await story.joined(user_id, { zone });
  await world.membership.cancel({ user_id, membership_id, refund: true });
  await story.joined(user_id, { zone });
  return user_id;
}
async function quoteFor(user_id: string) {
  const quote = await world.membership.quotePlan({ user_id, tier: "plus" });
  if (!quote.ok) throw new Error(quote.code);
  return quote.value;
}
const agree = (user_id: string, words: string) =>
  world.membership.changePlan({
    user_id,
    tier: "plus",
    consent: { words, language: "en" },
    address: "203.0.113.9",
    user_agent: "a story",
  });
const paid = async (user_id: string) => (await story.charges(user_id)).map((one) => one.amount);

describe("a better plan between 23:58 and 00:02 in New York", () => {
  it("costs the whole difference on the day the month began, and one day less after midnight", async () => {
    const ann = await payingMember("Ann", NEW_YORK);
    const ben = await payingMember("Ben", NEW_YORK);
    const before = await quoteFor(ann);
    expect(before).toMatchObject({ now_minor: "800", begins_on: "2027-03-10", next_charge_on: "2027-04-10" });
    await world.advance({ minutes: 1 });
    expect(await agree(ben, (await quoteFor(ben)).consent.en)).toMatchObject({ ok: true });
    expect(await paid(ben)).toEqual(["800", "1199", "100"]);

    await world.advance({ minutes: 1 });
    const after = await quoteFor(ann);
    expect(after).toMatchObject({ now_minor: "774", begins_on: "2027-03-11", next_charge_on: "2027-04-10" });
    expect(await agree(ann, before.consent.en), "read before midnight").toMatchObject({ code: "terms_changed" });
    expect(await paid(ann)).toEqual(["1199", "100"]);
    await world.advance({ minutes: 2 });
    expect((await quoteFor(ann)).consent).toEqual(after.consent);
    expect(await agree(ann, after.consent.en)).toMatchObject({ ok: true });
    expect(await paid(ann)).toEqual(["774", "1199", "100"]);
    await story.goTo("2027-04-10");
    expect([await paid(ann), await paid(ben)]).toEqual([
      ["1999", "774", "1199", "100"],
      ["1999", "800", "1199", "100"],
    ]);
  });

  it("asks a member in Los Angeles, whose day goes on, for what was read before", async () => {
    const cleo = await payingMember("Cleo", LOS_ANGELES);
    const before = await quoteFor(cleo);
    await world.advance({ minutes: 4 });
    expect((await quoteFor(cleo)).now_minor).toBe("800");
    expect(await agree(cleo, before.consent.en)).toMatchObject({ ok: true });
    expect(await paid(cleo)).toEqual(["800", "1199", "100"]);
  });

  it("is once what the bank was asked for, also when its answer comes after midnight", async () => {
    const dora = await payingMember("Dora", NEW_YORK);
    const { consent } = await quoteFor(dora);
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await agree(dora, consent.en);
    expect(asked).toMatchObject({ ok: true, value: { state: "requires_action" } });
    await world.advance({ minutes: 4 });
    const again = await agree(dora, consent.en);
    expect(again, "the same question, not a second one").toEqual(asked);
    expect(await paid(dora)).toEqual(["1199", "100"]);
  });
});

describe("a better plan that is paid when its period is over", () => {
  /** Asked for on April 8 for the two days that are left; the bank takes its time. */
  async function asked(): Promise<{ user_id: string; settle: () => Promise<void> }> {
    const user_id = await payingMember("Ann", NEW_YORK);
    await story.goTo("2027-04-08", NEW_YORK, 12);
    await world.control("/stripe/next-charge", { mode: "processing" });
    const { consent, now_minor } = await quoteFor(user_id);
    expect(now_minor).toBe("51");
    expect(await agree(user_id, consent.en)).toMatchObject({ ok: true, value: { state: "processing" } });
    const { rows } = await world.base.handle.pool.query(
      "select payment_id from membership.attempts where state = 'processing'",
    );
    const settle = async () => {
      await world.control(`/stripe/${rows[0]?.payment_id}/settle`, {});
      await world.control("/postbacks/idle", {});
      await story.tick();
    };
    return { user_id, settle };
  }
  const isGivenBack = async (user_id: string) => {
    const { invoices } = await world.membership.readMembership(user_id);
    expect(invoices.find(({ kind }) => kind === "upgrade")).toMatchObject({
      amount_minor: "51",
      refunded_minor: "51",
      // It may have been taken on its last day: only when we heard of it is known.
      refund_reason: {
        en: expect.stringMatching(/days this payment was for were over when we heard of it\./),
        es: expect.stringMatching(/ya habían pasado cuando nos enteramos\./),
      },
    });
  };

  it("goes back: the month that has begun stays at its plan and its price", async () => {
    const { user_id, settle } = await asked();
    await story.goTo("2027-04-10", NEW_YORK, 12);
    expect(await paid(user_id)).toEqual(["1199", "1199", "100"]);
    await settle();
    expect(await story.view(user_id)).toMatchObject({ tier: "standard", period: { start: "2027-04-10" } });
    await isGivenBack(user_id);
    await story.goTo("2027-05-10", NEW_YORK, 12);
    expect((await paid(user_id))[0]).toBe("1199");
  });

  it("goes back also while the next month is not paid, so that nobody pays for a plan that ends with it", async () => {
    const { user_id, settle } = await asked();
    await world.control("/stripe/next-charge", { mode: "decline", code: "insufficient_funds" });
    await story.goTo("2027-04-10", NEW_YORK, 12);
    await settle();
    expect(await story.view(user_id)).toMatchObject({
      state: "past_due",
      tier: "standard",
      open_payment: { amount_minor: "1199" },
    });
    await isGivenBack(user_id);
  });
});

describe("the zone of journeys", () => {
  it("is one in which no midnight comes while they last", () => {
    for (let minute = 0; minute < 1_440; minute += 5) {
      const now = new Date(Date.UTC(2027, 2, 10, 0, minute));
      const local = new Date(now.toLocaleString("en-US", { timeZone: awayFromMidnight(now) }));
      expect(local.getHours(), now.toISOString()).toBeLessThan(23);
    }
  });
});
