/** axe in a page: what breaks WCAG 2.2 AA, one line a place. */
import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** Put there by `violations`. */
    axe: typeof axe;
  }
}

const SOURCE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

type Look = {
  /** A selector: this part of the page alone. */
  within?: string;
  /** These rules alone. */
  rules?: readonly string[];
  /** The documents inside of the page too. */
  frames?: boolean;
};

export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  for (const frame of look.frames ? page.frames() : [page.mainFrame()])
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(SOURCE);
  return page.evaluate(
    async ({ within, rules }) => {
      // Off by default in axe, but part of WCAG 2.2 AA.
      const how = rules ? { runOnly: [...rules] } : { rules: { "target-size": { enabled: true } } };
      // What passes is not described: on a long list that is most of the time.
      const found = await window.axe.run(within ?? document, { ...how, resultTypes: ["violations"] });
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`),
      );
    },
    { within: look.within, rules: look.rules },
  );
}

const MAX_MOTION_MS = 5_000;

/** What a page's colors can break: everything else is the same in both modes. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** While colors change they are neither the old nor the new: what moves and will end is waited for. */
export async function untilStill(page: Page): Promise<void> {
  // One that the browser holds back never says that it is over: it is not waited for longer than any of ours lasts.
  await page.evaluate(
    (most) =>
      Promise.race([
        Promise.allSettled(
          document
            .getAnimations()
            .filter((one) => Number(one.effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY)
            .map((one) => one.finished),
        ),
        new Promise((over) => setTimeout(over, most)),
      ]),
    MAX_MOTION_MS,
  );
}

/** In the light and in the dark. */
export async function violationsInBothModes(page: Page, look: Look = {}): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await untilStill(page);
    const looked = colorScheme === "dark" ? { rules: COLOR_RULES, ...look } : look;
    found.push(...(await violations(page, looked)).map((line) => `${page.url()} ${colorScheme}: ${line}`));
  }
  return found;
}
