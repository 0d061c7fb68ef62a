/** What a file of journeys starts with: the whole product and a browser, and visits whose console must stay silent. */
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { openBrowser, openVisitor, shareBrowser, type Visitor } from "./browser.ts";
import { type Product, type ProductOptions, startProduct } from "./product.ts";

export type VisitOptions = Partial<Parameters<typeof openVisitor>[1]>;
/** `whole_browser`: journeys that mean what the browser without windows does not have. */
export type StageOptions = ProductOptions & { flags?: string[]; whole_browser?: boolean };
export type Stage = ReturnType<typeof openStage>;

/** Called once in a file, outside of every test. */
export function openStage(options: StageOptions = {}) {
  let product: Product | undefined;
  let browser: Browser | undefined;
  const started = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error("The product starts with the first test.");
    return one;
  };
  beforeAll(async () => {
    [product, browser] = await Promise.all([
      startProduct(options),
      options.flags || options.whole_browser
        ? openBrowser(options.flags, { whole: options.whole_browser ?? false })
        : shareBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  const stage = {
    get product(): Product {
      return started(product);
    },
    get browser(): Browser {
      return started(browser);
    },
    open: (visit: VisitOptions = {}): Promise<Visitor> =>
      openVisitor(stage.browser, { baseURL: stage.product.url, ...visit }),
    /** `expected`: refusals that the journey causes on purpose; the browser writes each into its console. */
    async visit(
      visit: VisitOptions,
      journey: (visitor: Visitor) => Promise<void>,
      expected: RegExp = /^$/,
    ): Promise<void> {
      const visitor = await stage.open(visit);
      try {
        await journey(visitor);
        // One line, so that a failure's first line says what the problem was.
        expect(problems(visitor, expected).join(" | ")).toBe("");
      } finally {
        await visitor.close();
      }
    },
  };
  return stage;
}

export const problems = (visitor: Visitor, expected: RegExp): string[] =>
  visitor.problems.filter((line) => !expected.test(line));

/** Longer than anything takes on the slowest machine beside other work. */
const MAX_MS = 180_000;

/** Waits until something is so, however busy the machine is, and returns it. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const began = performance.now();
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() - began > MAX_MS) throw new Error(`Waited three minutes for this: ${what}.`);
    await pause(100);
  }
}
