/** Rebates between orders, operators and accounts: what changes hands, shrinks, comes twice or comes back is paid once and no more. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderId } from "../../src/modules/cashback/ids.ts";
import { eraseMemberData } from "../../src/modules/receipts/member-data-store.ts";
import { createRebateStory, type RebateStory, WITHOUT_TRIAL } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let rebates: RebateStory;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-01T15:00:00Z", brands: WITHOUT_TRIAL });
  rebates = createRebateStory(world);
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});

const change = (order: string, set: string, ...values: unknown[]) =>
  world.base.handle.pool.query(`update cashback.orders set ${set} where order_id = $1`, [order, ...values]);
const follow = async (order: string) => {
  await world.benefits.followOrders([order]);
  await world.work();
};
const byOrder = (user_id: string, order: string) =>
  rebates.sent(user_id, { order_id: orderId.show(order), paper: null });

describe("an order", () => {
  it("that a person gives to somebody else takes its rebate from whom it left, and brings it to the other once", async () => {
    const [ann, ben] = [await rebates.payingMember("Ann"), await rebates.payingMember("Ben")];
    const order = await rebates.order(ann.user_id, { sale: 4_000 });
    const claim = await byOrder(ann.user_id, order);
    expect(claim).toMatchObject({ state: "paid", rebate_minor: "200" });
    await change(order, "user_id = $2", ben.user_id);
    await follow(order);
    expect(await rebates.available(ann.user_id)).toBe(0n);
    expect(await rebates.claim(ann.user_id, claim.claim_id)).toMatchObject({ state: "reversed" });
    expect(await byOrder(ben.user_id, order)).toMatchObject({ state: "paid", rebate_minor: "200" });
  });

  it("that is somebody else's by now is not approved either", async () => {
    const [ann, ben] = [await rebates.payingMember("Ada"), await rebates.payingMember("Bo")];
    const order = await rebates.order(ann.user_id, { sale: 4_000, internal_name: "nosuch", merchant: "No Such Shop" });
    const claim = await byOrder(ann.user_id, order);
    expect(claim).toMatchObject({ state: "review" });
    await change(order, "user_id = $2", ben.user_id);
    const judged = { claim_id: rebates.kept(claim.claim_id), by: "opr_ann", amount_minor: null };
    expect(await world.benefits.desk.approve(judged)).toMatchObject({ code: "order_gone" });
  });

  it("whose sale goes down keeps so much less of its rebate, and its limit is free again; what goes up brings no more", async () => {
    const { user_id, email } = await rebates.payingMember("Cleo");
    const order = await rebates.order(user_id, { sale: 8_000 });
    const claim = await byOrder(user_id, order);
    expect(claim).toMatchObject({ state: "paid", rebate_minor: "400" });
    await change(order, "sale_minor = 3000");
    await Promise.all([1, 2, 3].map(() => world.benefits.followOrders([order])));
    await world.work();
    expect(await rebates.available(user_id)).toBe(150n);
    expect(await rebates.claim(user_id, claim.claim_id)).toMatchObject({ state: "paid", rebate_minor: "150" });
    const limits = await world.base.handle.pool.query(
      "select distinct used::text from ledger.limit_totals where subject = $1",
      [user_id],
    );
    expect(limits.rows).toEqual([{ used: "150" }]);
    const told = (await world.mails(email)).filter((subject) => subject.startsWith("A rebate is smaller now"));
    expect(told, "told once, however often it is looked at").toEqual(["A rebate is smaller now: Groceries, Kroger"]);
    await change(order, "sale_minor = 9000");
    await follow(order);
    expect(await rebates.available(user_id)).toBe(150n);
    await change(order, "sale_minor = 10");
    await follow(order);
    expect(await rebates.available(user_id)).toBe(0n);
    expect(await rebates.claim(user_id, claim.claim_id)).toMatchObject({ state: "reversed" });
  });

  it("that is told after its paper was paid pays no second time, though its sale is without the tax", async () => {
    const { user_id } = await rebates.payingMember("Dora");
    expect(await rebates.sent(user_id, { paper: { total: "6480" } })).toMatchObject({ state: "paid" });
    const order = await rebates.order(user_id, { sale: 6_000 });
    expect(await byOrder(user_id, order)).toMatchObject({ state: "review" });
    expect(await rebates.available(user_id)).toBe(324n);
  });
});

describe("a paper", () => {
  it("whose claim a person took back is not paid by rules when it is sent again", async () => {
    const { user_id } = await rebates.payingMember("Eve");
    const paper = await rebates.receipt(user_id);
    const claim = await rebates.sent(user_id, { receipt_ids: [paper] });
    expect(claim).toMatchObject({ state: "paid" });
    const judged = { claim_id: rebates.kept(claim.claim_id), by: "opr_ann", reason: "not_covered" as const };
    expect(await world.benefits.desk.takeBack(judged)).toMatchObject({ ok: true });
    expect(await rebates.sent(user_id, { receipt_ids: [paper] })).toMatchObject({ state: "review" });
    expect(await rebates.available(user_id)).toBe(0n);
  });

  it("of an account that ended proves nothing for the next one", async () => {
    const [fay, gil] = [await rebates.payingMember("Fay"), await rebates.payingMember("Gil")];
    const paper = { total: "7300", bytes: "one paper" };
    expect(await rebates.sent(fay.user_id, { paper })).toMatchObject({ state: "paid" });
    await world.database.transaction((tx) => eraseMemberData(tx, fay.user_id));
    expect(await rebates.sent(gil.user_id, { paper })).toMatchObject({ state: "review" });
  });
});
