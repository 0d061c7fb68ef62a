/** Which looks a run takes, and how it is asked for some of them. */
import { expect, it } from "vitest";
import { keyOf, listLooks, MODES, readWays, WAYS, type Way } from "./looks.ts";

const BRANDS = ["home", "second", "third"];
const place = { name: "stores" };
const keysOf = (looks: ReturnType<typeof listLooks>) =>
  looks.flatMap((look) => MODES[look.way].map((mode) => keyOf(place, look, mode)));

it("every brand, language, mode and size on screens, as they were always called", () => {
  const keys = keysOf(listLooks(BRANDS, "home", ["screen"]));
  expect(keys).toHaveLength(3 * 2 * 2 * 2);
  expect(keys).toContain("stores / second / en / dark / 1440");
  expect(
    new Set(
      listLooks(BRANDS, "home", ["screen"])
        .slice(0, 3)
        .map(({ brand }) => brand),
    ).size,
  ).toBe(3);
});

it("on paper both languages of the home brand and each theme; without script and twice as large the home brand", () => {
  const seen = (way: Way) =>
    listLooks(BRANDS, "home", [way]).map(({ brand, language, width }) => `${brand} ${language} ${width}`);
  expect(seen("print").toSorted()).toEqual(["home en 720", "home es 720", "second es 720", "third es 720"]);
  expect(seen("bare")).toEqual(["home es 390"]);
  expect(seen("large")).toEqual(["home es 720", "home es 320"]);
});

it("calls no two pictures the same", () => {
  const keys = keysOf(listLooks(BRANDS, "home", WAYS));
  expect(new Set(keys).size).toBe(keys.length);
});

it("takes all ways, or those that are named, and no word that is none", () => {
  expect(readWays(["--agree", "stores"])).toEqual(WAYS);
  expect(readWays(["--look", "bare", "stores", "--look", "print"])).toEqual(["print", "bare"]);
  expect(() => readWays(["--look", "paper"])).toThrow("not by paper");
  expect(() => readWays(["--look"])).toThrow("not by nothing");
});
