/** As `crash`, in a world of its own and by another seed: one file after the other would be what a check waits for. */
import { it } from "vitest";
import { tellCrashes } from "../support/crash-story.ts";

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000_000) + 1;

it("loses nothing and doubles nothing when it is killed 25 times more", { timeout: 3_600_000 }, async () => {
  await tellCrashes({ kills: Number(process.env.CRASH_KILLS ?? 25), seed, say: (text) => console.log(text) });
});
