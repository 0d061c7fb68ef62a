/** The offer and the way back that wait while somebody signs in: for this tab, and as a cookie for sign-ins that leave the page. */
import { writeCookie } from "./cookies.ts";
import type { Waiting } from "./viewer.ts";

const WAITING = "waiting_offer";

export function keepWaiting(waiting: Waiting) {
  sessionStorage.setItem(WAITING, JSON.stringify(waiting));
  writeCookie("auth_redirect_url", waiting.return_to, 3_600);
}

export function forgetWaiting() {
  if (!sessionStorage.getItem(WAITING)) return;
  sessionStorage.removeItem(WAITING);
  writeCookie("auth_redirect_url", "", 0);
}

/**
 * What waited behind a modal that this tab left without closing waits no more, unless a sign-in is under way. Handed to whoever comes
 * back from one.
 */
export function takeLeftWaiting(): string | null {
  const left = sessionStorage.getItem(WAITING);
  if (!/^\/(login|register|oauth|auth)(\/|$)/.test(window.location.pathname)) forgetWaiting();
  return left;
}
