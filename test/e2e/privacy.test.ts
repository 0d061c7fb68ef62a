/**
 * Privacy in a real browser: where somebody came from reaches their account; a reader in Britain is asked and may refuse;
 * Global Privacy Control is honoured and shown; a hostile pixel reaches nothing.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { DESKTOP, openBrowser, openVisitor, PHONE, type Visitor } from "../support/browser.ts";
import { watchMoved } from "../support/moved.ts";
import { type Product, startProduct } from "../support/product.ts";
import { problems } from "../support/stage.ts";
import { PASSWORD } from "./members.ts";

let product: Product;
let browser: Browser;
let partner: Server;
/** What the partner's host heard, address by address. */
const heard: string[] = [];

/** Everything a bad pixel may try; each try that works is told to the partner's host. */
const hostile = (host: string) => `<script>
var host="${host}",say=function(what){new Image().src=host+"/"+what};
say("ran?t={transaction_id}&h={email_sha256}");
function attempt(name,work){try{work();say("did-"+name)}catch(e){say("refused-"+name)}}
attempt("cookie",function(){var read=document.cookie;document.cookie="evil=1";if(!read&&!document.cookie)throw 0});
attempt("parent",function(){parent.document.body.innerHTML="owned"});
attempt("storage",function(){localStorage.getItem("user").length});
attempt("top",function(){top.location.href=host+"/taken"});
attempt("popup",function(){if(!window.open(host+"/popup"))throw 0});
fetch("/api/get-cookie",{method:"POST",credentials:"include"}).then(function(){say("did-fetch")},function(){say("refused-fetch")});
setTimeout(function(){for(;;){}},400)
</script>`;

beforeAll(async () => {
  partner = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.writeHead(204).end();
  });
  await new Promise<void>((ready) => partner.listen(0, "127.0.0.1", ready));
  const host = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  const file = join(mkdtempSync(join(tmpdir(), "pixels-")), "pixels.json");
  writeFileSync(
    file,
    JSON.stringify({ shipright: { hosts: [host], registration: [{ name: "hostile", html: hostile(host) }] } }),
  );
  [product, browser] = await Promise.all([
    startProduct({ environment: { COUNTRY_HEADER: "CF-IPCountry", PIXELS_FILE: file, VITALS_SHARE: "1" } }),
    openBrowser([], { whole: true }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
  partner?.close();
});

async function open(
  headers: Record<string, string>,
  more: {
    viewport?: { width: number; height: number };
    language?: "en" | "es";
    dark?: boolean;
    gpc?: boolean;
    javaScript?: boolean;
  } = {},
): Promise<Visitor> {
  const { gpc, ...options } = more;
  const visitor = await openVisitor(browser, { baseURL: product.url, ...options });
  await visitor.context.setExtraHTTPHeaders({ ...headers, ...(gpc ? { "sec-gpc": "1" } : {}) });
  if (gpc)
    await visitor.context.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true, configurable: true }),
    );
  return visitor;
}

async function join_(page: Page, email: string) {
  await page.goto("/register");
  await page.getByLabel("Name", { exact: true }).fill("Nia Newcomer");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: /Create account/ }).click();
  await page.waitForURL(/\/account\//);
}
/** What the browser says when it stops the pixel of these tests, which may run at any moment once somebody has joined. */
const HOSTILE = /sandboxed|violates the following Content Security Policy directive|Refused to connect/;
const cookieNames = async (visitor: Visitor) => (await visitor.context.cookies()).map((cookie) => cookie.name);
const memberOf = async (email: string) =>
  (await product.wired.database.pool.query("select * from identity.users where email = $1", [email])).rows[0];
const events = async (where: string, values: unknown[]) =>
  (await product.wired.database.pool.query(`select * from attribution.events where ${where}`, values)).rows;

describe("a reader in the United States", () => {
  it("is not asked, and where they came from reaches their account, with their first events", async () => {
    const visitor = await open({ "cf-ipcountry": "US" });
    const { page } = visitor;
    const set = page.waitForResponse((response) => response.url().endsWith("/api/check-set-cookie"));
    await page.goto("/stores?sid=03102027spring%3Bx&cid=c-9&partner=shipright&ei=true");
    await set;
    const record = (await visitor.context.cookies()).find((cookie) => cookie.name === "sm_landers");
    expect(record).toMatchObject({ httpOnly: true, path: "/" });
    expect(Math.round(((record?.expires ?? 0) - Date.now() / 1_000) / 86_400)).toBe(25);
    expect(await cookieNames(visitor)).toContain("extension_installed");
    await join_(page, "spring@example.com");
    expect(await page.locator(".consent").count()).toBe(0);
    const member = await memberOf("spring@example.com");
    expect(member).toMatchObject({ sid: "03102027spring", cid: "c-9", partner: "shipright", country_code: "US" });
    await expect.poll(() => events("action = 'register' and user_id = $1", [member.user_id])).toHaveLength(1);
    const [event] = await events("action = 'register' and user_id = $1", [member.user_id]);
    expect(event.document).toMatchObject({ sid: "03102027spring", web_partner_name: "ShipRight", reengagement: 0 });
    expect(event.document.install_time, "since when the extension is there").toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await events("action = 'extension_installed' and sid = '03102027spring'", [])).toHaveLength(1);
    expect((await events("action = 'page_view' and sid = '03102027spring'", [])).length).toBeGreaterThan(0);
    expect(problems(visitor, HOSTILE)).toEqual([]);
    await visitor.close();
  });

  it("carries it into the account without script too", async () => {
    const visitor = await open({ "cf-ipcountry": "US" }, { javaScript: false });
    const { page } = visitor;
    await page.goto("/register?sid=plain&cid=7");
    await page.getByLabel("Name", { exact: true }).fill("Plain Page");
    await page.getByLabel("Email", { exact: true }).fill("plain@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: /Create account/ }).click();
    await page.waitForURL(/\/account/);
    const member = await memberOf("plain@example.com");
    expect(member).toMatchObject({ sid: "plain", cid: "7", partner: "tuppence" });
    // The first page with script tells of it, as after the landing flow and other services.
    const alive = await open({ "cf-ipcountry": "US" });
    await alive.context.addCookies(await visitor.context.cookies());
    await alive.page.goto("/stores");
    await expect.poll(() => events("action = 'register' and user_id = $1", [member.user_id])).toHaveLength(1);
    await alive.page.goto("/coupons");
    expect(await events("action = 'login' and user_id = $1", [member.user_id])).toEqual([]);
    for (const one of [visitor, alive]) await one.close();
  });

  it("is safe from a hostile pixel, which runs apart, reaches nothing and is taken away", async () => {
    heard.length = 0;
    const visitor = await open({ "cf-ipcountry": "US" });
    const { page } = visitor;
    await page.goto("/?partner=shipright");
    await page.waitForLoadState("networkidle");
    await join_(page, "pixel@example.com");
    const address = page.url();
    await expect.poll(() => heard.some((line) => line.startsWith("/ran"))).toBe(true);
    await expect.poll(() => heard.filter((line) => line.startsWith("/refused")).length).toBe(6);
    expect(heard.filter((line) => /^\/(did|taken|popup)/.test(line))).toEqual([]);
    expect(heard.filter((line) => line.startsWith("/ran"))).toHaveLength(1);
    expect(heard.find((line) => line.startsWith("/ran"))).toMatch(/^\/ran\?t=usr_[0-9a-f]{32}&h=[0-9a-f]{64}$/);
    // Its endless loop runs by now: the page answers all the same.
    await page.evaluate(async () => {
      for (let n = 0; n < 20; n += 1) await new Promise((next) => setTimeout(next, 10));
    });
    await expect.poll(() => page.locator("iframe").count()).toBe(0);
    expect(page.url()).toBe(address);
    expect(await cookieNames(visitor)).not.toContain("evil");
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(heard.filter((line) => line.startsWith("/ran"))).toHaveLength(1);
    await visitor.close();
  });
});

describe("a reader in Britain", () => {
  it.each([
    { language: "en", viewport: PHONE, dark: false, reject: "Reject all", allow: "Allow all" },
    { language: "es", viewport: DESKTOP, dark: true, reject: "Rechazar todo", allow: "Permitir todo" },
  ] as const)("is asked fairly, and a no leaves nothing ($language)", async ({ reject, allow, ...options }) => {
    const visitor = await open({ "cf-ipcountry": "GB" }, options);
    const { page } = visitor;
    const moved = await watchMoved(page);
    await page.goto(`/?sid=abc&cid=1${options.language === "es" ? "&lang=es" : ""}`);
    const banner = page.locator(".consent");
    await banner.waitFor();
    const no = banner.getByRole("button", { name: reject });
    const yes = banner.getByRole("button", { name: allow });
    // Both at one moment, because the banner may still be sliding in.
    const boxes = await banner.getByRole("button").evaluateAll((buttons) =>
      buttons.slice(0, 2).map((button) => {
        const { width, height, y } = button.getBoundingClientRect();
        return { width, height, y };
      }),
    );
    expect(boxes[0]).toEqual(boxes[1]);
    expect(await no.getAttribute("class")).toBe(await yes.getAttribute("class"));
    expect(await cookieNames(visitor)).not.toContain("sm_landers");
    // In the keyboard's reach, below half of a phone, and nothing moved for it.
    await no.focus();
    expect(await no.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await banner.boundingBox())?.height).toBeLessThan(options.viewport.height / 2);
    expect(await moved()).toBeLessThan(0.02);
    expect(await violations(page, { within: ".consent" })).toEqual([]);
    await page.keyboard.press("Enter");
    await banner.waitFor({ state: "detached" });
    const names = await cookieNames(visitor);
    expect(names).toContain("privacy_choices");
    expect(names).not.toContain("sm_landers");
    expect((await visitor.context.cookies()).find((cookie) => cookie.name === "privacy_choices")?.value).toMatch(
      /^\.[0-9a-f]{12}\.\d+\.$/,
    );
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(await banner.count()).toBe(0);
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  });

  it("may say yes, and then what they came with is kept", async () => {
    const visitor = await open({ "cf-ipcountry": "GB" });
    const { page } = visitor;
    await page.goto("/stores?sid=british&cid=2");
    await page.getByRole("button", { name: "Allow all" }).click();
    await expect.poll(() => cookieNames(visitor)).toContain("sm_landers");
    // And take it back as easily, from any page.
    await page.goto("/stores#privacy-choices");
    await page.getByRole("button", { name: "Reject all" }).click();
    await expect.poll(() => cookieNames(visitor)).not.toContain("sm_landers");
    await visitor.close();
  });

  it("answers it while the prompt for the extension stands above it, and covers none of its buttons", async () => {
    const { page, close } = await open({ "cf-ipcountry": "GB" }, { viewport: { width: 1_280, height: 800 } });
    await page.goto("/stores");
    const banner = page.locator(".consent");
    await banner.waitFor();
    await page.getByRole("complementary", { name: "The extension tries the codes for you" }).waitFor();
    const covered = await banner.getByRole("button").evaluateAll((buttons) =>
      buttons.filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      }),
    );
    expect(covered).toEqual([]);
    await close();
  });

  it("gets no pixel and leaves no name in events", async () => {
    heard.length = 0;
    const visitor = await open({ "cf-ipcountry": "GB" });
    const { page } = visitor;
    await page.goto("/?partner=shipright");
    await page.getByRole("button", { name: "Reject all" }).click();
    await join_(page, "quiet@example.com");
    await page.waitForTimeout(3_000);
    expect(heard).toEqual([]);
    const { user_id } = await memberOf("quiet@example.com");
    expect(await events("user_id = $1", [user_id])).toEqual([]);
    await visitor.close();
  });
});

describe("Global Privacy Control", () => {
  it("is honoured without being asked, and shown in the settings, where choices are changed", async () => {
    heard.length = 0;
    const visitor = await open({ "cf-ipcountry": "US" }, { gpc: true });
    const { page } = visitor;
    await page.goto("/?partner=shipright");
    await page.waitForLoadState("networkidle");
    await join_(page, "signal@example.com");
    await page.waitForTimeout(2_500);
    expect(heard).toEqual([]);
    const { user_id } = await memberOf("signal@example.com");
    expect(await events("user_id = $1", [user_id])).toEqual([]);
    await page.goto("/account/pss");
    await page.getByText("Your browser sends Global Privacy Control, and we honor it").waitFor();
    const place = page.getByRole("switch", { name: /Where you came from/ });
    expect(await place.isChecked()).toBe(true);
    await place.click();
    await expect.poll(() => place.isChecked()).toBe(false);
    await page.reload();
    await page.getByText("Your browser sends Global Privacy Control, and we honor it").waitFor();
    expect(await page.getByRole("switch", { name: /Where you came from/ }).isChecked()).toBe(false);
    await page.getByText("Your earlier choices, and the text you saw").click();
    await page.getByText("refused by your browser's signal").first().waitFor();
    expect(await violations(page, { within: "#privacy" })).toEqual([]);
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  });
});

it("tells how fast a page was, and nothing that tells one visitor from another", async () => {
  const visitor = await openVisitor(browser, { baseURL: product.url });
  // A request of a page that is being left is out of the test's sight: what is handed over is kept here instead.
  await visitor.page.addInitScript(() => {
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        if (String(parts[0]).includes(`"/stores"`)) localStorage.setItem("told", String(parts[0]));
      }
    };
  });
  const stores = async () => (await product.wired.health.pageSpeed()).find(({ page }) => page === "stores");
  // What is left before anything was measured tells nothing, and a driven browser on a busy machine loses one message in
  // three of a page that is being left, which it took over all the same: the page is visited until one has come.
  await expect
    .poll(
      async () => {
        await visitor.page.goto("/stores");
        await visitor.page.waitForFunction(() =>
          performance.getEntriesByType("resource").some(({ name }) => name.includes("measure-vitals")),
        );
        // The browser reports what was before the observers a moment after they came.
        await visitor.page.evaluate(
          () => new Promise((settle) => requestAnimationFrame(() => setTimeout(settle, 500))),
        );
        await visitor.page.goto("/how-it-works");
        return stores();
      },
      { timeout: 180_000 },
    )
    .toMatchObject({ visits: expect.any(Number), vitals: { LCP: {}, TTFB: {} } });
  const body = JSON.parse((await visitor.page.evaluate(() => localStorage.getItem("told"))) ?? "{}");
  expect(body).toMatchObject({ path: "/stores" });
  expect(Object.keys(body)).toEqual(["path", "values"]);
  expect(Object.values(body.values).every((value) => Number.isInteger(value))).toBe(true);
  await visitor.close();
});

it("tells every visitor what does not work, in their language, until it is over", async () => {
  const begun = await product.wired.health.incidents.begin({
    text_en: "Payouts are slow today. Nothing is lost.",
    text_es: "Hoy los retiros tardan. No se pierde nada.",
    hours: 1,
    by: "opr_1",
  });
  const visitor = await openVisitor(browser, { baseURL: product.url, viewport: PHONE });
  const banner = visitor.page.locator(".incident");
  await expect
    .poll(async () => {
      await visitor.page.goto("/");
      return banner.allTextContents();
    })
    .toEqual(["Payouts are slow today. Nothing is lost."]);
  expect(await violations(visitor.page, { within: ".incident" })).toEqual([]);
  await visitor.page.goto("/stores?lang=es");
  expect(await banner.textContent()).toBe("Hoy los retiros tardan. No se pierde nada.");
  if (begun.ok) await product.wired.health.incidents.end(begun.value, "opr_1");
  await expect
    .poll(async () => {
      await visitor.page.goto("/");
      return banner.count();
    })
    .toBe(0);
  await visitor.close();
});
