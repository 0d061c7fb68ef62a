/**
 * 100,000 random stories of payables and credits beside a model of the truth, many at once over one database: answers that
 * get lost, doubled, garbled, refused, processes that end in the middle, orders that are reversed meanwhile.
 * `STORIES` and `STORY_SEED` choose others.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createLedger } from "../../src/modules/ledger/ledger.server.ts";
import { playStory, stories } from "../../src/modules/payables/test/payable-stories.ts";
import { createTestDatabase } from "../support/database.ts";

const AT_ONCE = 12;
const PORTION = 2_000;

it("ends every payable and every balance as the provider's own truth says", async () => {
  const count = Number(process.env.STORIES ?? 100_000);
  const seed = Number(process.env.STORY_SEED ?? 20270310);
  const log = createLog({ level: "silent" });
  const base = await createTestDatabase({ connections: AT_ONCE * 2 });
  const wrong: string[] = [];
  let played = 0;
  for (let portion = 0; played < count; portion += 1) {
    const left = fc.sample(stories, { numRuns: Math.min(PORTION, count - played), seed: seed + portion });
    played += left.length;
    const work = async () => {
      for (let story = left.pop(); story; story = left.pop())
        for (const finding of await playStory({ database: base.handle, log }, story))
          wrong.push(`${finding} in ${JSON.stringify(story)}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (wrong.length > 0) break;
  }
  console.log(`payables: ${played} stories, seed ${seed}`);
  expect(wrong).toEqual([]);
  const ledger = createLedger({ database: base.handle, clock: fixedClock("2027-03-10T12:00:00Z"), log });
  const report = await ledger.verify();
  console.log(`payables: ${report.transfers} transfers, ${report.lines} lines verify`);
  expect(report.findings).toEqual([]);
  await base.drop();
});
