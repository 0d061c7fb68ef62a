/** How much of a page moves while somebody looks at it: its cumulative layout shift; "good" is below 0.1 (web.dev/cls). */
import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** Put there by `watchMoved`. */
    moved: number;
  }
}

/** Of each document that the page opens from now on; the answer asks about the one that is open. */
export async function watchMoved(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += "value" in entry ? Number(entry.value) : 0;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => window.moved);
}
