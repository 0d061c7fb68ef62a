/** Each role comes in by its passkey and does what it is there for, by keyboard alone. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { userId } from "../../src/platform/ids.ts";
import { FROM_US } from "../support/arrivals.ts";
import { giveAuthenticator } from "../support/authenticator.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage({ catalogue: false });

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
async function tabTo(page: Page, words: RegExp) {
  for (let steps = 0; steps < 60; steps += 1) {
    if (words.test(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${words}.`);
}

/** A page of the console whose keys are heard. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await page.locator("[aria-keyshortcuts='/ Control+K']").waitFor();
}

/** Somebody of this role, signed in. `name`: where another of the same role is here. */
async function as(role: string, act: (page: Page) => Promise<void>, { name = role, expected = /^$/ } = {}) {
  const invited = await stage.product.wired.staff.inviteByCommand("test", {
    ...{ email: `${name}@example.com`, name: `Person ${name}`, roles: [role] },
  });
  if (!invited.ok) throw new Error(invited.code);
  await stage.visit(
    {},
    async ({ page }) => {
      await giveAuthenticator(page);
      await page.goto(invited.value.link);
      await tabTo(page, /^Set up your passkey/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "You are in" }).waitFor();
      await act(page);
    },
    expected,
  );
}
const decided = async () => {
  const { rows } = await stage.product.wired.database.pool.query(
    "select act, reason, told, state from staff.decisions order by decided_at desc limit 1",
  );
  return rows[0];
};
const write = (topic: string, more: object) =>
  stage.product.wired.help.send(
    { user_id: null, name: "", is_verified: false, brand: tuppence, language: "en", address: "203.0.113.7" },
    {
      ...{ form: stage.product.wired.help.newForm(), files: [] },
      typed: {
        ...{ topic, email: "olive@example.com", body: "Where is it?" },
        ...{ store: "", order_number: "", ordered_on: "", amount: "", ...more },
      },
    },
  );

it("support answers what somebody wrote", async () => {
  await write("other", {});
  await as("support", async (page) => {
    await open(page, "/console/desk/messages");
    await page.getByRole("heading", { name: /Where is it/ }).waitFor();
    await page.keyboard.press("a");
    await page.getByLabel("Words").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("It is in your passbook.");
    // Words have lines: Enter alone begins one.
    await page.keyboard.press("Control+Enter");
    await page.getByText("Carried out at").first().waitFor();
  });
  expect(await decided()).toMatchObject({
    act: "answer",
    told: { words: "It is in your passbook." },
    state: "waiting",
  });
});

it("claims says what became of a missing purchase", async () => {
  const day = stage.product.wired.clock.now().toISOString().slice(0, 10);
  await write("missing-purchase", { store: "Bright", order_number: "B-77", ordered_on: day, amount: "49.90" });
  await as("claims", async (page) => {
    await open(page, "/console/desk/purchases");
    await page.getByRole("heading", { name: /Bright/ }).waitFor();
    await page.keyboard.press("a");
    await page.getByRole("radio").first().and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Carried out at").first().waitFor();
  });
  expect(await decided()).toMatchObject({ act: "answer", reason: "asked", state: "waiting" });
});

it("finance gives a member money, and takes it back on the member's own page", async () => {
  const registered = await stage.product.wired.identity.register({
    ...{ name: "Ann Archer", email: "ann@example.com", language: "en", partner: "tuppence" },
    ...{ password: "copper penny passbook", password_confirmation: "copper penny passbook" },
    ...{ ...FROM_US, user_agent: "", address: "" },
  });
  if (!registered.ok) throw new Error(registered.code);
  await as("finance", async (page) => {
    await open(page, `/console/members/${userId.show(registered.value.member.user_id)}`);
    await page.keyboard.press("c");
    await page.getByRole("radio").first().and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type("12.50");
    await page.keyboard.press("Tab");
    await page.keyboard.type("parcel came broken");
    await page.keyboard.press("Enter");
    await page.getByText("Carried out at").first().waitFor();
    expect(await decided()).toMatchObject({ act: "credit", reason: "goodwill", state: "waiting" });
    await page.keyboard.press("u");
    await page.locator("[data-state=undone]").first().waitFor();
  });
  expect(await decided()).toMatchObject({ act: "credit", state: "undone" });
});

/** What a network told and nobody can act on. */
async function park(row_key: string) {
  const { database, inbox, clock } = stage.product.wired;
  await database.transaction((tx) =>
    inbox.put(tx, [
      {
        ...{ provider: "impact", source: "report", row_key },
        ...{ payload: { Id: row_key, Amount: "many" }, said_at: clock.now() },
      },
    ]),
  );
  await until("it is parked", async () => (await inbox.listParked(10)).some((row) => row.row_key === row_key));
}

it("catalogue closes what a network told and nobody could act on", async () => {
  await park("ONE");
  await as("catalogue", async (page) => {
    await open(page, "/console/desk/inbox");
    await page.getByRole("heading", { name: /Impact report ONE/ }).waitFor();
    await page.keyboard.press("c");
    await page.getByLabel("Why").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("a test of theirs");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Carried out at").first().waitFor();
  });
  expect(await decided()).toMatchObject({ act: "close", reason: "a test of theirs" });
});

it("who presses after somebody else decided reads who it was, and keeps what was typed", async () => {
  for (const row_key of ["LATE", "NEXT"]) await park(row_key);
  const close = async (page: Page, reason: string) => {
    await page.keyboard.press("c");
    await page.getByLabel("Why").and(page.locator(":focus")).waitFor();
    await page.keyboard.type(reason);
  };
  const later = async (page: Page) => {
    await open(page, "/console/desk/inbox");
    await page.getByRole("heading", { name: /Impact report LATE/ }).waitFor();
    await close(page, "typed meanwhile");
    const sooner = async (other: Page) => {
      await open(other, "/console/desk/inbox");
      await other.getByRole("heading", { name: /Impact report LATE/ }).waitFor();
      await close(other, "decided first");
      await other.keyboard.press("Control+Enter");
      await other.getByRole("heading", { name: /Impact report NEXT/ }).waitFor();
    };
    await as("catalogue", sooner, { name: "sooner" });
    const listed = page.locator(".q-item", { hasText: "LATE" });
    expect(await listed.getAttribute("data-decided")).toBeNull();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Person sooner decided this already: close.").waitFor();
    await page.locator(".q-item[data-decided]", { hasText: "LATE" }).waitFor();
    await page.locator(".q-detail [data-state=waiting]", { hasText: "by Person sooner" }).waitFor();
    await page.getByRole("heading", { name: /Impact report LATE/ }).waitFor();
    expect(await page.getByLabel("Why").inputValue()).toBe("typed meanwhile");
    // The next one is as it was.
    await page.locator(".q-item", { hasText: "NEXT" }).click();
    await page.getByRole("heading", { name: /Impact report NEXT/ }).waitFor();
    expect(await page.getByText("decided this already").count()).toBe(0);
    await listed.click();
    await page.getByRole("heading", { name: /Impact report LATE/ }).waitFor();
    expect(await page.getByRole("toolbar", { name: "Decide" }).count()).toBe(0);
  };
  await as("catalogue", later, { name: "later", expected: /409|Failed to load resource/ });
});

it("content finds a store and reads what is known of it", async () => {
  const { catalog } = stage.product.wired;
  const feed = (await catalog.feeds()).find(({ kind, feed_name }) => kind === "programmes" && /impact/.test(feed_name));
  await catalog.importFeed(feed?.feed_name ?? "");
  await as("content", async (page) => {
    await open(page, "/console");
    await page.keyboard.press("/");
    await page
      .getByLabel(/A page or a queue/)
      .and(page.locator(":focus"))
      .waitFor();
    // Typed on and sent before the answer is there: what the letters before found is not gone to.
    await page.keyboard.type("joinsm");
    await page.getByRole("option", { name: /joinsmarty/i }).waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("marlow finch");
    await page.keyboard.press("Enter");
    await page.waitForURL(/console\/o\/store\//);
    await page.getByRole("heading", { name: "Store", level: 1 }).waitFor();
  });
});

it("analyst reads the figures month by month", async () => {
  await stage.product.wired.health.countDays();
  await as("analyst", async (page) => {
    await open(page, "/console");
    await page.keyboard.press("/");
    await page
      .getByLabel(/A page or a queue/)
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.type("figures");
    await page.keyboard.press("Enter");
    await page.waitForURL(/console\/figures/);
    await page.getByRole("heading", { name: "Desk answers in time" }).waitFor();
    await tabTo(page, /^(By )?month/i);
    await page.keyboard.press("Enter");
    await page.waitForURL(/by=month/);
  });
});
