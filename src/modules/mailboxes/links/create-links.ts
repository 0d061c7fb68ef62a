/** The verbs of linked mailboxes. */
import { createSeal } from "#platform/seal";
import type { MailboxesDeps } from "../context.ts";
import { type EndedGrant, endGrant } from "../grants/end-grant.ts";
import { createGmail } from "../grants/gmail.ts";
import type { Grant } from "../grants/grant.types.ts";
import { finishGrant, type GrantReturn, type GrantWish, startGrant } from "../grants/grants.ts";
import { createGraph } from "../grants/graph.ts";
import { createMailSeal } from "../sealed-mail.ts";
import { createImapReader } from "./imap.ts";
import { createHosts } from "./imap-hosts.ts";
import { createLinkDesk } from "./link-desk.ts";
import { forgetLinks, type LinkWish, linkMailbox, pauseLink, resumeLink, revokeLink, syncSoon } from "./links.ts";
import type { GrantName } from "./links.types.ts";
import type { LinksContext } from "./links-context.ts";
import { readLinkResult, readLinks } from "./read-links.ts";
import { syncLink } from "./sync-link.ts";
import { tendLinks } from "./tend-links.ts";

type Asked = { user_id: string; link_id: string };

/** None of a provider whose client is `off`. */
function createGrants(deps: MailboxesDeps): ReadonlyMap<GrantName, Grant> {
  const { GMAIL_CLIENT_ID, MICROSOFT_CLIENT_ID } = deps.settings;
  const all = [
    ...(GMAIL_CLIENT_ID === "off" ? [] : [createGmail(deps)]),
    ...(MICROSOFT_CLIENT_ID === "off" ? [] : [createGraph(deps)]),
  ];
  return new Map(all.map((grant) => [grant.name, grant]));
}

export function createLinks(deps: MailboxesDeps) {
  const context: LinksContext = {
    ...deps,
    reader: createImapReader(),
    checker: createImapReader({ connect_ms: 10_000, silent_ms: 12_000, whole_ms: 20_000 }),
    hosts: createHosts(deps.settings.IMAP_HOSTS),
    grants: createGrants(deps),
    seal: { mail: createMailSeal(deps.secret), password: createSeal(`mailbox-links:${deps.secret}`) },
  };
  return {
    page: (userId: string) => readLinks(context, userId),
    result: (userId: string) => readLinkResult(context, userId),
    link: (wish: LinkWish) => linkMailbox(context, wish),
    pause: (asked: Asked) => pauseLink(context, asked),
    resume: (asked: Asked) => resumeLink(context, asked),
    publicUrl: deps.settings.PUBLIC_URL,
    start: (wish: GrantWish) => startGrant(context, wish),
    finish: (told: GrantReturn) => finishGrant(context, told),
    endGrant: (told: EndedGrant, attempt: number) => endGrant(context, told, attempt),
    revoke: (asked: Asked & { forget: boolean }, by?: string) => revokeLink(context, asked, by),
    forgetAll: (userId: string) => forgetLinks(context, userId),
    sync: (linkId: string) => syncLink(context, linkId),
    syncSoon: (linkId: string) => syncSoon(context, linkId),
    tend: () => tendLinks(context),
    desk: createLinkDesk(context),
  };
}
export type Links = ReturnType<typeof createLinks>;
