/** What a page may try against the extension in a real Chromium: to read it, to fake what it hears, to drive it. Nothing comes of it. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chrome } from "../../extension/src/messages.ts";
import { type Installed, installExtension } from "../support/extension.ts";
import { type Product, startProduct } from "../support/product.ts";
import { until } from "../support/stage.ts";
import { openAsk } from "./connect-extension.ts";

/** What the worker has where these functions run. */
declare const chrome: Chrome;

let product: Product;
let installed: Installed;
let shop: string;
beforeAll(async () => {
  product = await startProduct({ shop_hosts: true });
  installed = await installExtension(product);
  shop = `http://marlowfinch.example:${new URL(product.sandbox.url).port}/shops/marlow-finch/`;
});
afterAll(async () => {
  await installed?.close();
  await product?.close();
});

/** Everything that the extension keeps, but when it last looked for a list and where tabs are. */
const kept = () =>
  installed.worker.evaluate(async () => {
    const { log = [], choices = null, session = null, state } = await chrome.storage.local.get(null);
    const { active = {}, silences = {} } = (state ?? {}) as Record<string, object>;
    return { log: log as readonly object[], choices, session, active, silences };
  });

/** A store whose own script came first and listens to all that a page can hear. */
async function openHostile(): Promise<Page> {
  // At one store the panel comes by itself twice in a session, and no oftener.
  await installed.worker.evaluate(() => chrome.storage.session.remove("shown"));
  const page = await installed.context.newPage();
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, { ...init, mode: "open" });
      heard.push(root.host.localName);
      return root;
    };
    const replace = CSSStyleSheet.prototype.replaceSync;
    CSSStyleSheet.prototype.replaceSync = function (text) {
      heard.push("styles");
      replace.call(this, text);
    };
    Event.prototype.stopPropagation = () => {};
    Object.defineProperty(Event.prototype, "isTrusted", { get: () => true });
    window.addEventListener("message", ({ data }) => heard.push(data));
  });
  await page.goto(shop);
  await page.locator("tuppence-panel").waitFor({ state: "attached" });
  return page;
}

it("shows a page nothing of the panel, whatever that page replaced beforehand", async () => {
  const page = await openHostile();
  const seen = await page.evaluate(() => {
    const host = document.querySelector("tuppence-panel") as HTMLElement;
    const { left, top } = host.getBoundingClientRect();
    return {
      // Put there by the hostile page.
      heard: (globalThis as unknown as { heard: unknown[] }).heard,
      root: host.shadowRoot,
      internals: Reflect.ownKeys(host),
      text: `${host.textContent}${host.innerHTML}`,
      at: document.elementFromPoint(left + 20, top + 20) === host,
    };
  });
  expect(seen).toMatchObject({ heard: [], root: null, internals: [], text: "", at: true });
  await page.close();
});

it("is driven by no event that a page makes, and cannot be made faint to be pressed unseen", async () => {
  const page = await openHostile();
  const before = await kept();
  const host = page.locator("tuppence-panel");
  await host.evaluate((panel) => {
    const { left, top, width, height } = panel.getBoundingClientRect();
    for (let x = left + 8; x < left + width; x += 24)
      for (let y = top + 8; y < top + height; y += 16)
        for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
          panel.dispatchEvent(
            new PointerEvent(kind, { bubbles: true, composed: true, clientX: x, clientY: y, button: 0 }),
          );
    for (const key of ["Enter", " ", "Escape"])
      panel.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
    (panel as HTMLElement).click();
    for (const kind of ["turn_on_here", "tuppence", "begin"])
      for (const target of [panel, document, window])
        target.dispatchEvent(new CustomEvent(kind, { detail: { ask: "turn_on_here", tell: "begin" } }));
  });
  await host.evaluate((panel) => {
    const sheet = document.createElement("style");
    sheet.textContent =
      "tuppence-panel { opacity: 0.01 !important; transform: scale(9) !important; filter: blur(9px) !important }";
    document.head.append(sheet);
    (panel as HTMLElement).style.cssText =
      "opacity: 0 !important; clip-path: inset(50%) !important; inset: 0 !important; z-index: -1 !important";
  });
  const look = await host.evaluate((panel) => {
    const { opacity, transform, filter, clipPath, zIndex, right } = getComputedStyle(panel);
    return { opacity, transform, filter, clipPath, zIndex, right };
  });
  expect(look).toEqual({
    ...{ opacity: "1", transform: "none", filter: "none", clipPath: "none" },
    ...{ zIndex: "2147483647", right: "20px" },
  });
  expect(page.url()).toBe(shop);
  expect(await host.count()).toBe(1);
  expect(await kept()).toEqual(before);
  await page.close();
});

/** What lies in the panel, which only who drives the browser can read: its words, and where its button is. */
async function inPanel<Told>(page: Page, read: (told: { words: string; at(name: string): Promise<Place> }) => Told) {
  type Node = { backendNodeId: number; nodeName: string; nodeValue: string; children?: Node[]; shadowRoots?: Node[] };
  const session = await installed.context.newCDPSession(page);
  const below = (node: Node): Node[] => [
    node,
    ...[...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap(below),
  ];
  // The protocol's nodes have more than is read here.
  const { root } = (await session.send("DOM.getDocument", { depth: -1, pierce: true })) as unknown as { root: Node };
  const panel = below(root).find(({ nodeName }) => nodeName.toLowerCase() === "tuppence-panel");
  const words = (node: Node | undefined): string =>
    (node ? below(node) : []).map(({ nodeName, nodeValue }) => (nodeName === "#text" ? nodeValue : "")).join(" ");
  return await read({
    words: words(panel),
    async at(name) {
      const button = (panel ? below(panel) : []).find((one) => one.nodeName === "BUTTON" && words(one).includes(name));
      const { backendNodeId = -1 } = button ?? {};
      const { model } = await session.send("DOM.getBoxModel", { backendNodeId });
      const [left = 0, top = 0, right = 0, , , bottom = 0] = model.content;
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    },
  });
}
type Place = { x: number; y: number };
const turnOnIn = (page: Page) => inPanel(page, ({ at }) => at("Turn on"));
const saysIn = (page: Page) => inPanel(page, ({ words }) => words);

/** A picture that lets presses through, over everything; `layer`: in the browser's own layer, as often as the page likes. */
const cover = (page: Page, layer: "above all" | "top" | "again and again") =>
  page.evaluate((layer) => {
    const picture = document.createElement("div");
    picture.id = "picture";
    picture.textContent = "Press here to win";
    picture.style.cssText =
      "position: fixed; inset: 0; width: 100vw; height: 100vh; margin: 0; border: 0; background: #fff; pointer-events: none; z-index: 2147483647";
    document.documentElement.append(picture);
    if (layer === "above all") return;
    const show = () => {
      if (picture.matches(":popover-open")) picture.hidePopover();
      picture.showPopover();
    };
    picture.popover = "manual";
    show();
    const again = () => {
      show();
      requestAnimationFrame(again);
    };
    if (layer === "again and again") again();
  }, layer);

it.each(["above all", "top"] as const)("comes back above a picture that a page lays over it: %s", async (layer) => {
  const page = await openHostile();
  const before = await kept();
  await cover(page, layer);
  const { x, y } = await turnOnIn(page);
  const isOnTop = () =>
    page.evaluate(
      ({ x, y }) => {
        const picture = document.querySelector("#picture") as HTMLElement;
        picture.style.pointerEvents = "auto";
        const top = document.elementFromPoint(x, y)?.localName;
        picture.style.pointerEvents = "none";
        return top === "tuppence-panel";
      },
      { x, y },
    );
  await until("the panel on top", isOnTop);
  // Seen again, it is pressed as ever. A press that came before that does not count, and what is said of it moves the button.
  await until("the press to count", async () => {
    if (page.url() === shop) {
      const now = await turnOnIn(page).catch(() => null);
      if (now) await page.mouse.click(now.x, now.y);
    }
    return page.url() !== shop && (await kept()).log.length > before.log.length;
  });
  await page.close();
});

it("is not pressed where a page lays a picture over it again and again, by the mouse or by the keyboard", async () => {
  const page = await openHostile();
  const before = await kept();
  await cover(page, "again and again");
  const { x, y } = await turnOnIn(page);
  await page.mouse.click(x, y);
  await until("the panel to say what happened", async () => (await saysIn(page)).includes("lay over this panel"));
  // The keyboard stands on the button that was pressed.
  for (const key of ["Enter", "Space"]) await page.keyboard.press(key);
  const moved = await turnOnIn(page);
  await page.mouse.click(moved.x, moved.y);
  // Whatever would have come of the presses has come when the page has been painted anew.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(page.url()).toBe(shop);
  expect(await kept()).toEqual(before);
  await page.close();
});

it("is turned on by the keyboard alone where it is seen", async () => {
  const page = await openHostile();
  const before = await kept();
  expect(await saysIn(page)).not.toContain("lay over this panel");
  // Through the page's own links until the panel has the focus, then past its button that closes.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>("a, button, input, select")) one.tabIndex = -1;
  });
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("tuppence-panel");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href !== shop);
  await until("the press to be known", async () => (await kept()).log.length > before.log.length);
  await page.close();
});

it("answers no page: neither by messages nor by a file of its package", async () => {
  const page = await openHostile();
  const before = await kept();
  const base = `chrome-extension://${installed.id}`;
  const files = [
    "manifest.json",
    "popup.html",
    "overlay.js",
    "background.js",
    "content-scripts/site.js",
    "icon-48.png",
  ];
  const told = await page.evaluate(
    async ({ base, files, id }) => {
      const read = await Promise.all(
        files.map((file) =>
          fetch(`${base}/${file}`).then(
            ({ status }) => `${file} ${status}`,
            () => null,
          ),
        ),
      );
      const image = await new Promise((done) => {
        const picture = new Image();
        picture.onload = () => done("loaded");
        picture.onerror = () => done(null);
        picture.src = `${base}/icon-48.png`;
      });
      const script = await import(`${base}/overlay.js`).then(Boolean, () => null);
      const { runtime } = (globalThis as { chrome?: { runtime?: { sendMessage?: unknown } } }).chrome ?? {};
      let sent: unknown = null;
      if (typeof runtime?.sendMessage === "function")
        sent = await new Promise((done) => {
          (runtime.sendMessage as (...all: unknown[]) => void)(id, { ask: "view", tab: 1 }, (answer: unknown) =>
            done(answer ?? null),
          );
        });
      for (const question of [{ ask: "turn_on_here" }, { ask: "sign_in" }, { ask: "log" }, { tell: "begin" }])
        window.postMessage(question, "*");
      await new Promise((done) => setTimeout(done, 0));
      return { read: read.filter(Boolean), image, script, sent };
    },
    { base, files, id: installed.id },
  );
  expect(told).toEqual({ read: [], image: null, script: null, sent: null });
  const frame = await page.evaluate(
    (address) =>
      new Promise<string>((done) => {
        const inner = document.body.appendChild(document.createElement("iframe"));
        inner.onload = () => done(inner.contentDocument ? "empty" : "blocked");
        inner.src = address;
      }),
    `${base}/popup.html`,
  );
  expect(["empty", "blocked"]).toContain(frame);
  expect(page.frames().filter((one) => one.url().startsWith(base))).toEqual([]);
  expect(await kept()).toEqual(before);
  await page.close();
});

/** Says this in a page, by its own window or from a frame in it, and tells what our script answers. */
const say = (page: Page, message: object, from: "page" | "frame" = "page") =>
  page.evaluate(
    async ({ message, from }) => {
      const last = `the last one at ${performance.now()}`;
      const answers: { challenge: string; why: string }[] = [];
      window.addEventListener("message", ({ data }) => {
        if (data?.type === "tuppence-extension-answer") answers.push(data);
      });
      if (from === "frame") {
        const inner = document.body.appendChild(document.createElement("iframe"));
        const text = JSON.stringify(message);
        inner.srcdoc = `<script>parent.postMessage(${text}, "*")</script>`;
        await new Promise((done) => {
          inner.onload = done;
        });
      } else window.postMessage(message, location.origin);
      // One that our script answers for certain comes after it; a store's page has no such script.
      window.postMessage({ type: "tuppence-extension-code", code: "x", challenge: last }, location.origin);
      const until =
        performance.now() + (document.documentElement.hasAttribute("data-tuppence-extension") ? 60_000 : 500);
      while (!answers.some(({ challenge }) => challenge === last) && performance.now() < until)
        await new Promise((done) => setTimeout(done, 20));
      return answers.filter(({ challenge }) => challenge !== last).map(({ why }) => why);
    },
    { message, from },
  );

it("stops where our site serves its version no longer, says so in its popup, and goes on when it is served again", async () => {
  const say = (from: string | null) =>
    installed.worker.evaluate(
      (day) => chrome.storage.local.set({ oldest: day && { version: "99.0.0", from: day } }),
      from,
    );
  const page = await openHostile();
  await say("2099-01-01");
  const before = await installed.popup(page);
  await before.getByText("This version of the extension works until January 1, 2099.").waitFor();
  await before.getByRole("button", { name: /^Turn on/ }).waitFor();
  await before.close();
  await say("2026-01-01");
  const after = await installed.popup(page);
  await after.getByRole("heading", { name: "This version is too old" }).waitFor();
  expect(await after.getByRole("link", { name: "How to update it" }).getAttribute("href")).toBe(
    `${product.url}/extension`,
  );
  expect(await after.getByRole("button", { name: /Turn on|Log in|Try/ }).count()).toBe(0);
  // Nor by a panel that came before.
  const { x, y } = await turnOnIn(page);
  await page.bringToFront();
  await page.mouse.click(x, y);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(page.url()).toBe(shop);
  await say(null);
  await after.close();
  await page.close();
  await (await openHostile()).close();
});

it("takes no forged code of a sign-in, from no page", async () => {
  const type = "tuppence-extension-code";
  // A store's page has no script of ours that would listen.
  const store = await openHostile();
  expect(await say(store, { type, code: "forged", challenge: "x" })).toEqual([]);
  const ours = await installed.context.newPage();
  await ours.goto(`${product.url}/stores`);
  await ours.locator("html[data-tuppence-extension]").waitFor({ state: "attached" });
  expect(await say(ours, { type, code: "forged", challenge: "x" })).toEqual(["not_asked"]);
  // What is no text, and what a frame says, is not even answered.
  expect(await say(ours, { type, code: { a: 1 }, challenge: ["x"] })).toEqual([]);
  expect(await say(ours, { type, code: "forged", challenge: "x" }, "frame")).toEqual([]);
  // The challenge stands in an address, so that somebody may know it; the code for it is our server's alone.
  const popup = await installed.popup(store);
  const asks = await openAsk(installed, popup);
  const challenge = new URL(asks.url()).searchParams.get("challenge") ?? "";
  expect(challenge.length).toBe(43);
  expect(await say(ours, { type, code: "f".repeat(44), challenge })).toEqual(["extension_code_unknown"]);
  expect((await kept()).session).toBe(null);
  await Promise.all([store, ours, popup, asks].map((one) => one.close()));
});
