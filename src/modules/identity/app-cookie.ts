/** People who come from the mobile app are known by a cookie (SPEC §4): pages lead them back by the app's link. */
export const APP_COOKIE = "redirect_to_app";
const KEEP_DAYS = 30;

export const appCookieLine = (publicUrl: string): string =>
  `${APP_COOKIE}=1; Path=/; Max-Age=${KEEP_DAYS * 86_400}; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;
