/** What is added to cash back under attack: accounts that become one have one limit of a month. */
import { expect, it } from "vitest";
import { createMembershipStory } from "../support/membership-story.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld } from "../support/world.ts";

it("what the other account had added in a month counts when two become one", async () => {
  const world = await createWorld({ shops: "programmes" });
  const story = createMembershipStory(world);
  const shopping = await createShopping(world);
  const [ann, bea] = [await world.member("Ann"), await world.member("Bea")];
  for (const { user_id } of [ann, bea]) await story.joined(user_id, { tier: "plus" });
  const most = BigInt(world.partners.home.benefits.boosts.tenpercent?.month_minor ?? 0);
  for (const amount of [1_200, 1_900, 1_900]) await shopping.shop({ ...bea, plus_active: true }, amount);
  const added = async () => {
    const { rows } = await world.base.handle.pool.query<{ sum: string }>(
      "select coalesce(sum(amount_minor), 0)::text as sum from benefits.boosts where user_id = $1",
      [ann.user_id],
    );
    return BigInt(rows[0]?.sum ?? 0);
  };
  expect(await world.identity.merge({ from: bea.user_id, to: ann.user_id })).toMatchObject({ ok: true });
  await world.work();
  expect(await added()).toBe(most);
  for (const amount of [1_300, 1_700]) await shopping.shop({ ...ann, plus_active: true }, amount);
  expect(await added()).toBe(most);
  await world.close();
});
