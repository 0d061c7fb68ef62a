/** What screens show of linked mailboxes. */
import { linkId } from "../ids.ts";
import { countByWay } from "../mail-store.ts";
import { CONSENT_VERSION, CONSENT_WORDS } from "./consent.ts";
import { allLinks, type LinkRow, openLinks, readLinkEvents } from "./link-store.ts";
import type { LinkResult, LinksPage, ShownLink } from "./links.types.ts";
import type { LinksContext } from "./links-context.ts";

const showLink = (row: LinkRow, mails: number): ShownLink => ({
  ...{ link_id: linkId.show(row.link_id), address: row.address, provider: row.provider, state: row.state, mails },
  ...{ linked_at: row.created_at.toISOString(), last_sync_at: row.last_sync_at?.toISOString() ?? null },
  ...{ next_sync_at: row.next_sync_at?.toISOString() ?? null, too_large: Number(row.too_large) },
});

export async function readLinks({ database, grants, hosts }: LinksContext, userId: string): Promise<LinksPage> {
  const [rows, ways] = await Promise.all([openLinks(database.db, userId), countByWay(database.db, userId)]);
  const mailsOf = new Map(ways.map(({ link_id, mails }) => [link_id, mails]));
  return {
    ...{ consent: { version: CONSENT_VERSION, words: CONSENT_WORDS }, named: hosts.named },
    grants: [...grants.keys()],
    links: rows.map((row) => showLink(row, mailsOf.get(row.link_id) ?? 0)),
  };
}

/** What came of the newest try: no address can make it say anything else. */
export async function readLinkResult({ database }: LinksContext, userId: string): Promise<LinkResult | null> {
  const rows = await allLinks(database.db, userId);
  // Of two that changed at once the one that was made later: the sort keeps their order.
  const newest = rows.toSorted((one, other) => one.changed_at.getTime() - other.changed_at.getTime()).at(-1);
  if (!newest) return null;
  const last = (await readLinkEvents(database.db, newest.link_id)).at(-1);
  return { address: newest.address, state: newest.state, why: last?.why ?? "" };
}
