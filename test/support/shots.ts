/** `npm run shots`: the pictures of the README, taken from the running product with orders made as a person would. */
import { mkdir } from "node:fs/promises";
import { openBrowser, openVisitor } from "./browser.ts";
import { startProduct } from "./product.ts";

const SHOPS = [
  ["marlow-finch", "impact", 128],
  ["brightpenny", "cj", 64.5],
  ["otter-lane", "awin", 86],
  ["nike", "awin", 142.8],
] as const;

await mkdir("docs/pictures", { recursive: true });
const product = await startProduct();
const browser = await openBrowser();
const { page, close } = await openVisitor(browser, { baseURL: product.url, viewport: { width: 1280, height: 860 } });
const picture = (name: string) => page.screenshot({ path: `docs/pictures/${name}.png` });

await page.goto("/", { waitUntil: "networkidle" });
await picture("home");
await page.goto("/marlow-finch-coupons", { waitUntil: "networkidle" });
await picture("merchant");
await page.goto("/register");
await page.getByLabel("Name", { exact: true }).fill("Rosa Delgado");
await page.getByLabel("Email", { exact: true }).fill("rosa@example.com");
await page.getByLabel("Password", { exact: true }).fill("copper penny passbook");
await page.getByRole("checkbox").check();
await page.getByRole("button", { name: /Create account/ }).click();
await page.waitForURL(/purchase-history/);
const member = (await product.wired.database.pool.query("select user_id from identity.users")).rows[0];
for (const [merchant, network, amount] of SHOPS) {
  const gone = await product.wired.cashback.go(
    { user_id: member.user_id, plus_active: false },
    { merchant },
    product.wired.partners.home,
  );
  if (!gone.ok) throw new Error(gone.code);
  const programId = gone.value.destination.network_programme_id;
  const { order } = await product.control<{ order: { id: string } }>("/orders", {
    network,
    programId,
    subId: gone.value.click_id,
    amount,
  });
  if (merchant === "nike") await product.control(`/orders/${network}/${order.id}/approve`, {});
}
await page.waitForTimeout(8_000);
await page.goto("/account/purchase-history", { waitUntil: "networkidle" });
await page
  .getByRole("button", { expanded: false })
  .filter({ hasNotText: /menu|search/i })
  .first()
  .click()
  .catch(() => {});
await page.waitForTimeout(600);
await picture("passbook");
await page.goto(product.sandbox.url, { waitUntil: "networkidle" });
await page
  .getByRole("heading", { name: /^orders/i })
  .first()
  .scrollIntoViewIfNeeded();
await page.mouse.wheel(0, 500);
await page.waitForTimeout(300);
await picture("world");
await close();
await browser.close();
await product.close();
process.exit(0);
