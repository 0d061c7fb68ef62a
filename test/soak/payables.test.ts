/**
 * 100,000 random stories of payables and credits beside a model of the truth, many at once over one database: answers that
 * get lost, doubled, garbled, refused, processes that end in the middle, orders that are reversed meanwhile. Each portion has
 * a database of its own, whose whole ledger, members and payables are compared with the model when its last story has ended.
 * `STORIES` and `STORY_SEED` choose others.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createLedger } from "../../src/modules/ledger/ledger.server.ts";
import { type Ending, findWrongEndings, playStory, stories } from "../../src/modules/payables/test/payable-stories.ts";
import { ACCOUNT_KINDS } from "../../src/server/account-kinds.ts";
import { createTestDatabase } from "../support/database.ts";

const AT_ONCE = 12;
const PORTION = 5_000;
const log = createLog({ level: "silent" });

async function playPortion(count: number, seed: number): Promise<string[]> {
  const base = await createTestDatabase({ connections: AT_ONCE * 2 });
  const ledger = createLedger({
    database: base.handle,
    clock: fixedClock("2027-03-10T12:00:00Z"),
    log,
    accounts: ACCOUNT_KINDS,
  });
  const stage = { database: base.handle, log, ledger };
  const left = fc.sample(stories, { numRuns: count, seed });
  const endings: Ending[] = [];
  const wrong: string[] = [];
  const work = async () => {
    for (let story = left.pop(); story; story = left.pop()) {
      const { findings, ending } = await playStory(stage, story);
      endings.push(ending);
      for (const finding of findings) wrong.push(`${finding} in ${JSON.stringify(story)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  wrong.push(...(await findWrongEndings(stage, endings)));
  await base.drop();
  return wrong;
}

it("ends every payable and every balance as the provider's own truth says", async () => {
  const count = Number(process.env.STORIES ?? 100_000);
  const seed = Number(process.env.STORY_SEED ?? 20270310);
  let right = 0;
  for (let portion = 0; right < count; portion += 1) {
    const size = Math.min(PORTION, count - right);
    expect(await playPortion(size, seed + portion), `portion ${portion} of seed ${seed}`).toEqual([]);
    right += size;
    console.log(`payables: ${right} of ${count} stories ended right, seed ${seed}`);
  }
});
