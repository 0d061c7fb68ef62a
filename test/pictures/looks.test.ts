/** Which looks a run takes, and how it is asked for some of them. */
import { expect, it } from "vitest";
import { BY_DEFAULT, keyOf, listLooks, MODES, readWays, showsWindow, WAYS, type Way } from "./looks.ts";

const BRANDS = ["home", "second", "third"];
const place = { name: "stores" };
const keysOf = (looks: ReturnType<typeof listLooks>) =>
  looks.flatMap((look) => MODES[look.way].map((mode) => keyOf(place, look, mode)));

it("every brand, language, mode and size on screens, as they were always called", () => {
  const looks = listLooks(BRANDS, ["screen"]);
  const keys = keysOf(looks);
  expect(keys).toHaveLength(3 * 2 * 2 * 2);
  expect(keys).toContain("stores / second / en / dark / 1440");
  expect(new Set(looks.slice(0, 3).map(({ brand }) => brand)).size).toBe(3);
});

it("every brand and language by every other way: light and dark, but on paper", () => {
  const seen = (way: Way) => keysOf(listLooks(BRANDS, [way]));
  for (const [way, count] of [
    ["print", 1],
    ["bare", 2],
    ["large", 4],
    ["axe", 2],
    ["lighthouse", 1],
  ] as const)
    expect([way, seen(way).length]).toEqual([way, 3 * 2 * count]);
  expect(seen("print")).toContain("stores / third / en / print / 720");
  expect(seen("bare")).toContain("stores / home / es / no script dark / 390");
  expect(seen("large")).toContain("stores / second / en / 200 % light / 320");
  expect(seen("axe")).toContain("stores / third / es / axe dark / 390");
});

it("calls no two pictures the same", () => {
  const keys = keysOf(listLooks(BRANDS, WAYS));
  expect(new Set(keys).size).toBe(keys.length);
});

it("takes all ways that do not take hours, or those that are named, and no word that is none", () => {
  expect(readWays(["--agree", "stores"])).toEqual(BY_DEFAULT);
  expect(readWays(["--look", "lighthouse"])).toEqual(["lighthouse"]);
  expect(readWays(["--look", "bare", "stores", "--look", "print"])).toEqual(["print", "bare"]);
  expect(() => readWays(["--look", "paper"])).toThrow("not by paper");
  expect(() => readWays(["--look"])).toThrow("not by nothing");
});

it("takes windows where a script can open them, and a menu where a page is too narrow for its places", () => {
  const seen = (opens: Parameters<typeof showsWindow>[0]) =>
    listLooks(["home"], WAYS)
      .filter((look) => look.language === "en" && showsWindow(opens, look))
      .map(({ way, width }) => `${way} ${width}`);
  expect(seen({ opens: { words: "Delete" } })).toEqual([
    "screen 390",
    "screen 1440",
    "large 720",
    "large 320",
    "axe 390",
  ]);
  expect(seen({ opens: { css: ".menu", narrow: true } })).toEqual(["screen 390", "large 720", "large 320", "axe 390"]);
  expect(seen({})).toHaveLength(listLooks(["home"], WAYS).length / 2);
});
