/**
 * The whole main job as a newcomer does it: from the home page to the mail with the gift card, in English and in Spanish,
 * on a desktop and on a phone. Nothing is prepared: the shop, the network and the mail server are the sandbox's.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DESKTOP, openVisitor, PHONE, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Say, speaker } from "../support/words.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const JOURNEYS = [
  {
    language: "en",
    size: "desktop",
    viewport: DESKTOP,
    store: "Marlow Finch",
    shop: "marlow-finch",
    network: "impact",
  },
  { language: "en", size: "phone", viewport: PHONE, store: "Brightpenny", shop: "brightpenny", network: "cj" },
  {
    language: "es",
    size: "desktop",
    viewport: DESKTOP,
    store: "Otter Lane",
    shop: "otter-lane",
    network: "awin",
  },
  {
    language: "es",
    size: "phone",
    viewport: PHONE,
    store: "Marlow Finch",
    shop: "marlow-finch",
    network: "impact",
  },
] as const;

it.each(JOURNEYS)(
  "from the home page to the gift card's mail, $language on a $size ($network)",
  async ({ language, viewport, store, shop, network }) => {
    const say = speaker(language);
    const visitor = await openVisitor(browser, { baseURL: product.url, viewport, language });
    const { page } = visitor;
    const email = `newcomer-${language}-${viewport.width}@example.com`;
    const password = "seven copper kettles sing";

    await page.goto(language === "es" ? "/?lang=es" : "/");
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    await findStore(page, store, say);
    await page.waitForURL(new RegExp(`/${shop}[a-z-]*-coupons`));

    await page
      .getByRole("link", {
        name: new RegExp(escapeFor(say("Shop with {{rate}} back", { rate: "" }).trim().split(" ")[0] ?? "")),
      })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(say("Name"), { exact: true }).fill("Nia Newcomer");
    await dialog.getByLabel(say("Email"), { exact: true }).fill(email);
    await dialog.getByLabel(say("Password"), { exact: true }).fill(password);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: say("Create account and go to {{store}}", { store }) }).click();

    // The notice stays a second, then leaves for the shop by the network's link.
    await page.waitForURL(new RegExp(`/shops/${shop}/`));
    await buySomething(page, network);

    await page.goto(`${product.url}/account/purchase-history`);
    const row = page.getByText(store, { exact: true }).first();
    await expect.poll(async () => reloadAndCount(page, store), { interval: 1_500 }).toBeGreaterThan(0);
    await row.waitFor();
    await expectState(page, say("Pending"));
    // On paper too: the entries stand in a form, and other forms are not printed.
    await page.emulateMedia({ media: "print" });
    await page.locator("table.ledger tbody tr").first().waitFor();
    await page.emulateMedia({ media: "screen" });

    const user = await product.wired.database.pool.query(
      "select o.network, o.order_key from cashback.orders o join identity.users u using (user_id) where u.email = $1",
      [email],
    );
    await product.control(`/orders/${network}/${encodeURIComponent(user.rows[0].order_key)}/approve`, {});
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.getByText(say("Confirmed"), { exact: false }).count();
        },
        { interval: 1_500 },
      )
      .toBeGreaterThan(1);

    await page.goto(`${product.url}/account/withdrawal`);
    await page.getByRole("radio", { name: new RegExp(escapeFor(say("Gift card"))) }).check();
    // The first cards are seen; the others are a press away.
    const [showAll = ""] = say("Show all {{count}} cards", { count: "#" }).split("#");
    await page.locator("summary").filter({ hasText: showAll }).click();
    // The face of the card lies over its radio button, as on a printed form: a person presses the card.
    await page
      .getByRole("radio", { name: new RegExp(escapeFor(store.split(" ")[0] ?? "")) })
      .first()
      .check({ force: true });
    await page.getByLabel(say("Password"), { exact: true }).fill(password);
    await page
      .getByRole("button", { name: new RegExp(`^${escapeFor(say("Withdraw {{amount}}", { amount: "" }).trim())}`) })
      .first()
      .click();
    await page.waitForURL(/done=wdr_/);

    const subject = language === "es" ? /tarjeta de regalo/i : /gift card is here/i;
    await expect
      .poll(
        async () =>
          (
            await product.control<{ mails: { subject: string }[] }>(`/mails?to=${encodeURIComponent(email)}`)
          ).mails.filter((mail) => subject.test(mail.subject)).length,
        { interval: 500 },
      )
      .toBe(1);

    await page.goto(`${product.url}/account/gift-card-history`);
    await page
      .locator("summary")
      .filter({ hasText: say("Open") })
      .first()
      .click();
    await page.getByLabel(say("Password"), { exact: true }).first().fill(password);
    await page
      .getByRole("button", { name: say("Show the card's link") })
      .first()
      .click();
    await page
      .getByRole("link", { name: say("Go to your card") })
      .first()
      .waitFor();

    expect(visitor.problems).toEqual([]);
    await visitor.close();
  },
);

const escapeFor = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** By the search: typed, suggested, chosen with the keyboard. */
async function findStore(page: Page, store: string, say: Say) {
  await page.getByRole("main").getByRole("searchbox").or(page.getByRole("main").getByRole("combobox")).first().click();
  const words = store.slice(0, 9).toLowerCase();
  await page.keyboard.type(words);
  // Of the whole text: what fewer letters found is not gone to by its keys.
  await page.getByRole("option", { name: say("All results for “{{words}}”", { words }) }).waitFor();
  await page
    .getByRole("option", { name: new RegExp(escapeFor(store)) })
    .first()
    .waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** What a person does in the shop: a thing in the cart, a code that does not work, an address, the order. */
async function buySomething(page: Page, network: string) {
  await page.locator("a.tile").first().click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByLabel("Coupon code").fill(`NOT-A-CODE-${network}`);
  await page.locator("#apply-coupon").click();
  expect(await page.locator("[data-coupon-result]").getAttribute("data-coupon-result")).not.toBe("applied");
  await page.getByRole("link", { name: "Check out" }).click();
  for (const field of await page.locator("form input:not([type=hidden])").all()) {
    if (await field.inputValue()) continue;
    await field.fill((await field.getAttribute("type")) === "email" ? "nia@example.com" : "12 Copper Lane");
  }
  await page.locator("#place-order").click();
  expect(await page.locator("[data-tracked]").getAttribute("data-tracked")).toBe("true");
}

async function reloadAndCount(page: Page, store: string): Promise<number> {
  await page.reload();
  return page.getByText(store, { exact: true }).count();
}

async function expectState(page: Page, state: string) {
  expect(await page.getByText(state, { exact: true }).count()).toBeGreaterThan(0);
}

it("follows old paths without leaving the page, as typed addresses do", async () => {
  const visitor = await openVisitor(browser, { baseURL: product.url });
  const { page } = visitor;
  await page.goto("/", { waitUntil: "networkidle" });
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/category/clothing";
    link.textContent = "An old link";
    document.querySelector("main")?.prepend(link);
  });
  await page.getByRole("link", { name: "An old link" }).click();
  await page.waitForURL(/\/stores\/clothing$/);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});
