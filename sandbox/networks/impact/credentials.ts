/** What Impact takes as ours; it opens nothing outside this program. */
export const IMPACT = { account: "IRsandbox0000", token: "sandbox-impact-token", partner: "1010" } as const;
