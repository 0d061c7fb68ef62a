/** SQL of what operators look for and count among linked mailboxes. */
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import { LINK_ROW, type LinkRow } from "./link-store.ts";
import type { LinkState } from "./links.types.ts";

export type Listing = { state: LinkState | null; after: Place | null; most: number };
export const listLinks = async (runner: Database, asked: Listing): Promise<LinkRow[]> =>
  (
    await sql<LinkRow>`
      select ${LINK_ROW} from mailboxes.links
      where ${asked.state ? sql`state = ${asked.state}` : sql`true`}
        ${asked.after ? sql`and (created_at, link_id) < (${asked.after.at}, ${asked.after.id}::uuid)` : sql``}
      order by created_at desc, link_id desc limit ${asked.most}`.execute(runner)
  ).rows;

export const byAddress = async (runner: Database, address: string, most: number): Promise<LinkRow[]> =>
  (
    await sql<LinkRow>`
      select ${LINK_ROW} from mailboxes.links where address = ${address} order by created_at desc limit ${most}`.execute(
      runner,
    )
  ).rows;

export const countIn = async (runner: Database, states: readonly LinkState[]): Promise<bigint> =>
  (await sql<{ n: bigint }>`select count(*) as n from mailboxes.links where state = any (${states})`.execute(runner))
    .rows[0]?.n ?? 0n;

/** Servers whose mailboxes failed again and again, the worst first. */
export const failingHosts = async (runner: Database, failures: number): Promise<{ host: string; failing: number }[]> =>
  (
    await sql<{ host: string; failing: number }>`
      select host, count(*)::int as failing from mailboxes.links where state = 'throttled' and failures >= ${failures}
      group by host order by count(*) desc, host limit 20`.execute(runner)
  ).rows;
