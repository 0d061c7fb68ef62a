/**
 * 100,000 callbacks of providers of coins, in portions that each have a world of their own, beside what the story says
 * (`npm run soak -- coins`); `CALLBACKS` and `STORM_SEED` choose others. A portion that ended wrong is told again by the seed and one
 * portion.
 */
import { expect, it } from "vitest";
import { findWrong, storm } from "../support/coin-storm.ts";
import { createWorld } from "../support/world.ts";

const PORTION = 5_000;

it("ends every reward and every balance as the story says", async () => {
  const all = Number(process.env.CALLBACKS ?? 100_000);
  const seed = Number(process.env.STORM_SEED ?? 20270310);
  let told = 0;
  for (let portion = 0; told < all; portion += 1) {
    const world = await createWorld();
    const asked = { count: Math.min(PORTION, all - told), seed: seed + portion };
    const { ends, wrong, callbacks } = await storm(world, asked, (line) =>
      console.log(`coins: portion ${portion}, ${line}; ${told} of ${all} before it`),
    );
    const where = `portion ${portion} of seed ${seed}`;
    expect(wrong, where).toEqual([]);
    expect(await findWrong(world, ends), where).toEqual([]);
    await world.close();
    told += callbacks;
    console.log(`coins: ${told} of ${all} callbacks ended right, seed ${seed}`);
  }
});
