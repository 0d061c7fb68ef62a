/** A real Chromium, as a newcomer's machine has it. Console errors and page errors fail the test that caused them. */
import { execFileSync } from "node:child_process";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Longer than anything takes on the slowest machine: what comes at all costs nothing, and only what never comes costs this. */
const PATIENCE_MS = 60_000;

export const PHONE = { width: 390, height: 844 };
/** As Safari of an iPhone names itself. */
export const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
export const DESKTOP = { width: 1440, height: 900 };

/** The whole browser, windows and all: what extensions need. */
export function browserPath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return findProgram(["chromium", "chromium-browser", "google-chrome"]) ?? chromium.executablePath();
}

function findProgram(names: readonly string[]): string | null {
  for (const name of names) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // Not this name: the next one.
    }
  }
  return null;
}

/** The same engine without its windows asks for half of the processor's time; where it is not there, the whole browser does. */
function shellPath(): string | null {
  if (process.env.WHOLE_BROWSER) return null;
  return process.env.HEADLESS_SHELL_PATH ?? findProgram(["chromium-headless-shell"]);
}
const SHELL_FLAGS = ["--in-process-gpu", "--disable-software-rasterizer"];

/** `whole`: for journeys that mean what the shell does not have: alerts, and a process for each site's frames. */
export function openBrowser(more: string[] = [], options: { whole?: boolean } = {}): Promise<Browser> {
  const shell = options.whole ? null : shellPath();
  return chromium.launch({
    executablePath: shell ?? browserPath(),
    args: [...FLAGS, ...(shell ? SHELL_FLAGS : []), ...more],
  });
}

let shared: Promise<Browser> | null = null;

/**
 * One for all files of a worker: a browser of its own takes half a second to start, and the first page in it another second.
 * Visitors have nothing in common in it but the program. To close it closes its visits; it ends with the process.
 */
export async function shareBrowser(): Promise<Browser> {
  if (shared && !(await shared.then((browser) => browser.isConnected()).catch(() => false))) shared = null;
  shared ??= openBrowser().then((browser) => {
    browser.close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    };
    return browser;
  });
  return shared;
}

/**
 * Public pages start their scripts after the paint, so that a document can be loaded and not yet hear anything. Who presses
 * that early is led by the link itself; a journey means what the page does when it has come alive.
 */
function waitUntilAlive(page: Page): void {
  const alive = () => {
    // A page from a file is nobody's to bring alive.
    if (document.location.protocol === "file:") return true;
    // These two tell of their keys when their effects have run, and with them those of the page around them.
    if (document.querySelector(".header-search input:not([aria-keyshortcuts]), .con-find:not([aria-keyshortcuts])"))
      return false;
    if (!document.querySelector("#start-later, script[type=module]")) return true;
    // The cover of the phone's app is its own, and no part of the page that comes alive.
    const last = [...document.body.querySelectorAll("a, button")].filter((one) => !one.closest("dialog")).at(-1);
    return !last || Object.keys(last).some((key) => key.startsWith("__reactProps"));
  };
  // A page that its guard leads elsewhere meanwhile has another document: what it asks for next is waited for there.
  const wait = () => page.waitForFunction(alive, null, { timeout: PATIENCE_MS, polling: 40 }).catch(() => {});
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  page.goto = async (...input) => {
    const response = await goto(...input);
    await wait();
    return response;
  };
  page.reload = async (...input) => {
    const response = await reload(...input);
    await wait();
    return response;
  };
}

export type Visitor = { page: Page; context: BrowserContext; problems: string[]; close(): Promise<void> };

export async function openVisitor(
  browser: Browser,
  options: {
    baseURL: string;
    viewport?: { width: number; height: number };
    language?: "en" | "es";
    dark?: boolean;
    javaScript?: boolean;
    reducedMotion?: boolean;
    /** Its reader presses before a page has come alive: no page is waited for. */
    early?: boolean;
    /** What the browser says that it is: pages that ask where their reader is go by it. */
    userAgent?: string;
  },
): Promise<Visitor> {
  const viewport = options.viewport ?? DESKTOP;
  const context = await browser.newContext({
    baseURL: options.baseURL,
    viewport,
    isMobile: viewport.width < 600,
    hasTouch: viewport.width < 600,
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
    javaScriptEnabled: options.javaScript ?? true,
    locale: options.language === "es" ? "es-US" : "en-US",
    ...(options.userAgent !== undefined && { userAgent: options.userAgent }),
  });
  // Tabs that a journey opens later are waited for as the first is.
  context.on("page", (opened) => {
    opened.setDefaultTimeout(PATIENCE_MS);
    if ((options.javaScript ?? true) && !options.early) waitUntilAlive(opened);
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  return { page, context, problems, close: () => context.close() };
}
