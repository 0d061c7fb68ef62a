/** What Facebook takes as ours; it opens nothing outside this program. */
export const FACEBOOK = { app: "sandbox-facebook-app", secret: "sandbox-facebook-secret" } as const;
