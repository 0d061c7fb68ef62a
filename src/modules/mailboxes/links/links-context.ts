/** What every verb of linked mailboxes is given. */
import type { Seal } from "#platform/seal";
import type { MailboxesDeps } from "../context.ts";
import type { Grant } from "../grants/grant.types.ts";
import type { MailSeal } from "../sealed-mail.ts";
import type { Hosts } from "./imap-hosts.ts";
import type { GrantName } from "./links.types.ts";
import type { MailboxReader } from "./reader.ts";

export type LinksContext = MailboxesDeps & {
  reader: MailboxReader;
  /** The same, for a member who waits for the answer. */
  checker: MailboxReader;
  hosts: Hosts;
  /** Those that the settings offer. */
  grants: ReadonlyMap<GrantName, Grant>;
  /** App passwords and keys have a seal of their own: what opens one kind opens no other. */
  seal: { mail: MailSeal; password: Seal };
};
