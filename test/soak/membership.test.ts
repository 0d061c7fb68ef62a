/** A thousand random members over 26 months; SEED and MEMBERS choose others. */
import { expect, it } from "vitest";
import { holdRandomMembers, liveRandomMembers } from "../support/membership-random.ts";
import { createWorld } from "../support/world.ts";

it("keeps every rule of money and notice for a thousand members", async () => {
  const world = await createWorld({ at: "2027-01-29T18:00:00Z" });
  const members = Number(process.env.MEMBERS ?? 1_000);
  await liveRandomMembers(world, { members, months: 26, seed: Number(process.env.SEED ?? 1) });
  expect((await holdRandomMembers(world)).charges).toBeGreaterThan(members * 3);
  await world.close();
});
