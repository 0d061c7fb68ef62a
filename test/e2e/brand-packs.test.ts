/** A partner is begun, looked at, published, scheduled and taken back in the console by keyboard alone, and its own person keeps its keys. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { giveAuthenticator } from "../support/authenticator.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { hireOperator } from "../support/operators.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage({ catalogue: false });

const HOST = "perks.acme.example";
const read = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${stage.product.url}${path}`, { headers, redirect: "manual" })).text();
/** By its own host name, which `fetch` does not let anybody say. */
const readAt = async (host: string, path: string) => {
  const { request } = await import("node:http");
  const { hostname, port } = new URL(stage.product.url);
  return new Promise<string>((resolve, reject) => {
    const asked = request({ hostname, port, path, headers: { host } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve(text));
    });
    asked.on("error", reject).end();
  });
};
const isFocused = (one: Element) => one === document.activeElement;

/** Types into the fields of the form that is open, in their order, as somebody without a mouse does. */
async function fill(page: Page, typed: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(typed)) {
    const field = page.locator("form.con-act").getByLabel(new RegExp(`^${label}( ?\\(?optional\\)?)?$`, "i"));
    await field.waitFor();
    for (let steps = 0; steps < 120 && !(await field.evaluate(isFocused)); steps += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
  }
  await page.keyboard.press("Control+Enter");
}
/** An act by the key that its button tells. */
async function choose(page: Page, name: string) {
  const button = page.getByRole("toolbar", { name: "Decide" }).getByRole("button", { name: new RegExp(`^${name}`) });
  await button.waitFor();
  await page.keyboard.press((await button.getAttribute("aria-keyshortcuts")) ?? "");
  await page.locator("form.con-act").getByRole("heading", { name }).waitFor();
}
const said = (page: Page, words: RegExp) => page.getByRole("status").getByText(words).waitFor();
/** What is done at once is carried out behind the answer, and the page shows it by itself. */
const carriedOut = (page: Page, name: string) =>
  page.locator(".con-decision[data-state=done]").first().getByText(name, { exact: true }).waitFor();
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator("[aria-keyshortcuts='/ Control+K']").waitFor();
};
const cookieOf = (token: string) => ({
  name: stage.product.wired.staff.cookie.name,
  value: token,
  url: stage.product.url,
});
const primaryOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--tp-primary").trim().toLowerCase());

it("a partner is a data set by keyboard alone, from its name to the way back", async () => {
  const { wired } = stage.product;
  const [pat, quinn] = [
    await hireOperator(wired, "Pat", ["partners"]),
    await hireOperator(wired, "Quinn", ["partners"]),
  ];
  const before = { home: await read("/"), terms: await read("/how-it-works"), es: await read("/how-it-works?lang=es") };
  let pack = "";
  await stage.visit(
    {},
    async ({ page, context }) => {
      await context.addCookies([cookieOf(pat.token)]);
      await open(page, "/console/lists/partners");
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.getByRole("link", { name: "Begin a new partner" }).press("Enter");
      await page.waitForURL(/o\/partner\/new/);
      await choose(page, "Begin a draft");
      await fill(page, { Partner: "acme" });
      await page.getByRole("link", { name: /acme: draft/ }).press("Enter");
      await page.waitForURL(/o\/pack\/pck_/);
      pack = new URL(page.url()).pathname;
      await choose(page, "Say who it is");
      expect(await violationsInBothModes(page)).toEqual([]);
      await fill(page, { Name: "Acme Perks", Hosts: HOST });
      await carriedOut(page, "Say who it is");
      await choose(page, "Give it a look");
      await fill(page, { Primary: "#FFE08A", Accent: "#F4B942" });
      // What was measured is told, and nothing that was typed is lost.
      await page.getByText(/contrast of 1\.\d\d:1/).waitFor();
      await fill(page, { Primary: "#5A2A82" });
      await carriedOut(page, "Give it a look");
      await choose(page, "Set its plan");
      await fill(page, { "Standard month": "11.49" });
      await carriedOut(page, "Set its plan");
      await choose(page, "Set its shares");
      await fill(page, { "Member share": "35", "Payout minimum": "3.00" });
      await carriedOut(page, "Set its shares");
      await page.reload();
      expect(await violationsInBothModes(page)).toEqual([]);

      await page.getByRole("link", { name: "How it works as it would have it" }).press("Enter");
      const strip = page.getByRole("complementary", { name: "A look at a draft" });
      await strip.getByText("You're looking at a draft of Acme Perks.").waitFor();
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
      expect(await primaryOf(page)).toBe("#5a2a82");
      expect(await page.getByText("$11.49").count()).toBeGreaterThan(0);
      // Nobody else's page is another for it, and neither are those that are somebody's own.
      expect(await read("/how-it-works")).toBe(before.terms);
      const own = await page.goto("/login");
      expect(await own?.text()).not.toContain("Acme Perks");
      await page.goto("/how-it-works");
      await strip.getByRole("link", { name: "Stop looking" }).press("Enter");
      await strip.waitFor({ state: "detached" });
      expect(await page.content()).not.toContain("Acme Perks");

      await open(page, pack);
      await choose(page, "Publish");
      await page.keyboard.press("Control+Enter");
      await said(page, /Publish waits for a second person/);
    },
    /status of 422/,
  );
  expect(await read("/?partner=acme")).not.toContain("Acme Perks");

  await stage.visit({}, async ({ page, context }) => {
    await context.addCookies([cookieOf(quinn.token)]);
    await open(page, pack);
    await page.getByText("Waiting for a second person").waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.keyboard.press("y");
    await until("it is published", async () => wired.partners.named("acme").name === "Acme Perks");
  });
  for (const path of ["/?partner=acme", "/how-it-works?partner=acme", "/how-it-works?partner=acme&lang=es"])
    await until(`${path} is the partner's`, async () => (await read(path)).includes("Acme Perks"));
  for (const [lang, price] of [
    ["en", "$11.49"],
    ["es", "$11.49"],
  ] as const)
    expect(await read(`/how-it-works?partner=acme&lang=${lang}`)).toContain(price);
  expect(await readAt(`${HOST.toUpperCase()}:80`, "/how-it-works")).toContain("Acme Perks");
  expect([await read("/how-it-works"), await read("/how-it-works?lang=es")]).toEqual([before.terms, before.es]);
  await stage.visit({}, async ({ page }) => {
    await page.goto("/?partner=acme");
    const colors: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      colors.push(await primaryOf(page));
    }
    expect(colors[0]).toBe("#5a2a82");
    expect(colors[1]).not.toBe("#5a2a82");
    expect(await violationsInBothModes(page)).toEqual([]);
  });

  await stage.visit({}, async ({ page, context }) => {
    await context.addCookies([cookieOf(pat.token)]);
    await open(page, "/console/o/partner/acme");
    await choose(page, "Begin a draft");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("link", { name: /acme: draft/ }).press("Enter");
    await page.waitForURL(/o\/pack\/pck_/);
    await choose(page, "Say who it is");
    await fill(page, { Name: "Acme Rewards" });
    await carriedOut(page, "Say who it is");
    const later = page.url();
    await choose(page, "Publish");
    const inAnHour = new Date(wired.clock.now().getTime() + 3_600_000).toISOString().slice(0, 16).replace("T", " ");
    await fill(page, { From: inAnHour });
    await carriedOut(page, "Publish");
    await page.getByText("scheduled", { exact: true }).waitFor();
    expect(await read("/?partner=acme")).toContain("Acme Perks");
    await choose(page, "Take back");
    await page.keyboard.type("a wrong name");
    await page.keyboard.press("Control+Enter");
    await carriedOut(page, "Take back");
    expect(wired.partners.packs.remembered(new URL(later).pathname.split("/").at(-1) ?? "")?.state).toBe("withdrawn");
  });

  // Forms know minutes; a moment that is nearer is told to the same door.
  const soon = await wired.partners.packs.write({ partner: "acme", by: "opr_x" });
  if (!soon.ok) throw new Error(soon.code);
  const named = { by: "opr_x", seen: null };
  await wired.partners.packs.change(
    soon.value,
    ({ brand, pixels }) => ({ ok: true, value: { brand: { ...brand, name: "Acme Rewards" }, pixels } }),
    named,
  );
  const at = new Date(wired.clock.now().getTime() + 2_000);
  expect(await wired.partners.packs.publish(soon.value, at, named)).toMatchObject({ ok: true });
  for (let page = ""; !page.includes("Acme Rewards"); ) {
    const asked = wired.clock.now();
    page = await read("/?partner=acme");
    // The page that is kept from before is nobody's once its moment has come.
    if (asked >= at) expect(page).toContain("Acme Rewards");
    else if (wired.clock.now() < at) expect(page).not.toContain("Acme Rewards");
  }
  expect(await wired.partners.packs.end(soon.value, "withdrawn", { by: "opr_x", why: "a test" })).toMatchObject({
    ok: true,
  });
  expect(await read("/?partner=acme")).not.toContain("Acme Rewards");
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
    const who = dialog.getByLabel("Who they are");
    for (let steps = 0; steps < 20 && (await who.inputValue()) !== "shipright"; steps += 1)
      await page.keyboard.press("ArrowDown");
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
      const isIn = page.getByRole("heading", { name: "You are in" });
      // Pressed before the page listens, the form comes back as it was.
      await until("the passkey is made", async () => {
        await page
          .getByRole("button", { name: /^Set up your passkey/ })
          .press("Enter", { timeout: 1_000 })
          .catch(() => {});
        return isIn.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      });
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
      await open(page, "/console/partner");
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
