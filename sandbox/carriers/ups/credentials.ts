/** What UPS takes as ours; it opens nothing outside this program. */
export const UPS = { clientId: "sandbox-ups-client", clientSecret: "sandbox-ups-secret" } as const;
