/** What stories of refunds share: a world with a card processor that fails as told, and what became of the one refund in it. */
import { afterEach, beforeEach, expect } from "vitest";
import { MEMBERSHIP_REFUNDS } from "#membership";
import { createMembershipStory, type Story } from "./membership-story.ts";
import { createWorld, type World } from "./world.ts";

/** `world` and `story` are those of the test that runs; after each, both sets of books are compared to the cent. */
export const stage = {} as { world: World; story: Story };

export function stageRefunds(): void {
  beforeEach(async () => {
    stage.world = await createWorld({ at: "2027-03-10T15:00:00Z" });
    stage.story = createMembershipStory(stage.world);
  });
  afterEach(async () => {
    expect(await stage.world.membership.reconcile()).toEqual([]);
    await stage.world.close();
  });
}

export const rowsOf = async <T>(query: string) => (await stage.world.base.handle.pool.query(query)).rows as T[];
export const fail = (target: string, mode: string) =>
  stage.world.control("/fail", { target: `stripe.${target}`, mode });
export const refundIs = async () => (await rowsOf<{ state: string }>("select state from membership.refunds"))[0]?.state;
/** What went back to cards by the books, in cents. */
export const refunded = async () => -(await stage.world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house"));
/** Every webhook that is under way has come and was worked on. */
export const heard = async () => {
  await stage.world.control("/postbacks/idle", {});
  await stage.world.work();
};
export const later = async (span: { minutes?: number; hours?: number }) => {
  await stage.world.advance(span);
  await stage.world.payables.sweep();
  await stage.story.tick();
};
