/** When a new member is sent to the first steps (SPEC §2 "Onboarding redirect"), and where they lead back to: pure. */
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

/** The page that somebody was called away from; home for anything else. */
export const backFrom = (asked: unknown): string =>
  typeof asked === "string" && PLACES.test(asked.split("?")[0] ?? "") ? asked : "/";
