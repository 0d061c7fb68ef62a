/** Stories of orders that a person gives to a click: by the one credit, once, and never what was paid out. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userId } from "../../src/platform/ids.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createShopping, hear, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
let shopping: Shopping;
beforeEach(async () => {
  world = await createWorld({ shops: "programmes" });
  desk = createOperators(world);
  shopping = await createShopping(world);
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
async function click(member: Member) {
  const gone = await world.cashback.go(member, { merchant: "marlow-finch" }, world.partners.home);
  if (!gone.ok) throw new Error(gone.code);
  return { id: gone.value.click_id, programme: gone.value.destination.network_programme_id };
}
const balances = (member: Member) => world.ledger.balances(member.user_id);
const orderOf = async (text: string) => {
  const [found] = (await desk.search(text)).filter(({ kind }) => kind === "order");
  if (!found) throw new Error(`no order is found by ${text}`);
  return found.id;
};
const assign = (id: string, to: string, more: { approvedBy?: string; reason?: string } = {}) =>
  desk.act("order", id, "assign", { reason: "the shop's mail shows her name", values: { click: to }, ...more });

describe("an order without a click", () => {
  it("is found by its sum and given to whose it is, once, and follows its network from then on", async () => {
    const ann = await world.member("Ann");
    const { id, programme } = await click(ann);
    await world.advance({ hours: 1 });
    const { order } = await world.control<{ order: { id: string } }>("/orders", {
      network: "impact",
      programId: programme,
      subId: "",
      amount: 137.5,
    });
    await hear(world);
    const parked = await orderOf("137.50");
    expect(await orderOf("$137.50")).toBe(parked);
    expect((await desk.show("order", parked)).facts.state).toBe("parked");
    for (const [to, why] of [
      ["no such click", /no such click/],
      ["x".repeat(24), /no such click/],
    ] as const)
      expect(await assign(parked, to)).toMatchObject({ code: "not_possible", detail: { why } });
    expect(await assign(parked, id, { reason: " " })).toMatchObject({ ok: false });
    const pressed = await Promise.all([assign(parked, id), assign(parked, id), assign(parked, id)]);
    expect(pressed.map(({ ok }) => ok)).toEqual([true, true, true]);
    const { pending } = await balances(ann);
    expect(pending > 0n).toBe(true);
    await world.work();
    expect((await world.mails(ann.email)).filter((subject) => /Marlow Finch/.test(subject))).toHaveLength(1);
    expect((await world.passbookOf(ann.user_id)).balances.pending_minor).toBe(pending.toString());
    const page = await desk.show("order", parked);
    expect(page.timeline.map(({ what }) => what).join("\n")).toMatch(/given to usr_\w+ by the click/);
    expect(page.links).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "member", id: userId.show(ann.user_id) })]),
    );
    await shopping.act(order.id, "approve");
    expect(await balances(ann)).toMatchObject({ pending: 0n, available: pending });
  });

  it("goes to no click that came later than the order", async () => {
    const ann = await world.member("Ann");
    const { programme } = await click(ann);
    await world.control("/orders", { network: "impact", programId: programme, subId: "", amount: 88 });
    await hear(world);
    await world.advance({ hours: 1 });
    expect(await assign(await orderOf("88.00"), (await click(ann)).id)).toMatchObject({
      detail: { why: /later than/ },
    });
  });
});

describe("an order of the wrong member", () => {
  it("moves with its money by two persons, and the one who loses it owes what was spent", async () => {
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    const order = await shopping.shop(bob, 150);
    const { id } = await click(ann);
    await world.advance({ hours: 1 });
    await shopping.act(order, "approve");
    const { available } = await balances(bob);
    expect(available > 0n).toBe(true);
    const shown = await orderOf(order);
    expect(await assign(shown, id)).toMatchObject({ detail: { why: /later than/ } });
    await world.advance({ hours: -2 });
    const earlier = await click(ann);
    await world.advance({ hours: 2 });
    expect(await assign(shown, earlier.id)).toMatchObject({ detail: { why: /second person/ } });
    expect(
      await assign(shown, earlier.id, { approvedBy: "opr_ann" }),
      "nobody approves what they propose",
    ).toMatchObject({ ok: false });
    // What Bob has is taken by hand meanwhile, so that nothing is left to take back.
    const rest = (Number(available) / 100).toFixed(2);
    await desk.act("member", userId.show(bob.user_id), "debit", {
      reason: "given_wrongly",
      values: { amount: rest, note: "x" },
      approvedBy: "opr_boss",
    });
    const pressed = await Promise.all([1, 2].map(() => assign(shown, earlier.id, { approvedBy: "opr_boss" })));
    expect(
      pressed.every(({ ok }) => ok),
      JSON.stringify(pressed),
    ).toBe(true);
    expect(await balances(bob)).toMatchObject({ available: 0n, clawback: available });
    expect(await balances(ann)).toMatchObject({ available, clawback: 0n });
    expect((await world.passbookOf(bob.user_id)).total).toBe(0);
    await world.work();
    expect(await world.mails(ann.email)).toEqual(expect.arrayContaining([expect.stringMatching(/Marlow Finch/)]));
    expect(
      (await world.mails(ann.email)).filter((subject) => /revers|declin/i.test(subject)),
      "nobody hears of the way back",
    ).toEqual([]);
    await shopping.act(order, "reverse", { reason: "returned" });
    expect(await balances(ann)).toMatchObject({ available: 0n });
    expect(await balances(bob)).toMatchObject({ clawback: available });
  });

  it("takes along what it had earned the one who loses it: an invitation of both, a first order, a welcome credit", async () => {
    const [ann, bob, ina] = [await world.member("Ann"), await world.member("Bob"), await world.member("Ina")];
    const { id } = await click(ann);
    await world.advance({ hours: 1 });
    const since = { user_id: bob.user_id, member_since: bob.created_at };
    await createMembershipStory(world).joined(bob.user_id);
    const code = await world.rewards.codeOf(ina.user_id);
    expect(await world.rewards.joinReferral({ ...since, code })).toMatchObject({ ok: true });
    expect(await world.rewards.claimFirstOrder({ ...since, kind: "cash" })).toMatchObject({ ok: true });
    const brand = world.partners.home;
    const offer = await world.rewards.offerPromotion({ flow: "flow1", brand, user_agent: "a", network: "a" });
    expect(await world.rewards.giveCredit({ ...since, flow: "flow1", secret: offer.secret })).toMatchObject({
      ok: true,
    });
    await world.base.handle.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [
      bob.user_id,
    ]);
    const order = await shopping.shop(bob, 150);
    await shopping.act(order, "approve");
    const states = async () => {
      const { rows } = await world.base.handle.pool.query<{ state: string }>(
        `select (select state from rewards.referrals where friend_id = $1) || ' ' ||
           (select state from rewards.first_orders where user_id = $1) || ' ' ||
           (select state from rewards.credits where user_id = $1) as state`,
        [bob.user_id],
      );
      return rows[0]?.state;
    };
    expect(await states()).toBe("earned earned earned");
    expect((await balances(ina)).available).toBe(500n);
    // What was earned is looked at once more by the sweep, and by none that follow.
    await world.advance({ days: 2 });
    await world.rewards.sweep();
    await world.work();
    expect(await states()).toBe("earned earned earned");
    expect(await assign(await orderOf(order), id, { approvedBy: "opr_boss" })).toMatchObject({ ok: true });
    await world.work();
    expect(await states(), "the credit waits for another order in its time").toBe("reversed reversed pending");
    expect(await balances(ina)).toMatchObject({ pending: 0n, available: 0n });
    expect(await balances(bob)).toMatchObject({ pending: offer.amount_minor, available: 0n });
    expect(await world.mails(bob.email)).toContain("$10.00 for your first order was taken back");
  });
});
