/** What reads a mailbox. It looks and changes nothing: what was unread stays unread. */
import type { LinkError } from "./links.types.ts";

export type MailHost = { host: string; port: number; tls: boolean };
export type Access = { host: MailHost; user: string; password: string };

/**
 * `cursor`: where reading goes on once this mail and those before it are dealt with. `size` is 0 where it is not told. `from`: the
 * header as it came, or its addresses.
 */
export type ListedMail = { id: string; cursor: string; size: number; from: string };
export type OpenMailbox = {
  /**
   * Mails behind a cursor that came since a day, about `most` of them; `end`: where reading goes on behind all of these;
   * `more`: there are others now. A cursor that means nothing any more is as none.
   */
  list(asked: {
    cursor: string | null;
    since: Date;
    most: number;
  }): Promise<{ mails: ListedMail[]; end: string; more: boolean }>;
  /** As it was sent; null when it is gone by now, or has more than `most` bytes. */
  raw(id: string, most: number): Promise<Buffer | null>;
  close(): Promise<void>;
  /** The key that takes the place of the one by which it was opened. */
  renewed?: string;
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
