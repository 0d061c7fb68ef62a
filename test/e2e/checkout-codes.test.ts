/** The built extension tries codes at sixteen checkouts of very different make, in a real Chromium. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Run } from "../../extension/src/codes/run.ts";
import type { Chrome } from "../../extension/src/messages.ts";
import { CHECKOUT_SHOPS, type CheckoutName } from "../../sandbox/checkouts/shops.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import type { Recipe } from "../../src/modules/extension/extension.types.ts";
import { violations } from "../support/axe.ts";
import { type Installed, installExtension } from "../support/extension.ts";
import { serveList } from "../support/list-server.ts";
import { until } from "../support/stage.ts";

/** What the worker has where these functions run. */
declare const chrome: Chrome;

/** What only somebody who looked at that store could know. */
const PLAIN_LEDGER: Recipe = {
  name: "plain-ledger",
  hosts: [CHECKOUT_SHOPS.plainLedger.domain],
  known_by: [".k1"],
  input: [".k2"],
  apply: [".k3"],
  total: [".k7"],
  bad: [".k4"],
  remove: [".k6"],
};

let sandbox: Sandbox;
let list: Awaited<ReturnType<typeof serveList>>;
let installed: Installed;
let port: string;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null, shopHosts: true, catalogue: "small" });
  port = new URL(sandbox.url).port;
  const stores = Object.values(CHECKOUT_SHOPS).map(({ slug, name, domain, own, codes }) => ({
    ...{ name: slug, title: name, hosts: [domain], rate: { kind: "percent", bps: 600, up_to: false } as const },
    codes: Object.keys(codes)
      .filter((code) => code !== own)
      .map((code) => ({ code, title: code, language: "en" as const })),
  }));
  list = await serveList(stores, [PLAIN_LEDGER]);
  installed = await installExtension(list);
});
afterAll(async () => {
  await installed?.close();
  await list?.close();
  await sandbox?.close();
});

const address = (shop: CheckoutName) => {
  const { domain, slug } = CHECKOUT_SHOPS[shop];
  return `http://${domain}:${port}/checkouts/${slug}/`;
};
const tabOf = (page: Page) =>
  installed.worker.evaluate(async (url) => {
    const all = await chrome.tabs.query({});
    return all.find((one) => one.url === url)?.id ?? -1;
  }, page.url());
const runIn = (tab: number) =>
  installed.worker.evaluate(async (id) => {
    const found = await chrome.storage.session.get(`run ${id}`);
    return (found[`run ${id}`] as Run | undefined) ?? null;
  }, tab);
const ended = (tab: number, shop: CheckoutName) =>
  until(`${shop} to end`, async () => {
    const run = await runIn(tab);
    return run?.phase === "over" && run;
  });
type Visit = { code: string | null; tried: string[]; orders: number };
const visitOf = async (shop: CheckoutName) => {
  const response = await fetch(`${sandbox.url}/control/checkouts/${CHECKOUT_SHOPS[shop].slug}`);
  return ((await response.json()) as Visit[]).at(-1);
};

async function open(shop: CheckoutName): Promise<{ shop: CheckoutName; page: Page; tab: number }> {
  const page = await installed.context.newPage();
  await page.goto(address(shop));
  return { shop, page, tab: await tabOf(page) };
}

const kept = <T>(key: string) =>
  installed.worker.evaluate(async (name) => (await chrome.storage.local.get(name))[name] as T | undefined, key);

type Expected = {
  kept: string | null;
  saving?: number;
  why?: Run["why"];
  /** State, and saving or reason, of each code. */
  tries: Record<string, string>;
  /** What is in use at the till in the end. */
  code: string | null;
  lost?: string[];
};
const EXPECTED: Record<CheckoutName, Expected> = {
  harborTea: {
    kept: "LEAF20",
    saving: 2_600,
    code: "LEAF20",
    tries: { HARBOR10: "1300", TEATIME: "ended", OLDTEA: "ended", LEAF20: "2600" },
  },
  clayKiln: {
    kept: "CLAY15",
    saving: 1_950,
    code: "CLAY15",
    tries: { KILN5: "500", CLAY15: "1950", GLAZE: "items", SLIP: "items" },
  },
  brassBolt: { kept: null, code: "PROMISE25", tries: { BOLT10: "1300", BRASS5: "500" } },
  northPantry: {
    kept: "PANTRY12",
    saving: 1_560,
    code: "PANTRY12",
    tries: { PANTRY12: "1560", FREESHIP: "795 of shipping", JAM: "unknown" },
  },
  velvetRow: {
    kept: "ROW30",
    saving: 3_000,
    code: "ROW30",
    tries: { VELVET10: "1300", ROW30: "3000", SILK: "minimum", SATIN: "minimum", LACE: "minimum" },
  },
  lumenAtelier: {
    kept: "LUMEN10",
    saving: 12_499,
    code: "LUMEN10",
    tries: { LUMEN10: "12499", LAMPE: "unknown", LUSTRE: "unknown", ECLAT8: "800" },
  },
  fernFold: {
    kept: "FERN15",
    saving: 1_950,
    code: "FERN15",
    tries: { FERN15: "1950", FOLD5: "500", MOSS: "unknown", BOG: "unknown" },
  },
  quillHouse: {
    kept: "QUILL10",
    saving: 1_300,
    code: "QUILL10",
    tries: { QUILL10: "1300", INK: "ended", BLOT: "ended" },
  },
  opalStudio: {
    kept: "OPAL20",
    saving: 2_600,
    code: "OPAL20",
    tries: { OPAL20: "2600", STUDIO5: "500", PRISM: "items" },
  },
  darOud: { kept: "OUD15", saving: 6_450, code: "OUD15", tries: { OUD15: "6450", DAR5: "500", MISK: "unknown" } },
  slowTide: { kept: "TIDE10", saving: 1_300, code: "TIDE10", tries: { TIDE10: "1300", WAVE: "unknown" } },
  grandBazaar: {
    kept: "REAL5",
    saving: 500,
    code: "REAL5",
    tries: { BAIT40: "changed", LIE50: "nothing", FEE15: "dearer", REAL5: "500" },
  },
  gateHouse: { kept: null, why: "captcha", code: null, tries: { GATE10: "1300", HOUSE20: "silent", LOCK5: "over" } },
  wanderOut: { kept: null, why: "left", code: null, tries: { WANDER10: "1300", OUT15: "over", ROAM5: "over" } },
  casaNopal: { kept: null, code: "VECINA30", tries: { NOPAL10: "18990", TUNA: "ended" } },
  plainLedger: { kept: "LEDGER10", saving: 1_300, code: "LEDGER10", tries: { LEDGER10: "1300", LINE5: "500" } },
};
const told = (run: Run) =>
  Object.fromEntries(
    run.tries.map(({ code, state, why, saving, shipping }) => [
      code,
      state === "worked" ? `${saving}${shipping ? " of shipping" : ""}` : why,
    ]),
  );

it("keeps the best code or the shopper's own at every make of checkout, and orders nothing", async () => {
  const opened = await Promise.all((Object.keys(EXPECTED) as CheckoutName[]).map(open));
  // What the popup sends when *try* is pressed, from a page of the extension's own.
  const popup = await installed.popup(opened[0]?.page ?? (await installed.context.newPage()));
  for (const { shop, tab } of opened) {
    const question = { ask: "try_codes", tab } as const;
    expect({ shop, begun: await popup.evaluate((asked) => chrome.runtime.sendMessage(asked), question) }).toEqual({
      ...{ shop, begun: true },
    });
  }
  const runs = [];
  for (const { shop, tab, page } of opened) {
    runs.push({ shop, run: await ended(tab, shop) });
    await page.close();
  }
  await popup.close();
  for (const { shop, run } of runs) {
    const { kept, saving = 0, why = "done", tries, code, lost = [] } = EXPECTED[shop];
    expect({ shop, ...run.end, total: undefined, tries: told(run) }).toEqual({
      ...{ shop, kept, saving, why, lost, tries },
    });
    const visit = await visitOf(shop);
    expect({ shop, code: visit?.code, orders: visit?.orders }).toEqual({ shop, code, orders: 0 });
  }
  // Nobody allowed to tell of it.
  expect(await kept("tries")).toBe(undefined);
});

/** Everything that the panel says, by the browser's own eyes: its shadow root is closed to the page and to us. */
async function inPanel(page: Page) {
  const session = await installed.context.newCDPSession(page);
  type Node = { backendNodeId: number; nodeName: string; nodeValue: string; attributes?: string[] } & {
    children?: Node[];
    shadowRoots?: Node[];
  };
  // The protocol's nodes have more than is read here.
  const { root } = (await session.send("DOM.getDocument", { depth: -1, pierce: true })) as unknown as { root: Node };
  const below = (node: Node): Node[] => [
    node,
    ...[...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap(below),
  ];
  const panel = below(root).find(({ nodeName }) => nodeName.toLowerCase() === "tuppence-panel");
  const textOf = (node: Node) =>
    below(node)
      .map(({ nodeName, nodeValue }) => (nodeName === "#text" ? nodeValue : ""))
      .join(" ");
  const buttons = panel ? below(panel).filter(({ nodeName }) => nodeName === "BUTTON") : [];
  return {
    text: panel ? textOf(panel) : null,
    async press(name: RegExp) {
      const button = buttons.find((one) => name.test(textOf(one).trim()));
      if (!button) throw new Error(`The panel has no button ${name}`);
      const { model } = await session.send("DOM.getBoxModel", { backendNodeId: button.backendNodeId });
      const [x = 0, y = 0, right = 0, , , bottom = 0] = model.content;
      await page.mouse.click((x + right) / 2, (y + bottom) / 2);
    },
  };
}
const panelSays = (page: Page, words: RegExp) =>
  until(`the panel to say ${words}`, async () => words.test((await inPanel(page)).text ?? ""));
const forget = async () => {
  await installed.worker.evaluate(async () => {
    await chrome.storage.local.remove(["state", "choices", "log"]);
    await chrome.storage.session.clear();
  });
  await installed.context.clearCookies();
};

it("offers itself at a checkout, begins by a person's press alone, stops when it is told to, and can be undone", async () => {
  await forget();
  const { page, tab } = await open("opalStudio");
  await panelSays(page, /Try 3 codes/);
  // What the page's own script makes up is no press.
  await page.evaluate(() => {
    const host = document.querySelector("tuppence-panel");
    host?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    const { left = 0, top = 0 } = host?.getBoundingClientRect() ?? {};
    for (let y = top; y < top + 400; y += 10)
      document.elementFromPoint(left + 180, y)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  expect(await runIn(tab)).toBe(null);
  await (await inPanel(page)).press(/^Try 3 codes/);
  await panelSays(page, /Best so far/);
  // The keyboard stands on the button that stops.
  await page.keyboard.press("Enter");
  const run = await ended(tab, "opalStudio");
  expect(run.end).toMatchObject({ kept: "OPAL20", saving: 2_600, why: "stopped" });
  expect(run.tries.at(-1)).toMatchObject({ code: "PRISM", state: "skipped", why: "over" });
  expect(await visitOf("opalStudio")).toMatchObject({ code: "OPAL20", orders: 0 });
  await panelSays(page, /OPAL20 saves \$26\.00/);
  await (await inPanel(page)).press(/^Remove it$/);
  await panelSays(page, /All is as it was/);
  expect(await visitOf("opalStudio")).toMatchObject({ code: null, orders: 0 });
  const log = await installed.worker.evaluate(
    async () => (await chrome.storage.local.get("log")).log as { what: string; store: string }[],
  );
  expect(log.map(({ what, store }) => [what, store])).toEqual([["codes_pressed", "opal-studio"]]);
  const popup = await installed.popup(page);
  await popup.getByRole("heading", { name: "All is as it was" }).waitFor();
  expect(await violations(popup)).toEqual([]);
  await Promise.all([popup.close(), page.close()]);
});

it("leaves the page alone as soon as the shopper goes on by themselves", async () => {
  await forget();
  const { page, tab } = await open("slowTide");
  await panelSays(page, /Try 2 codes/);
  await (await inPanel(page)).press(/^Try 2 codes/);
  await until("the first code to be under way", async () => (await runIn(tab))?.pending);
  await page.getByRole("textbox", { name: "ZIP code" }).pressSequentially("9");
  expect((await ended(tab, "slowTide")).end).toMatchObject({ why: "left", kept: "TIDE10" });
  expect(await visitOf("slowTide")).toMatchObject({ tried: ["TIDE10"], orders: 0 });
  // An order of the shopper's own goes out.
  await page.getByRole("button", { name: "Place order" }).click();
  await page.waitForURL(/thanks$/);
  expect(await visitOf("slowTide")).toMatchObject({ orders: 1 });
  await page.close();
});

it("says nothing at a checkout that a foreign link led to", async () => {
  await forget();
  const page = await installed.context.newPage();
  await page.goto(`${address("fernFold")}?irclickid=abc`);
  await until("the silence", () =>
    installed.worker.evaluate(async () => {
      const { state } = (await chrome.storage.local.get("state")) as { state?: { silences: object } };
      return Object.keys(state?.silences ?? {}).includes("fern-fold");
    }),
  );
  await page.goto(address("fernFold"));
  await page.getByRole("textbox", { name: "Promo code" }).waitFor();
  const popup = await installed.popup(page);
  await popup.getByText(/Another site brought you here/).waitFor();
  expect((await inPanel(page)).text).toBe(null);
  // The shopper's own press in the toolbar is their word.
  await popup.getByRole("button", { name: "Try 4 codes" }).click();
  await panelSays(page, /Trying code/);
  await page.close();
});

it("tells of codes only where the shopper allows it, hours later, and nothing but the code's own outcome", async () => {
  await forget();
  const { page, tab } = await open("quillHouse");
  const settings = await installed.popup(page);
  await settings.getByRole("button", { name: "Settings" }).click();
  const choice = settings.getByRole("checkbox", { name: "Tell whether codes worked" });
  expect(await choice.isChecked()).toBe(false);
  await choice.check();
  await settings.evaluate((asked) => chrome.runtime.sendMessage(asked), { ask: "try_codes", tab } as const);
  await ended(tab, "quillHouse");
  type Told = { store: string; code: string; day: string; tag: string; worked: boolean; saving_minor?: string };
  const waiting = await until("the outcomes", async () => {
    const told = await kept<Told[]>("tries");
    return told && told.length === 3 && told;
  });
  const alarm = await installed.worker.evaluate(() => chrome.alarms.get("tell of codes"));
  expect((alarm?.scheduledTime ?? 0) - Date.now()).toBeGreaterThan(25 * 60_000);
  expect(list.posts).toEqual([]);
  await installed.worker.evaluate(() => chrome.alarms.create("tell of codes", { when: Date.now() }));
  const [post] = await until("the post", async () => list.posts.length > 0 && list.posts);
  const tries = (JSON.parse(post?.body ?? "") as { tries: Told[] }).tries;
  const day = new Date().toISOString().slice(0, 10);
  const about = { store: "quill-house", day, tag: expect.stringMatching(/^[0-9a-f]{32}$/) };
  expect(tries.toSorted((one, other) => (one.code < other.code ? -1 : 1))).toEqual([
    { ...about, code: "BLOT", worked: false },
    { ...about, code: "INK", worked: false },
    { ...about, code: "QUILL10", worked: true, saving_minor: "1300" },
  ]);
  expect(new Set(tries.map((one) => one.tag)).size).toBe(3);
  expect(waiting.map(({ tag }) => tag).toSorted()).toEqual(tries.map(({ tag }) => tag).toSorted());
  expect(Object.keys(post?.headers ?? {})).not.toEqual(expect.arrayContaining(["cookie"]));
  expect(post?.headers.referer).toBe(undefined);
  await until("nothing to wait", async () => (await kept<Told[]>("tries"))?.length === 0);
  // Taken back: what is known of it is gone from the device.
  await choice.uncheck();
  await until(
    "all to be forgotten",
    async () => (await kept("telling")) === undefined && (await kept("tries")) === undefined,
  );
  await Promise.all([settings.close(), page.close()]);
});
