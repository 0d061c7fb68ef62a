/**
 * Who is signed in, and what follows: guards, sessions that end in the middle of a visit, two tabs, the modal, first steps.
 * A real browser against the whole stage.product.
 */
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { userId } from "#platform/ids";
import { PHONE, type Visitor } from "../support/browser.ts";
import { openStage, problems } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { PASSWORD, signUp } from "./members.ts";
import { logIn, readRow, register, settle, userIdOf } from "./signing-in.ts";

const stage = openStage();
const visit = stage.open;

describe("the login guard", () => {
  it("keeps the way, writes the attempt down and comes back, also for pages reached inside the site", async () => {
    await signUp(stage.product, "guard@example.com");
    await settle(stage.product, "guard@example.com");
    const visitor = await visit();
    const { page } = visitor;
    await page.goto("/account/withdrawal?reference=mail7");
    await page.waitForURL(/\/login$/);
    const attempt = await readRow(
      stage.product,
      "select path, from_reference from identity.access_attempts order by attempt_id desc limit 1",
    );
    expect(attempt).toEqual({ path: "/account/withdrawal?reference=mail7", from_reference: true });
    expect(await page.evaluate(() => document.cookie)).toContain("redirected_from_ida=1");
    await logIn(page, "guard@example.com");
    await page.waitForURL(/\/account\/withdrawal\?reference=mail7$/);
    await visitor.close();

    const other = await visit();
    await other.page.goto("/", { waitUntil: "networkidle" });
    await other.page.evaluate(() => Object.assign(window, { sameDocument: true }));
    // The footer's link goes through the client; the server's guard answers all the same.
    await other.page.getByRole("contentinfo").getByRole("link", { name: "Refer a friend" }).click();
    await other.page.waitForURL(/\/refer$/);
    await other.page.getByRole("link", { name: "Get your own link" }).click();
    await other.page.waitForURL(/\/login$/);
    expect(await other.page.evaluate(() => "sameDocument" in window)).toBe(true);
    await logIn(other.page, "guard@example.com");
    await other.page.waitForURL(/\/account\/referrals$/);
    // Login and register are closed to members.
    for (const path of ["/login", "/register"]) {
      await other.page.goto(path);
      await other.page.waitForURL(/\/account\//);
    }
    expect(problems(other, /$^/)).toEqual([]);
    await other.close();
  });

  it("speaks the language of the address that it stops, without script too, and leads on in it", async () => {
    await signUp(stage.product, "idioma@example.com");
    const visitor = await visit({ javaScript: false });
    const { page } = visitor;
    await page.goto("/go/marlow-finch?lang=es");
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(await page.locator("html").getAttribute("lang")).toBe("es");
    await logIn(page, "idioma@example.com", PASSWORD, speaker("es"));
    await page.waitForURL(/\/marlow-finch-coupons\/redirecting\?lang=es$/);
    await visitor.close();
  });

  it("scrolls to the top, and to a hash with ten pixels above it", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto("/stores", { waitUntil: "networkidle" });
    await page.evaluate(() => window.scrollTo(0, 900));
    await page
      .getByRole("link", { name: "Coupons", exact: true })
      .first()
      .evaluate((link) => (link as HTMLElement).click());
    await page.waitForURL(/\/coupons$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "/MerchantList#site-footer";
      link.textContent = "down";
      document.querySelector("main")?.prepend(link);
      link.click();
    });
    await page.waitForURL(/MerchantList#site-footer$/);
    const top = () =>
      page.evaluate(() => Math.round(document.getElementById("site-footer")?.getBoundingClientRect().top ?? -1));
    const padding = await page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop);
    expect(padding).toBe("10px");
    await expect.poll(top).not.toBe(-1);
    // Places of a text, of an answer and of a form: nothing of ours lies over the top of a page.
    const topOf = (id: string) =>
      page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? -1), id);
    for (const place of ["/how-it-works#buy", "/faq#when-withdraw", "/ccpa-privacy-rights#request"]) {
      await page.goto(place, { waitUntil: "networkidle" });
      await expect.poll(() => topOf(place.split("#")[1] ?? ""), { message: place }).toBe(10);
    }
    await visitor.close();
  });
});

describe("a session", () => {
  async function member(email: string): Promise<{ visitor: Visitor; page: Page; context: BrowserContext }> {
    const cookies = await signUp(stage.product, email);
    await settle(stage.product, email);
    const visitor = await visit();
    await visitor.context.addCookies(cookies);
    await visitor.page.goto("/account/referrals", { waitUntil: "networkidle" });
    // A busy machine is quiet before the page has asked who is there.
    await visitor.page.waitForFunction(() => localStorage.getItem("user") !== null);
    return { visitor, page: visitor.page, context: visitor.context };
  }

  it("that the server ended in the middle of a visit says so, and comes back to where it was", async () => {
    const { visitor, page } = await member("ended@example.com");
    const { session_id } = await readRow<{ session_id: string }>(
      stage.product,
      "select session_id from identity.sessions s join identity.users u using (user_id) where u.email = 'ended@example.com' order by issued_at desc limit 1",
    );
    await stage.product.wired.identity.logout(session_id);
    await page.reload();
    await page.waitForURL(/\/login$/);
    await page.getByRole("alert").getByText("You have been logged out").waitFor();
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/tp_token/);
    await logIn(page, "ended@example.com");
    await page.waitForURL(/\/account\/referrals$/);
    expect(problems(visitor, /status of 401/)).toEqual([]);
    await visitor.close();
  });

  it("whose cookie is gone ends with the next page, and in a tab that somebody returns to", async () => {
    const { visitor, page, context } = await member("cookie@example.com");
    const heard: string[] = [];
    page.on("console", (message) => heard.push(message.text()));
    await context.clearCookies();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.waitForURL((url) => url.pathname === "/");
    expect(heard).toContain("Cookie is no longer there");
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
    await visitor.close();
  });

  it("is followed in the other tab: signed out there, and signed in as somebody else", async () => {
    const { visitor, page, context } = await member("tabs@example.com");
    await signUp(stage.product, "other-tabs@example.com");
    await settle(stage.product, "other-tabs@example.com");
    const second = await context.newPage();
    await second.goto("/account/purchase-history", { waitUntil: "networkidle" });
    await page.evaluate(() =>
      fetch("/api/logout", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }),
    );
    await page.evaluate(() => localStorage.removeItem("user"));
    await second.waitForURL((url) => url.pathname === "/");
    await second.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();

    await page.goto("/login");
    await logIn(page, "tabs@example.com");
    await page.waitForURL(/\/account\//);
    await second.goto("/account/referrals", { waitUntil: "networkidle" });
    const code = await second.getByRole("textbox", { name: "Your own link" }).inputValue();
    // What the page's own script does, in a tab that did not hear of the first one's sign-out.
    await page.evaluate(async (password) => {
      const response = await fetch("/api/web/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "other-tabs@example.com", password }),
      });
      const { user } = (await response.json()) as { user: object };
      localStorage.setItem("user", JSON.stringify(user));
    }, PASSWORD);
    // The other member's own page took the place of the first one's.
    await expect
      .poll(() =>
        second
          .getByRole("textbox", { name: "Your own link" })
          .inputValue()
          .catch(() => code),
      )
      .not.toBe(code);
    await visitor.close();
  });

  it("that was taken over by a document in another tab is followed, and nobody is signed out by the old one", async () => {
    const { visitor, page, context } = await member("before@example.com");
    const others = await signUp(stage.product, "after@example.com");
    await settle(stage.product, "after@example.com");
    const bind = others.find(({ name }) => name === "tp_bind")?.value;
    const bindNow = async () => (await context.cookies()).find(({ name }) => name === "tp_bind")?.value;
    const who = () => page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").email as string | undefined);
    // A page of the first one presses something that only a member can: its token and the cookies belong to two people.
    await page.goto("/marlow-finch-coupons", { waitUntil: "networkidle" });
    await context.addCookies(others);
    await page.locator("button.heart").first().click();
    await expect.poll(who).toBe("after@example.com");
    expect(await bindNow()).toBe(bind);
    expect(new URL(page.url()).pathname).toBe("/marlow-finch-coupons");
    // And a page with the first one's own things gives way when somebody comes back to it.
    await context.addCookies(await signUp(stage.product, "third@example.com"));
    await settle(stage.product, "third@example.com");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(who).toBe("third@example.com");
    expect(problems(visitor, /status of 401/)).toEqual([]);
    await visitor.close();
  });

  it("leaves nothing behind the back button", async () => {
    const { visitor, page } = await member("back@example.com");
    await page.goto("/account/purchase-history", { waitUntil: "networkidle" });
    await page.goto("/logout");
    await page.waitForURL((url) => url.pathname === "/");
    await page.goBack();
    await page.waitForURL(/\/login$|\/$/);
    // Unlike a count this gives up: a browser between two documents may never answer.
    await page.getByText("Passbook entries, newest first").waitFor({ state: "detached" });
    await visitor.close();
  });
});

describe("the register modal", () => {
  it("remembers the offer while it is open, forgets it when it closes, and wins over the first steps", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto("/marlow-finch-coupons", { waitUntil: "networkidle" });
    const shop = page.getByRole("link", { name: /^Shop with/ }).first();
    await shop.click();
    await page.getByRole("dialog").waitFor();
    const waiting = () =>
      page.evaluate(() => [sessionStorage.getItem("waiting_offer"), /auth_redirect_url=%2F/.test(document.cookie)]);
    expect(await waiting()).toEqual([expect.stringContaining("marlow-finch-coupons/redirecting"), true]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(waiting).toEqual([null, false]);

    await shop.click();
    await register(page, "shopper@example.com");
    await page.waitForURL(/redirecting|127\.0\.0\.1/);
    expect(page.url()).not.toContain("onboarding");
    await visitor.close();
  });
});

describe("first steps", () => {
  it("come once, on a page of the list, and are over with one click", async () => {
    const visitor = await visit({ viewport: PHONE });
    const { page } = visitor;
    await page.goto("/register");
    await register(page, "fresh@example.com", "Fresh Member");
    await page.waitForURL(/purchase-history/);
    await page.waitForTimeout(300);
    expect(page.url()).toContain("purchase-history");
    await page.goto("/stores");
    await page.waitForURL(/\/account\/onboarding$/);
    await page.getByRole("heading", { level: 1, name: "Which stores do you use?" }).waitFor();
    const picks = page.getByRole("group", { name: "Stores" }).getByRole("checkbox");
    expect(await picks.count()).toBe(15);
    await picks.nth(0).press("Space");
    await picks.nth(2).press("Space");
    await page.getByText("2 picked").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    // Back at the page that was asked for.
    await page.waitForURL((url) => url.pathname === "/stores");
    const member = await userIdOf(stage.product, "fresh@example.com");
    expect(await page.evaluate(() => document.cookie)).toContain(`onboarding_completed=${userId.show(member)}`);
    expect(await stage.product.wired.catalog.favourites(member)).toHaveLength(2);
    await page.goto("/stores");
    await page.waitForTimeout(600);
    expect(page.url()).toMatch(/\/stores$/);
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  });

  it("work without script, and can be skipped", async () => {
    const cookies = await signUp(stage.product, "plain@example.com");
    const visitor = await visit({ javaScript: false });
    await visitor.context.addCookies(cookies);
    await visitor.page.goto("/account/onboarding");
    await visitor.page.getByRole("button", { name: "Skip this step" }).click();
    await visitor.page.waitForURL((url) => url.pathname === "/");
    expect(
      await readRow(stage.product, "select coin_onboarding from identity.users where email = 'plain@example.com'"),
    ).toEqual({
      coin_onboarding: 1,
    });
    await visitor.close();
  });
});
