/** The rule of standing down against every story, and the table of them as the documentation shows it. */
import { describe, expect, it } from "vitest";
import { activeUntil, mayPrompt, START, type State, step } from "../src/stand-down.ts";
import { RULES, STORIES, type Story } from "./stories.ts";

function tell(story: Story): { state: State; outcome: Story["expected"]; on: boolean } {
  let state = START;
  for (const event of story.events) state = step(state, event, RULES).state;
  const now = story.events.at(-1)?.at ?? 0;
  return {
    state,
    outcome: mayPrompt(state, "shop", now, RULES.list).allowed ? "may speak" : "silent",
    on: activeUntil(state, "shop", now) !== null,
  };
}

describe("every story", () => {
  it("is there in number", () => {
    expect(STORIES.length).toBeGreaterThan(200);
    expect(new Set(STORIES.map(({ kind, way }) => `${kind}|${way}`)).size).toBe(STORIES.length);
  });

  it.each(STORIES.map((story) => [`${story.kind}: ${story.way}`, story] as const))("%s", (_name, story) => {
    const { outcome, on } = tell(story);
    expect(outcome).toBe(story.expected);
    if (story.on !== undefined) expect(on).toBe(story.on);
  });

  it("stands in the documentation", async () => {
    const kinds = [...new Set(STORIES.map(({ kind }) => kind))];
    const rows = kinds.map((kind) => {
      const all = STORIES.filter((story) => story.kind === kind);
      const kept = all.filter((story) => tell(story).outcome === story.expected).length;
      const ways = all.map(({ way }) => way).join(", ");
      return `| ${kind} | ${[...new Set(all.map(({ expected }) => expected))].join(", ")} | ${kept} of ${all.length} | ${ways} |`;
    });
    const text = [
      "# Standing down, story by story",
      "",
      "Ways to a store, what must come of each, and how many keep to it. Written by `extension/test/stand-down.test.ts` from `extension/test/stories.ts`.",
      "",
      "| way to the store | we | kept | networks and signs |",
      "| --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
    await expect(text).toMatchFileSnapshot("../../docs/stand-down.md");
  });
});

describe("silence", () => {
  const foreign = STORIES.find(({ kind }) => kind === "server redirect") as Story;
  const hours = (count: number) => count * 3_600_000;

  it("says from whom and until when at the earliest", () => {
    const { state } = tell(foreign);
    const now = foreign.events.at(-1)?.at ?? 0;
    expect(mayPrompt(state, "shop", now, RULES.list)).toEqual({
      ...{ allowed: false, reason: "hop", from: "www.awin1.com" },
      until: now + hours(1.5),
    });
  });

  it("is noted once for each foreign click, and an own click that is overwritten is told as such", () => {
    const story = STORIES.find(({ kind }) => kind === "our click, then a foreign one") as Story;
    let state = START;
    const told = story.events.flatMap((event) => {
      const { state: then, notes } = step(state, event, RULES);
      state = then;
      return notes;
    });
    expect(told.map(({ what }) => what)).toEqual(["own_click", "overwritten"]);
  });

  it("does not end by the clock of a browser that is set back", () => {
    const { state } = tell(foreign);
    const now = foreign.events.at(-1)?.at ?? 0;
    const back = step(
      state,
      { kind: "navigated", at: now - hours(5), tab: 3, hops: ["https://news.example/"], by: "typed" },
      RULES,
    );
    expect(mayPrompt(back.state, "shop", now + hours(1), RULES.list).allowed).toBe(false);
  });
});
