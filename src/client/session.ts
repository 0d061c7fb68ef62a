/** Who is signed in, as this browser knows it: restored at the start, followed over tabs, renewed and forgotten (SPEC §4, §8). */
import { CallError } from "#ui/call-error.ts";
import { call, session } from "./call.ts";
import { keepChoices, tokenCookie } from "./cookies.ts";
import { inDebug } from "./in-debug.ts";
import { refreshSummary } from "./summary.ts";
import { track } from "./track.ts";
import { changeViewer, currentViewer, emptyViewer, STORED_USER, type Viewer, type ViewerUser } from "./viewer.ts";
import { takeLeftWaiting } from "./waiting.ts";

export type LoginData = {
  success: boolean;
  login_token?: string;
  user?: ViewerUser;
  /** The account began with this session, minutes ago. */
  recently_created?: boolean;
  message?: string;
  redirect?: string;
};
export type PageAccess = "public" | "member" | "personal";

const COOKIE_GONE = "Cookie is no longer there";
const TECHNICAL_DIFFICULTIES = "We're sorry, but we are having technical difficulties, please try again in an hour";
export const ONBOARDING_DUE = "onboarding_due";

/** What the page that is open shows: a member's own things must go when the member does. */
let access: PageAccess = "public";
export function setPageAccess(now: PageAccess): void {
  access = now;
}

function storedUser(): ViewerUser | null {
  try {
    return JSON.parse(localStorage.getItem(STORED_USER) ?? "null") as ViewerUser | null;
  } catch {
    return null;
  }
}

/** What `server/first-paint.ts` guessed of the reader before any of this ran: styles go by it. */
function markReader(member: boolean): void {
  if (member) document.documentElement.dataset.reader = "member";
  else delete document.documentElement.dataset.reader;
}

/** `fresh` is a sign-in, not a return: what follows from one is due once (SPEC §2 onboarding, §4 credit grant). */
export function keep(user: ViewerUser, fresh = false): void {
  const before = currentViewer().user;
  const other = before && before.user_id !== user.user_id;
  if (fresh && user.coin_onboarding === 0) sessionStorage.setItem(ONBOARDING_DUE, "1");
  localStorage.setItem(STORED_USER, JSON.stringify(user));
  markReader(true);
  if (other && access === "member") {
    // The page shows somebody else's things.
    window.location.reload();
    return;
  }
  const attribution = currentViewer().attribution || Boolean(user.sid);
  changeViewer({ authenticated: true, status: "success", errors: [], user, attribution });
  void refreshSummary();
  followPushes(user.login_token);
  if (/(^|; )(register_promo|referral_code)=/.test(document.cookie)) session.arrived();
}

/** Most browsers are told nothing: what follows from it is loaded only where they are. */
function followPushes(token: string): void {
  if (localStorage.getItem("push_bound") !== null)
    void import("./push.ts").then((part) => part.followMember(token)).catch(() => null);
}

export function forget(errors: readonly string[] = []): void {
  if (localStorage.getItem(STORED_USER) !== null) void import("./kept.ts").then((part) => part.dropSeen());
  localStorage.removeItem(STORED_USER);
  markReader(false);
  emptyViewer(errors);
}

/** A page that is being left cancels what it asked: that is no failure of anybody's. */
let leaving = false;
const LEAVING_MS = 1_000;

/**
 * SPEC §8: a login, registration, token sync or refresh that failed logs out, and says the server's errors, or that the
 * fault is ours. `said`: the form of a sign-in shows them itself.
 */
export async function failSession(error: unknown, said = false): Promise<void> {
  const server = error instanceof CallError ? error.message : "";
  if (!server) await new Promise((after) => setTimeout(after, LEAVING_MS));
  if (leaving) return;
  if (tokenCookie()) await call("/api/logout", { json: {} }).catch(() => null);
  forget([server || TECHNICAL_DIFFICULTIES]);
  if (!said) session.failed(server);
}

let started = false;
/** SPEC §4 start-up: matching cookie and stored user → restored; only cookie → synced; only stored user → logged out, home. */
export function startViewer(info: Viewer["info"] = null) {
  if (started) return;
  started = true;
  changeViewer({ info });
  for (const kind of ["beforeunload", "pagehide"])
    window.addEventListener(kind, () => {
      leaving = true;
    });
  // Somebody may stay after all, or come back.
  for (const kind of ["pageshow", "focus"])
    window.addEventListener(kind, () => {
      leaving = false;
    });
  keepChoices();
  const left = takeLeftWaiting();
  const token = tokenCookie();
  const user = storedUser();
  // Until November 2026 ids were kept as the database has them: who is kept so is told anew.
  if (token && user?.login_token === token && user.user_id[0] === "u") keep(user);
  else if (token) void sync(true, left);
  else if (user) {
    lostCookie();
    if (window.location.pathname !== "/") window.location.assign(inDebug("/"));
  } else {
    markReader(false);
    changeViewer({ status: "success" });
  }
  window.addEventListener("storage", (event) => {
    // Another tab signed in or out: this one follows.
    if (event.key !== STORED_USER) return;
    const now = storedUser();
    if (now && now.login_token === tokenCookie()) keep(now);
    else if (!now) {
      forget();
      if (access === "member") window.location.replace(inDebug("/"));
    }
  });
  // A page that comes back from the browser's own store, and a tab that somebody returns to, may be of another time.
  window.addEventListener("pageshow", (event) => event.persisted && followCookie());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && followCookie());
}

/** SPEC §8. Its binding secret may still be there: the server takes that away. */
function lostCookie(): void {
  console.info(COOKIE_GONE);
  forget([COOKIE_GONE]);
  void call("/api/logout", { json: {}, keepalive: true }).catch(() => null);
}

/** The cookie says who is signed in, whoever changed it: another tab, a sign-out elsewhere, the browser's own cleaning. */
export function followCookie() {
  const viewer = currentViewer();
  if (!started || viewer.status === "loading") return;
  const token = tokenCookie();
  if (viewer.user && !token) {
    lostCookie();
    if (access === "member") window.location.replace(inDebug("/"));
  } else if (token && viewer.user?.login_token !== token) {
    const stored = storedUser();
    if (stored?.login_token === token) keep(stored);
    else void sync();
  }
  // After the cookie was looked at: asked before, the server's refusal raced with the way home.
  else if (viewer.user) void refreshSummary();
}

/**
 * Another tab may have signed somebody in: then this one follows, instead of doubting what the cookie says. True when
 * there is such a one.
 */
export async function followOther(): Promise<boolean> {
  const token = tokenCookie();
  if (!token || currentViewer().user?.login_token === token) return false;
  await sync();
  return currentViewer().authenticated;
}

/** The seconds of a session (365 days, SPEC §9) that are left to one of the last ten minutes. */
const FRESH_MS = 365 * 86_400_000 - 600_000;

/** What is told of somebody of whom a page found the cookie alone, as after a form without script or by way of another service. */
export function arrivalOf({ user, recently_created }: LoginData, now: number): "register" | "login" | null {
  if (recently_created) return "register";
  return user && Date.parse(user.expires) - now > FRESH_MS ? "login" : null;
}

/**
 * Asks by the cookie alone: the server reads no other token here. `arrived`: at the start of a page. `left`: what waited when this tab
 * set out to sign in elsewhere.
 */
async function sync(arrived = false, left?: string | null) {
  try {
    const data = await call<LoginData>("/api/sync-token", { json: {} });
    if (data.success && data.user) {
      keep(data.user, true);
      const told = arrived && arrivalOf(data, performance.timeOrigin);
      if (told) track(told);
      if (left) session.returned(left);
      return;
    }
    await failSession(new CallError(200, { message: data.message ?? "" }));
  } catch (error) {
    await failSession(error);
  }
}

/** A session that turned out to live goes on with its fresh token. */
export const renewed = (user: ViewerUser): void => keep(user);

/** After a change of what the account is: the stored user anew, with a token that says the same. */
export async function refreshUser(): Promise<void> {
  try {
    const data = await call<LoginData>("/api/refresh", { json: { nocache: true } });
    if (data.success && data.user) keep(data.user);
    else session.doubted();
  } catch (error) {
    await failSession(error);
  }
}
