/** A mail that did not reach its reader, or was called spam by them, whoever tells of it. */
export type MailReturn = {
  /** As it was told; compared in lower case. */
  address: string;
  reason: "bounce" | "complaint";
  /** The mailbox's or the provider's words. */
  detail: string;
};
/** One message of a provider: what names it, and what it tells. */
export type ReturnMessage = { message_id: string; returns: readonly MailReturn[] };
