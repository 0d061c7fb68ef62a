/** Takes the pictures of one look: a brand, a language and a size, each place in its modes, when nothing moves anymore. */
import type { Browser, CDPSession, Page, Request } from "playwright-core";
import sharp from "sharp";
import { ASKED } from "../../src/site/extension/prompt-rules.ts";
import { inLanguage } from "../e2e/public-pages.ts";
import { COLOR_RULES, violations } from "../support/axe.ts";
import { DESKTOP, openVisitor, PHONE } from "../support/browser.ts";
import { lookForOverflow } from "../support/overflow.ts";
import { speaker } from "../support/words.ts";
import { type Digest, makeDigest } from "./digest.ts";
import { AT } from "./frozen-time.ts";
import { keyOf, type Look, MODES } from "./looks.ts";
import type { Place } from "./places.ts";
import type { World } from "./world.ts";

/** Without a picture where rules alone are asked. */
export type Taken = { key: string; picture: { digest: Digest; png: Buffer } | null; problems: string[] };

/** Half of what the window has: letters are read from it, and it takes a quarter of the time. */
const SCALE = 0.5;
/** Long lists say nothing new further down; how long they are is compared too. */
export const MAX_PX = 4_000;
/** Without an answer on the way for so long, a page has what it asked for. */
const QUIET_MS = 60;
const PATIENCE_MS = 15_000;
const FRAME_MS = 16;
const STILL =
  // Codes for cameras carry the port of this run.
  'img[src^="data:image/svg+xml"], svg[shape-rendering="crispEdges"] { visibility: hidden !important }' +
  // What is not in the window has its real height too.
  "* { content-visibility: visible !important }" +
  "*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; scroll-behavior: auto !important }";

export async function takeLook(
  browser: Browser,
  world: World,
  look: Look,
  places: readonly Place[],
  taken: (one: Taken) => Promise<void>,
): Promise<void> {
  for (const who of ["visitor", "member", "newcomer"] as const) {
    const theirs = places.filter((place) => place.who === who);
    if (!theirs.length) continue;
    const { url } = world.product;
    const { page, context, close } = await openVisitor(browser, {
      baseURL: url,
      viewport: viewportOf(look),
      language: look.language,
      reducedMotion: true,
      javaScript: look.way !== "bare",
    });
    const choices = { lang: look.language, partner: look.brand };
    await context.addCookies([
      ...world.cookies[who].filter(({ name }) => !(name in choices)),
      ...Object.entries(choices).map(([name, value]) => ({ name, value, url })),
    ]);
    if (look.way !== "bare") await page.clock.setFixedTime(AT);
    // Whoever was here before has the faces of the letters, which come with the document, and was asked about the extension: on a slow
    // machine that question would stand over a picture.
    await page.addInitScript(
      ([still, asked]) => {
        try {
          localStorage.fonts = 1;
          sessionStorage.setItem(asked, "1");
        } catch {}
        addEventListener("DOMContentLoaded", () => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(still);
          document.adoptedStyleSheets.push(sheet);
        });
      },
      [STILL, ASKED] as const,
    );
    const session = await context.newCDPSession(page);
    const quiet = watchRequests(page);
    for (const place of theirs) {
      await page.emulateMedia({ colorScheme: "light", media: "screen" });
      const go = () => page.goto(inLanguage(place.path, look.language));
      // On a busy machine a browser may drop what it was asked for: it is asked once more, as a reader would.
      const answer = await go().catch(go);
      await quiet();
      if (look.way === "bare") await standStill(session);
      await page.evaluate(settle, look.way !== "bare");
      await untilSameHeight(page);
      if (place.opens) await openWindow(page, place.opens, look.language);
      if (place.opens) await page.evaluate(settle, true);
      if (look.way === "print") await page.emulateMedia({ colorScheme: "light", media: "print" });
      await quiet();
      const problems = [
        ...problemsOf(place, answer?.status(), page.url()),
        ...(await page.evaluate(lookForOverflow, look.width)),
      ];
      for (const mode of MODES[look.way]) {
        if (mode.scheme === "dark") await page.emulateMedia({ colorScheme: "dark" });
        const broken =
          look.way === "axe" ? await violations(page, mode.scheme === "dark" ? { rules: COLOR_RULES } : {}) : [];
        const picture = look.way === "axe" ? null : await capture(page, session, look, place.opens !== undefined);
        await taken({ key: keyOf(place, look, mode), picture, problems: [...problems, ...broken] });
      }
    }
    await close();
  }
}

/** Throws where nothing opens it: the place is gone, or named wrongly. */
async function openWindow(page: Page, opens: NonNullable<Place["opens"]>, language: Look["language"]): Promise<void> {
  const name = "words" in opens ? speaker(language)(opens.words) : "";
  const button = "css" in opens ? page.locator(opens.css) : page.getByRole("button", { name, exact: true });
  await button.first().click();
  await page.getByRole("dialog").waitFor();
  // Whatever it asks for has come.
  await page.waitForFunction(() => !document.querySelector("[role=dialog] .skeleton"));
}

const viewportOf = ({ width }: Look): { width: number; height: number } =>
  [PHONE, DESKTOP].find((one) => one.width === width) ?? { width, height: width < 600 ? 640 : 900 };

/** Where no script runs nobody but the browser can lay a sheet on the page. */
async function standStill(session: CDPSession): Promise<void> {
  const { frameTree } = await session.send("Page.getFrameTree");
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { styleSheetId } = await session.send("CSS.createStyleSheet", { frameId: frameTree.frame.id });
  await session.send("CSS.setStyleSheetText", { styleSheetId, text: STILL });
}

/** What was pictured is another page than the one that was meant. */
export function problemsOf(place: Place, status: number | undefined, url: string): string[] {
  if (status !== place.status) return [`answered ${status}`];
  const { pathname } = new URL(url);
  return pathname === place.path.replace(/\?.*/, "") ? [] : [`leads to ${pathname}`];
}

/** Waits until nothing that the page asked for is on its way; streams that never end are not waited for. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let since = performance.now();
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") open.add(request);
  });
  const end = (request: Request) => {
    open.delete(request);
    since = performance.now();
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return async () => {
    const began = performance.now();
    since = began;
    while (performance.now() - began < PATIENCE_MS) {
      if (open.size === 0 && performance.now() - since >= QUIET_MS) break;
      await new Promise((next) => setTimeout(next, 20));
    }
    open.clear();
  };
}

/**
 * Runs in the page: every picture is there and decoded, every face of the letters too, and what waits for a quiet moment has had it.
 * Without scripts promises are kept too, but nobody is called back for a moment or a frame.
 */
async function settle(scripts: boolean): Promise<void> {
  for (const image of document.images) image.loading = "eager";
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  // A capture makes the faces of the style sheets anew, which are then not there for a moment: those of a script stay.
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const faces = rules.flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const [family, src, weight, style, unicodeRange] = [
      "font-family",
      "src",
      "font-weight",
      "font-style",
      "unicode-range",
    ].map((name) => rule.style.getPropertyValue(name)) as [string, string, string, string, string];
    const ours = src.includes("url(") && (/U\+0+-/i.test(unicodeRange) || !unicodeRange || /mono/i.test(family));
    if (!ours) return [];
    const told = { weight: weight || "normal", style: style || "normal", ...(unicodeRange && { unicodeRange }) };
    return [new FontFace(family.replace(/["']/g, ""), src, told)];
  });
  await Promise.all(
    faces.map((face) =>
      face.load().then(
        () => document.fonts.add(face),
        () => {},
      ),
    ),
  );
  await document.fonts.ready;
  if (scripts) await new Promise((next) => requestIdleCallback(next, { timeout: 1_000 }));
  // Rows that begin at the chosen one have it in their middle: where exactly they stand hangs on when letters came.
  for (const row of document.querySelectorAll("body *")) {
    if (row.scrollLeft === 0) continue;
    const [chosen, whole] = [row.querySelector("[aria-current]"), row].map((part) => part?.getBoundingClientRect());
    if (chosen && whole) row.scrollLeft += chosen.left + chosen.width / 2 - (whole.left + whole.width / 2);
    else row.scrollLeft = 0;
  }
}

/** Whatever came last has had its place for some frames. */
async function untilSameHeight(page: Page): Promise<void> {
  for (let same = 0, tries = 0, last = -1; same < 4 && tries < 120; tries += 1) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    same = height === last ? same + 1 : 0;
    last = height;
    await new Promise((next) => setTimeout(next, FRAME_MS));
  }
}

/** `window`: what is open over the page is as large as the window of the browser, which is all that is taken then. */
async function capture(page: Page, session: CDPSession, look: Look, window: boolean) {
  const { width } = look;
  const { scrolled_px, ...size } = await page.evaluate(() => ({
    page_width: document.documentElement.scrollWidth,
    page_height: document.documentElement.scrollHeight,
    scrolled_px: scrollY,
  }));
  const { data } = await session.send("Page.captureScreenshot", {
    format: "png",
    captureBeyondViewport: !window,
    optimizeForSpeed: true,
    clip: {
      x: 0,
      y: window ? scrolled_px : 0,
      width,
      height: window ? viewportOf(look).height : Math.min(size.page_height, MAX_PX),
      scale: SCALE,
    },
  });
  const png = Buffer.from(data, "base64");
  const raw = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data: raw.data, width: raw.info.width, height: raw.info.height, scale: SCALE };
  return { digest: makeDigest(pixels, { width, ...size }), png } satisfies { digest: Digest; png: Buffer };
}
