/** The verbs of linked mailboxes. */
import { createSeal } from "#platform/seal";
import type { MailboxesDeps } from "../context.ts";
import { createMailSeal } from "../sealed-mail.ts";
import { createImapReader } from "./imap.ts";
import { createHosts } from "./imap-hosts.ts";
import { createLinkDesk } from "./link-desk.ts";
import { forgetLinks, type LinkWish, linkMailbox, pauseLink, resumeLink, revokeLink, syncSoon } from "./links.ts";
import type { LinksContext } from "./links-context.ts";
import { readLinkResult, readLinks } from "./read-links.ts";
import { syncLink } from "./sync-link.ts";
import { tendLinks } from "./tend-links.ts";

type Asked = { user_id: string; link_id: string };

export function createLinks(deps: MailboxesDeps) {
  const context: LinksContext = {
    ...deps,
    reader: createImapReader(),
    checker: createImapReader({ connect_ms: 10_000, silent_ms: 12_000, whole_ms: 20_000 }),
    hosts: createHosts(deps.settings.IMAP_HOSTS),
    seal: { mail: createMailSeal(deps.secret), password: createSeal(`mailbox-links:${deps.secret}`) },
  };
  return {
    page: (userId: string) => readLinks(context, userId),
    result: (userId: string) => readLinkResult(context, userId),
    link: (wish: LinkWish) => linkMailbox(context, wish),
    pause: (asked: Asked) => pauseLink(context, asked),
    resume: (asked: Asked) => resumeLink(context, asked),
    revoke: (asked: Asked & { forget: boolean }, by?: string) => revokeLink(context, asked, by),
    forgetAll: (userId: string) => forgetLinks(context, userId),
    sync: (linkId: string) => syncLink(context, linkId),
    syncSoon: (linkId: string) => syncSoon(context, linkId),
    tend: () => tendLinks(context),
    desk: createLinkDesk(context),
  };
}
export type Links = ReturnType<typeof createLinks>;
