/** Stories of rebates: sent, decided by the rules or by a person, paid once, taken back. The ledger verifies after each. */
import { afterEach, describe, expect, it } from "vitest";
import { orderId } from "../../src/modules/cashback/ids.ts";
import { createRebateStory } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(async () => {
  await world.receipts.close();
  await world.close();
});

async function start(at = "2027-03-01T15:00:00Z") {
  world = await createWorld({ at });
  return createRebateStory(world);
}

describe("a claim", () => {
  it("is paid at once when every rule holds, once however often it is sent, and goes with its order", async () => {
    const rebates = await start();
    const ann = await rebates.payingMember("Ann");
    await world.advance({ days: 9 });
    const claim = await rebates.sent(ann.user_id, { request_key: "the-same-key" });
    expect(claim, JSON.stringify(claim.timeline)).toMatchObject({ state: "paid", rebate_minor: "300", cut_by: null });
    expect(await rebates.available(ann.user_id)).toBe(300n);
    const again = await rebates.sent(ann.user_id, { request_key: "the-same-key", paper: null });
    expect(again.claim_id).toBe(claim.claim_id);

    const order = await rebates.order(ann.user_id, { sale: 4_000 });
    const shown = orderId.show(order);
    const reader = { user_id: ann.user_id, country_code: "US", partner: null, name: "Ann" };
    expect((await world.benefits.benefit(reader, "grocery"))?.orders.map((one) => one.order_id)).toEqual([shown]);
    const known = await rebates.sent(ann.user_id, { order_id: shown, paper: null, receipt_ids: [], merchant: "x" });
    expect(known).toMatchObject({ state: "paid", rebate_minor: "200", paid_minor: "4000", merchant: "Kroger" });
    expect(await rebates.send(ann.user_id, { order_id: shown, paper: null, receipt_ids: [] })).toMatchObject({
      code: "order_claimed",
    });
    expect(await rebates.available(ann.user_id)).toBe(500n);
    await rebates.takeBack(order);
    expect(await rebates.available(ann.user_id)).toBe(300n);
    expect(await rebates.claim(ann.user_id, known.claim_id)).toMatchObject({
      state: "reversed",
      reason: { code: "refunded_by_store" },
    });
    const page = await world.benefits.overview(reader);
    expect(page.figures).toMatchObject({ claimed_minor: "300", paid_count: 1, back_minor: "300" });
    expect(page.benefits.find(({ type }) => type === "grocery")?.limit).toMatchObject({ left_minor: "700" });
  });
});
