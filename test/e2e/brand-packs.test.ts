/** Whom a partner sends has its own page alone and keeps its keys; a look at a draft is nobody else's. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { giveAuthenticator } from "../support/authenticator.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { hireOperator } from "../support/operators.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage({ catalogue: false });

const read = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${stage.product.url}${path}`, { headers, redirect: "manual" })).text();
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator("[aria-keyshortcuts='/ Control+K']").waitFor();
};
const cookieOf = (token: string) => ({
  name: stage.product.wired.staff.cookie.name,
  value: token,
  url: stage.product.url,
});
it("whom a partner sends has its page alone, makes a key that is shown once, and ends it", async () => {
  const { wired } = stage.product;
  const olga = await hireOperator(wired, "Olga", ["owner"]);
  await stage.visit({}, async ({ page, context }) => {
    await context.addCookies([cookieOf(olga.token)]);
    await open(page, "/console/people");
    await page.getByRole("button", { name: "Invite somebody" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Close" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("Sam Ship");
    await page.keyboard.press("Tab");
    await page.keyboard.type("sam.ship@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Sent by Ship");
    await dialog.getByText("Roles", { exact: true }).waitFor({ state: "detached" });
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Send the invitation" }).press("Enter");
    await page.getByText("has been sent a link").waitFor();
    await page.getByText("sent by shipright").waitFor();
  });
  const link = await until("the invitation came", async () => {
    const { mails } = await stage.product.control<{ mails: { text: string }[] }>("/mails?to=sam.ship%40example.com");
    return /https?:\/\/\S+link=[\w-]+/.exec(mails[0]?.text ?? "")?.[0];
  });
  await stage.visit(
    {},
    async ({ page }) => {
      await giveAuthenticator(page);
      await page.goto(link);
      await page.getByRole("button", { name: /^Set up your passkey/ }).press("Enter");
      await page.getByRole("heading", { name: "You are in" }).waitFor();
      for (const path of ["/console", "/console/desk", "/console/o/partner/joinsmarty", "/console/lists/packs"]) {
        await page.goto(path);
        expect(new URL(page.url()).pathname, path).toBe("/console/partner");
      }
      for (const path of ["/console/people", "/console/audit", "/console/partner/joinsmarty"])
        expect((await page.goto(path))?.status(), path).toBe(403);
      await open(page, "/console/partner");
      await page.getByRole("heading", { level: 1, name: "ShipRight" }).waitFor();
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.getByLabel("What will call us by it").focus();
      await page.keyboard.type("Nightly report");
      await page.keyboard.press("Enter");
      const key = await page.locator(".con-key").textContent();
      const figures = async () =>
        (await fetch(`${stage.product.url}/api/partner/figures`, { headers: { authorization: `Bearer ${key}` } }))
          .status;
      expect(await figures()).toBe(200);
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.reload();
      await page.getByText("Nightly report").waitFor();
      expect(await page.content()).not.toContain(String(key));
      await page.getByRole("button", { name: "End Nightly report" }).press("Enter");
      await until("the key is ended", async () => (await figures()) === 401);
    },
    /status of 403/,
  );
});

it("a look is for its own reader: nothing of it is kept, and no link of it is good when it is forged", async () => {
  const { wired } = stage.product;
  const { packs, previews } = wired.partners;
  const begun = await packs.write({ partner: "shipright", by: "opr_x" });
  if (!begun.ok) throw new Error(begun.code);
  const changed = await packs.change(
    begun.value,
    ({ brand, pixels }) => ({ ok: true, value: { brand: { ...brand, name: "Draft Right" }, pixels } }),
    { by: "opr_x", seen: null },
  );
  expect(changed).toMatchObject({ ok: true });
  const token = previews.tokenOf(begun.value);
  const look = { cookie: `pack_preview=${token}` };
  // The looker comes first, where nothing is kept yet, and last, where the true page is.
  const paths = [
    "/careers",
    "/careers?partner=shipright",
    "/careers.data",
    "/careers.data?_routes=root",
    "/faq?lang=es",
  ];
  for (const path of paths) {
    for (const headers of [look, {}, look]) {
      const answer = await fetch(`${stage.product.url}${path}`, { headers });
      const text = await answer.text();
      if (headers !== look) expect(text, path).not.toContain("Draft Right");
      else expect(answer.headers.get("cache-control"), path).toMatch(/no-store/);
      if (headers === look && !path.includes("_routes")) expect(text, path).toContain("Draft Right");
    }
  }
  for (const [method, path] of [
    ["GET", "/login"],
    ["GET", "/console/sign-in"],
    ["POST", "/careers"],
    ["POST", "/login"],
  ] as const)
    expect(await (await fetch(`${stage.product.url}${path}`, { method, headers: look })).text(), path).not.toContain(
      "Draft Right",
    );
  for (const forged of [
    `${token}x`,
    token.replace(/^pck_./, "pck_f"),
    token.replace(/\.\d+\./, ".9999999999."),
    "..",
    "%",
  ])
    expect(await read("/careers", { cookie: `pack_preview=${forged}` }), forged).not.toContain("Draft Right");
});
