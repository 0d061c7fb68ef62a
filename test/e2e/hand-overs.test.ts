/**
 * Pages that lead on to apps and the extension, invitations and credits, and the accessibility of them all. A real
 * browser against the whole stage.product.
 */
import { describe, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage, problems } from "../support/stage.ts";
import { type Cookies, signUp } from "./members.ts";
import { logIn, register, settle } from "./signing-in.ts";

const stage = openStage();
const visit = stage.open;

const EVIL = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/%5Cevil.example",
  "javascript:alert(1)",
  "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html",
  "tuppence:alert(1)",
  "%2F%2Fevil.example",
  "/login-full-page-redirect?redirect=https://evil.example",
];
const LEADING = [
  "/login-full-page?redirect=",
  "/login-full-page-redirect?redirect=",
  "/mobile-login-full-page-redirect?redirect=",
  "/mobile/force-login-then-redirect?redirect=",
  "/login-full-page?origin=",
];

describe("pages that lead on", () => {
  it("lead nowhere that is not on the list, signed in or not", async () => {
    const cookies = await signUp(stage.product, "leads@example.com");
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const wrong: string[] = [];
    for (const cookie of ["", header])
      for (const path of LEADING)
        for (const evil of EVIL) {
          const response = await fetch(`${stage.product.url}${path}${encodeURIComponent(evil)}`, {
            redirect: "manual",
            headers: cookie ? { cookie } : {},
          });
          const text = await response.text();
          const to = response.headers.get("location");
          if (response.status !== 400 || to || /tuppence:\/\/[^"]*token/.test(text))
            wrong.push(`${path}${evil}: ${response.status} ${to}`);
        }
    // A percent sign is decoded once: what is left is a path of ours.
    expect(wrong.filter((line) => !/%5C|%2F%2F/.test(line))).toEqual([]);
    for (const line of wrong) expect(line).not.toMatch(/ (https?:)?\/\/evil/);
  });

  it("are called what they say, where they lead nowhere too, in both languages", async () => {
    const cookies = await signUp(stage.product, "titled@example.com");
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const old = "chrome-extension://ihkcfpbnmeahlfgjbkdcaopelgmnfjtp/x.html";
    const paths = LEADING.flatMap((path) => [
      `${path}https://evil.example`,
      ...(/origin|force/.test(path) ? [] : [path + old]),
    ]);
    for (const path of [...paths, "/mobile-login-full-page-redirect?"])
      for (const lang of ["en", "es"]) {
        const text = await (await fetch(`${stage.product.url}${path}&lang=${lang}`, { headers: { cookie } })).text();
        const [, heading] = /<h1[^>]*>([^<]+)</.exec(text) ?? [];
        const [, title] = /<title>([^<]+)</.exec(text) ?? [];
        expect(title, `${path} ${lang}`).toBe(`${heading} · Tuppence`);
      }
  });

  it("sign in without the site's frame and go on to a page and the app", async () => {
    await signUp(stage.product, "frame@example.com");
    await settle(stage.product, "frame@example.com");
    const visitor = await visit({ viewport: PHONE });
    const { page } = visitor;
    await page.goto(`/login-full-page?redirect=${encodeURIComponent("/account/referrals")}`);
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
    await logIn(page, "frame@example.com");
    await page.waitForURL(/\/account\/referrals$/);

    await page.goto(`/mobile-login-full-page-redirect?redirect=${encodeURIComponent("tuppence://mobile/dashboard")}`);
    const app = await page.getByRole("link", { name: "Open the app" }).getAttribute("href");
    expect(app).toMatch(/^tuppence:\/\/mobile\/dashboard\?token=\w{40,}$/);
    expect(await page.evaluate(() => document.cookie)).toContain("redirect_to_app=1");
    // The page tries to open the app by itself, which would end what is asked for in its own tab.
    const authorized = await visitor.context.newPage();
    await authorized.goto("/mobile/authorized");
    const link = (await authorized.getByRole("link", { name: "Open the app" }).getAttribute("href")) ?? "";
    expect(link).toMatch(/^tuppence:\/\/authorized\?token=/);
    // The token opens one session, once, in another stage.browser.
    const token = new URL(link).searchParams.get("token");
    const phone = await visit({ viewport: PHONE });
    await phone.page.goto(`/token/callback/${token}`);
    await phone.page.getByText("f•••@example.com").waitFor();
    await phone.page.getByRole("button", { name: "Continue" }).click();
    await phone.page.waitForURL(/\/account\//);
    await phone.close();

    // An extension that brings no challenge wants a token in its address, and is told that it is too old.
    const tab = await visitor.context.newPage();
    for (const extension of ["chrome-extension://ID/x.html", "https://ID.chromiumapp.org/"]) {
      const redirect = encodeURIComponent(extension.replace("ID", "ihkcfpbnmeahlfgjbkdcaopelgmnfjtp"));
      for (const path of ["/login-full-page", "/login-full-page-redirect", "/mobile-login-full-page-redirect"]) {
        const told = await tab.goto(`${path}?redirect=${redirect}`);
        expect(told?.status(), path).toBe(400);
        await tab.getByRole("heading", { name: "Your extension is too old to sign in" }).waitFor();
        expect(await tab.content()).not.toMatch(/[?&]token=/);
      }
    }
    expect(await violations(tab)).toEqual([]);
    await tab.close();
    // In a tab of its own, as above.
    const last = await visitor.context.newPage();
    await last.goto("/mobile/force-login-then-redirect");
    await last.getByRole("link", { name: "Open the app" }).waitFor();
    await visitor.close();

    const stranger = await visit();
    await stranger.page.goto("/mobile/force-login-then-redirect");
    await stranger.page.waitForURL(/\/login$/);
    await stranger.page.goto("/mobile/authorized");
    await stranger.page.getByRole("heading", { name: "You're not signed in yet" }).waitFor();
    await stranger.close();
  });

  it("show the way to the Safari extension in steps", async () => {
    const visitor = await visit({ viewport: PHONE });
    const { page } = visitor;
    await page.goto("/safari-mobile/installed/9");
    await page.waitForURL(/\/mobile-safari\/installed\/1$/);
    for (const step of [2, 3, 4]) {
      await page.getByRole("link", { name: "Next step" }).click();
      await page.waitForURL(new RegExp(`/${step}$`));
    }
    await page.getByText("This page cannot see the extension yet.").waitFor();
    await page.evaluate(() => document.documentElement.setAttribute("data-tuppence-extension", ""));
    await page.getByRole("link", { name: "Previous step" }).click();
    await page.getByRole("link", { name: "Next step" }).click();
    await page.getByText("It is on: this page can see the extension.").waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  });
});

describe("invitations and credits", () => {
  it("lead from the link to both passbooks", async () => {
    const cookies = await signUp(stage.product, "inviter@example.com");
    const inviter = await visit();
    await inviter.context.addCookies(cookies);
    await inviter.page.goto("/account/referrals");
    await inviter.page.getByRole("heading", { name: "No one yet" }).waitFor();
    const link = await inviter.page.getByRole("textbox", { name: "Your own link" }).inputValue();
    await inviter.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await inviter.page.getByRole("button", { name: "Copy the link" }).click();
    await inviter.page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await inviter.page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    // Another machine: the same browser on the same network would be one person.
    const context = await stage.browser.newContext({
      baseURL: stage.product.url,
      viewport: PHONE,
      userAgent: "Mozilla/5.0 (iPhone) Safari",
    });
    const friend = await context.newPage();
    await friend.goto(link);
    await friend.getByRole("heading", { level: 1, name: "Nia invites you: $5 on your first order" }).waitFor();
    await friend.getByRole("link", { name: "Create your free account" }).click();
    await friend.waitForURL(/\/register$/);
    await register(friend, "friend@example.com", "Fay Friend");
    await friend.waitForURL(/\/account\//);
    await expect.poll(() => friend.evaluate(() => document.cookie)).not.toContain("referral_code");
    await friend.goto("/account/referrals");
    await friend.getByText("$5.00 comes with your first order of $25 or more").waitFor();
    await context.close();

    await inviter.page.reload();
    await inviter.page.getByRole("cell", { name: /Fay F\./ }).waitFor();
    expect(await inviter.page.locator("main").textContent()).not.toContain("friend@example.com");
    await inviter.page.goto(link);
    await inviter.page.getByText("This is your own invitation, as a friend sees it.").waitFor();
    await inviter.page.goto("/refer?code=NOSUCHCODE");
    await inviter.page.getByText("We don't recognize this invitation code.").waitFor();
    expect(inviter.problems).toEqual([]);
    await inviter.close();
  });

  it("credits a promotion once, removes its cookie and refreshes twice", async () => {
    const visitor = await visit();
    const { page, context } = visitor;
    // The offer that the exit overlay of this page makes: what the reader writes alone asks for nothing.
    const offer = async () => {
      const reply = await context.request.post("/api/promotion", { headers: { origin: stage.product.url } });
      const { flow } = (await reply.json()) as { flow: string };
      await context.addCookies([{ name: "register_promo", value: flow, url: stage.product.url }]);
      return flow;
    };
    await page.goto("/spl/splandamz");
    expect(await offer()).toBe("flow5");
    const calls: string[] = [];
    page.on("request", (request) => {
      if (/give-credit|api\/refresh/.test(request.url()))
        calls.push(new URL(request.url()).pathname + new URL(request.url()).search);
    });
    await page.goto("/register");
    await register(page, "promo@example.com");
    await page.waitForURL(/purchase-history/);
    await page.getByText("$10.00 welcome credit waits in your passbook for your first order of").waitFor();
    await expect.poll(() => calls).toEqual(["/api/give-credit?ucb=flow5", "/api/refresh", "/api/refresh"]);
    expect(await page.evaluate(() => document.cookie)).not.toContain("register_promo");
    await page.reload();
    await page.getByText("Welcome credit", { exact: true }).waitFor();
    // No page of ours is open meanwhile: one that is still coming alive would take the offer up and tell of it before it is left.
    await page.goto("about:blank");
    await offer();
    await page.goto("/account/purchase-history");
    await page.getByText("You've already received your welcome credit. One per member.").waitFor();
    expect(problems(visitor, /status of 409/)).toEqual([]);
    await visitor.close();
  });
});

it("is accessible on every page of these, in both languages, both modes and both sizes", async () => {
  const cookies: Cookies = await signUp(stage.product, "axe@example.com");
  const paths = {
    visitor: [
      "/refer",
      "/refer?code=NOSUCHCODE",
      "/login-full-page",
      "/login-full-page?redirect=x",
      "/login-full-page?origin=http://joinsmarty.localhost:1",
      "/mobile/authorized",
      "/mobile-safari/installed/1",
      "/mobile-safari/installed/4",
    ],
    member: ["/account/referrals", "/account/onboarding", "/login-full-page?origin=http://joinsmarty.localhost:1"],
  };
  const found: string[] = [];
  for (const [who, list] of Object.entries(paths))
    for (const [language, dark, viewport] of [
      ["en", false, PHONE],
      ["es", true, DESKTOP],
      ["en", true, { width: 320, height: 640 }],
    ] as const) {
      const visitor = await visit({ language, dark, viewport });
      if (who === "member") await visitor.context.addCookies(cookies);
      for (const path of list) {
        await visitor.page.goto(path + (language === "es" ? `${path.includes("?") ? "&" : "?"}lang=es` : ""), {
          waitUntil: "networkidle",
        });
        const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        const wrong = [...(wide ? ["wider than the window"] : []), ...(await violations(visitor.page))];
        found.push(
          ...wrong.map((line) => `${who} ${path} ${language} ${dark ? "dark" : "light"} ${viewport.width}: ${line}`),
        );
      }
      await visitor.close();
    }
  expect(found).toEqual([]);
});
