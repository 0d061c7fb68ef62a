/** What Expedia takes as ours; it opens nothing outside this program. */
export const EXPEDIA = { key: "sandbox-expedia-key", secret: "sandbox-expedia-secret" } as const;
