/**
 * Random members over 26 months. Another seed or number of them: SEED and MEMBERS, two dozen of them to keep the whole
 * run short. The soak has a thousand.
 */
import { expect, it } from "vitest";
import { holdRandomMembers, liveRandomMembers } from "../support/membership-random.ts";
import { createWorld } from "../support/world.ts";

it("keeps every rule of money and notice, whatever members, cards and processor do", async () => {
  const world = await createWorld({ at: "2027-01-29T18:00:00Z" });
  const seed = Number(process.env.SEED ?? 20_270_129);
  const members = Number(process.env.MEMBERS ?? 24);
  await liveRandomMembers(world, { members, months: 26, seed });
  const seen = await holdRandomMembers(world);
  expect(seen.charges, "something happened").toBeGreaterThan(members * 3);
  await world.close();
}, 3_600_000);
