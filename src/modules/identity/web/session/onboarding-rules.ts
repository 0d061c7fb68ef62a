/** When a new member is sent to the first steps (SPEC §2 "Onboarding redirect"), and where they lead back to: pure but for `isCalled`. */
import { readCookie } from "#client/cookies.ts";

export const ONBOARDING = "/account/onboarding";

/** SPEC §9: account under about one day old. */
const NEW_MS = 86_400_000;
const PLACES = /^\/(?:$|(?:stores|spstores|offers|surveys)(?:\/|$)|[^/]+-coupons$)/;

export function onboardingIsDue(
  user: { user_id: string; coin_onboarding: number; created_at: string },
  pathname: string,
  now: number,
  /** `completed`: who took the first steps in this browser last. */
  cookies: { to_app: string | null; completed: string | null },
): boolean {
  if (user.coin_onboarding !== 0 || cookies.completed === user.user_id || cookies.to_app) return false;
  return now - Date.parse(user.created_at) <= NEW_MS && PLACES.test(pathname);
}

/** Now, in this browser, from the page that is shown. */
export function isCalled(user: Parameters<typeof onboardingIsDue>[0], pathname: string): boolean {
  const now = performance.timeOrigin + performance.now();
  const cookies = { to_app: readCookie("redirect_to_app"), completed: readCookie("onboarding_completed") };
  // Both: what is shown can be behind the address for a moment.
  return [pathname, location.pathname].every((path) => onboardingIsDue(user, path, now, cookies));
}

/** The page that somebody was called away from; home for anything else. */
export const backFrom = (asked: unknown): string =>
  typeof asked === "string" && PLACES.test(asked.split("?")[0] ?? "") ? asked : "/";
