/** SQL of signing in with other accounts. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { ProviderName, SocialProfile } from "./provider.types.ts";

type Runner = Database | Tx;

export type StateRow = {
  state_hash: Buffer;
  provider: ProviderName;
  nonce: string;
  verifier: string;
  browser_hash: Buffer;
  return_path: string;
  purpose: "sign_in" | "link";
  user_id: string | null;
  created_at: Date;
  expires_at: Date;
  posted: Record<string, string> | null;
  used_at: Date | null;
  pending: PendingLink | null;
};
/** A proven profile that waits; its refresh token is sealed. */
export type PendingLink = Omit<SocialProfile, "refresh_token"> & { refresh_sealed: string | null };

export type LinkedRow = {
  link_id: string;
  provider: ProviderName;
  subject: string;
  user_id: string;
  email: string | null;
  email_verified: boolean;
  is_private_email: boolean;
  email_works: boolean;
  refresh_token: Buffer | null;
  linked_at: Date;
  last_used_at: Date;
};

export async function insertState(
  runner: Runner,
  state: Omit<StateRow, "posted" | "used_at" | "pending">,
): Promise<void> {
  await sql`
    insert into identity.social_states (state_hash, provider, nonce, verifier, browser_hash, return_path, purpose, user_id, created_at, expires_at)
    values (${state.state_hash}, ${state.provider}, ${state.nonce}, ${state.verifier}, ${state.browser_hash}, ${state.return_path}, ${state.purpose}, ${state.user_id}, ${state.created_at}, ${state.expires_at})`.execute(
    runner,
  );
}

export async function lockState(tx: Tx, stateHash: Buffer, provider: ProviderName): Promise<StateRow | null> {
  const result = await sql<StateRow>`
    select * from identity.social_states where state_hash = ${stateHash} and provider = ${provider} for update`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}

export async function markStateUsed(tx: Tx, stateHash: Buffer, now: Date): Promise<void> {
  await sql`update identity.social_states set used_at = ${now}, posted = null where state_hash = ${stateHash}`.execute(
    tx,
  );
}

/** The first answer that is posted counts; later ones change nothing. */
export async function keepPosted(
  runner: Runner,
  stateHash: Buffer,
  provider: ProviderName,
  posted: Record<string, string>,
  now: Date,
): Promise<void> {
  await sql`
    update identity.social_states set posted = ${JSON.stringify(posted)}::jsonb
    where state_hash = ${stateHash} and provider = ${provider} and posted is null and used_at is null
      and expires_at > ${now}`.execute(runner);
}

export async function setPending(tx: Tx, stateHash: Buffer, pending: PendingLink | null): Promise<void> {
  const value = pending === null ? null : JSON.stringify(pending);
  await sql`update identity.social_states set pending = ${value}::jsonb where state_hash = ${stateHash}`.execute(tx);
}

export async function deleteOldStates(runner: Runner, before: Date): Promise<void> {
  await sql`delete from identity.social_states where expires_at < ${before}`.execute(runner);
}

/** Two returns of the same person, or of two with one address, wait for each other until the transaction ends. */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  for (const name of [...names].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity.social:${name}`}, 0))`.execute(tx);
}

export async function findLinked(runner: Runner, provider: ProviderName, subject: string): Promise<LinkedRow | null> {
  const result = await sql<LinkedRow>`
    select * from identity.linked_accounts where provider = ${provider} and subject = ${subject}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function insertLinked(tx: Tx, row: Omit<LinkedRow, "email_works" | "last_used_at">): Promise<void> {
  await sql`
    insert into identity.linked_accounts (link_id, provider, subject, user_id, email, email_verified, is_private_email, refresh_token, linked_at, last_used_at)
    values (${row.link_id}, ${row.provider}, ${row.subject}, ${row.user_id}, ${row.email}, ${row.email_verified}, ${row.is_private_email}, ${row.refresh_token}, ${row.linked_at}, ${row.linked_at})`.execute(
    tx,
  );
}

/** What the provider says of its account today; a new token replaces the older one. */
export async function refreshLinked(
  tx: Tx,
  linkId: string,
  told: Pick<LinkedRow, "email" | "email_verified" | "is_private_email" | "refresh_token">,
  now: Date,
): Promise<void> {
  await sql`
    update identity.linked_accounts
    set email = coalesce(${told.email}, email), email_verified = ${told.email_verified}, is_private_email = ${told.is_private_email},
      refresh_token = coalesce(${told.refresh_token}, refresh_token), last_used_at = ${now}
    where link_id = ${linkId}`.execute(tx);
}

export async function listLinked(runner: Runner, userId: string): Promise<LinkedRow[]> {
  const result = await sql<LinkedRow>`
    select * from identity.linked_accounts where user_id = ${userId} order by linked_at, link_id`.execute(runner);
  return result.rows;
}

/** Whose sign-ins open this account, each once, in the order in which they were linked. */
export async function listProviders(runner: Runner, userId: string): Promise<ProviderName[]> {
  const result = await sql<{ provider: ProviderName }>`
    select provider from identity.linked_accounts where user_id = ${userId} group by provider order by min(linked_at)`.execute(
    runner,
  );
  return result.rows.map(({ provider }) => provider);
}

export async function deleteLinked(tx: Tx, linkIds: readonly string[]): Promise<void> {
  await sql`delete from identity.linked_accounts where link_id = any(${[...linkIds]}::uuid[])`.execute(tx);
}

export async function setEmailWorks(tx: Tx, linkId: string, works: boolean): Promise<void> {
  await sql`update identity.linked_accounts set email_works = ${works} where link_id = ${linkId}`.execute(tx);
}

export async function insertDeletion(
  tx: Tx,
  row: { code: string; provider: ProviderName; links: number; at: Date },
): Promise<void> {
  await sql`insert into identity.provider_deletions (code, provider, links, at) values (${row.code}, ${row.provider}, ${row.links}, ${row.at})
    on conflict (code) do nothing`.execute(tx);
}

export async function findDeletion(runner: Runner, code: string): Promise<{ at: Date } | null> {
  const result = await sql<{ at: Date }>`select at from identity.provider_deletions where code = ${code}`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

/** The user, locked until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<{ user_id: string } | null> {
  const result = await sql<{ user_id: string }>`
    select user_id from identity.users where user_id = ${userId} for update`.execute(tx);
  return result.rows[0] ?? null;
}

/** The address was proven by somebody else than who chose the password: that one knows nothing any more. */
export async function dropPassword(tx: Tx, userId: string): Promise<void> {
  await sql`update identity.users set password_hash = null, pending_email = null where user_id = ${userId}`.execute(tx);
}

/** Journeys that set out for a member: who comes back from them comes back to nothing. */
export async function dropStates(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identity.social_states where user_id = ${userId}`.execute(tx);
}

/** False when the account has an address already, or another has this one. */
export async function fillEmail(tx: Tx, userId: string, email: string): Promise<boolean> {
  const result = await sql`
    update identity.users set email = ${email}, email_verified_at = null
    where user_id = ${userId} and email is null
      and not exists (select 1 from identity.users o where o.email = ${email})`.execute(tx);
  return result.rowCount === 1;
}
