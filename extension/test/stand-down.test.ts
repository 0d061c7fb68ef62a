/** The rule of standing down against every story, and the table of them as the documentation shows it. */
import { describe, expect, it } from "vitest";
import { activeUntil, mayPrompt, START, type State, step } from "../src/stand-down.ts";
import inChromium from "./in-chromium.json" with { type: "json" };
import inFirefox from "./in-firefox.json" with { type: "json" };
import { STORIES } from "./stories.ts";
import { RULES, STORE, type Story } from "./story-parts.ts";

/** What `test/firefox/stand-down.test.ts` wrote down of a kind when it last played it. */
type Played = Readonly<Record<string, { kept?: number; of?: number; not?: string }>>;
function playedIn(browser: Played, kind: string): string {
  const played = browser[kind];
  if (!played) return "not played yet";
  return played.not ?? `${played.kept} of ${played.of}`;
}

/** Silence is about what we do of our own accord; trying codes is the shopper's. */
const CODES = [
  "## Codes while we stand down",
  "",
  "- Of our own accord nothing is said of codes at a store where we keep silent: no panel comes, at the checkout neither.",
  "- The popup still has its button *Try 3 codes* (or as many as there are), because only the shopper's press opens it. A press there puts the",
  "  panel into that page and tries codes as anywhere ([decision 0057](decisions/0057-codes-are-tried-by-their-total.md)); the log says `codes_pressed`.",
  "- Trying codes is no click: no link of ours is opened, nothing is turned on, and whoever brought the shopper keeps the commission.",
  "- It lifts no silence and shortens none. When the try is over nothing is shown at that store's other pages until the silence ends.",
  "",
];

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
      const [chromium, firefox] = [playedIn(inChromium, kind), playedIn(inFirefox, kind)];
      return `| ${kind} | ${[...new Set(all.map(({ expected }) => expected))].join(", ")} | ${kept} of ${all.length} | ${chromium} | ${firefox} | ${ways} |`;
    });
    const text = [
      "# Standing down, story by story",
      "",
      "Ways to a store, what must come of each, and how many keep to it. Written by `extension/test/stand-down.test.ts` from `extension/test/stories.ts`.",
      "",
      "The columns of the two browsers tell how many were kept when they were played in a real one (`npm run extension:firefox`), or why they cannot be",
      "played. Who goes on within 30 seconds from a page of no network that a network led to counts as led on, whatever the browser says of it",
      "([decision 0081](decisions/0081-who-goes-on-at-once-was-led-on.md)); later only where the browser says that a script did it. Not silent in Firefox: a",
      "script's step after more than 30 seconds to an address without TLS ([decision 0082](decisions/0082-a-whole-way-and-a-seen-press.md)).",
      "",
      "| way to the store | we | kept | in Chromium | in Firefox | networks and signs |",
      "| --- | --- | --- | --- | --- | --- |",
      ...rows,
      "",
      ...CODES,
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

  it("takes a store for turned on after a press of ours in its tab, where the browser tells of no redirect", () => {
    const landing = { kind: "navigated", tab: 1, hops: [`${STORE}?awc=1_2_3`], by: "link", untold: true } as const;
    const pressed = step(START, { kind: "pressed", at: 0, tab: 1, store: "shop" }, RULES).state;
    const after = (at: number, from: State) => step(from, { ...landing, at }, RULES).state;
    expect(activeUntil(after(60_000, pressed), "shop", 60_000)).not.toBe(null);
    expect(mayPrompt(after(60_000, pressed), "shop", 60_000, RULES.list).allowed).toBe(true);
    // Long after it, and without any press, the mark is somebody else's.
    for (const state of [after(hours(1), pressed), after(60_000, START)]) {
      expect(activeUntil(state, "shop", hours(1))).toBe(null);
      expect(mayPrompt(state, "shop", hours(1), RULES.list).allowed).toBe(false);
    }
  });
});
