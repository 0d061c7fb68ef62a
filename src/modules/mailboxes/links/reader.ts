/** What reads a mailbox. It looks and changes nothing: what was unread stays unread. */
import type { LinkError } from "./links.types.ts";

export type MailHost = { host: string; port: number; tls: boolean };
export type Access = { host: MailHost; user: string; password: string };

/** `uid` grows with each mail that comes, as long as `uid_validity` is the same. */
export type ListedMail = { uid: number; size: number; sender: string };
export type OpenMailbox = {
  uid_validity: bigint;
  /** Mails above a number that came since a day, the lowest numbers first; `more`: there are others behind them. */
  list(asked: { above: number; since: Date; most: number }): Promise<{ mails: ListedMail[]; more: boolean }>;
  /** As it was sent; null when it is gone by now. */
  raw(uid: number): Promise<Buffer | null>;
  close(): Promise<void>;
};
export type MailboxReader = { open(access: Access): Promise<OpenMailbox> };

/** `sure`: the server itself names the reason. One that only says no may say yes tomorrow. */
export class MailboxError extends Error {
  readonly code: LinkError;
  readonly sure: boolean;
  constructor(code: LinkError, sure = true) {
    super(`the mailbox could not be read: ${code}`);
    this.code = code;
    this.sure = sure;
  }
}
