/** Every page of the console that an owner sees, each list and an object of each kind among them: accessible in both modes, whole from 1,024 to 2,560 px, and on a phone of 320 px, its tables there too. */
import { expect, it } from "vitest";
import { hrefOf } from "../../src/operator/find/find-everywhere.ts";
import { PLACES } from "../../src/operator/places.ts";
import { COLOR_RULES, untilStill, violations } from "../support/axe.ts";
import { hireOperator } from "../support/operators.ts";
import { lookForOverflow } from "../support/overflow.ts";
import { openStage } from "../support/stage.ts";
import { giveCoins, giveMoney, signUp } from "./members.ts";

const stage = openStage();

const SMALL = { width: 1_024, height: 768 };
const LARGE = { width: 2_560, height: 1_440 };
const PHONE = { width: 390, height: 844 };
/** The least that a page is told to be whole at (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };
const OTHERS = ["/console/money", "/console/security", "/console/find?q=seen@example.com", "/console/find?q=nothing"];
/** Of the lists, and of the objects, so many are looked at in the dark: the others are of the same colors. */
const DARK_OF_A_TEMPLATE = 5;
/** Partners' people alone stand there. */
const NOT_THE_OWNERS = new Set(["/console/partner"]);

/** Lists, and one object of each kind that stands in any of them. */
async function addresses(): Promise<string[]> {
  const { lists } = stage.product.wired.operators;
  const objects = new Map<string, string>();
  for (const list of lists)
    for (const { kind, id } of (await list.read({ filters: {}, after: null, most: 3 })).rows)
      if (!objects.has(kind)) objects.set(kind, hrefOf(kind, id));
  expect(objects.size, "kinds of objects").toBeGreaterThan(15);
  return [
    ...new Set([
      ...PLACES.map(({ href }) => href).filter((href) => !NOT_THE_OWNERS.has(href)),
      ...lists.map(({ name }) => `/console/lists/${encodeURIComponent(name)}`),
      ...OTHERS,
      ...objects.values(),
    ]),
  ];
}

it("each is accessible and whole on a small and on a large screen", async () => {
  const { wired, url } = stage.product;
  await signUp(stage.product, "seen@example.com");
  await giveMoney(stage.product, "seen@example.com");
  await giveCoins(stage.product, "seen@example.com");
  const { token } = await hireOperator(wired, "Olga", ["owner"]);
  const wrong: string[] = [];
  const seen = new Map<string, number>();
  await stage.visit({ viewport: SMALL, reducedMotion: true }, async ({ page, context }) => {
    await context.addCookies([{ name: wired.staff.cookie.name, value: token, url }]);
    for (const path of await addresses()) {
      const answer = await page.goto(path);
      const found = answer?.status() === 200 ? [] : [`answered ${answer?.status()}`];
      found.push(...(await violations(page)), ...(await page.evaluate(lookForOverflow, SMALL.width)));
      await page.setViewportSize(PHONE);
      found.push(
        ...(await page.evaluate(() =>
          [...document.querySelectorAll("table")]
            .filter((table) => table.getBoundingClientRect().width > window.innerWidth)
            .map((table) => `a phone scrolls through "${table.caption?.textContent}" sideways`),
        )),
      );
      await page.setViewportSize(NARROW);
      found.push(...(await page.evaluate(lookForOverflow, NARROW.width)));
      await page.setViewportSize(LARGE);
      found.push(...(await page.evaluate(lookForOverflow, LARGE.width)));
      found.push(
        ...(await page.evaluate(() =>
          [...document.querySelectorAll(".con-filters > *")]
            .filter((one) => one.getBoundingClientRect().width > 400)
            .map((one) => `${one.textContent?.slice(0, 20)} is as wide as the list that it narrows`),
        )),
      );
      const template = path.split("/", 3).join("/");
      const count = (seen.get(template) ?? 0) + 1;
      seen.set(template, count);
      if (count <= DARK_OF_A_TEMPLATE) {
        await page.emulateMedia({ colorScheme: "dark" });
        await untilStill(page);
        found.push(...(await violations(page, { rules: COLOR_RULES })));
        await page.emulateMedia({ colorScheme: "light" });
      }
      await page.setViewportSize(SMALL);
      wrong.push(...found.map((line) => `${path}: ${line}`));
    }
  });
  expect(wrong).toEqual([]);
});
