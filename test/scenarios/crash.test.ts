/**
 * kill -9 at random moments, under clicks, postbacks and withdrawals: nothing that was acknowledged is lost, nothing is
 * doubled, and the ledger verifies. Half of the fifty kills of a check (the other half: `crash-again`); `npm run soak` does the
 * same a thousand times.
 */
import { it } from "vitest";
import { tellCrashes, tellDatabaseGone } from "../support/crash-story.ts";

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000_000);

/** A start for each kill takes as long as the machine needs beside the other tests: time decides nothing here. */
const AS_LONG_AS_IT_TAKES_MS = 3_600_000;

it("loses nothing and doubles nothing when it is killed 25 times", { timeout: AS_LONG_AS_IT_TAKES_MS }, async () => {
  await tellCrashes({ kills: Number(process.env.CRASH_KILLS ?? 25), seed, say: (text) => console.log(text) });
});

const GONE = "answers clearly while the database is gone, and goes on by itself when it is back";
it(GONE, { timeout: AS_LONG_AS_IT_TAKES_MS }, async () => {
  await tellDatabaseGone({ away_ms: 5_000, seed, say: (text) => console.log(text) });
});
