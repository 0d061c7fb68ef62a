/** Asks Lighthouse about the places of one look, one after the other: what another page asks for meanwhile would count as theirs. */
import { freePort } from "#platform/embedded-postgres";
import { inLanguage } from "../e2e/public-pages.ts";
import { openBrowser } from "../support/browser.ts";
import { askLighthouse, faultsOf, figuresOf } from "../support/lighthouse.ts";
import { keyOf, type Look, MODES } from "./looks.ts";
import type { Place } from "./places.ts";
import { problemsOf, type Taken } from "./take.ts";
import type { World } from "./world.ts";

/** That pages are found by search engines is `test/spec`'s and the journeys': what is private here is not meant to be. */
const NOT_ASKED = ["is-crawlable"];
/** A document that says 404 or 410, as it is meant to, is an error in the browser's console too. */
const SAYS_ITS_STATUS = ["http-status-code", "errors-in-console"];

/** A browser of its own: Lighthouse opens its pages in the first context of one. `tell` hears each page's figures. */
export async function openAuditor(world: World, tell: (line: string) => void) {
  const port = await freePort();
  const browser = await openBrowser([`--remote-debugging-port=${port}`], { whole: true });
  const devtools = await browser.newBrowserCDPSession();
  // The browser forgets that context with its cookies when its last page closes: an empty page keeps it.
  await devtools.send("Target.createTarget", { url: "about:blank" });

  async function audit(look: Look, place: Place): Promise<string[]> {
    const { url } = world.product;
    const choices = Object.entries({ lang: look.language, partner: look.brand });
    const theirs = world.cookies[place.who].filter(({ name }) => !choices.some(([chosen]) => chosen === name));
    const cookies = [
      ...theirs.map(({ name, value, httpOnly }) => ({ name, value, httpOnly, url })),
      ...choices.map(([name, value]) => ({ name, value, httpOnly: false, url })),
    ];
    await devtools.send("Storage.clearCookies");
    await devtools.send("Storage.setCookies", { cookies });
    const address = url + inLanguage(place.path, look.language);
    // The page is in the cache, as it is for everybody but the first reader.
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const { status } = await fetch(address, { headers: { cookie }, redirect: "manual" });
    const report = await askLighthouse({ port, address, anyStatus: place.status >= 400 });
    tell(`${keyOf(place, look, MODES.lighthouse[0])}: ${figuresOf(report)}`);
    const meant = place.status < 400 ? NOT_ASKED : [...NOT_ASKED, ...SAYS_ITS_STATUS];
    return [...problemsOf(place, status, report.finalDisplayedUrl), ...faultsOf(report, { meant })];
  }

  return {
    async takeLook(look: Look, places: readonly Place[], taken: (one: Taken) => Promise<void>): Promise<void> {
      for (const place of places) {
        const problems = await audit(look, place).catch((error: unknown) => [String(error)]);
        await taken({ key: keyOf(place, look, MODES.lighthouse[0]), picture: null, problems });
      }
    },
    close: () => browser.close(),
  };
}
