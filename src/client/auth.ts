/** Signing in, signing up and out, and the modal that asks for it. */

import { call } from "./call.ts";
import { inDebug } from "./in-debug.ts";
import { failSession, forget, keep, type LoginData } from "./session.ts";
import { showToast } from "./toasts.ts";
import { sender, track } from "./track.ts";
import { type AuthPage, changeViewer, currentViewer, type Waiting } from "./viewer.ts";
import { forgetWaiting, keepWaiting } from "./waiting.ts";

/** SPEC §7: an answer may have a `redirect`, for the second step. */
function follow(to: string): Promise<never> {
  window.location.assign(inDebug(to));
  return new Promise(() => {});
}

/** The login data of any sign-in becomes the viewer, and is told of (SPEC §9). */
export async function adopt(data: LoginData): Promise<void> {
  if (data.redirect) await follow(data.redirect);
  if (!data.user) return;
  keep(data.user, true);
  track(data.recently_created ? "register" : "login");
}

/** SPEC §4, §8: any error of it leaves nobody signed in. Its form says why. */
async function asked(path: string, json: object): Promise<LoginData> {
  try {
    return await call<LoginData>(path, { json });
  } catch (error) {
    await failSession(error, true);
    throw error;
  }
}

export async function signIn(form: { email: string; password: string; captcha?: string }): Promise<void> {
  const { captcha, ...rest } = form;
  await adopt(await asked("/api/web/login", { ...rest, "g-recaptcha-response": captcha }));
}

export async function register(form: {
  name: string;
  email: string;
  password: string;
  password_confirmation: string;
  captcha?: string;
}): Promise<void> {
  const { captcha, ...rest } = form;
  const data = await asked("/api/web/register", {
    ...rest,
    "g-recaptcha-response": captcha,
    source: window.location.pathname,
    user_agent: navigator.userAgent,
  });
  await adopt(data);
}

/** SPEC §4: clears the session, shows the message for 2 seconds, then goes to /logout. */
export async function signOut(message: string): Promise<void> {
  track("logout");
  // Whose sign-out it is, only their session tells (SPEC §3): it goes ahead of the call that ends it.
  sender.now?.();
  await call("/api/logout", { json: {} }).catch(() => null);
  forget();
  // Who signs out leaves nothing of theirs: no receipt that waits either.
  void import("./kept.ts").then((part) => part.dropClaims());
  showToast("good", message);
  setTimeout(() => window.location.assign(inDebug("/logout")), 2_000);
}

let settleAuth: ((signedIn: boolean) => void) | null = null;
/**
 * Opens the modal and resolves when it closes: whether somebody is signed in then (SPEC §4). The offer and the way back
 * are remembered meanwhile.
 */
export function openAuth(page: AuthPage, waiting: Waiting | null = null): Promise<boolean> {
  settleAuth?.(false);
  if (waiting) keepWaiting(waiting);
  changeViewer({ auth: { page, waiting } });
  return new Promise((settle) => {
    settleAuth = settle;
  });
}

/** Offer and return path are forgotten when the modal closes (SPEC §4). */
export function closeAuth() {
  forgetWaiting();
  changeViewer({ auth: null });
  settleAuth?.(currentViewer().authenticated);
  settleAuth = null;
}
