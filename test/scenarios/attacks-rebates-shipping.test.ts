/** A membership of shipping alone: its trial's rebates are paid with its own first month, and come to nothing without one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRebateStory, type RebateStory } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let rebates: RebateStory;
beforeAll(async () => {
  world = await createWorld({ at: "2027-02-20T15:00:00Z" });
  rebates = createRebateStory(world);
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});

async function sentBy(name: string, tier: "shipright" | "standard") {
  const member = await world.member(name);
  await rebates.story.joined(member.user_id, { tier });
  await world.advance({ days: 3 });
  const paper = { merchant: "Some Shop", total: "6000", shipping: "900" };
  const claim = await rebates.sent(member.user_id, { type: "shipping", paper });
  return { ...member, claim };
}

it("is paid with its own first month, and comes to nothing when its trial ends before", async () => {
  const ann = await sentBy("Ann", "shipright");
  const ben = await sentBy("Ben", "shipright");
  expect([ann.claim.state, ben.claim.state]).toEqual(["approved", "approved"]);
  const view = await rebates.story.view(ben.user_id);
  await world.membership.cancel({ user_id: ben.user_id, membership_id: view.membership_id });
  await rebates.story.goTo("2027-03-12");
  await world.benefits.sweep();
  await world.work();
  expect(await rebates.claim(ann.user_id, ann.claim.claim_id)).toMatchObject({ state: "paid" });
  expect(await rebates.claim(ben.user_id, ben.claim.claim_id)).toMatchObject({
    ...{ state: "reversed", reason: { code: "membership_not_paid" } },
  });
  expect([await rebates.available(ann.user_id), await rebates.available(ben.user_id)]).toEqual([900n, 0n]);
});
