/**
 * Where the reader came from, what they allow, and what follows: the banner where the law asks, and events and pixels
 * where they are allowed. Loaded after the page has come alive; a page works the same without it.
 */

import { call } from "#client/call.ts";
import { readCookie } from "#client/cookies.ts";
import { browserOf, extensionIsThere } from "#client/extension.ts";
import { type Tracked, track } from "#client/track.ts";
import { changeViewer, currentViewer } from "#client/viewer.ts";
import { CallError } from "#ui/call-error.ts";
import { readZone } from "#ui/zone.ts";
import type { Allowed, Shown } from "./privacy-types.ts";
import { RECORD_FAILED } from "./record-failed.ts";
import { startSending, stopSending } from "./send-events.ts";

const isSignalled = () => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
const ASKED = "privacy_asked";
const LEAVING_MS = 1_000;
const RECORD_READ = "attribution_read";
const CLIENT_ID_SAVED = "gtag_client_id_saved";

type Touch = Record<string, string>;

/** What the address and the referrer say of where its reader came from; null when they say nothing. */
function touchOf(): Touch | null {
  const query = new URLSearchParams(window.location.search);
  const touch: Touch = {};
  for (const name of ["sid", "cid", "partner"]) {
    const value = query.get(name);
    if (value) touch[name] = value.slice(0, 300);
  }
  if (Object.keys(touch).length === 0) return null;
  const referrer = URL.parse(document.referrer)?.hostname;
  if (referrer && referrer !== window.location.hostname) touch.website = referrer;
  return { ...touch, url: window.location.origin + window.location.pathname };
}

let touch: Touch | null = null;

/** SPEC §7: the server sets the cookie, because browsers cut short what scripts set. */
async function sendTouch(): Promise<void> {
  if (!touch) return;
  const json = { ...touch, time_zone: readZone() };
  const answer = await call<{ data: unknown }>("/api/check-set-cookie", { json, keepalive: true });
  if (answer.data) touch = null;
}

/** From the cookie alone when somebody chose before, or was found where nobody has to: then nothing is asked. */
function known(): Allowed | null {
  const chosen = /^(a?)(s?)(m?)\.[0-9a-f]{12}\./.exec(readCookie("privacy_choices") ?? "");
  if (chosen) return { attribution: chosen[1] !== "", statistics: chosen[2] !== "", marketing: chosen[3] !== "" };
  const free = readCookie("privacy_region") === "free";
  // An account may have said something in another browser: it is asked once a visit.
  if (free && (sessionStorage.getItem(ASKED) || !localStorage.getItem("user")))
    return { attribution: true, statistics: true, marketing: true };
  return null;
}

export const readPrivacy = (): Promise<Shown> =>
  call<Shown>(
    `/api/privacy/choices?lang=${document.documentElement.lang}&time_zone=${encodeURIComponent(readZone() ?? "")}`,
  );

export async function choosePrivacy(
  choices: Allowed,
  version: string,
  source: "banner" | "settings",
): Promise<Allowed> {
  const json = { ...choices, version, source, time_zone: readZone() };
  const { permitted } = await call<{ permitted: Allowed }>("/api/privacy/choices", { method: "PUT", json });
  await follow(permitted);
  return permitted;
}

async function follow(allowed: Allowed): Promise<void> {
  const limited = isSignalled() ? { ...allowed, statistics: false, marketing: false } : allowed;
  const then = (events: readonly Tracked[]) => afterwards(events, limited);
  const { terms } = currentViewer();
  const firefox = browserOf(navigator.userAgent) === "firefox" && extensionIsThere();
  changeViewer({
    terms: { ...terms, firefox, pii: limited.marketing, stats: limited.statistics, cookies: allowed.attribution },
  });
  if (limited.statistics) {
    startSending(then);
    saveClientId();
  } else stopSending(then);
  if (allowed.attribution) await followRecord();
}

/** SPEC §3, §8: what is known of where this visit came from; once a visit, and again when its address says something. */
async function followRecord(): Promise<void> {
  if (!touch && sessionStorage.getItem(RECORD_READ)) return;
  try {
    await sendTouch();
    const { data } = await call<{ data: { sid: string | null } | null }>("/api/get-cookie", { json: {} });
    sessionStorage.setItem(RECORD_READ, "1");
    changeViewer({ attribution: Boolean(data?.sid ?? currentViewer().user?.sid) });
  } catch (error) {
    const detail = error instanceof CallError ? error.message : "";
    // A page that is being left cancels its calls, and is gone by then.
    if (!detail) await new Promise((after) => setTimeout(after, LEAVING_MS));
    window.dispatchEvent(new CustomEvent(RECORD_FAILED, { detail }));
  }
}

/** What a sign-up or sign-in brings with it: the account's own choices, the partner's pixel, the browser's analytics id. */
function afterwards(events: readonly Tracked[], allowed: Allowed): void {
  const registered = events.some(({ action }) => action === "register");
  if (!registered && !events.some(({ action }) => action === "login")) return;
  if (allowed.statistics) saveClientId();
  void readPrivacy()
    .then(async (shown) => {
      await follow(shown.permitted);
      if (registered && shown.permitted.marketing)
        await import("#client/fire-pixels.ts").then((part) => part.fireRegistration());
    })
    .catch(() => {});
}

/**
 * SPEC §7: after login, by beacon, and when permission or the id come later; each id of an account once. `_ga` is set by
 * gtag, on other sites of the same owner or on pages that carry it.
 */
function saveClientId(): void {
  const client_id = /^GA\d\.\d\.(\d+\.\d+)$/.exec(readCookie("_ga") ?? "")?.[1];
  const user_id = JSON.parse(localStorage.getItem("user") ?? "null")?.user_id as string | undefined;
  if (!client_id || !user_id || localStorage.getItem(CLIENT_ID_SAVED) === `${user_id} ${client_id}`) return;
  if (navigator.sendBeacon("/api/saveGtagClientId", JSON.stringify({ user_id, client_id })))
    localStorage.setItem(CLIENT_ID_SAVED, `${user_id} ${client_id}`);
}

/** Links to a shop stand in many places; what they have in common is where they lead. */
function followShopping(): void {
  document.addEventListener(
    "click",
    (event) => {
      const anchor = (event.target as Element | null)?.closest?.("a[href]");
      const path = anchor instanceof HTMLAnchorElement ? anchor.pathname : "";
      const merchant = /^\/(?:go\/([\w-]+)|([\w-]+)-coupons\/redirecting)$/.exec(path);
      if (merchant) track("go_shopping", { merchant: merchant[1] ?? merchant[2] ?? "" });
    },
    { capture: true, passive: true },
  );
}

/** `#privacy-choices` at the end of any address asks again: taking a yes back is as easy as giving it. */
const AGAIN = "#privacy-choices";
const askAgain = () => {
  if (window.location.hash === AGAIN) void readPrivacy().then(ask, () => {});
};

async function ask(shown: Shown): Promise<void> {
  const { showBanner } = await import("./consent-banner.tsx");
  showBanner(shown, (choices) => choosePrivacy(choices, shown.version, "banner"));
}

let started = false;
export async function startPrivacy(): Promise<void> {
  if (started) return;
  started = true;
  touch = touchOf();
  followShopping();
  window.addEventListener("hashchange", askAgain);
  askAgain();
  const allowed = known();
  if (allowed) return follow(allowed);
  const shown = await readPrivacy();
  sessionStorage.setItem(ASKED, "1");
  await follow(shown.permitted);
  if (shown.ask && window.location.hash !== AGAIN) await ask(shown);
}
