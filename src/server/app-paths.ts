/** Where links of ours open in the app on phones that have it; all else stays in the browser, signing out and the landing offer among it. */
export const APP_PATHS = ["/mobile/", "/token/callback/", "/account/", "/n/"] as const;
