/** Every template as its readers meet it: public ones as a visitor, a member's pages as one who has nothing yet and one who earned. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openVisitor, shareBrowser, type Visitor } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Cookies, giveCoins, giveMoney, signUp } from "./members.ts";
import { inLanguage, publicTemplates, type Template } from "./public-pages.ts";

const MEMBER_PATHS = [
  "/account/purchase-history",
  "/account/withdrawal",
  "/account/gift-card-history",
  "/account/withdrawal-coin",
  "/account/update-expired-gift-card",
  "/account/coin/history",
  "/gift/redeem",
  "/account/profile",
  "/account/profile/verify",
  "/account/pss",
  "/account/referrals",
  "/account/onboarding",
  "/account/faq",
  "/account/contact",
  "/account/contact?about=missing-purchase",
];

type Look = {
  language: "en" | "es";
  dark?: boolean;
  viewport: { width: number; height: number };
  javaScript?: boolean;
};
type Place = { name: string; path: string; status: number; who: string; cookies: Cookies };
type Opened = Visitor & { scripted: boolean };

/** Called once in a file, outside of every test. */
export function openPlaces() {
  let product: Product;
  let browser: Browser;
  let templates: Template[];
  let members: [who: string, cookies: Cookies][];
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
    templates = await publicTemplates(product);
    members = [
      ["newcomer", await signUp(product, "newcomer@example.com")],
      ["earner", await signUp(product, "earner@example.com")],
    ];
    await giveMoney(product, "earner@example.com");
    await giveCoins(product, "earner@example.com");
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  return {
    get product() {
      return product;
    },
    get browser() {
      return browser;
    },
    get templates() {
      return templates;
    },
    get publicPlaces(): Place[] {
      return templates.map((template) => ({ ...template, who: "visitor", cookies: [] }));
    },
    get memberPlaces(): Place[] {
      return members.flatMap(([who, cookies]) =>
        MEMBER_PATHS.map((path) => ({ name: `${path} (${who})`, path, status: 200, who, cookies })),
      );
    },
    /** What `see` finds wrong, by the place and by how it was looked at. */
    async everywhere(
      places: readonly Place[],
      looks: (at: number) => readonly Look[],
      see: (visitor: Visitor, look: Look) => Promise<string[]>,
    ): Promise<Record<string, string[]>> {
      const wrong: Record<string, string[]> = {};
      const visitors = new Map<string, Opened>();
      const visitorOf = async (place: Place, look: Look) => {
        const key = `${place.who} ${JSON.stringify(look)}`;
        const found = visitors.get(key) ?? {
          ...(await openVisitor(browser, { baseURL: product.url, ...look })),
          scripted: look.javaScript ?? true,
        };
        if (!visitors.has(key)) await found.context.addCookies(place.cookies);
        visitors.set(key, found);
        return found;
      };
      for (const [at, place] of places.entries()) {
        for (const look of looks(at)) {
          const visitor = await visitorOf(place, look);
          const found = await open(visitor, inLanguage(place.path, look.language), place.status);
          found.push(...(await see(visitor, look)), ...unexpected(visitor));
          if (found.length)
            wrong[`${place.name}, ${look.language}, ${look.dark ? "dark" : "light"}, ${look.viewport.width} px`] =
              found;
        }
      }
      for (const visitor of visitors.values()) await visitor.close();
      return wrong;
    },
  };
}

/** Answers other than 200 are meant, and Chromium writes each into the console. */
const unexpected = (visitor: Visitor) =>
  visitor.problems.splice(0).filter((line) => !/the server responded with a status of (404|410)/.test(line));

async function open(visitor: Opened, path: string, status: number): Promise<string[]> {
  const response = await visitor.page.goto(path);
  // Alive and at rest: what comes after hydration has come.
  if (visitor.scripted)
    await visitor.page.evaluate(
      () =>
        new Promise((settle) =>
          requestIdleCallback(() => requestIdleCallback(settle, { timeout: 500 }), { timeout: 1_500 }),
        ),
    );
  return response?.status() === status ? [] : [`answered ${response?.status()}`];
}
