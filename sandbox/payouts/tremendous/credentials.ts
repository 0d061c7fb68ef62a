/** What Tremendous takes as ours; it opens nothing outside this program. */
export const TREMENDOUS = { token: "TEST_sandbox", webhookKey: "sandbox-tremendous-key" } as const;
