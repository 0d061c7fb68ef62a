/** What is remembered of texts is what was said of each, for as many as there is space for. */
import { expect, it } from "vitest";
import { remember } from "../remember.ts";

it("works out a text once, also where nothing is said of it, and one that had to give way again", () => {
  const asked: string[] = [];
  const say = remember(
    (text) => {
      asked.push(text);
      return text === "none" ? null : { length: text.length };
    },
    { entries: 2, bytes: 100_000 },
  );
  expect([say("none"), say("none"), say("__proto__"), say("__proto__")]).toEqual([
    null,
    null,
    { length: 9 },
    { length: 9 },
  ]);
  expect(asked).toEqual(["none", "__proto__"]);
  say("third");
  say("none");
  expect(asked).toEqual(["none", "__proto__", "third", "none"]);
});

it("keeps no text without an end", () => {
  let asked = 0;
  const say = remember((text) => {
    asked += 1;
    return text.length;
  });
  const long = "a".repeat(2_001);
  expect([say(long), say(long), asked]).toEqual([2_001, 2_001, 2]);
});
