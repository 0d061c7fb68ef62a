/** The stories of standing down, played in a real Firefox; how many were kept is written beside the rule's own in docs/stand-down.md. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { SITE, STORIES } from "../../extension/test/stories.ts";
import { type Firefox, openFirefox } from "../support/firefox.ts";
import { createPlayer, type Played, whyNot } from "../support/play-story.ts";
import { createStoryWorld, type StoryWorld } from "../support/story-world.ts";

let world: StoryWorld;
let firefox: Firefox;
beforeAll(async () => {
  world = await createStoryWorld();
  firefox = await openFirefox({ site: SITE, public_key: world.public_key, prefs: world.proxy });
});
afterAll(async () => {
  await firefox?.close();
  world?.close();
});

it("keeps every story that can be played, and shows its panel where it may alone", async () => {
  const play = createPlayer(firefox, world);
  const told: Record<string, { kept: number; of: number } | { not: string }> = {};
  const wrong: string[] = [];
  for (const story of STORIES) {
    const not = whyNot(story);
    if (not !== null) {
      told[story.kind] ??= { not };
      continue;
    }
    const by = story.kind.startsWith("meta") ? "meta" : "script";
    const played: Played | string = await play(story, by).catch((error: Error) => error.message);
    const kept =
      typeof played !== "string" &&
      played.outcome === story.expected &&
      played.on === (story.on ?? played.on) &&
      played.panel === (story.expected === "may speak" && !played.on);
    if (!kept) wrong.push(`${story.kind}, ${story.way}: ${JSON.stringify(played)}`);
    const before = told[story.kind];
    const count = before && "of" in before ? before : { kept: 0, of: 0 };
    told[story.kind] = { kept: count.kept + (kept ? 1 : 0), of: count.of + 1 };
  }
  await expect(`${JSON.stringify(told, null, 2)}\n`).toMatchFileSnapshot("../../extension/test/in-firefox.json");
  expect(wrong).toEqual([]);
});
