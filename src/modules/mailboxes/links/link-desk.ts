/** What operators look for among linked mailboxes. */
import { sql } from "kysely";
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { allLinks, LINK_ROW, type LinkRow, readLink, readLinkEvents } from "./link-store.ts";
import type { LinkState } from "./links.types.ts";
import type { LinksContext } from "./links-context.ts";

type Listing = { state: LinkState | null; after: Place | null; most: number };
const listLinks = async (runner: Database, asked: Listing): Promise<LinkRow[]> =>
  (
    await sql<LinkRow>`
      select ${LINK_ROW} from mailboxes.links
      where ${asked.state ? sql`state = ${asked.state}` : sql`true`}
        ${asked.after ? sql`and (created_at, link_id) < (${asked.after.at}, ${asked.after.id}::uuid)` : sql``}
      order by created_at desc, link_id desc limit ${asked.most}`.execute(runner)
  ).rows;

const byAddress = async (runner: Database, address: string, most: number): Promise<LinkRow[]> =>
  (
    await sql<LinkRow>`
      select ${LINK_ROW} from mailboxes.links where address = ${address} order by created_at desc limit ${most}`.execute(
      runner,
    )
  ).rows;

const countIn = async (runner: Database, states: readonly LinkState[]): Promise<bigint> =>
  (await sql<{ n: bigint }>`select count(*) as n from mailboxes.links where state = any (${states})`.execute(runner))
    .rows[0]?.n ?? 0n;

/** Servers whose mailboxes failed again and again, the worst first. */
const failingHosts = async (runner: Database, failures: number): Promise<{ host: string; failing: number }[]> =>
  (
    await sql<{ host: string; failing: number }>`
      select host, count(*)::int as failing from mailboxes.links where state = 'throttled' and failures >= ${failures}
      group by host order by count(*) desc, host limit 20`.execute(runner)
  ).rows;

export const createLinkDesk = ({ database: { db } }: LinksContext) => ({
  link: (id: string) => readLink(db, id),
  events: (id: string) => readLinkEvents(db, id),
  of: async (userId: string, most: number) => (await allLinks(db, userId)).toReversed().slice(0, most),
  byAddress: (address: string, most: number) => byAddress(db, address, most),
  list: (asked: Listing) => listLinks(db, asked),
  count: (states: readonly LinkState[]) => countIn(db, states),
  failing: (failures: number) => failingHosts(db, failures),
});
export type LinkDesk = ReturnType<typeof createLinkDesk>;
