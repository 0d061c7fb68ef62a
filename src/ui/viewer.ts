/**
 * The viewer: who reads the page. Public pages are the same for everybody; after hydration this store restores the
 * member by the start-up rules of SPEC §4 and components fill in what differs.
 */
import { useSyncExternalStore } from "react";
import { track } from "./track.ts";

export type ViewerUser = {
  user_id: string;
  name: string;
  initials: string;
  /** None for somebody who came from another account without one. */
  email: string | null;
  is_verified: boolean;
  partner: string;
  subscribed: boolean;
  coin_onboarding: number;
  created_at: string;
  plus: { active: boolean };
  login_token: string;
  expires: string;
};
export type Balances = { available_minor: string; pending_minor: string; coins: string };
export type Waiting = { merchant_name: string; rate_text: string; return_to: string; logo_url?: string | null };
export type AuthPage = "sm-login" | "sm-register";
export type PageAccess = "public" | "member" | "personal";
export type Viewer = {
  status: "unknown" | "anonymous" | "member";
  user?: ViewerUser;
  balances?: Balances;
  favourites: ReadonlySet<string>;
  /** The login/register modal, when it is open, and what waits behind it. */
  auth: { page: AuthPage; waiting: Waiting | null } | null;
  toast: { kind: "good" | "bad"; text: string; id: number } | null;
};

const STORED_USER = "user";
const UNKNOWN: Viewer = { status: "unknown", favourites: new Set(), auth: null, toast: null };
let viewer: Viewer = UNKNOWN;
/** What the page that is open shows: a member's own things must go when the member does. */
let access: PageAccess = "public";
export function setPageAccess(now: PageAccess): void {
  access = now;
}
const listeners = new Set<() => void>();

function set(change: Partial<Viewer>) {
  viewer = { ...viewer, ...change };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The server and the first client render always see an unknown viewer, so that their markup is the same. */
export const useViewer = (): Viewer =>
  useSyncExternalStore(
    subscribe,
    () => viewer,
    () => UNKNOWN,
  );

export function readCookie(name: string): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

const tokenCookie = () => readCookie("tp_token") ?? readCookie("tp_token_test") ?? readCookie("tp_token_local");

function storedUser(): ViewerUser | null {
  try {
    return JSON.parse(localStorage.getItem(STORED_USER) ?? "null") as ViewerUser | null;
  } catch {
    return null;
  }
}

/** Calls carry the bearer token; the binding cookie goes with them by itself. */
export async function call<T>(
  path: string,
  options: { method?: string; json?: unknown; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<T> {
  const token = viewer.user?.login_token;
  const response = await fetch(path, {
    method: options.method ?? (options.json === undefined ? "GET" : "POST"),
    headers: {
      accept: "application/json",
      ...(options.json === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  });
  const body = (await response.json().catch(() => null)) as T;
  if (response.ok) return body;
  const error = new CallError(response.status, body as ErrorBody);
  // The server knows nobody behind a token that this page believes in: the session may be gone (SPEC §8).
  if (token && SIGNED_OUT.has(error.code)) session.doubted();
  throw error;
}

/** What follows from a session's turns. Set by session-watch.tsx, which loads each part when it is first needed. */
export const session = {
  doubted: (): void => {},
  arrived: (): void => {},
  failed: (): void => {},
};

const SIGNED_OUT = new Set(["not_signed_in", "sign_in_first", "no_session"]);

type ErrorBody = { code?: string; message?: string; errors?: Record<string, string[]> } | null;
/** The first of the server's errors is shown (SPEC §8). */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  constructor(status: number, body: ErrorBody) {
    const first = Object.entries(body?.errors ?? {})[0];
    super(first?.[1][0] ?? body?.message ?? "");
    this.status = status;
    this.code = body?.code ?? "unreachable";
    this.field = first?.[0] ?? null;
  }
}

export type LoginData = {
  success: boolean;
  login_token?: string;
  user?: ViewerUser;
  message?: string;
  redirect?: string;
};

/** `fresh` is a sign-in, not a return: what follows from one is due once (SPEC §2 onboarding, §4 credit grant). */
function keep(user: ViewerUser, fresh = false) {
  const other = viewer.user && viewer.user.user_id !== user.user_id;
  if (fresh && user.coin_onboarding === 0) sessionStorage.setItem(ONBOARDING_DUE, "1");
  localStorage.setItem(STORED_USER, JSON.stringify(user));
  if (other && access === "member") {
    // The page shows somebody else's things.
    window.location.reload();
    return;
  }
  set({ status: "member", user });
  void fill();
  if (/(^|; )(register_promo|referral_code)=/.test(document.cookie)) session.arrived();
}
export const ONBOARDING_DUE = "onboarding_due";

export function forget() {
  localStorage.removeItem(STORED_USER);
  set({ status: "anonymous", favourites: new Set() });
  // `exactOptionalPropertyTypes`: what is gone is removed, not set to undefined.
  const { user: _user, balances: _balances, ...rest } = viewer;
  viewer = rest;
}

/** What differs for a member: balances in the header and favourites on cards. A failure leaves the page as it is. */
async function fill() {
  const summary = await call<{ balances: Balances; favourites: string[] }>("/api/user/summary").catch(() => null);
  if (summary) set({ balances: summary.balances, favourites: new Set(summary.favourites) });
}

export const refreshSummary = fill;

let started = false;
/** SPEC §4 start-up: matching cookie and stored user → restored; only cookie → synced; only stored user → logged out, home. */
export function startViewer() {
  if (started) return;
  started = true;
  keepChoices();
  // What waited behind a modal that this tab left without closing waits no more, unless a sign-in is under way.
  if (sessionStorage.getItem(WAITING) && !/^\/(login|register|oauth|auth)(\/|$)/.test(window.location.pathname))
    remember(null);
  const token = tokenCookie();
  const user = storedUser();
  if (token && user?.login_token === token) keep(user);
  else if (token) void sync();
  else if (user) {
    console.info("Cookie is no longer there");
    forget();
    if (window.location.pathname !== "/") window.location.assign("/");
  } else set({ status: "anonymous" });
  window.addEventListener("storage", (event) => {
    // Another tab signed in or out: this one follows.
    if (event.key !== STORED_USER) return;
    const now = storedUser();
    if (now && now.login_token === tokenCookie()) keep(now);
    else if (!now) {
      forget();
      if (access === "member") window.location.replace("/");
    }
  });
  // A page that comes back from the browser's own store, and a tab that somebody returns to, may be of another time.
  window.addEventListener("pageshow", (event) => event.persisted && followCookie());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && followCookie());
}

/** The cookie says who is signed in, whoever changed it: another tab, a sign-out elsewhere, the browser's own cleaning. */
export function followCookie() {
  if (!started || viewer.status === "unknown") return;
  const token = tokenCookie();
  if (viewer.user && !token) {
    console.info("Cookie is no longer there");
    forget();
    if (access === "member") window.location.replace("/");
  } else if (token && viewer.user?.login_token !== token) {
    const stored = storedUser();
    if (stored?.login_token === token) keep(stored);
    else void sync();
  }
}

/** A language or partner named in the address holds for the pages that follow, which have no such query. */
function keepChoices() {
  const query = new URLSearchParams(window.location.search);
  for (const name of ["lang", "partner"]) {
    const value = query.get(name);
    if (!value || !/^[a-z]{2,40}$/.test(value)) continue;
    writeCookie(name, value, 31_536_000);
  }
  // SPEC §2: the extension says so of itself; its prompts ask this.
  if (query.get("ei") === "true") writeCookie("extension_installed", "true", 31_536_000);
}

/**
 * Another tab may have signed somebody in: then this one follows, instead of doubting what the cookie says. True when
 * there is such a one.
 */
export async function followOther(): Promise<boolean> {
  const token = tokenCookie();
  if (!token || viewer.user?.login_token === token) return false;
  await sync();
  return viewer.status === "member";
}

/** Asks by the cookie alone: the server reads no other token here. */
async function sync() {
  try {
    const data = await call<LoginData>("/api/sync-token", { json: {} });
    if (data.success && data.user) return keep(data.user, true);
    forget();
  } catch {
    set({ status: "anonymous" });
  }
}

/** A session that turned out to live goes on with its fresh token. */
export const renewed = (user: ViewerUser): void => keep(user);

/** SPEC §8: a refresh that fails without words from the server logs out, and says that it is our fault. */
export async function refreshUser(): Promise<void> {
  try {
    const data = await call<LoginData>("/api/refresh", { json: { nocache: true } });
    if (data.success && data.user) keep(data.user);
    else session.doubted();
  } catch {
    session.failed();
    forget();
  }
}

/** After a change of the profile: the stored user anew, with a token that says the same. */
export async function renewUser(): Promise<void> {
  const data = await call<LoginData>("/api/refresh", { json: { nocache: true } }).catch(() => null);
  if (data?.success && data.user) keep(data.user);
}

/** SPEC §7: an answer may have a `redirect`, for the second step. What waited in this tab waits on in a cookie. */
function follow(to: string): Promise<never> {
  const waiting = sessionStorage.getItem("waiting_return_to");
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of newer browsers is missing in half of them.
  if (waiting) document.cookie = `auth_redirect_url=${encodeURIComponent(waiting)}; Path=/; Max-Age=3600; SameSite=Lax`;
  window.location.assign(to);
  return new Promise(() => {});
}

/** The login data of any sign-in becomes the viewer. */
export async function adopt(data: LoginData): Promise<void> {
  if (data.redirect) await follow(data.redirect);
  if (data.user) keep(data.user, true);
}

export async function signIn(form: { email: string; password: string; captcha?: string }): Promise<void> {
  const { captcha, ...rest } = form;
  await adopt(await call<LoginData>("/api/web/login", { json: { ...rest, "g-recaptcha-response": captcha } }));
  track("login");
}

export async function register(form: {
  name: string;
  email: string;
  password: string;
  password_confirmation: string;
  captcha?: string;
}): Promise<void> {
  const { captcha, ...rest } = form;
  const data = await call<LoginData>("/api/web/register", {
    json: {
      ...rest,
      "g-recaptcha-response": captcha,
      source: window.location.pathname,
      user_agent: navigator.userAgent,
    },
  });
  await adopt(data);
  track("register");
}

/** SPEC §4: clears the session, shows the message for 2 seconds, then goes to /logout. */
export async function signOut(message: string): Promise<void> {
  await call("/api/logout", { json: {} }).catch(() => null);
  forget();
  showToast("good", message);
  setTimeout(() => window.location.assign("/logout"), 2_000);
}

let settleAuth: ((signedIn: boolean) => void) | null = null;
/**
 * Opens the modal and resolves when it closes: whether somebody is signed in then (SPEC §4). The offer and the way back
 * are remembered meanwhile, for this tab and, as `auth_redirect_url`, for sign-ins that leave the page.
 */
export function openAuth(page: AuthPage, waiting: Waiting | null = null): Promise<boolean> {
  settleAuth?.(false);
  if (waiting) remember(waiting);
  set({ auth: { page, waiting } });
  return new Promise((settle) => {
    settleAuth = settle;
  });
}

/** Offer and return path are forgotten when the modal closes (SPEC §4). */
export function closeAuth() {
  if (sessionStorage.getItem(WAITING)) remember(null);
  set({ auth: null });
  settleAuth?.(viewer.status === "member");
  settleAuth = null;
}

const WAITING = "waiting_offer";
function remember(waiting: Waiting | null) {
  if (waiting) sessionStorage.setItem(WAITING, JSON.stringify(waiting));
  else sessionStorage.removeItem(WAITING);
  writeCookie("auth_redirect_url", waiting?.return_to ?? "", waiting ? 3_600 : 0);
}

export function writeCookie(name: string, value: string, seconds: number) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of newer browsers is missing in half of them.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

export async function toggleFavourite(internalName: string): Promise<void> {
  if (viewer.status !== "member") {
    openAuth("sm-register");
    return;
  }
  const had = viewer.favourites.has(internalName);
  const next = new Set(viewer.favourites);
  if (had) next.delete(internalName);
  else next.add(internalName);
  const before = viewer.favourites;
  set({ favourites: next });
  await call(`/api/user/favourites/${encodeURIComponent(internalName)}`, { method: had ? "DELETE" : "PUT" }).catch(() =>
    set({ favourites: before }),
  );
}

let toasts = 0;
export function showToast(kind: "good" | "bad", text: string) {
  toasts += 1;
  const id = toasts;
  set({ toast: { kind, text, id } });
  // Success stays 2000 ms (SPEC §9); an error stays until it is closed.
  if (kind === "good") setTimeout(() => viewer.toast?.id === id && set({ toast: null }), 2_000);
}
export const closeToast = () => set({ toast: null });
