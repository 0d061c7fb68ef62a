/** SQL of one-time links, counted tries and safety events. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export const ALL_LINKS = [
  "verify_email",
  "reset_password",
  "set_password",
  "change_email",
  "sign_in",
  "undo_email",
  "phone",
] as const;
export type LinkKind = (typeof ALL_LINKS)[number];
export type LinkRow = {
  link_hash: Buffer;
  kind: LinkKind;
  user_id: string;
  email: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** Of a phone's and of a hand-over: the session that made it; of a phone's, the one page that it leads to. Null for all others. */
  session_id: string | null;
  leads_to: string | null;
};

export async function insertLink(tx: Tx, link: Omit<LinkRow, "used_at">): Promise<void> {
  await sql`
    insert into identity.one_time_links (link_hash, kind, user_id, email, created_at, expires_at, session_id, leads_to)
    values (${link.link_hash}, ${link.kind}, ${link.user_id}, ${link.email}, ${link.created_at}, ${link.expires_at}, ${link.session_id}, ${link.leads_to})`.execute(
    tx,
  );
}

export async function lockLink(tx: Tx, linkHash: Buffer): Promise<LinkRow | null> {
  const result = await sql<LinkRow>`
    select * from identity.one_time_links where link_hash = ${linkHash} for update`.execute(tx);
  return result.rows[0] ?? null;
}

export async function findLink(runner: Runner, linkHash: Buffer): Promise<LinkRow | null> {
  const result = await sql<LinkRow>`
    select * from identity.one_time_links where link_hash = ${linkHash}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function markLinkUsed(tx: Tx, linkHash: Buffer, now: Date): Promise<void> {
  await sql`update identity.one_time_links set used_at = ${now} where link_hash = ${linkHash}`.execute(tx);
}

/** Older links of the same kind stop working: only the newest mail counts. */
export async function dropOpenLinks(tx: Tx, userId: string, kinds: readonly LinkKind[], now: Date): Promise<void> {
  await sql`
    update identity.one_time_links set used_at = ${now}
    where user_id = ${userId} and kind = any(${[...kinds]}) and used_at is null`.execute(tx);
}

/** What phones could go on by. Called once the sessions that made them are locked: see `dropCodesOnTheWay`. */
export async function dropPhoneLinks(tx: Tx, userId: string, sessionId: string | null, now: Date): Promise<void> {
  await sql`
    update identity.one_time_links set used_at = ${now}
    where user_id = ${userId} and kind = 'phone' and used_at is null
      and (${sessionId}::uuid is null or session_id = ${sessionId})`.execute(tx);
}

/** Links of one kind that were made at a moment or after it stop working. */
export async function dropLinksSince(tx: Tx, userId: string, kind: LinkKind, since: Date, now: Date): Promise<void> {
  await sql`
    update identity.one_time_links set used_at = ${now}
    where user_id = ${userId} and kind = ${kind} and created_at >= ${since} and used_at is null`.execute(tx);
}

export async function deleteOldLinks(runner: Runner, before: Date): Promise<void> {
  await sql`delete from identity.one_time_links where expires_at < ${before}`.execute(runner);
}

export type SafetyKind =
  | "registered"
  | "signed_in"
  | "signed_out"
  | "signed_out_elsewhere"
  | "password_changed"
  | "password_reset"
  | "email_verified"
  | "email_change_asked"
  | "email_changed"
  | "email_change_undone"
  | "claimed"
  | "codes_wrong"
  | "second_factor_added"
  | "second_factor_removed"
  | "linked"
  | "unlinked"
  | "merged"
  | "data_exported"
  | "account_deleted"
  | "verified_by_hand"
  | "unlocked"
  | "factor_reset"
  | "account_closed"
  | "account_restored"
  | "looked_at"
  | "copy_taken";

export type SafetyEvent = {
  user_id: string;
  kind: SafetyKind;
  detail?: string;
  user_agent?: string;
  address?: string;
  at: Date;
};

export async function insertSafetyEvent(tx: Runner, event: SafetyEvent): Promise<void> {
  await sql`
    insert into identity.safety_events (user_id, kind, detail, user_agent, address, at)
    values (${event.user_id}, ${event.kind}, ${(event.detail ?? "").slice(0, 200)}, ${(event.user_agent ?? "").slice(0, 400)}, ${event.address ?? ""}, ${event.at})`.execute(
    tx,
  );
}

export async function listSafetyEvents(
  runner: Runner,
  userId: string,
  most: number,
): Promise<(Required<Omit<SafetyEvent, "user_id">> & { event_id: string })[]> {
  const result = await sql<Required<Omit<SafetyEvent, "user_id">> & { event_id: string }>`
    select event_id, kind, detail, user_agent, address, at from identity.safety_events
    where user_id = ${userId} order by at desc, event_id desc limit ${most}`.execute(runner);
  return result.rows;
}
