/** What Awin takes as ours; it opens nothing outside this program. */
export const AWIN = { token: "sandbox-awin-token", publisher: "45628", feedKey: "sandbox-awin-feedkey" } as const;
