/** What EasyPost takes as ours; it opens nothing outside this program. */
export const EASYPOST = { key: "sandbox-easypost-key", webhookSecret: "sandbox-easypost-secret" } as const;
