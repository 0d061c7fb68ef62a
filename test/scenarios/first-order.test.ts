/** Stories of the reward for a first order: claimed in time and once a person, carried by an order, as cash or as a card. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GOODWILL } from "#rewards";
import { FIRST_ORDER_TRANSITIONS } from "../../src/modules/rewards/first-order-rules.ts";
import type { BonusEntry } from "../../src/platform/describer.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createShopping, hear, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createMembershipStory>;
beforeEach(async () => {
  world = await createWorld({ shops: "programmes" });
  story = createMembershipStory(world);
  shopping = await createShopping(world);
  await world.payouts.refreshGiftCards();
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
let shopping: Shopping;
const shop: Shopping["shop"] = (member, amount) => shopping.shop(member, amount);
const act: Shopping["act"] = (order, action, body) => shopping.act(order, action, body);
const claim = (member: Member, kind = "cash", product_id: string | null = null) =>
  world.rewards.claimFirstOrder({ user_id: member.user_id, member_since: member.created_at, kind, product_id });
const page = (member: Member) => world.rewards.firstOrder(member);
const entries = async (member: Member) =>
  (await world.passbookOf(member.user_id)).entries.filter((entry): entry is BonusEntry => entry.type === "bonus");
const rewardHeld = async (member: Member) => {
  const lines = await world.ledger.statement(member.user_id, 1_000);
  const own = lines.filter((line) => line.kind === "reward.first_order");
  const sum = (kind: string) =>
    own.reduce((total, line) => total + (line.account_kind === kind ? line.amount : 0n), 0n);
  return { pending: sum("member_pending"), available: sum("member_available"), clawback: sum("member_clawback") };
};

describe("the reward for a first order", () => {
  it("as cash: waits, is pending, becomes money, and goes back with its order", async () => {
    const ann = await world.member("Ann");
    expect(await page(ann)).toMatchObject({ state: "members_only", amount_minor: "1000", min_order_minor: "2500" });
    expect(await claim(ann)).toMatchObject({ ok: false, code: "members_only" });
    const membership_id = await story.joined(ann.user_id);
    expect(await claim(ann, "gold")).toMatchObject({ code: "choose_reward" });
    expect(await claim(ann, "gift_card", "no such card")).toMatchObject({ code: "unknown_gift_card" });
    const both = await Promise.all([claim(ann), claim(ann)]);
    expect(both.map((one) => one.ok && one.value.again).sort()).toEqual([false, true]);
    await world.work();
    expect(await world.mails(ann.email)).toContain("$10.00 waits for your first order");
    expect(await page(ann)).toMatchObject({ state: "claimed", claim: { kind: "cash", gift: null } });

    await shop(ann, 20);
    expect(await page(ann), "an order below the least amount changes nothing").toMatchObject({ state: "claimed" });
    expect((await story.view(ann.user_id)).refund_on_cancel_minor, "a claim alone uses no trial").toBe("100");
    const order = await shop(ann, 128);
    expect(await page(ann)).toMatchObject({ state: "pending", claim: { expected_at: expect.any(String) } });
    expect(await rewardHeld(ann)).toEqual({ pending: 1_000n, available: 0n, clawback: 0n });
    expect(await entries(ann)).toMatchObject([
      { title: { en: "First-order reward" }, state: "pending", amount_minor: "1000" },
    ]);
    expect((await story.view(ann.user_id)).refund_on_cancel_minor, "with a reward the trial was used").toBeNull();
    expect(await world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true })).toMatchObject({
      ok: false,
      code: "trial_already_used",
    });
    await hear(world);
    expect(await rewardHeld(ann), "hearing the same again changes nothing").toMatchObject({ pending: 1_000n });

    await act(order, "approve");
    expect(await page(ann)).toMatchObject({ state: "earned", claim: { earned_at: expect.any(String) } });
    expect(await rewardHeld(ann)).toEqual({ pending: 0n, available: 1_000n, clawback: 0n });
    expect(await world.mails(ann.email)).toContain("$10.00 for your first order is yours");
    await act(order, "reverse", { reason: "returned" });
    expect(await page(ann)).toMatchObject({
      state: "reversed",
      claim: { reason: { en: expect.stringContaining("returned") } },
    });
    expect(await rewardHeld(ann)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
    expect(await world.mails(ann.email)).toContain("$10.00 for your first order was taken back");
    await shop(ann, 64);
    expect(await page(ann), "another order in time carries it again").toMatchObject({ state: "pending" });
    expect((await page(ann)).claim?.events.map((event) => event.to)).toEqual([
      "claimed",
      "pending",
      "earned",
      "reversed",
      "pending",
    ]);
  });

  it("as a gift card: is bought with that money, once, and opened behind the password", async () => {
    const ann = await world.member("Ann", "es");
    await story.joined(ann.user_id);
    const [card] = (await page(ann)).cards;
    if (!card) throw new Error("no card for the amount");
    // An order that was there before the claim carries it too.
    const order = await shop(ann, 90);
    expect(await claim(ann, "gift_card", card.product_id)).toMatchObject({ ok: true });
    expect(await page(ann)).toMatchObject({ state: "pending", claim: { card: card.name, gift: { state: "waits" } } });
    await act(order, "approve");
    for (let tries = 0; tries < 100 && (await page(ann)).claim?.gift?.state !== "ready"; tries += 1) {
      await world.work();
      await new Promise((next) => setTimeout(next, 50));
      await world.advance({ minutes: 2 });
    }
    expect(await page(ann)).toMatchObject({ state: "earned", claim: { gift: { state: "ready" } } });
    const history = await world.payouts.giftCardHistory(ann.user_id);
    expect(history).toMatchObject([{ amount_minor: "1000", state: "fulfilled", openable: true }]);
    expect(await rewardHeld(ann)).toMatchObject({ available: 1_000n });
    expect((await world.ledger.balances(ann.user_id)).held).toBe(0n);
    // Told of again, nothing is bought again; taken back, it is owed.
    await hear(world);
    await act(order, "reverse", { reason: "returned" });
    expect(await world.payouts.giftCardHistory(ann.user_id)).toHaveLength(1);
    expect(await page(ann)).toMatchObject({ state: "reversed" });
    const { available, clawback } = await rewardHeld(ann);
    expect(available + clawback, "what was promised and taken back sums to nothing").toBe(0n);
  });

  it.each(["offered", "withdrawn from sale"])(
    "as a gift card is bought once, though the server ends before it is noted and two accounts become one (%s)",
    async (then) => {
      const { pool } = world.base.handle;
      const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
      await story.joined(ann.user_id);
      await world.database.transaction((tx) =>
        world.ledger.credit(tx, [
          {
            ...{ kind: "goodwill.given", cause: `test:${ben.user_id}`, owner: ben.user_id },
            ...{ from: { pending: 0n, confirmed: 0n }, to: { pending: 0n, confirmed: 2_500n } },
            against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -2_500n }],
          },
        ]),
      );
      const [card] = (await page(ann)).cards;
      await claim(ann, "gift_card", card?.product_id);
      const order = await shop(ann, 90);
      // As when the process is killed once the card was asked for: nothing of it can be written down.
      await pool.query(`
        create function rewards.killed() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
        create trigger killed before update on rewards.first_orders for each row when (new.gift_state = 'bought')
          execute function rewards.killed()`);
      await act(order, "approve");
      expect(await world.payouts.giftCardHistory(ann.user_id)).toHaveLength(1);
      expect(await page(ann)).toMatchObject({ claim: { gift: { state: "waits" } } });
      expect(await world.identity.merge({ from: ann.user_id, to: ben.user_id })).toMatchObject({ ok: true });
      await pool.query("drop function rewards.killed() cascade");
      const { rows } = await pool.query<{ claim_id: string }>("select claim_id from rewards.first_orders");
      const { available } = await world.ledger.balances(ben.user_id);
      if (then !== "offered") await pool.query("update payouts.gift_cards set offered = false");
      for (const { claim_id } of rows) await world.rewards.buyGift(claim_id);
      for (let round = 0; round < 8; round += 1) {
        await world.work();
        await world.advance({ seconds: round < 5 ? 5 : 600 });
        await world.control("/postbacks/idle", {});
      }
      expect((await page(ben)).claim?.gift).toMatchObject({ state: "ready" });
      expect(await world.payouts.giftCardHistory(ben.user_id)).toMatchObject([{ amount_minor: "1000" }]);
      expect(await world.ledger.balances(ben.user_id)).toMatchObject({ available, held: 0n });
    },
  );

  it("stays as cash, and says so, when the card is no longer available or the money was withdrawn before", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    const [card] = (await page(ann)).cards;
    if (!card) throw new Error("no card for the amount");
    await claim(ann, "gift_card", card.product_id);
    const order = await shop(ann, 90);
    await world.base.handle.pool.query("update payouts.gift_cards set offered = false");
    await act(order, "approve");
    await world.work();
    expect(await page(ann)).toMatchObject({
      state: "earned",
      claim: { gift: { state: "cash", reason: { en: expect.stringContaining("no longer available") } } },
    });
    expect(await world.payouts.giftCardHistory(ann.user_id)).toEqual([]);
    expect(await rewardHeld(ann)).toEqual({ pending: 0n, available: 1_000n, clawback: 0n });
    expect(await world.mails(ann.email)).toContain("Your $10.00 stays as cash");
  });

  it("is claimed within 30 days of signing up, once a mailbox, and counts only while the membership runs", async () => {
    const late = await world.member("Late");
    await story.joined(late.user_id);
    await story.runTo(new Date(late.created_at.getTime() + 31 * 86_400_000));
    expect(await claim(late)).toMatchObject({ ok: false, code: "claim_expired", detail: { days: "30" } });
    expect(await page(late)).toMatchObject({ state: "too_late" });

    const ann = await world.member("ann.one");
    const twin = await world.member("ann.one+twice");
    for (const one of [ann, twin]) await story.joined(one.user_id);
    expect(await claim(ann)).toMatchObject({ ok: true });
    expect(await claim(twin)).toMatchObject({ ok: false, code: "once_per_person" });
    const membership_id = (await story.view(ann.user_id)).membership_id;
    await world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
    await shop(ann, 128);
    expect(await page(ann)).toMatchObject({ state: "waits_for_membership" });
    expect(await rewardHeld(ann)).toMatchObject({ pending: 0n });
    await story.joined(ann.user_id);
    await world.rewards.settleMember(ann.user_id);
    expect(await page(ann)).toMatchObject({ state: "pending" });
  });

  it("is claimed on the last second of the 30th day, and no more a second later", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    for (const one of [ann, ben]) await story.joined(one.user_id);
    await story.runTo(new Date(Date.parse(String(ann.created_at)) + 30 * 86_400_000 - 1_000));
    expect(await claim(ann)).toMatchObject({ ok: true });
    world.clock.advance({ seconds: 2 });
    expect(await claim(ben)).toMatchObject({ ok: false, code: "claim_expired" });
  });

  it("is one when two accounts of a person become one, and goes along in the copy of one's data", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    for (const one of [ann, ben]) {
      await story.joined(one.user_id);
      await claim(one);
      await shop(one, 128);
      await world.advance({ hours: 1 });
    }
    expect(await world.identity.merge({ from: ben.user_id, to: ann.user_id })).toMatchObject({ ok: true });
    await world.rewards.settleMember(ann.user_id);
    const orders = (await world.passbookOf(ann.user_id)).entries.filter((entry) => entry.type === "order");
    const own = orders.reduce((sum, order) => sum + BigInt(order.back_minor), 0n);
    expect(orders).toHaveLength(2);
    expect((await world.ledger.balances(ann.user_id)).pending - own, "one reward beside both orders").toBe(1_000n);
    const { rows } = await world.base.handle.pool.query(
      "select state, reason_code from rewards.first_orders where user_id = $1 order by claimed_at",
      [ann.user_id],
    );
    expect(rows).toEqual([
      { state: "pending", reason_code: null },
      { state: "reversed", reason_code: "one_a_person" },
    ]);
    const { readMemberData } = await import("../../src/modules/rewards/member-data-store.ts");
    const data = await readMemberData(world.base.handle.db, ann.user_id);
    expect(data.first_orders).toMatchObject([{ history: [{ to_state: "claimed" }, { to_state: "pending" }] }, {}]);
  });

  it("has the states of the table in its rules, and no other", async () => {
    const { rows } = await world.base.handle.pool.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'first_orders_state_check'`,
    );
    expect([...(rows[0]?.text.matchAll(/'(\w+)'/g) ?? [])].map((one) => one[1])).toEqual(
      Object.keys(FIRST_ORDER_TRANSITIONS),
    );
  });
});

describe("a trial of Plus", () => {
  it("was used by an order at the rate that only Plus gives, and by no other", async () => {
    const { rows } = await world.base.handle.pool.query<{ internal_name: string }>(
      "select internal_name from catalog.merchants where live order by popularity desc limit 40",
    );
    const ann = await world.member("Ann");
    await story.joined(ann.user_id, { tier: "plus" });
    const plus = { ...ann, plus_active: true };
    let bought = false;
    for (const { internal_name } of rows) {
      const gone = await world.cashback.go(plus, { merchant: internal_name }, world.partners.home);
      if (!gone.ok || gone.value.destination.network !== "impact" || !gone.value.destination.plus_rate) continue;
      await world.control("/orders", {
        network: "impact",
        programId: gone.value.destination.network_programme_id,
        subId: gone.value.click_id,
        amount: 50,
      });
      await hear(world);
      bought = true;
      break;
    }
    expect(bought, "a store of Impact with a rate for Plus").toBe(true);
    expect((await story.view(ann.user_id)).refund_on_cancel_minor).toBeNull();
    const ben = await world.member("Ben");
    await story.joined(ben.user_id);
    await shop(ben, 50);
    expect((await story.view(ben.user_id)).refund_on_cancel_minor).toBe("100");
  });
});
