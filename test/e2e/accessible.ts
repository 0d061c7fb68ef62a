/** Accessible in both languages, both modes and both sizes, and whole at 320 px: for each kind of place one file, which run side by side. */
import { expect } from "vitest";
import { violations } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { lookForOverflow } from "../support/overflow.ts";
import type { openPlaces } from "./everywhere.ts";

const NARROW = { width: 320, height: 640 };
/** What can change when words give way to drawings. */
const NARROW_RULES = ["link-name", "button-name", "label", "target-size", "scrollable-region-focusable"];

/** Four looks cover every pair of language, mode and size; each place is seen by two that share nothing. */
const A = { language: "en", dark: false, viewport: PHONE } as const;
const B = { language: "es", dark: true, viewport: DESKTOP } as const;
const C = { language: "en", dark: true, viewport: DESKTOP } as const;
const D = { language: "es", dark: false, viewport: PHONE } as const;
const PAIRS = [
  [A, B],
  [C, D],
] as const;

/** Runs in the page: what turns without end where nobody sees it, and keeps a phone's processor awake for nothing. */
const findUnseenMotion = () =>
  document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === "running" && effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
    )
    .flatMap(({ effect }) => (effect instanceof KeyframeEffect && effect.target ? [effect.target] : []))
    .filter((element) => !element.checkVisibility({ visibilityProperty: true }))
    .map((element) => `moves unseen: ${element.outerHTML.slice(0, 80)}`);

type Places = ReturnType<typeof openPlaces>;

export async function expectAccessible(places: Places, which: Places["publicPlaces"]): Promise<void> {
  let seen = 0;
  const wrong = await places.everywhere(
    which,
    (at) => PAIRS[at % 2] ?? [],
    async ({ page }, { language, viewport }) => {
      seen += 1;
      const found = (await page.locator("html").getAttribute("lang")) === language ? [] : ["another language"];
      found.push(...(await violations(page)), ...(await page.evaluate(findUnseenMotion)));
      // As a window that is made narrow, or enlarged to 400 % (WCAG 1.4.10): nothing sticks out, every control keeps its name.
      await page.setViewportSize(NARROW);
      found.push(...(await page.evaluate(lookForOverflow, NARROW.width)));
      if (language === "en") found.push(...(await violations(page, { rules: NARROW_RULES })));
      await page.setViewportSize(viewport);
      return found;
    },
  );
  expect(wrong).toEqual({});
  expect(seen).toBe(which.length * 2);
}
