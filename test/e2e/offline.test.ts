/**
 * The site as an app in a real browser: installable by brand, told of by push, read without a connection, a claim that waits for it and
 * is sent once, and a worker that goes when it is told to.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { userId } from "#platform/ids";
import { violationsInBothModes } from "../support/axe.ts";
import { PHONE } from "../support/browser.ts";
import { keepUnder, kept, noneWaits, shareFile } from "../support/kept-in-browser.ts";
import { openMembershipStage } from "../support/membership-stage.ts";
import { subscribeAtSandbox } from "../support/push-browser.ts";
import { until } from "../support/stage.ts";
import { letter } from "../support/told.ts";
import { ALERTS_SHOWN, inWorker, PRESS_ALERT } from "../support/worker.ts";

const { stage, payingMember } = openMembershipStage({ whole_browser: true });
const accessible = async (page: Page, where: string) => expect(await violationsInBothModes(page), where).toEqual([]);
/** What a browser says of an address that does not answer. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR_FAILED/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tuppence-offline-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const withWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((settle) =>
        navigator.serviceWorker.addEventListener("controllerchange", settle, { once: true }),
      );
  });

it("names what makes it an app when its page has come alive, and not in the document: a phone fetches the icon before it paints", async () => {
  const document = await (await fetch(stage.product.url)).text();
  expect(document).not.toMatch(/rel="(manifest|apple-touch-icon)"/);
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto("/");
    await page.locator('head link[rel="manifest"]').waitFor({ state: "attached" });
  });
});

it("says by brand what it is as an app, with icons of every kind and files that phones ask for", async () => {
  const ask = (path: string, brand = "") =>
    fetch(`${stage.product.url}${path}`, brand ? { headers: { cookie: `partner=${brand}` } } : {});
  const manifest = await (await ask("/manifest.webmanifest?lang=es")).json();
  expect(manifest).toMatchObject({ id: "/", name: "Tuppence", display: "standalone", lang: "es", scope: "/" });
  expect(manifest.share_target).toMatchObject({ method: "POST", enctype: "multipart/form-data" });
  for (const icon of manifest.icons) {
    const reply = await ask(icon.src);
    expect(reply.headers.get("content-type"), icon.src).toBe("image/png");
    const { width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect(`${width}x${height}`, icon.src).toBe(icon.sizes);
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  expect((await ask("/app-icons/any-4000.png")).status).toBe(404);
  const touched = await Promise.all(["/apple-touch-icon.png", "/app-icons/any-180.png"].map((path) => ask(path)));
  expect(touched.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual(
    touched.map(() => [200, "image/png"]),
  );
  const forms = manifest.screenshots.map(({ form_factor }: { form_factor: string }) => form_factor);
  expect(new Set(forms), "pictures for phones and computers").toEqual(new Set(["narrow", "wide"]));
  for (const { src, sizes, label } of manifest.screenshots) {
    const reply = await ask(src);
    expect(reply.headers.get("content-type"), src).toBe("image/webp");
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.length, src).toBeLessThan(80 * 1024);
    const { width, height } = await sharp(bytes).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
    expect(src, "in the page's language").toMatch(/-es\.webp$/);
    expect(label, src).toMatch(/^(?:Lo que|Los|Tiendas)/);
  }
  const theirs = await (await ask("/manifest.webmanifest", "shipright")).json();
  expect(theirs.screenshots.map(({ src }: { src: string }) => src)).toEqual([
    "/app-pictures/shipright-store-en.webp",
    "/app-pictures/shipright-home-en.webp",
  ]);
  for (const { url } of manifest.shortcuts) expect((await ask(url)).status, url).toBeLessThan(400);
  const apple = await ask("/.well-known/apple-app-site-association");
  expect([apple.status, apple.redirected, apple.headers.get("content-type")]).toEqual([200, false, "application/json"]);
  expect((await apple.json()).applinks.details[0].appIDs).toEqual(stage.product.wired.partners.home.app.ios_app_ids);
  expect(Array.isArray(await (await ask("/.well-known/assetlinks.json")).json())).toBe(true);
});

it("shows the passbook as last seen without a connection, keeps a claim, and sends it once when it is back", async () => {
  const { cookies, user_id } = await payingMember("offline@example.com");
  const receipt = join(folder, "receipt.png");
  await writeFile(
    receipt,
    await sharp({ create: { width: 400, height: 700, channels: 3, background: "#fefefe" } })
      .png()
      .toBuffer(),
  );
  const claims = async () =>
    (
      await stage.product.wired.database.pool.query(
        "select merchant, paid_minor::text from benefits.claims where user_id = $1",
        [user_id],
      )
    ).rows;
  await stage.visit(
    { viewport: PHONE },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto("/account/rebates");
      await withWorker(page);
      // Who leaves before the page has come alive has seen nothing of it.
      await until("the benefits to be kept", () =>
        page.evaluate(kept, { user_id: userId.show(user_id), what: "benefits" }),
      );
      await page.goto("/account/purchase-history");
      await page.getByRole("heading", { level: 1, name: "Purchase history" }).waitFor();
      await until("the passbook to be kept", () =>
        page.evaluate(kept, { user_id: userId.show(user_id), what: "balances" }),
      );

      // As browsers kept it until November 2026.
      await page.evaluate(keepUnder, { user_id: userId.show(user_id), before: user_id });
      await context.setOffline(true);
      await page.goto("/account/billing").catch(() => null);
      await page.getByRole("heading", { level: 1, name: "You're offline" }).waitFor();
      await page.getByRole("heading", { level: 2, name: "Your passbook, as last seen" }).waitFor();
      await accessible(page, "without a connection");
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "at 320 px").toBe(
        true,
      );
      await page.setViewportSize(PHONE);

      await page.getByRole("button", { name: "Keep it" }).press("Enter");
      await page.getByRole("alert").filter({ hasText: "Enter the business." }).waitFor();
      await page.getByLabel("Where you bought it").fill("Kroger");
      await page.getByLabel("Day on the receipt").fill(new Date().toISOString().slice(0, 10));
      await page.getByLabel("What you paid, in dollars").fill("43.18");
      await page.getByLabel("Photo or PDF of the receipt").setInputFiles(receipt);
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Keep it" }).click();
      await page.getByRole("heading", { level: 2, name: "Waiting to be sent" }).waitFor();
      expect(await claims()).toEqual([]);

      // Another tab comes back at the same moment.
      const other = await context.newPage();
      await context.setOffline(false);
      // The page that says it is offline loads anew by itself now, which ends a load that was asked for at that moment.
      const open = (one: Page, path: string) => one.goto(path).catch(() => one.goto(path));
      await Promise.all([open(page, "/account/rebates"), open(other, "/account/purchase-history")]);
      await until("the claim to be sent", async () => (await claims()).length > 0);
      await until("nothing to wait", () => page.evaluate(() => localStorage.getItem("kept_claims") === null));
      expect(await claims()).toEqual([{ merchant: "Kroger", paid_minor: "4318" }]);

      await page.evaluate(() => localStorage.removeItem("user"));
      await context.setOffline(true);
      await page.goto("/account/billing").catch(() => null);
      await page.getByRole("heading", { level: 1, name: "You're offline" }).waitFor();
      expect(
        await page.getByRole("heading", { level: 2 }).filter({ visible: true }).count(),
        "nobody is signed in",
      ).toBe(0);
      await context.setOffline(false);
    },
    NO_NETWORK,
  );
});

const plainPicture = async (background: string): Promise<number[]> => [
  ...(await sharp({ create: { width: 500, height: 800, channels: 3, background } })
    .png()
    .toBuffer()),
];

it("keeps what is shared without a connection, once, and takes it up when it is back", async () => {
  const { cookies, user_id } = await payingMember("shares-offline@example.com");
  const { pool } = stage.product.wired.database;
  const count = async (table: string) =>
    Number((await pool.query(`select count(*) from ${table} where user_id = $1`, [user_id])).rows[0].count);
  await stage.visit(
    { viewport: PHONE },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto("/account/rebates");
      await withWorker(page);
      // Who leaves before the page has come alive has seen nothing of it.
      await until("the benefits to be kept", () =>
        page.evaluate(kept, { user_id: userId.show(user_id), what: "benefits" }),
      );
      await page.goto("/account/purchase-history");
      await until("the passbook to be kept", () =>
        page.evaluate(kept, { user_id: userId.show(user_id), what: "balances" }),
      );
      await context.setOffline(true);
      const [one, two] = [await plainPicture("#fcfcfc"), await plainPicture("#fbfbfb")];
      const waiting = page.locator("#waiting li");
      for (const [bytes, most] of [
        [one, 1],
        [one, 1],
        [two, 2],
      ] as const) {
        await page.evaluate(shareFile, { bytes: [...bytes], name: "photo.png" });
        await page.getByText("Your receipt is kept.").waitFor();
        await until("the queue to show it", async () => (await waiting.count()) === most);
      }
      await waiting.first().getByText("Shared receipt").waitFor();
      // Reloaded it shares nothing again, and loses nothing.
      await page.reload();
      await until("both to be there still", async () => (await waiting.count()) === 2);
      await accessible(page, "a receipt that was shared without a connection");

      // One is filled in here, and is the same claim however often it is shared.
      await page.getByLabel("Where you bought it").fill("Kroger");
      await page.getByLabel("Day on the receipt").fill(new Date().toISOString().slice(0, 10));
      await page.getByLabel("What you paid, in dollars").fill("12.34");
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Keep it" }).dblclick();
      await waiting.getByText("Kroger").waitFor();
      expect(await waiting.count()).toBe(2);
      expect([await count("benefits.claims"), await count("receipts.receipts")]).toEqual([0, 0]);

      // What is typed when the connection is back waits for its member: the page stays, and asks a second time.
      const where = page.getByLabel("Where you bought it");
      await where.fill("Aldi");
      const isThere = () => page.waitForResponse((answer) => answer.url().endsWith("/healthz") && answer.ok());
      const first = isThere();
      await context.setOffline(false);
      await first;
      await isThere();
      expect(await where.inputValue()).toBe("Aldi");
      await where.fill("");

      // The page comes back by itself, sends the one and takes up the other.
      await page.waitForURL(/\/account\/rebates\/share\?receipt=rct_/);
      await page.getByRole("heading", { level: 1, name: "What is this receipt for?" }).waitFor();
      await until("the claim to be sent", async () => (await count("benefits.claims")) === 1);
      await until("nothing to wait", () => page.evaluate(noneWaits));
      expect([await count("benefits.claims"), await count("receipts.receipts")]).toEqual([1, 2]);
    },
    NO_NETWORK,
  );
});

it("shares a receipt from the phone into a claim", async () => {
  const { cookies } = await payingMember("share@example.com");
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/account/rebates");
    await page.evaluate(shareFile, { bytes: await plainPicture("#fdfdfd"), name: "photo.png" });
    await page.waitForURL(/\/account\/rebates\/share\?receipt=rct_/);
    await page.getByRole("heading", { level: 1, name: "What is this receipt for?" }).waitFor();
    await accessible(page, "a shared receipt");
    await page.locator('main a[href*="?receipt="]').first().click();
    await page.getByText("photo.png").waitFor();
    await page.goto("/account/rebates/share?lang=es");
    await page.getByRole("heading", { level: 1, name: "Recibo compartido" }).waitFor();
  });
});

type Told = { messages: { payload: { notification: { title: string; navigate: string } } }[] };
it("asks for alerts by a press, is told by push what happened, and leads to its page", async () => {
  const email = "pushed@example.com";
  const { cookies, user_id } = await payingMember(email);
  const { notifications, database } = stage.product.wired;
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await context.grantPermissions(["notifications"], { origin: stage.product.url });
    const { token } = await subscribeAtSandbox(context, stage.product);
    const session = await context.newCDPSession(page);
    const workers: { registrationId: string; scopeURL: string }[] = [];
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => workers.push(...registrations));
    const faults: string[] = [];
    session.on("ServiceWorker.workerErrorReported", ({ errorMessage }) => faults.push(errorMessage.errorMessage));
    await session.send("ServiceWorker.enable");
    await page.goto("/account/notifications");
    await page.getByRole("button", { name: "Turn on alerts here" }).click();
    await page.getByText("On here.").waitFor();
    expect(await notifications.pushes.devices(user_id)).toBe(1);
    await notifications.setWhen(user_id, { ...(await notifications.when(user_id)), quiet: false });
    /**
     * Tells an event, and hands the push of it to the worker as the browser would, until it is shown: devtools hand it over once
     * and say nothing when no worker takes it, while a push service keeps what was not taken.
     */
    const pushOf = async <Shown>(cause: string, look: () => Promise<Shown | false | null>): Promise<Shown> => {
      const { messages: before } = await stage.product.control<Told>(`/push/messages?token=${token}`);
      await database.transaction((tx) =>
        notifications.queue(tx, {
          cause,
          recipient: { user_id, email, name: "", language: "en", partner: null },
          letter,
        }),
      );
      const pushed = await until("the push to arrive", async () => {
        const { messages } = await stage.product.control<Told>(`/push/messages?token=${token}`);
        return messages.length > before.length ? messages[0] : undefined;
      });
      const registrationId = await until("the worker to be known", async () => workers.at(-1)?.registrationId);
      let tries = 0;
      return until(`the alert of ${cause} to be shown`, async () => {
        if (tries % 100 === 0)
          await session.send("ServiceWorker.deliverPushMessage", {
            origin: stage.product.url,
            registrationId,
            data: JSON.stringify(pushed.payload),
          });
        tries += 1;
        return look();
      });
    };
    const shown = await pushOf("e2e-push", () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const [one] = await registration.getNotifications();
        return one ? { title: one.title, body: one.body, navigate: one.data.navigate as string } : null;
      }),
    );
    expect(shown).toMatchObject({ title: "News about your money", body: "Open your passbook to see it." });
    expect(faults, "its pictures come too").toEqual([]);
    // In the page that is open, and no other.
    expect(await inWorker(context, stage.product.url, PRESS_ALERT)).toEqual([]);
    await page.waitForURL(/\/account\/purchase-history$/);
    expect(context.pages()).toHaveLength(1);
    await until(
      "the press to be known",
      async () => (await notifications.pushes.of(user_id, 1))[0]?.state === "clicked",
    );

    // Where no page of ours is open, one is asked for, and the press is known there too.
    await page.goto("about:blank");
    await pushOf("e2e-push-with-no-page", async () => (await inWorker(context, stage.product.url, ALERTS_SHOWN)) === 1);
    const [push] = await notifications.pushes.of(user_id, 1);
    const opened = `${stage.product.url}/n/${push?.push_id}`;
    expect(await inWorker(context, stage.product.url, PRESS_ALERT)).toEqual([opened]);
    await page.goto(opened);
    expect(new URL(page.url()).pathname).toBe("/account/purchase-history");
    expect((await notifications.pushes.of(user_id, 1))[0]?.state).toBe("clicked");
  });
});

it("chooses when and where by keyboard, on a phone too, in both languages", async () => {
  const { cookies, user_id } = await payingMember("chooses@example.com");
  const { notifications } = stage.product.wired;
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/account/notifications?lang=es");
    await page.getByRole("heading", { level: 2, name: "Cuándo te avisamos" }).waitFor();
    await accessible(page, "the preference centre in Spanish");
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "at 320 px").toBe(
      true,
    );
    await page.getByRole("radio", { name: /Una vez al día/ }).press("Space");
    await until("the summary to be kept", async () => (await notifications.when(user_id)).digest === "daily");
    await page.getByLabel("Desde").selectOption({ label: "10:00\u00a0p.\u00a0m." });
    await until("the hours to be kept", async () => (await notifications.when(user_id)).quiet_from === 22);
    await page.getByRole("switch", { name: "Alertas de precio: Alerta" }).press("Space");
    await until("the choice to be kept", async () =>
      (await notifications.lists(user_id)).some(({ list, push }) => list === "alerts" && !push),
    );
    expect(await page.getByRole("switch", { name: /Texto/ }).first().isDisabled(), "no consent, no texts").toBe(true);
    expect(await page.getByRole("switch", { name: /Tu cuenta.*correo/ }).count(), "always on").toBe(0);
  });
});
