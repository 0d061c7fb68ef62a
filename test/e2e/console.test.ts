/** The operators' console by keyboard alone: set up, decide, take back, sign out and in again; looked at in both modes. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { giveAuthenticator } from "../support/authenticator.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage({ catalogue: false });

/** What providers told and nobody could act on: three that wait. */
async function park(keys: readonly string[]) {
  const { database, inbox, clock } = stage.product.wired;
  await database.transaction((tx) =>
    inbox.put(
      tx,
      keys.map((row_key) => ({
        ...{ provider: "impact", source: "report", row_key },
        ...{ payload: { Id: row_key, Amount: "many" }, said_at: clock.now() },
      })),
    ),
  );
  await until("all are parked", async () => (await inbox.listParked(10)).length === keys.length);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
async function tabTo(page: Page, words: RegExp) {
  for (let steps = 0; steps < 60; steps += 1) {
    if (words.test(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${words}.`);
}

it("a person sets up a passkey, decides, takes back, and comes in again, without a mouse", async () => {
  const { wired } = stage.product;
  await park(["ONE", "TWO", "THREE"]);
  const invited = await wired.staff.inviteByCommand("test", {
    email: "olga@example.com",
    name: "Olga Owner",
    roles: ["owner"],
  });
  if (!invited.ok) throw new Error(invited.code);
  await stage.visit(
    {},
    async ({ page }) => {
      const keys = await giveAuthenticator(page);
      const strange: string[] = [];
      await page.goto(invited.value.link);
      await page.getByRole("heading", { name: "Welcome, Olga Owner" }).waitFor();
      strange.push(...(await violationsInBothModes(page)));
      await tabTo(page, /^Set up your passkey/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "You are in" }).waitFor();
      expect(await keys()).toHaveLength(1);
      await tabTo(page, /^Open the console/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Waiting for a person" }).waitFor();
      // The person's initials stand in line with what is beside them: the sign of what opens stood over them.
      const middles = [page.locator(".con-person .avatar"), page.getByRole("button", { name: /^Find/ }).first()];
      const boxes = await Promise.all(middles.map((one) => one.boundingBox()));
      const [person = 0, find = 0] = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN));
      expect(Math.abs(person - find)).toBeLessThan(2);
      strange.push(...(await violationsInBothModes(page)));
      // By letters to the desk, and there by one key to each thing.
      await page.keyboard.press("/");
      await page.getByLabel("A page or a queue").waitFor();
      await page.keyboard.type("desk: inb");
      await page.keyboard.press("Enter");
      await page.waitForURL(/console\/desk\/inbox/);
      await page.getByRole("heading", { name: /Impact report ONE/ }).waitFor();
      strange.push(...(await violationsInBothModes(page)));
      await page.keyboard.press("j");
      await page.getByRole("heading", { name: /Impact report TWO/ }).waitFor();
      await page.keyboard.press("k");
      await page.getByRole("heading", { name: /Impact report ONE/ }).waitFor();
      await page.keyboard.press("c");
      await page.getByLabel("Why").waitFor();
      await page.keyboard.type("a test of the network's");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("heading", { name: /Impact report TWO/ }).waitFor();
      await page.goBack();
      await page.getByText("Carried out at").first().waitFor();
      strange.push(...(await violationsInBothModes(page)));
      await page.keyboard.press("u");
      await page.locator("[data-state=undone]").first().waitFor();
      const [decision] = (await wired.database.pool.query("select state, act, reason from staff.decisions")).rows;
      expect(decision).toEqual({ state: "undone", act: "close", reason: "a test of the network's" });
      // The session ends meanwhile: what was typed is still there, and goes on.
      await page.keyboard.press("c");
      await page.getByLabel("Why").waitFor();
      await page.keyboard.type("typed before it ended");
      await wired.database.pool.query("update staff.sessions set ended_at = now()");
      await page.keyboard.press("Control+Enter");
      const again = page.getByRole("dialog", { name: "Your session has ended" });
      await again.waitFor();
      await tabTo(page, /^Use your passkey/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /Impact report TWO/ }).waitFor();
      const open = await wired.database.pool.query("select reason from staff.decisions where state = 'waiting'");
      expect(open.rows).toEqual([{ reason: "typed before it ended" }]);
      await wired.health.countDays();
      for (const path of ["people", "audit", "security", "figures", "figures?by=month", "health"]) {
        await page.goto(`/console/${path}`);
        await page.locator(".con-body").waitFor();
        strange.push(...(await violationsInBothModes(page)));
      }
      // A stranger is sent to the sign-in, and after it to where they wanted to go.
      await wired.database.pool.query("update staff.sessions set ended_at = now()");
      await page.goto("/console/audit?what=decided");
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      strange.push(...(await violationsInBothModes(page)));
      await tabTo(page, /^Sign in with your passkey/);
      await page.keyboard.press("Enter");
      await page.waitForURL(/console\/audit\?what=decided/);
      expect(await page.locator(".con-log tbody tr").count()).toBe(2);
      expect(strange).toEqual([]);
    },
    /401|Failed to load resource/,
  );
});
