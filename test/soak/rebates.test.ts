/** Two thousand claims of one member at once: `npm run soak`. */
import { afterAll, beforeAll, it } from "vitest";
import { stormOfClaims } from "../support/rebate-storm.ts";
import { createRebateStory, WITHOUT_TRIAL } from "../support/rebate-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-01T15:00:00Z", brands: WITHOUT_TRIAL });
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});

it("pays a member's limit to the last cent and no further", () =>
  stormOfClaims(createRebateStory(world), Number(process.env.CLAIMS ?? 2_000)));
