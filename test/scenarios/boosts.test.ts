/** Stories of what a membership adds to cash back: by one rule an order, up to a sum a month, and back with its order. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BonusEntry } from "../../src/platform/describer.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createShopping, hear, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createMembershipStory>;
let shopping: Shopping;

async function open(at?: string) {
  world = await createWorld({ shops: "programmes", ...(at && { at }) });
  story = createMembershipStory(world);
  shopping = await createShopping(world);
}
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
const entries = async (member: Member) => {
  const found = (await world.passbookOf(member.user_id)).entries;
  return {
    orders: found.filter((entry) => entry.type === "order"),
    extras: found.filter((entry): entry is BonusEntry => entry.type === "bonus" && entry.id.startsWith("boost-")),
  };
};
const orderIds = async (member: Member) =>
  (
    await world.base.handle.pool.query<{ order_id: string }>(
      "select order_id from cashback.orders where user_id = $1 order by ordered_at",
      [member.user_id],
    )
  ).rows.map((row) => row.order_id);
const held = async (member: Member) => {
  const lines = await world.ledger.statement(member.user_id, 1_000);
  const sum = (kind: string) =>
    lines
      .filter((line) => line.kind.startsWith("benefit.") && line.account_kind === kind)
      .reduce((total, line) => total + line.amount, 0n);
  return { pending: sum("member_pending"), available: sum("member_available"), clawback: sum("member_clawback") };
};
const tenth = (backs: readonly string[]): bigint => backs.reduce((sum, back) => sum + BigInt(back) / 10n, 0n);

describe("ten percent more with Plus", () => {
  beforeEach(() => open());

  it("follows its order: pending, earned, taken back with its reason, once whoever looks", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id, { tier: "plus" });
    const order = await shopping.shop({ ...ann, plus_active: true }, 128);
    const [shown] = (await entries(ann)).orders;
    const back = shown?.type === "order" ? shown.worked_out.back_minor : "0";
    expect(BigInt(back)).toBeGreaterThan(0n);
    const extra = tenth([back]);
    expect(await held(ann)).toEqual({ pending: extra, available: 0n, clawback: 0n });
    expect((await entries(ann)).extras).toMatchObject([
      { title: { en: expect.stringMatching(/^Ten percent extra: /) }, state: "pending", amount_minor: String(extra) },
    ]);
    const ids = await orderIds(ann);
    await Promise.all([1, 2, 3].map(() => world.benefits.followBoosts(ids)));
    expect(await held(ann), "looked at again, nothing changes").toMatchObject({ pending: extra });
    await shopping.act(order, "approve");
    expect(await held(ann)).toEqual({ pending: 0n, available: extra, clawback: 0n });
    expect((await world.benefits.boosts({ ...ann, partner: null })).brought.tenpercent).toBe(extra);
    expect((await story.view(ann.user_id)).refund_on_cancel_minor, "with it the trial was used").toBeNull();
    await shopping.act(order, "reverse", { reason: "returned" });
    expect(await held(ann)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
    expect((await entries(ann)).extras).toMatchObject([{ state: "reversed" }]);
  });

  it("adds no more than its sum of a month, whatever comes at once, and again in the next", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id, { tier: "plus" });
    const member = { ...ann, plus_active: true };
    const most = BigInt(world.partners.home.benefits.boosts.tenpercent?.month_minor ?? 0);
    for (const amount of [1_200, 1_900, 1_900]) await shopping.shop(member, amount);
    expect(await held(ann)).toMatchObject({ pending: most });
    const reckoned = tenth(
      (await entries(ann)).orders.map((entry) => (entry.type === "order" ? entry.worked_out.back_minor : "0")),
    );
    expect(reckoned, "the story needs more than the month holds").toBeGreaterThan(most);
    await world.advance({ days: 31 });
    await shopping.shop(member, 128);
    const { pending, available } = await held(ann);
    expect(pending + available).toBeGreaterThan(most);
  });

  it("is not for a standard membership, nor for orders from before one", async () => {
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    await story.joined(ann.user_id);
    await shopping.shop(ann, 128);
    await shopping.shop(bob, 128);
    await world.advance({ minutes: 5 });
    await story.joined(bob.user_id, { tier: "plus" });
    await world.benefits.followBoosts([...(await orderIds(ann)), ...(await orderIds(bob))]);
    expect(await held(ann)).toMatchObject({ pending: 0n });
    expect(await held(bob)).toMatchObject({ pending: 0n });
  });

  it("goes by the plan that ran when the order was made, whatever runs when it is first told", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await shopping.shop(ann, 128);
    await world.advance({ minutes: 5 });
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: true });
    await world.benefits.followBoosts(await orderIds(ann));
    expect(await held(ann), "bought before the change").toMatchObject({ pending: 0n });
    await world.advance({ minutes: 5 });
    await shopping.shop({ ...ann, plus_active: true }, 128);
    const [back] = (await entries(ann)).orders.map((entry) =>
      entry.type === "order" ? BigInt(entry.worked_out.back_minor) : 0n,
    );
    expect((await held(ann)).pending).toBe((back ?? 0n) / 10n);
  });
});

describe("benefits that pause until a month is paid", () => {
  it("add nothing to what is bought then, and take nothing from what was bought before, whenever it is told", async () => {
    await open("2027-03-10T15:00:00Z");
    const ann = { ...(await world.member("Ann")), plus_active: true };
    const membership_id = await story.joined(ann.user_id, { tier: "plus" });
    await story.goTo("2027-03-23");
    await world.control("/stripe/next-charge", {
      code: "card_declined",
      decline_code: "insufficient_funds",
      times: 20,
    });
    await story.goTo("2027-03-30");
    await shopping.shop(ann, 128, { silent: true });
    await story.goTo("2027-04-02");
    expect(await story.view(ann.user_id)).toMatchObject({ benefits_paused: true });
    expect(await held(ann), "not told yet").toMatchObject({ pending: 0n });
    await hear(world);
    const before = await held(ann);
    expect(before.pending, "bought in the days of grace").toBeGreaterThan(0n);
    await shopping.shop(ann, 128);
    expect(await held(ann), "bought while they pause").toEqual(before);
    await world.advance({ minutes: 5 });
    await world.control("/stripe/next-charge", { mode: "clear" });
    expect(await world.membership.payOpen({ user_id: ann.user_id, membership_id })).toMatchObject({ ok: true });
    expect(await story.view(ann.user_id)).toMatchObject({ state: "active", benefits_paused: false });
    await world.benefits.followBoosts(await orderIds(ann));
    expect(await held(ann), "paid since, and bought while they paused").toEqual(before);
    await shopping.shop(ann, 128);
    expect((await held(ann)).pending).toBeGreaterThan(before.pending);
  });
});

describe("a season", () => {
  beforeEach(() => open("2026-12-20T19:42:00Z"));

  it("adds to orders of its days, and the better of two rules alone", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await shopping.shop(ann, 128);
    const [extra] = (await entries(ann)).extras;
    expect(extra?.title.en).toMatch(/^Seasonal extra/);
    expect((await story.view(ann.user_id)).refund_on_cancel_minor, "what still waits has used the trial").toBeNull();
    const [shown] = (await entries(ann)).orders;
    const back = BigInt(shown?.type === "order" ? shown.worked_out.back_minor : "0");
    expect(extra?.amount_minor).toBe(String((back * 2n) / 10n));
    expect((await world.benefits.boosts({ ...ann, partner: null })).campaigns).toMatchObject([{ until: "2026-12-24" }]);
    // The season is worth more than what Plus adds by itself: it counts alone.
    const bob = await world.member("Bob");
    await story.joined(bob.user_id, { tier: "plus" });
    await shopping.shop({ ...bob, plus_active: true }, 128);
    expect((await entries(bob)).extras.map(({ title }) => title.en.split(":")[0])).toEqual(["Seasonal extra"]);
    await world.advance({ days: 5 });
    await shopping.shop({ ...bob, plus_active: true }, 128);
    await shopping.shop(ann, 128);
    const titles = (await entries(bob)).extras.map(({ title }) => title.en.split(":")[0]);
    expect(titles.toSorted()).toEqual(["Seasonal extra", "Ten percent extra"]);
    expect((await entries(ann)).extras, "after its last day nothing is added").toHaveLength(1);
    expect((await world.benefits.boosts({ ...ann, partner: null })).campaigns).toEqual([]);
  });
});
