/** When the server knows nobody behind a token in the middle of a visit (SPEC §8). Loaded when a call was refused. */

import { call } from "#client/call.ts";
import { writeCookie } from "#client/cookies.ts";
import { inDebug } from "#client/in-debug.ts";
import { failSession, followOther, forget, renewed } from "#client/session.ts";
import { showToast } from "#client/toasts.ts";
import type { ViewerUser } from "#client/viewer.ts";
import { loadTexts, needSpanish, translator } from "#ui/text.tsx";

needSpanish(() => [import("../es.json")]);

/** In this part, because each part that pages know of weighs on all of them. */
export { takeUp } from "./take-up.ts";

const SAID = "logged_out";
let checking: Promise<void> | null = null;

const words = async () => {
  await loadTexts();
  return translator(document.documentElement.lang === "es" ? "es" : "en");
};

/**
 * Asks once more, past every cache. A session that lives goes on with a fresh token; one that is gone ends here too: sign
 * out, /login, and the words for it.
 */
export function checkSession(): Promise<void> {
  checking ??= check().finally(() => {
    checking = null;
  });
  return checking;
}

async function check() {
  if (await followOther()) return;
  let answer: { success: boolean; user?: ViewerUser };
  try {
    answer = await call("/api/refresh", { json: { nocache: true } });
  } catch (error) {
    return failSession(error);
  }
  if (answer.success && answer.user) {
    renewed(answer.user);
    return;
  }
  await call("/api/logout", { json: {} }).catch(() => null);
  forget();
  const { pathname, search } = window.location;
  if (pathname === "/login") {
    await sayLoggedOut();
    return;
  }
  sessionStorage.setItem(SAID, "1");
  // Who was at their own things comes back to them after signing in again.
  if (/^\/(account|mobile)\//.test(pathname)) writeCookie("auth_redirect_url", pathname + search, 3_600);
  window.location.assign(inDebug("/login"));
}

export async function sayLoggedOut() {
  sessionStorage.removeItem(SAID);
  const t = await words();
  showToast("bad", t("You have been logged out"));
}

/** SPEC §8: the server's own words first. */
export async function sayFailure(server: string) {
  const t = await words();
  showToast("bad", server || t("We're sorry, but we are having technical difficulties, please try again in an hour"));
}
