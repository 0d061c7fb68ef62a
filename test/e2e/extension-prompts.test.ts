/** The prompts for the browser extension, as SPEC §4 and §9 say: who is asked, how often, and how one says no. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { openVisitor, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { until } from "../support/stage.ts";
import { signUp } from "./members.ts";

const WIDE = { width: 1_280, height: 800 };
const NARROW = { width: 1_000, height: 800 };
const FIRST = "The extension tries the codes for you";
const SECOND = "Never look for a code again";
/** The prompt waits for five seconds on a page that is at rest. */
const LONG_MS = 8_000;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const prompt = (page: Page) => page.getByRole("complementary", { name: FIRST });
const dismissed = async (page: Page) => {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "dismissed_extension_install");
  return (
    cookie && { value: cookie.value, days: Math.round((cookie.expires - performance.timeOrigin / 1_000) / 86_400) }
  );
};
/** What a tab remembers ends with the visit; the cookie and the browser's own store stay. */
async function nextVisit(page: Page, path: string) {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(path);
}

it("asks beside the page first, in a window at the next visit, and then never again", async () => {
  const { page, problems, close } = await openVisitor(browser, { baseURL: product.url, viewport: WIDE });
  await page.goto("/stores");
  await prompt(page).waitFor();
  // Not modal: it takes no focus, and the page behind can be used.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await page.getByRole("dialog").count()).toBe(0);
  const links = prompt(page).getByRole("link");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
    "/terms",
    "/privacy-policy",
  ]);
  // Both at one instant, and once their letters have come: until then either may be another width.
  const widths = () =>
    prompt(page)
      .getByRole("button", { name: /^(Add to Chrome|No thanks)$/ })
      .evaluateAll((both) => both.map((one) => one.getBoundingClientRect().width));
  await until("yes and no are as wide as each other", async () => {
    const [yes = 0, no = 1, ...more] = await widths();
    return more.length === 0 && Math.abs(yes - no) < 1;
  });
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await prompt(page).waitFor({ state: "detached" });
  expect(await dismissed(page)).toEqual({ value: "1", days: 7 });
  await page.reload();
  await page.waitForTimeout(LONG_MS);
  expect(await prompt(page).count()).toBe(0);

  await nextVisit(page, "/stores");
  const dialog = page.getByRole("dialog", { name: SECOND });
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "No thanks" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await dismissed(page)).toEqual({ value: "2", days: 7 });

  await page.context().clearCookies({ name: "dismissed_extension_install" });
  await nextVisit(page, "/stores");
  await page.waitForTimeout(LONG_MS);
  expect((await page.getByRole("dialog").count()) + (await prompt(page).count())).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

it("does not ask in a window of 1000 px, nor at all who has it, nor on the way to a shop", async () => {
  const cookies = await signUp(product, "shopping@example.com");
  const visitors = await Promise.all([
    openVisitor(browser, { baseURL: product.url, viewport: NARROW }),
    openVisitor(browser, { baseURL: product.url, viewport: WIDE }),
    openVisitor(browser, { baseURL: product.url, viewport: WIDE }),
    openVisitor(browser, { baseURL: product.url, viewport: WIDE }),
  ]);
  const [narrow, installed, marked, shopping] = visitors.map((one) => one.page) as [Page, Page, Page, Page];
  // As the extension's own script does it, when the document has been read.
  await marked.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      document.documentElement.setAttribute("data-tuppence-extension", ""),
    ),
  );
  await shopping.context().addCookies(cookies);
  await Promise.all([
    narrow.goto("/stores"),
    installed.goto("/?ei=true"),
    marked.goto("/stores"),
    shopping.goto("/account/withdrawal"),
  ]);
  // What the address says is kept by the page's script, which is still to come when the page is there.
  await until("the cookie of the extension", async () =>
    (await installed.context().cookies()).some(({ name }) => name === "extension_installed"),
  );
  await installed.goto("/stores");
  await narrow.waitForTimeout(LONG_MS);
  for (const page of [narrow, installed, marked, shopping])
    expect((await page.getByRole("dialog").count()) + (await prompt(page).count()), page.url()).toBe(0);
  expect((await installed.context().cookies()).some(({ name }) => name === "extension_installed")).toBe(true);
  for (const one of visitors) await one.close();
});

it("opens the browser's store; says so for a second and a half when it is there already; keeps No thanks without an X", async () => {
  const { page, close } = await openVisitor(browser, { baseURL: product.url, viewport: WIDE });
  await page.goto("/stores");
  await prompt(page).waitFor();
  expect(await prompt(page).getByRole("button", { name: "Close" }).count()).toBe(1);
  // The store itself is not of this machine: where the way leads is all that counts.
  await page.evaluate(() => {
    window.open = (address) => {
      document.title = String(address);
      return null;
    };
  });
  await prompt(page).getByRole("button", { name: "Add to Chrome" }).click();
  expect(await page.title()).toContain("https://chromewebstore.google.com/detail/tuppence");
  expect(await dismissed(page), "a yes is no no").toBeUndefined();

  // A friend's invitation on a page with a referral system: the X is hidden, No thanks and Esc stay.
  const member = await signUp(product, "brings@example.com");
  const row = await product.wired.database.pool.query(
    "select user_id from identity.users where email = 'brings@example.com'",
  );
  const code = await product.wired.rewards.codeOf(row.rows[0].user_id);
  expect(member.length).toBeGreaterThan(0);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/refer?code=${code}`);
  await prompt(page).waitFor();
  expect(await prompt(page).getByRole("button", { name: "Close" }).count()).toBe(0);
  await prompt(page).getByRole("button", { name: "No thanks" }).waitFor();
  // Installed from elsewhere while the prompt stood open.
  await page.evaluate(() => document.documentElement.setAttribute("data-tuppence-extension", ""));
  // From here on the page's time is ours: how long it says so is a constant, and no machine's affair.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await prompt(page).getByRole("button", { name: "Add to Chrome" }).click();
  const dialog = page.getByRole("dialog", { name: "Extension is already installed on your browser" });
  await dialog.waitFor();
  await page.clock.runFor(1_400);
  expect(await dialog.count()).toBe(1);
  await page.clock.runFor(200);
  await dialog.waitFor({ state: "detached" });
  await close();
});

it("says on its page from which day an old version works no longer, in both languages, and nothing to a new one", async () => {
  const day = "2027-03-01";
  const open = async (version: string, from: string, address: string) => {
    const visitor = await openVisitor(browser, { baseURL: product.url, viewport: WIDE });
    await visitor.page.addInitScript((said) => {
      document.addEventListener("DOMContentLoaded", () =>
        document.documentElement.setAttribute("data-tuppence-extension", said),
      );
    }, version);
    await visitor.page.route("**/ext/tuppence/manifest.json", (route) =>
      route.fulfill({ json: { oldest: { version: "0.3.0", from, signature: "x" } } }),
    );
    await visitor.page.goto(address);
    return visitor;
  };
  const told = [
    ["", day, "/extension", /old version, which works until Mar\s1,\s2027/],
    ["0.2.9", "2026-01-02", "/extension", /too old: since Jan\s2,\s2026 it no longer works/],
    ["0.2.9", "2026-01-02", "/extension?lang=es", /demasiado antigua: desde el 2\sene\s2026 ya no funciona/],
    ["0.10.0", "2026-01-02", "/extension", /Extension is already installed on your browser/],
  ] as const;
  for (const [version, from, address, words] of told) {
    const visitor = await open(version, from, address);
    await visitor.page.getByText(words).waitFor();
    await visitor.close();
  }
  const visitor = await open("0.10.0", "2026-01-02", "/extension?lang=es");
  await visitor.page.getByText("La extensión ya está instalada en tu navegador").waitFor();
  await visitor.close();
});
