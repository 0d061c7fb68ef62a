/** What the browser knows of a session and keeps, and what it says when something of it fails (SPEC §3, §4, §8). */
import type { BrowserContext, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { PHONE, type Visitor } from "../support/browser.ts";
import { watchMoved } from "../support/moved.ts";
import { openStage, problems } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { PASSWORD, signUp } from "./members.ts";
import { logIn, readRow, register, settle } from "./signing-in.ts";

const stage = openStage();
const TECHNICAL = "We're sorry, but we are having technical difficulties, please try again in an hour";
const OURS = "Nothing goes at the moment.";
const answer = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
const failing = answer(500, { success: false, code: "unexpected", message: OURS, errors: { form: [OURS] } });
const broken = (route: Route) => route.abort("connectionfailed");
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("user"));

const tokens = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith("tp_token")).length;

async function member(email: string): Promise<Visitor> {
  const cookies = await signUp(stage.product, email);
  await settle(stage.product, email);
  const visitor = await stage.open();
  await visitor.context.addCookies(cookies);
  return visitor;
}

describe("technical difficulties", () => {
  it.each([
    ["said by us when the server says nothing", broken, TECHNICAL],
    ["said by the server first", failing, OURS],
  ])("of a token sync log out and are %s", async (what, fail, text) => {
    const visitor = await member(`sync.${what.length}@example.com`);
    const { page, context } = visitor;
    await page.route("**/api/sync-token", fail);
    await page.goto("/stores");
    await page.getByRole("alert").getByText(text).waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    expect(await stored(page)).toBeNull();
    expect(await tokens(context)).toBe(0);
    expect(problems(visitor, /status of 500|ERR_CONNECTION_FAILED/)).toEqual([]);
    await visitor.close();
  });

  it.each([
    ["by us", broken, TECHNICAL],
    ["by the server", failing, OURS],
  ])("of a refresh log out, and are said %s", async (what, fail, text) => {
    const visitor = await member(`refresh.${what.length}@example.com`);
    const { page, context } = visitor;
    await page.goto("/account/profile", { waitUntil: "networkidle" });
    await page.route("**/api/refresh", fail);
    await page.getByLabel("Name", { exact: true }).fill("Nora Newname");
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await page.getByRole("alert").getByText(text).waitFor();
    expect(await stored(page)).toBeNull();
    expect(await tokens(context)).toBe(0);
    await visitor.close();
  });

  it.each([
    ["en", "We're sorry, but we are having technical difficulties, please try again in an hour"],
    ["es", "Lo sentimos, tenemos dificultades técnicas. Inténtalo de nuevo en una hora"],
  ] as const)("of a login are said in its form, and nobody is signed in (%s)", async (language, text) => {
    const email = `login.${language}@example.com`;
    await signUp(stage.product, email);
    const visitor = await stage.open({ viewport: PHONE });
    const { page } = visitor;
    const tryWith = async (fail: (route: Route) => Promise<void>) => {
      await page.goto(`/login?lang=${language}`, { waitUntil: "networkidle" });
      await page.unroute("**/api/web/login");
      await page.route("**/api/web/login", fail);
      await logIn(page, email, PASSWORD, speaker(language));
    };
    const said = page.getByRole("main").getByRole("alert");
    await tryWith(broken);
    await said.getByText(text).waitFor();
    expect(await stored(page)).toBeNull();
    await tryWith(failing);
    await said.getByText(OURS).waitFor();
    expect(await stored(page)).toBeNull();
    await visitor.close();
  });

  it.each([
    ["en", broken, TECHNICAL],
    ["es", failing, OURS],
  ] as const)(
    "of a registration are said in its form, sign nobody in, and the next press joins (%s)",
    async (language, fail, text) => {
      const spanish = language === "es";
      const email = `difficult.${language}@example.com`;
      const visitor = await stage.open(spanish ? { viewport: PHONE } : {});
      const { page, context } = visitor;
      await page.goto(spanish ? "/register?lang=es" : "/register", { waitUntil: "networkidle" });
      await page.route("**/api/web/register", fail);
      const press = () => page.getByRole("button", { name: spanish ? /Crear cuenta/ : /Create account/ }).click();
      if (spanish) {
        await page.getByLabel("Nombre", { exact: true }).fill("Nia Nueva");
        await page.getByLabel("Correo electrónico", { exact: true }).fill(email);
        await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
        await page.getByRole("checkbox").check();
        await press();
      } else await register(page, email);
      await page.getByRole("main").getByRole("alert").getByText(text).waitFor();
      expect(await stored(page)).toBeNull();
      expect(await tokens(context)).toBe(0);
      expect(await readRow(stage.product, "select 1 from identity.users where email = $1", [email])).toBeUndefined();
      expect(await violations(page)).toEqual([]);
      // What was typed is still there.
      await page.unroute("**/api/web/register");
      await press();
      await expect.poll(() => tokens(context)).toBe(1);
      expect(problems(visitor, /status of 500|ERR_CONNECTION_FAILED/)).toEqual([]);
      await visitor.close();
    },
  );

  it("are no page's that is left while it asks", async () => {
    const visitor = await member("leaves@example.com");
    const { page, context } = visitor;
    // Never answered: the browser cancels it when the page goes.
    await page.route("**/api/sync-token", () => {}, { times: 1 });
    await page.goto("/stores");
    await page.waitForTimeout(500);
    await page.goto("/coupons", { waitUntil: "networkidle" });
    await page.waitForTimeout(1_500);
    expect(await tokens(context)).toBe(1);
    expect(JSON.parse((await stored(page)) ?? "{}")).toMatchObject({ email: "leaves@example.com" });
    await visitor.close();
  });
});

describe("what was to be looked up", () => {
  it.each([
    ["en", broken, "The server did not answer."],
    ["es", failing, OURS],
  ] as const)("of where somebody came from says in a window that it failed (%s)", async (language, fail, text) => {
    const visitor = await stage.open(language === "es" ? { viewport: PHONE, dark: true } : {});
    const { page } = visitor;
    await page.route("**/api/get-cookie", fail);
    await page.goto(`/stores?sid=summer&lang=${language}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(text).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog
      .getByRole("button", { name: language === "es" ? "Cerrar" : "Close" })
      .last()
      .click();
    await dialog.waitFor({ state: "detached" });
    expect(problems(visitor, /status of 500|ERR_CONNECTION_FAILED/)).toEqual([]);
    await visitor.close();
  });

  it.each([
    ["en", "Something went wrong, please try again later."],
    ["es", "Algo salió mal. Inténtalo más tarde."],
  ] as const)("again by a mail says the specification's words when it was not sent (%s)", async (language, text) => {
    const visitor = await member(`resend.${language}@example.com`);
    const { page } = visitor;
    const again = page.getByRole("button", { name: speaker(language)("Send the link again") });
    await page.goto(`/account/profile/verify?lang=${language}`, { waitUntil: "networkidle" });
    await page.route("**/api/verify/resend", broken);
    await again.click();
    const note = page.getByRole("main").getByRole("alert");
    await note.waitFor();
    expect((await note.textContent())?.trim()).toBe(text);
    await page.unroute("**/api/verify/resend");
    await page.route(
      "**/api/verify/resend",
      answer(429, { success: false, code: "too_many_requests", message: "Try again in 9 seconds.", errors: {} }),
    );
    await again.click();
    await note.getByText(`${text} Try again in 9 seconds.`).waitFor();
    await visitor.close();
  });
});

describe("who is signed in", () => {
  it("is drawn as a member from the first paint on, and nothing moves when the page knows who it is", async () => {
    const visitor = await member("still@example.com");
    const { page } = visitor;
    await page.setViewportSize(PHONE);
    const moved = await watchMoved(page);
    let go = () => {};
    const held = new Promise<void>((settled) => {
      go = settled;
    });
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    const going = page.goto("/");
    const ours = page.locator(".members-place");
    await ours.waitFor();
    expect(await page.locator(".hero").isVisible()).toBe(false);
    expect(await page.getByRole("banner").getByRole("link", { name: "Log in" }).isVisible()).toBe(false);
    go();
    await going;
    await page.getByRole("heading", { name: /^Good (morning|afternoon|evening)/ }).waitFor();
    await page.getByRole("main").getByText("Available", { exact: true }).first().waitFor();
    expect(await moved()).toBeLessThan(0.02);
    await page.goto("/offers");
    await page.getByText("Your coins", { exact: true }).waitFor();
    expect(await moved()).toBeLessThan(0.02);
    // Who signed out elsewhere is no member anymore, and reads what visitors read.
    await page.goto("about:blank");
    await visitor.context.clearCookies();
    await page.goto("/");
    await page.locator(".hero").waitFor();
    expect(await ours.isVisible()).toBe(false);
    await visitor.close();
  });
});

describe("what is kept", () => {
  it("are categories of stores and of products, a day long, shown before anything is typed", async () => {
    const visitor = await stage.open();
    const { page } = visitor;
    const asked: string[] = [];
    page.on("request", (request) => /-?categories$/.test(request.url()) && asked.push(new URL(request.url()).pathname));
    for (const _ of [1, 2]) {
      await page.goto("/");
      await page
        .getByRole("banner")
        .getByRole("combobox")
        .or(page.getByRole("banner").getByRole("searchbox"))
        .first()
        .click();
      await page.getByRole("listbox").getByText("Categories").waitFor();
    }
    expect(asked.toSorted()).toEqual(["/api/categories", "/api/product-categories"]);
    const { kept, opened } = await page.evaluate(() => ({
      kept: ["categories", "product_categories"].map((name) => JSON.parse(localStorage.getItem(name) ?? "null")),
      opened: performance.timeOrigin,
    }));
    for (const { data, expire } of kept) {
      expect(data[0]).toMatchObject({ slug: expect.any(String), count: expect.any(Number) });
      expect(Math.round((expire - opened) / 3_600_000)).toBe(24);
    }
    expect(await page.getByRole("listbox").getByRole("option").count()).toBeGreaterThan(8);
    expect(await page.getByRole("listbox").getByRole("option", { name: "Other", exact: true }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await visitor.close();
  });

  it("is how far a list was read, for who comes back to it", async () => {
    const visitor = await stage.open();
    const { page } = visitor;
    await page.goto("/stores", { waitUntil: "networkidle" });
    const cards = page.getByRole("main").getByRole("article");
    const first = await cards.count();
    await page
      .getByRole("link", { name: /^Show \d+ more/ })
      .or(page.getByRole("button", { name: /^Show \d+ more/ }))
      .first()
      .click();
    await expect.poll(() => cards.count()).toBeGreaterThan(first);
    const read = await cards.count();
    await page.getByRole("banner").getByRole("link", { name: "Coupons" }).first().click();
    await page.waitForURL(/\/coupons$/);
    await page.goBack();
    await page.waitForURL(/\/stores$/);
    await expect.poll(() => cards.count()).toBe(read);
    await visitor.close();
  });

  it("is a curated list, which is asked for once in five minutes", async () => {
    const visitor = await stage.open();
    const { page } = visitor;
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/section/") && asked.push(request.url()));
    await page.goto("/section/top-stores", { waitUntil: "networkidle" });
    const cards = page.getByRole("main").getByRole("article");
    const read = await cards.count();
    expect(read).toBeGreaterThan(0);
    await page.getByRole("banner").getByRole("link", { name: "Coupons" }).first().click();
    await page.waitForURL(/\/coupons$/);
    asked.length = 0;
    await page.goBack();
    await page.waitForURL(/\/section\/top-stores$/);
    await expect.poll(() => cards.count()).toBe(read);
    expect(asked).toEqual([]);
    await visitor.close();
  });

  it("is the store that was activated last, by its name", async () => {
    const visitor = await member("activates@example.com");
    const { page } = visitor;
    await page.goto("/marlow-finch-coupons/redirecting");
    await page.waitForURL(/127\.0\.0\.1/);
    await page.goto("/");
    expect(await page.evaluate(() => localStorage.getItem("last_activated_merchant"))).toBe("marlow-finch");
    await visitor.close();
  });

  it("is the browser's own id for analytics, as soon as it is there and allowed, once", async () => {
    const visitor = await member("analytics@example.com");
    const { page, context } = visitor;
    const sent: string[] = [];
    page.on(
      "request",
      (request) => request.url().endsWith("/api/saveGtagClientId") && sent.push(request.postData() ?? ""),
    );
    await page.goto("/stores", { waitUntil: "networkidle" });
    expect(sent).toEqual([]);
    await context.addCookies([{ name: "_ga", value: "GA1.1.123456.987654", url: stage.product.url }]);
    await page.goto("/coupons");
    // As the server has it: of what a page sends while it goes the browser tells nobody.
    const kept = async () =>
      (await stage.product.wired.database.pool.query("select client_id from attribution.analytics_clients")).rows;
    await expect.poll(kept).toEqual([{ client_id: "123456.987654" }]);
    const before = sent.length;
    await page.goto("/stores", { waitUntil: "networkidle" });
    expect(sent).toHaveLength(before);
    await visitor.close();
  });
});
