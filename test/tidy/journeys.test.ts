/** `npm test -- --changed` knows journeys of every module, and every journey is some folder's. */
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { JOURNEYS, journeysOf } from "../../bin/journeys.mjs";
import { MODULE_NAMES } from "../../src/modules/order.ts";

const ALL = readdirSync("test/e2e").filter((file) => file.endsWith(".test.ts"));

it("knows journeys of every module, which are there", () => {
  expect(Object.keys(JOURNEYS).toSorted()).toEqual([...MODULE_NAMES].toSorted());
  const named = MODULE_NAMES.flatMap((module) => journeysOf([`src/modules/${module}/rules.ts`]));
  expect(named.filter((path) => !ALL.includes(path.replace("test/e2e/", "")))).toEqual([]);
  expect(journeysOf(["docs/goals.md", "test/support/stage.ts"])).toEqual([]);
  expect(journeysOf(["extension/src/page.ts"])).toContain("test/e2e/extension.test.ts");
  expect(journeysOf(["src/modules/coins/web/offers.tsx"])).toContain("test/e2e/offers.test.ts");
});

it("leaves no journey to the whole check alone, but for those that are about everything", () => {
  const folders = ["extension", "mobile", "shell", "content", "src/operator", "src/server", "src/ui"];
  const reached = new Set(
    journeysOf([
      ...folders.map((folder) => `${folder}/x.ts`),
      ...MODULE_NAMES.map((name) => `src/modules/${name}/x.ts`),
    ]),
  );
  const left = ALL.filter((file) => !reached.has(`test/e2e/${file}`));
  expect(left).toEqual(["empty-start.test.ts", "lighthouse.test.ts", "pages-member.test.ts", "pages-public.test.ts"]);
});
