/** What Twilio takes as ours; it opens nothing outside this program. */
export const TWILIO = { account: "ACsandbox00000000000000000000000000", token: "sandbox-twilio-token" } as const;
