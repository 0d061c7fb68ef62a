/** Accessible in both languages, both modes and both sizes, and whole at 320 px: for each kind of place one file, which run side by side. */
import { expect } from "vitest";
import { violations } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
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

type Places = ReturnType<typeof openPlaces>;

export async function expectAccessible(places: Places, which: Places["publicPlaces"]): Promise<void> {
  let seen = 0;
  const wrong = await places.everywhere(
    which,
    (at) => PAIRS[at % 2] ?? [],
    async ({ page }, { language, viewport }) => {
      seen += 1;
      const found = (await page.locator("html").getAttribute("lang")) === language ? [] : ["another language"];
      found.push(...(await violations(page)));
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

/** Runs in the page. What is wider than the window, and what sticks out of it without a place to scroll. */
function lookForOverflow(width: number): string[] {
  const root = document.documentElement;
  const found = root.scrollWidth > width ? [`the page is ${root.scrollWidth} px wide`] : [];
  const cut = (element: Element | null): boolean => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== "visible" || style.visibility === "hidden" || style.position === "fixed") return true;
      if (at.matches('.sr, .skip, [aria-hidden="true"], dialog')) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll("body *")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || (box.right <= width + 0.5 && box.left >= -0.5)) continue;
    if (!cut(element))
      found.push(
        `sticks out (${Math.round(box.left)} to ${Math.round(box.right)}): ${element.outerHTML.slice(0, 120)}`,
      );
  }
  return found.slice(0, 5);
}
