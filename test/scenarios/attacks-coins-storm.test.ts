/** Two thousand callbacks at once, in any order; the soak tells many more. */
import { expect, it } from "vitest";
import { findWrong, storm } from "../support/coin-storm.ts";
import { createWorld } from "../support/world.ts";

it("leaves what the story says, whatever the order, forged, doubled, taken back, and by many workers at once", async () => {
  const world = await createWorld();
  const count = 2_000;
  const { ends, wrong, callbacks } = await storm(world, { count, seed: 20270310 });
  expect(callbacks).toBeGreaterThan(count * 0.8);
  expect(wrong).toEqual([]);
  expect(await findWrong(world, ends)).toEqual([]);
  expect((await world.inbox.countParked()).size).toBeGreaterThan(0);
  const locks = await world.base.handle.pool.query(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  expect(locks.rows).toEqual([{ deadlocks: 0n }]);
  await world.close();
});
