/** What CJ takes as ours; it opens nothing outside this program. */
export const CJ = { token: "sandbox-cj-token", publisher: "9990001", website: "8880001" } as const;
