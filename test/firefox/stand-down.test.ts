/**
 * The stories of standing down, played in a real Firefox and a real Chromium; how many were kept is written beside the rule's own in
 * docs/stand-down.md.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { STORIES } from "../../extension/test/stories.ts";
import { SITE } from "../../extension/test/story-parts.ts";
import { openChromium } from "../support/chromium-stories.ts";
import { openFirefox } from "../support/firefox.ts";
import { createPlayer, type Driven, type Played, whyNot } from "../support/play-story.ts";
import { createStoryWorld, type StoryWorld } from "../support/story-world.ts";

let world: StoryWorld;
beforeAll(async () => {
  world = await createStoryWorld();
});
afterAll(() => world?.close());

type Open = () => Promise<Driven & { close(): Promise<void> }>;
const known = () => ({ site: SITE, public_key: world.public_key });
const BROWSERS: readonly (readonly ["Chromium" | "Firefox", Open])[] = [
  ["Firefox", () => openFirefox({ ...known(), prefs: world.proxy })],
  ["Chromium", () => openChromium({ ...known(), proxy_port: world.proxy["network.proxy.http_port"] })],
];

it.each(BROWSERS)(
  "keeps every story that can be played in %s, and shows its panel where it may alone",
  async (name, open) => {
    const driven = await open();
    const play = createPlayer(driven, world);
    const told: Record<string, { kept: number; of: number } | { not: string }> = {};
    const wrong: string[] = [];
    for (const story of STORIES) {
      const not = whyNot(story, name);
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
    await driven.close();
    const file = `../../extension/test/in-${name.toLowerCase()}.json`;
    await expect(`${JSON.stringify(told, null, 2)}\n`).toMatchFileSnapshot(file);
    expect(wrong).toEqual([]);
  },
);
