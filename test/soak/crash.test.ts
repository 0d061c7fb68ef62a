/** The crash test at length: a thousand kills; CRASH_KILLS and CRASH_SEED choose others. */
import { it } from "vitest";
import { tellCrashes, tellDatabaseGone } from "../support/crash-story.ts";

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000_000);

const kills = Number(process.env.CRASH_KILLS ?? 1_000);

it("loses nothing and doubles nothing when it is killed 1,000 times", { timeout: 10_800_000 }, async () => {
  await tellCrashes({ kills, seed, say: (text) => console.log(text) });
});

it("goes on by itself after the database was gone for 30 seconds", { timeout: 600_000 }, async () => {
  await tellDatabaseGone({ away_ms: 30_000, seed, say: (text) => console.log(text) });
});
