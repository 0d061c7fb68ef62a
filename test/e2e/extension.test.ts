/** The extension in a real Chromium, against the outside world's shops and networks: when it speaks, when it keeps silent, whom it asks. */
import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chrome } from "../../extension/src/messages.ts";
import { violations } from "../support/axe.ts";
import { shareBrowser } from "../support/browser.ts";
import { type Installed, installExtension } from "../support/extension.ts";
import { serveList } from "../support/list-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { until } from "../support/stage.ts";
import { connect } from "./connect-extension.ts";
import { type Cookies, signUp } from "./members.ts";

/** What the worker has where these functions run. */
declare const chrome: Chrome;

let product: Product;
let installed: Installed;
let port: string;
/** Of a member of the site, from the second journey on. */
let cookies: Cookies = [];
beforeAll(async () => {
  product = await startProduct({ shop_hosts: true });
  port = new URL(product.sandbox.url).port;
  installed = await installExtension(product);
});
afterAll(async () => {
  await installed?.close();
  await product?.close();
});

const SHOP = "/shops/marlow-finch/";
const shop = (path = SHOP) => `http://marlowfinch.example:${port}${path}`;
const hostOf = (page: Page) => page.locator("tuppence-panel");
/** What the extension decided of this page is written down when it went through everything. */
const settled = (page: Page) =>
  until("the extension has seen the page", async () => {
    const url = page.url();
    return installed.worker.evaluate(async (address) => {
      const [tab] = (await chrome.tabs.query({})).filter((one) => one.url === address);
      const { state } = (await chrome.storage.local.get("state")) as { state?: { trails: Record<string, string[]> } };
      return state?.trails[String(tab?.id)]?.at(-1) === address;
    }, url);
  });
const stateOf = () =>
  installed.worker.evaluate(async () => {
    const { state } = (await chrome.storage.local.get("state")) as {
      state: { silences: Record<string, { reason: string; from: string }>; active: Record<string, number> };
    };
    return state;
  });
/** What was under way may still write what it had read: forgotten is what stays away. */
const forget = () =>
  until("the extension has forgotten", () =>
    installed.worker.evaluate(async () => {
      await chrome.storage.local.remove(["state", "choices"]);
      await chrome.storage.session.clear();
      await new Promise((next) => setTimeout(next, 300));
      const { state } = (await chrome.storage.local.get("state")) as { state?: { silences: object; active: object } };
      return !state || Object.keys({ ...state.silences, ...state.active }).length === 0;
    }),
  );

it("speaks at a store that was visited directly, in a place that the page cannot read", async () => {
  await forget();
  const page = await installed.context.newPage();
  await page.goto(shop());
  await hostOf(page).waitFor({ state: "attached" });
  expect(await hostOf(page).evaluate((host) => host.shadowRoot)).toBe(null);
  const box = await hostOf(page).boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  // The page's own script presses in vain.
  await hostOf(page).evaluate((host) => host.dispatchEvent(new MouseEvent("click")));
  await page.keyboard.press("Tab");
  expect(page.url()).toBe(shop());
  await page.close();
});

it("says nothing where a foreign link led, and its popup says why", async () => {
  await forget();
  const page = await installed.context.newPage();
  await page.goto(`http://blog.example:${port}/impact/c/777/1400001/9001`);
  expect(page.url()).toContain("marlowfinch.example");
  await settled(page);
  expect(await stateOf()).toMatchObject({ silences: { "marlow-finch": { reason: "hop", from: "blog.example" } } });
  expect(await hostOf(page).count()).toBe(0);
  // Nor in another tab, by another way.
  const other = await installed.context.newPage();
  await other.goto(shop("/shops/marlow-finch/cart"));
  await settled(other);
  expect(await hostOf(other).count()).toBe(0);
  const popup = await installed.popup(other);
  await popup.getByText(/Another site brought you here/).waitFor();
  expect(await violations(popup)).toEqual([]);
  await Promise.all([page, other, popup].map((one) => one.close()));
});

it("turns on by a press through our own page, and the network sees our click", async () => {
  await forget();
  const browser = await shareBrowser();
  cookies = await signUp(product, "extension@example.com");
  await browser.close();
  await installed.context.addCookies(cookies);
  const page = await installed.context.newPage();
  await page.goto(shop());
  await settled(page);
  const popup = await installed.popup(page);
  await popup.getByRole("heading", { name: "Marlow Finch" }).waitFor();
  await connect(installed, popup);
  await popup.getByText("$0.00 available").waitFor();
  await popup.getByRole("button", { name: /^Turn on .* back$/ }).click();
  await page.waitForURL(/marlowfinch\.example.*irclickid=/);
  await settled(page);
  const clicks = await product.wired.database.pool.query("select internal_name from cashback.clicks");
  expect(clicks.rows).toEqual([{ internal_name: "marlow-finch" }]);
  const state = await stateOf();
  expect(Object.keys(state.active)).toEqual(["marlow-finch"]);
  expect(state.silences).toEqual({});
  expect(await hostOf(page).count()).toBe(0);
  const again = await installed.popup(page);
  await again.getByText(/^On until/).waitFor();
  const log = await installed.worker.evaluate(
    async () => (await chrome.storage.local.get("log")).log as { what: string }[],
  );
  expect(log.map(({ what }) => what).slice(-2)).toEqual(["pressed", "own_click"]);
  await Promise.all([page, again].map((one) => one.close()));
  await installed.context.clearCookies();
});

it("says after a press whether a price is good, asks for a letter, and marks a store", async () => {
  await forget();
  await installed.context.addCookies(cookies);
  const { pool } = product.wired.database;
  await pool.query("update catalog.price_history set day = day - 20");
  const { rows } = await pool.query<{ slug: string; external_id: string; gtin: string }>(
    `select d.slug, d.gtin, l.external_id from catalog.products d join catalog.listings l using (product_id)
     join catalog.merchants m using (merchant_id)
     where m.internal_name = 'marlow-finch' and m.merchant_id = any(d.ready_at) and cardinality(d.ready_at) > 2 and l.gone_at is null
     order by d.slug limit 1`,
  );
  const [wanted] = rows;
  const page = await installed.context.newPage();
  await page.goto(shop(`/shops/marlow-finch/p/${wanted?.external_id}`));
  await settled(page);
  const asked: string[] = [];
  installed.context.on("request", (request) => asked.push(request.url()));
  const popup = await installed.popup(page);
  const heart = popup.getByRole("button", { name: "Keep Marlow Finch in your stores" });
  await heart.click();
  await popup.locator(".heart[aria-pressed=true]").waitFor();
  expect(asked.filter((address) => address.includes("/prices/"))).toEqual([]);
  await popup.getByRole("button", { name: "Is this a good price?" }).click();
  await popup.getByText("After cash back", { exact: true }).waitFor();
  await popup.getByText(/^Lowest in 90 days/).waitFor();
  await popup.getByRole("button", { name: "Alert me when the price drops" }).click();
  await popup.getByText("We will write to you.").waitFor();
  expect(await violations(popup)).toEqual([]);
  const waits = await pool.query("select slug from catalog.price_alerts join catalog.products using (product_id)");
  expect(waits.rows).toEqual([{ slug: wanted?.slug }]);
  expect(asked.filter((address) => address.includes("/prices/"))).toEqual([
    `${product.url}/ext/tuppence/prices/${wanted?.gtin}`,
  ]);
  expect(asked.filter((address) => address.includes(`${wanted?.external_id}`))).toEqual([]);
  const nowhere = await installed.context.newPage();
  await nowhere.goto(`http://news.example:${port}/`);
  const other = await installed.popup(nowhere);
  await other.getByRole("link", { name: "Marlow Finch" }).waitFor();
  await Promise.all([page, popup, nowhere, other].map((one) => one.close()));
  await installed.context.clearCookies();
});

it("keeps the last good list when what comes was tampered with", async () => {
  const kept = () =>
    installed.worker.evaluate(async () => {
      const { manifest, hosts } = (await chrome.storage.local.get(["manifest", "hosts"])) as {
        manifest: { version: number };
        hosts: string;
      };
      return { version: manifest.version, stores: hosts.split("\n").length };
    });
  const before = await kept();
  await product.wired.database.pool.query(
    "update catalog.merchants set name = 'Marlow and Finch' where internal_name = 'marlow-finch'",
  );
  await product.wired.extension.build();
  // Somebody on the way, or with our database and without our key.
  const forged = createHash("sha256").update("forged").digest("hex");
  const { rows } = await product.wired.database.pool.query<{ version: number; hash: string }>(
    "update extension.bundles b set hash = $1 from (select version, hash from extension.bundles where brand = 'tuppence' order by version desc limit 1) o where b.brand = 'tuppence' and b.version = o.version returning o.version, o.hash",
    [forged],
  );
  const looked = () =>
    installed.worker.evaluate(
      async () => (await chrome.storage.local.get("looked")).looked as { at: number; why: string | null },
    );
  const refresh = async () => {
    const last = await looked();
    await installed.worker.evaluate(() =>
      chrome.alarms.create("ask for bundles", { when: Date.now(), periodInMinutes: 30 }),
    );
    return until("the extension has asked", async () => {
      const now = await looked();
      return now.at > last.at && now;
    });
  };
  expect((await refresh()).why).toBe("the signature is wrong");
  expect(await kept()).toEqual(before);
  await product.wired.database.pool.query(
    "update extension.bundles set hash = $1 where brand = 'tuppence' and version = $2",
    [rows[0]?.hash, rows[0]?.version],
  );
  expect((await refresh()).why).toBe(null);
  // How many stores there are may have changed meanwhile: imports go on.
  expect((await kept()).version).toBe(rows[0]?.version);
});

/** Of so many stores: the two shops of the outside world, and others. */
const listOf = (many: number) => {
  const made = Array.from({ length: many }, (_, place) => `store-${`${place}`.padStart(5, "0")}`);
  return serveList(
    ["brightpenny", "marlowfinch", ...made].map((name) => ({
      ...{ name, title: name, hosts: [`${name}.example`] },
      ...{ rate: { kind: "percent", bps: 300, up_to: false }, codes: [{ code: "TEN", title: "Ten", language: "en" }] },
    })),
    [],
  );
};

it("takes over the list as versions to 0.2.0 kept it, with what the shopper chose", async () => {
  // A list of its own: our site's goes on changing while its imports run.
  const list = await listOf(3_000);
  const mine = await installExtension(list);
  const told = await mine.worker.evaluate(async () => {
    const all = (await chrome.storage.local.get(null)) as Record<string, unknown> & { manifest: { version: number } };
    const lines = String(all.hosts).trim().split("\n");
    return { version: all.manifest.version, lines, pieces: Object.keys(all).filter((key) => /^piece /.test(key)) };
  });
  expect(told.pieces.length).toBeGreaterThan(1);
  const body = await fetch(`${list.url}/ext/tuppence/bundle/${told.version}`);
  const bundle = Buffer.from(await body.arrayBuffer()).toString("base64");
  const now = await mine.worker.evaluate(
    async ({ lines, pieces, bundle }) => {
      await chrome.storage.local.remove([...pieces, "firsts", "titles", "recipes"]);
      const hosts = Object.fromEntries(lines.map((line) => line.split(" ")));
      const choices = { paused: { marlowfinch: true }, closed: {}, overlay: false, tell: true };
      await chrome.storage.local.set({ bundle, hosts, choices });
      const { looked } = (await chrome.storage.local.get("looked")) as { looked: { at: number } };
      await chrome.alarms.create("ask for bundles", { when: Date.now(), periodInMinutes: 30 });
      for (;;) {
        const all = (await chrome.storage.local.get(null)) as Record<string, unknown> & { looked: { at: number } };
        if (all.looked.at > looked.at) return { ...all, was: choices };
        await new Promise((next) => setTimeout(next, 50));
      }
    },
    { ...told, bundle },
  );
  const { hosts, firsts, bundle: old, choices, was } = now as Record<string, unknown>;
  expect(old).toBe(undefined);
  expect(String(hosts).trim().split("\n")).toEqual(told.lines);
  expect((firsts as string[]).length).toBe(told.pieces.length);
  expect(choices).toEqual(was);
  const page = await mine.context.newPage();
  await page.goto(shop());
  const popup = await mine.popup(page);
  await popup.getByRole("heading", { name: "marlowfinch" }).waitFor();
  await mine.close();
  await list.close();
});

it("asks for nothing but the list in a session of 300 pages, with 10,000 stores", async () => {
  const list = await listOf(10_000);
  // A browser of its own: what the other tests pressed is not in its record.
  const fresh = await installExtension(list);
  const page = await fresh.context.newPage();
  const { rows } = await product.wired.database.pool.query<{ id: string }>(
    "select external_id as id from catalog.listings join catalog.merchants using (merchant_id) where internal_name = 'marlow-finch' limit 1",
  );
  const paths = [
    `/shops/marlow-finch/p/${rows[0]?.id}`,
    SHOP,
    "/shops/marlow-finch/cart",
    "/shops/brightpenny/",
    "/",
    "/stores/nike/",
    "/nowhere",
  ];
  const stores = ["marlowfinch.example", "brightpenny.example", "store-00000.example", "store-09999.example"];
  const hosts = [...stores, "blog.example", "news.example", "bank.example"];
  for (let turn = 0; turn < 300; turn += 1) {
    const address = `http://${hosts[turn % hosts.length]}:${port}${paths[Math.floor(turn / hosts.length) % paths.length]}?private=${turn}`;
    await page.goto(address, { waitUntil: turn % 10 === 0 ? "load" : "commit" });
  }
  await page.goto(`http://store-04711.example:${port}/`);
  // It was no silence of something that is broken.
  await hostOf(page).waitFor({ state: "attached" });
  await list.close();
  const asked = await fresh.leave();
  const lists = asked.filter((address) => address.startsWith(`${list.url}/ext/tuppence/`));
  expect(lists.filter((address) => address.endsWith("/manifest.json")).length).toBeGreaterThanOrEqual(1);
  expect(asked.filter((address) => !lists.includes(address))).toEqual([]);
});
