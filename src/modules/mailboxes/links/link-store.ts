/** SQL of linked mailboxes and their history. Schema `mailboxes` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { LinkError, LinkProvider, LinkState } from "./links.types.ts";

export type LinkRow = {
  link_id: string;
  user_id: string;
  state: LinkState;
  address: string;
  host: string;
  secret_sealed: Buffer | null;
  consent_version: string;
  consent_hash: Buffer;
  consent_language: "en" | "es";
  consented_at: Date;
  since: Date;
  /** How it is read: with an app password, or with the key that a provider gave by its own sign-in. */
  provider: LinkProvider;
  cursor: string | null;
  caught_up_at: Date | null;
  last_sync_at: Date | null;
  next_sync_at: Date | null;
  failures: number;
  last_error: LinkError | null;
  failed_at: Date | null;
  looked_at: bigint;
  too_large: bigint;
  reauth_since: Date | null;
  reminded_at: Date | null;
  sequence: number;
  created_at: Date;
  changed_at: Date;
};
export type LinkEvent = {
  link_id: string;
  sequence: number;
  at: Date;
  from_state: LinkState | null;
  state: LinkState;
  by_whom: string;
  why: string;
};

const COLUMNS = [
  ...["link_id", "user_id", "state", "address", "host", "secret_sealed", "consent_version", "consent_hash"],
  ...["consent_language", "consented_at", "since", "provider", "cursor", "caught_up_at", "last_sync_at"],
  ...["next_sync_at", "failures", "last_error", "failed_at", "looked_at", "too_large", "reauth_since", "reminded_at"],
  ...["sequence", "created_at", "changed_at"],
] as const satisfies readonly (keyof LinkRow)[];
export const LINK_ROW = sql.join(COLUMNS.map((name) => sql.ref(name)));
const sets = sql.join(
  COLUMNS.filter((name) => name !== "link_id").map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
);

const rowsOf = async (query: ReturnType<typeof sql<LinkRow>>, runner: Database) => (await query.execute(runner)).rows;

export const readLink = async (runner: Database, linkId: string): Promise<LinkRow | null> =>
  (await rowsOf(sql<LinkRow>`select ${LINK_ROW} from mailboxes.links where link_id = ${linkId}`, runner))[0] ?? null;

export const lockLink = async (tx: Tx, linkId: string): Promise<LinkRow | null> =>
  (await rowsOf(sql<LinkRow>`select ${LINK_ROW} from mailboxes.links where link_id = ${linkId} for update`, tx))[0] ??
  null;

/** Whether any link of that mailbox, of whichever member, has a key of that provider. `mailbox`: the hash of its address. */
export const hasKey = async (
  runner: Database,
  { provider, mailbox }: { provider: LinkProvider; mailbox: Buffer },
): Promise<boolean> =>
  (
    await sql`
      select from mailboxes.links where provider = ${provider} and secret_sealed is not null
        and sha256(convert_to(address, 'UTF8')) = ${mailbox} limit 1`.execute(runner)
  ).rows.length > 0;

/** Links of a member that are not ended, the oldest first. */
export const openLinks = (runner: Database, userId: string): Promise<LinkRow[]> =>
  rowsOf(
    sql<LinkRow>`select ${LINK_ROW} from mailboxes.links where user_id = ${userId} and state <> 'revoked' order by created_at, link_id`,
    runner,
  );

/** With those that ended. */
export const allLinks = (runner: Database, userId: string): Promise<LinkRow[]> =>
  rowsOf(
    sql<LinkRow>`select ${LINK_ROW} from mailboxes.links where user_id = ${userId} order by created_at, link_id`,
    runner,
  );

export const lockOpenLinks = (tx: Tx, userId: string): Promise<LinkRow[]> =>
  rowsOf(
    sql<LinkRow>`select ${LINK_ROW} from mailboxes.links where user_id = ${userId} and state <> 'revoked' order by link_id for update`,
    tx,
  );

/** Held until the transaction ends: one member's links are made one after the other. */
export async function lockLinksOf(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailboxes.links:${userId}`}, 0))`.execute(tx);
}

/** Keeps a row as it now is; `step`: its state changed, and the history says so. */
export async function saveLink(
  tx: Tx,
  row: LinkRow,
  step: { from: LinkState | null; by: string; why?: string } | null,
): Promise<void> {
  const values = sql.join(COLUMNS.map((name) => sql`${row[name]}`));
  await sql`
    insert into mailboxes.links (${LINK_ROW}) values (${values}) on conflict (link_id) do update set ${sets}`.execute(
    tx,
  );
  if (!step) return;
  await sql`
    insert into mailboxes.link_events (link_id, sequence, at, from_state, state, by_whom, why)
    values (${row.link_id}, ${row.sequence}, ${row.changed_at}, ${step.from}, ${row.state}, ${step.by}, ${step.why ?? ""})`.execute(
    tx,
  );
}

export const readLinkEvents = async (runner: Database, linkId: string): Promise<LinkEvent[]> =>
  (
    await sql<LinkEvent>`
      select link_id, sequence, at, from_state, state, by_whom, why from mailboxes.link_events
      where link_id = ${linkId} order by sequence`.execute(runner)
  ).rows;

export const dueLinks = async (runner: Database, now: Date, most: number): Promise<string[]> =>
  (
    await sql<{ link_id: string }>`
      select link_id from mailboxes.links where next_sync_at <= ${now} order by next_sync_at limit ${most}`.execute(
      runner,
    )
  ).rows.map(({ link_id }) => link_id);

/** Checks that were begun before, and whose process ended with them. */
export const staleChecks = async (runner: Database, before: Date): Promise<string[]> =>
  (
    await sql<{ link_id: string }>`
      select link_id from mailboxes.links where state = 'checking' and changed_at < ${before} order by changed_at limit 200`.execute(
      runner,
    )
  ).rows.map(({ link_id }) => link_id);

export const unremindedLinks = async (runner: Database, before: Date): Promise<string[]> =>
  (
    await sql<{ link_id: string }>`
      select link_id from mailboxes.links where state = 'reauth_needed' and reauth_since <= ${before} and reminded_at is null
      order by reauth_since limit 200`.execute(runner)
  ).rows.map(({ link_id }) => link_id);

export async function deleteLinks(tx: Tx, userId: string): Promise<void> {
  await sql`delete from mailboxes.links where user_id = ${userId}`.execute(tx);
}
