/** What operators do on the page of a thing without a mouse: each act by its key, each question by Tab, and what was decided now. */
import type { Page } from "playwright-core";
import { CARRY_OUT } from "../../src/modules/staff/job-kinds.ts";
import { addJobs } from "../../src/platform/jobs.ts";
import { hireOperator } from "../support/operators.ts";
import { type Stage, until } from "../support/stage.ts";

/** A page of the console whose keys are heard. */
export async function openByKeys(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("[aria-keyshortcuts='/ Control+K']").waitFor();
}

/** Tab after Tab, as far as the page goes; what may stay empty is called so behind its label. */
export async function tabToField(page: Page, label: string): Promise<void> {
  const field = page.locator(".con-act").getByLabel(new RegExp(`^${label}( optional)?$`));
  for (let steps = 0; steps < 80; steps += 1) {
    if (await field.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${label}.`);
}

/** `typed`: by the words before each field, in the order in which they are met. `looked`: while the form stands open. */
export async function actByKey(
  page: Page,
  act: string,
  typed: Readonly<Record<string, string>> = {},
  looked?: () => Promise<void>,
): Promise<string> {
  const button = page
    .getByRole("toolbar", { name: "Decide" })
    .getByRole("button", { name: new RegExp(`^${act}(…|$)`) });
  const answered = page.waitForResponse("**/api/console/decisions");
  await page.keyboard.press((await button.getAttribute("aria-keyshortcuts")) ?? "");
  if ((await button.textContent())?.includes("…")) {
    await page.locator(".con-act").getByRole("heading", { name: act, exact: true }).waitFor();
    for (const [label, words] of Object.entries(typed)) {
      await tabToField(page, label);
      await page.keyboard.insertText(words);
    }
    await looked?.();
    await page.keyboard.press("Control+Enter");
  }
  await answered;
  const said = page.getByRole("status").filter({ hasText: act });
  await said.waitFor();
  return (await said.textContent()) ?? "";
}

/** The ten minutes in which it could be undone are over. */
export async function carryOutNow({ product }: Stage, item: string): Promise<void> {
  const { pool, db } = product.wired.database;
  const { rows } = await pool.query<{ id: string }>(
    "update staff.decisions set carry_at = now() where item = $1 and state = 'waiting' returning decision_id as id",
    [item],
  );
  // A job that is added is heard of at once; one whose time was moved waits until somebody looks.
  await addJobs(
    db,
    rows.map(({ id }) => CARRY_OUT.with({ decision_id: id })),
  );
  await until("what was decided is carried out", async () => {
    const { rows: now } = await pool.query<{ state: string; outcome: string }>(
      "select state, outcome from staff.decisions where decision_id = any($1)",
      [rows.map(({ id }) => id)],
    );
    const failed = now.find(({ state }) => ["failed", "refused"].includes(state));
    if (failed) throw new Error(failed.outcome);
    return now.length === rows.length && now.every(({ state }) => state === "done");
  });
}

/** Somebody of the catalogue, signed in. `expected`: refusals that the journey causes on purpose. */
export async function asOperator(
  stage: Stage,
  name: string,
  journey: (page: Page) => Promise<void>,
  expected?: RegExp,
): Promise<void> {
  const { wired, url } = stage.product;
  const { token } = await hireOperator(wired, name, ["catalogue"]);
  await stage.visit(
    {},
    async ({ page, context }) => {
      await context.addCookies([{ name: wired.staff.cookie.name, value: token, url }]);
      await journey(page);
    },
    expected,
  );
}
