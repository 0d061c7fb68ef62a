/**
 * Extras after the payment in a real browser: yes and no, by keyboard and by touch, in both languages, with a bank that
 * asks, without script, and on pages for another page or domain. Every page is accessible in both modes.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { bank, enterCard, goOn, goodCard, payButton, tick, toPayment } from "./landing-walk.ts";
import { accessible, answersOf, hearPixels, serveElsewhere, tiersOf, withTrial } from "./upsell-walk.ts";

const PIXELS = join(mkdtempSync(join(tmpdir(), "pixels-")), "pixels.json");
const sold = { name: "sold", html: "<b>{transaction_id}</b>" };
writeFileSync(
  PIXELS,
  JSON.stringify({ tuppence: { hosts: [], registration: [], conversion: [sold], globaldelayed: [] } }),
);
const stage = openStage({ catalogue: false, environment: { PIXELS_FILE: PIXELS } });

describe("extras on our own pages", () => {
  it("by keyboard on a desktop: from the payment through both, told once over back, reload and a second tab", () =>
    stage.visit({ viewport: DESKTOP, reducedMotion: true }, async (visitor) => {
      const { page, context } = visitor;
      const pixels = hearPixels(visitor);
      const say = speaker("en");
      await toPayment(page, say, "una@example.com");
      await enterCard(page, goodCard());
      await tick(page).check();
      await payButton(page, say).click();
      await page.waitForURL(/\/spupsell$/);
      await page.getByRole("heading", { level: 1, name: "Is Plus right for you?" }).waitFor();
      const row = page.getByRole("row", { name: /Your share of what stores pay us/ });
      expect(await row.textContent()).toContain("90%");
      const words = await page.locator("[data-consent]").textContent();
      expect(words).toContain("I pay $0.00 today, $19.99 on");
      const buttons = page.getByRole("main").getByRole("button");
      const [yes, no] = await Promise.all([0, 1].map((at) => buttons.nth(at).boundingBox()));
      expect(Math.round(yes?.width ?? 0)).toBe(Math.round(no?.width ?? 1));
      await accessible(page);
      await page.reload();
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press("Tab");
        if (await buttons.first().evaluate((button) => button === document.activeElement)) break;
      }
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/splthanq\?/);
      await page.getByRole("heading", { name: "Plus is yours" }).waitFor();
      await accessible(page);
      await goOn(page, say);
      await page.waitForURL(/\/spupsell2$/);
      await page.getByRole("heading", { level: 1, name: "Get shipping refunded, too?" }).waitFor();
      await accessible(page);
      await page.goto("/spupsell");
      await page.waitForURL(/\/spupsell2$/);
      const second = await context.newPage();
      await second.goto("/spupsell2");
      await page.getByRole("button", { name: /^Add ShipRight, \$1\.00 today/ }).dblclick();
      await page.getByRole("heading", { name: "ShipRight is yours" }).waitFor();
      await goOn(page, say);
      await page.waitForURL(/\/spsummary$/);
      await second.getByRole("button", { name: /^Add ShipRight/ }).click();
      await second.waitForURL(/\/splthanq\?/);
      await page.getByText("ShipRight, paid").waitFor();
      await accessible(page);
      await page.reload();
      await page.getByRole("main").getByRole("link", { name: "Continue", exact: true }).click();
      await page.waitForURL(/\/awesome$/);
      await page.getByRole("heading", { name: "Trial started with Plus" }).waitFor();
      const { rows } = await stage.product.wired.database.pool.query(
        "select user_id from identity.users where email = 'una@example.com'",
      );
      const { user_id } = rows[0] as { user_id: string };
      expect(await tiersOf(stage.product, user_id)).toEqual(["plus", "shipright"]);
      expect(await answersOf(stage.product, user_id)).toEqual(["plus accepted", "shipright accepted"]);
      await until("each pixel was given", async () => pixels.given.length >= 3);
      expect(new Set(pixels.given).size).toBe(3);
      expect(pixels.given).toHaveLength(3);
      const kept = await stage.product.wired.database.pool.query(
        "select words from membership.consents where user_id = $1 and kind = 'change_plan'",
        [user_id],
      );
      expect(kept.rows).toEqual([{ words }]);
    }));

  it("on a phone in Spanish: no, back, and no again harm nothing, and nobody is told", () =>
    stage.visit({ viewport: PHONE, language: "es", dark: true, reducedMotion: true }, async (visitor) => {
      const { page, context } = visitor;
      await context.setExtraHTTPHeaders({ "sec-gpc": "1" });
      const pixels = hearPixels(visitor);
      const say = speaker("es");
      const { user_id } = await withTrial(stage.product, visitor, "Dos", "es");
      await page.goto("/spupsell?lang=es&debug=true");
      await page.getByRole("heading", { level: 1, name: say("Is Plus right for you?") }).waitFor();
      await accessible(page);
      const no = page.getByRole("button", { name: say("No thanks, continue") });
      const declined = async (name: string, next: RegExp) => {
        await page.waitForURL(/\/splnothanq\?/);
        await page.getByRole("heading", { name: say("{{name}} was not added", { name }) }).waitFor();
        expect(page.url()).toContain("debug=true");
        await accessible(page);
        await goOn(page, say);
        await page.waitForURL(next);
      };
      await no.click();
      await declined("Plus", /\/spupsell2\?debug=true/);
      await accessible(page);
      await page.goto("/spupsell?debug=true");
      await no.click();
      await declined("Plus", /\/spupsell2\?debug=true/);
      await no.click();
      await declined("ShipRight", /\/spsummary\?debug=true/);
      expect(await answersOf(stage.product, user_id)).toEqual(["plus declined", "shipright declined"]);
      expect(await tiersOf(stage.product, user_id)).toEqual(["standard"]);
      await until("the pixels were asked for", async () => pixels.withheld.includes("gpc"));
      expect(pixels.given, "under Global Privacy Control").toEqual([]);
    }));

  it("with a bank that asks: a reload asks again, a window that is closed loses nothing, an approval adds it", () =>
    stage.visit({ viewport: DESKTOP, reducedMotion: true }, async (visitor) => {
      const { page } = visitor;
      const { user_id } = await withTrial(stage.product, visitor, "Tres");
      await stage.product.control("/stripe/next-charge", { mode: "authentication" });
      await page.goto("/spupsell2");
      await page.getByRole("button", { name: /^Add ShipRight/ }).click();
      await bank(page).getByText("$1.00").waitFor();
      await page.reload();
      await bank(page).getByRole("button", { name: "Close" }).click();
      await page.getByText("Your bank has not confirmed the payment yet. Nothing was charged.").waitFor();
      await accessible(page);
      expect(await tiersOf(stage.product, user_id)).toEqual(["standard"]);
      await page.getByRole("button", { name: "Confirm with your bank" }).click();
      await bank(page).getByRole("button", { name: "Approve" }).click();
      await page.waitForURL(/\/splthanq\?/);
      expect(await tiersOf(stage.product, user_id)).toEqual(["shipright", "standard"]);
    }));

  it("without script by posted forms; a declined card is said plainly, with a way on", () =>
    stage.visit(
      { viewport: PHONE, javaScript: false },
      async (visitor) => {
        const { page } = visitor;
        const { user_id } = await withTrial(stage.product, visitor, "Four");
        await page.goto("/spupsell");
        await page.getByRole("button", { name: /^Add Plus/ }).click();
        await goOn(page, speaker("en"));
        await page.waitForURL(/\/spupsell2$/);
        await stage.product.control("/stripe/next-charge", {
          code: "card_declined",
          decline_code: "insufficient_funds",
        });
        await page.getByRole("button", { name: /^Add ShipRight/ }).click();
        await page.getByText("Nothing was added, and your membership is as it was.").waitFor();
        expect(await tiersOf(stage.product, user_id)).toEqual(["plus"]);
        await page.getByRole("button", { name: "No thanks, continue" }).click();
        await goOn(page, speaker("en"));
        await page.waitForURL(/\/spsummary$/);
        expect(await answersOf(stage.product, user_id)).toEqual(["plus accepted", "shipright declined"]);
      },
      /status of 402/,
    ));

  it("send everybody else where they belong", () =>
    stage.visit({ viewport: PHONE, reducedMotion: true }, async ({ page }) => {
      for (const path of ["/spupsell", "/spupsell2", "/upsell2", "/sfupsell2", "/ups/sfupsell2"]) {
        await page.goto(path);
        expect(new URL(page.url()).pathname, path).toBe("/spl/spt/1");
      }
      for (const [path, heading] of [
        ["/splthanq", "Nothing was added here"],
        ["/splnothanq", "Nothing was added"],
      ] as const) {
        await page.goto(path);
        await page.getByRole("heading", { name: heading }).waitFor();
        await accessible(page);
      }
    }));
});

describe("extras for another page or domain", () => {
  it("are handed over and back with every key, once, for the one account", () =>
    stage.visit(
      { viewport: PHONE },
      async (visitor) => {
        const { page } = visitor;
        const { user_id } = await withTrial(stage.product, visitor, "Cinco");
        await page.goto("/spupsell?partner=joinsmarty&debug=true");
        await page.waitForURL(/\/upsell2\?/);
        const address = page.url();
        expect(address).toContain("debug=true");
        await accessible(page);

        // Another host, as another domain is: nobody is signed in there until the token is used, and that once.
        const domain = await serveElsewhere(stage.product);
        const elsewhere = address.replace(stage.product.url, domain.url);
        await page.goto(elsewhere);
        await page.getByRole("heading", { name: "Is Plus right for you?" }).waitFor();
        expect(page.url()).toContain(domain.url);
        await page.getByRole("button", { name: /^Add Plus/ }).click();
        await page.waitForURL(/\/\/localhost:\d+\/splthanq\?/);
        await page.getByRole("heading", { name: "Plus is yours" }).waitFor();
        // The browser draws them when the page has come alive.
        await expect.poll(() => page.locator(".falling").count()).toBeGreaterThan(4);
        expect(page.url()).toContain("debug=true");
        const thanks = page.url();
        await page.reload();
        await page.emulateMedia({ reducedMotion: "reduce" });
        expect(
          await page
            .locator(".falling")
            .first()
            .evaluate((coin) => getComputedStyle(coin).animationName),
        ).toBe("none");
        await accessible(page);
        expect(await tiersOf(stage.product, user_id)).toEqual(["plus"]);

        // Used: here, there, and by a stranger, who is not signed in by it.
        for (const used of [address, elsewhere]) {
          await page.goto(used);
          await page.getByText("You've already answered this offer").waitFor();
        }
        await accessible(page);
        const stranger = await stage.open();
        await stranger.page.goto(address);
        await stranger.page.getByRole("heading", { name: "This page can't be opened this way" }).waitFor();
        expect((await stranger.context.cookies()).filter((cookie) => cookie.name.startsWith("tp_token"))).toEqual([]);
        await withTrial(stage.product, stranger, "Seis");
        await stranger.page.goto(thanks);
        await stranger.page.getByText("This offer was for a different account").waitFor();
        await stranger.close();

        await page.goto(thanks);
        await page.getByRole("link", { name: "Continue", exact: true }).click();
        await page.waitForURL(/\/sfupsell2\?/);
        await page.getByRole("button", { name: "No thanks, continue" }).click();
        await page.waitForURL(/\/splnothanq\?/);
        await page.getByRole("heading", { name: "ShipRight was not added" }).waitFor();
        await accessible(page);
        await page.getByRole("link", { name: "Continue", exact: true }).click();
        await page.waitForURL(/\/spsummary/);
        expect(await answersOf(stage.product, user_id)).toEqual(["plus accepted", "shipright declined"]);
        await page.goto("about:blank");
        await domain.close();
      },
      /status of (403|410)/,
    ));

  it("refuse every changed key with a page that leads home, never failing and never leading elsewhere", async () => {
    const visitor = await stage.open();
    const { user_id } = await withTrial(stage.product, visitor, "Siete");
    const member = await stage.product.wired.database.pool.query(
      "select u.user_id, u.email from identity.users u where user_id = $1",
      [user_id],
    );
    const brand = stage.product.wired.partners.select({ partner: "joinsmarty", host: "" });
    const caller = { header: () => null, member: member.rows[0], brand };
    // Of a caller only this much is read here.
    const lead = await stage.product.wired.landing.upsells.leadTo(caller as never, "plus");
    const url = new URL(lead ?? "");
    const before = await stage.product.wired.database.pool.query("select count(*)::int as n from identity.sessions");
    const odd = [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      "",
      "\u0000",
      "é".repeat(600),
      "<script>",
    ];
    for (const key of url.searchParams.keys())
      for (const [at, value] of odd.entries())
        for (const method of ["GET", "POST"] as const) {
          const changed = new URL(url);
          if (at % 2) changed.searchParams.append(key, value);
          else changed.searchParams.set(key, value);
          const answer = await fetch(changed, {
            method,
            redirect: "manual",
            ...(method === "POST" && { body: new URLSearchParams() }),
          });
          const place = new URL(answer.headers.get("location") ?? "/", stage.product.url);
          expect(answer.status, `${method} ${key} ${value}`).toBeLessThan(500);
          expect(place.origin, `${method} ${key} ${value}`).toBe(stage.product.url);
          expect(answer.headers.getSetCookie().join()).not.toContain("tp_token");
          if (method === "GET") expect(answer.status, `${key} ${value}`).toBeGreaterThanOrEqual(400);
        }
    const after = await stage.product.wired.database.pool.query("select count(*)::int as n from identity.sessions");
    expect(after.rows).toEqual(before.rows);
    expect(await answersOf(stage.product, user_id)).toEqual([]);
    await visitor.close();
  });
});
