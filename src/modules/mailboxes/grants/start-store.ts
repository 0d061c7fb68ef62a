/** SQL of journeys to a provider's sign-in. Schema `mailboxes` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { GrantName } from "../links/links.types.ts";

export type GrantStart = {
  state_hash: Buffer;
  user_id: string;
  provider: GrantName;
  verifier: string;
  browser_hash: Buffer;
  consent_version: string;
  consent_language: "en" | "es";
  consented_at: Date;
  expires_at: Date;
};

export async function insertStart(runner: Database | Tx, start: GrantStart): Promise<void> {
  await sql`
    insert into mailboxes.grant_starts
      (state_hash, user_id, provider, verifier, browser_hash, consent_version, consent_language, consented_at, expires_at)
    values (${start.state_hash}, ${start.user_id}, ${start.provider}, ${start.verifier}, ${start.browser_hash},
      ${start.consent_version}, ${start.consent_language}, ${start.consented_at}, ${start.expires_at})`.execute(runner);
}

/** Gone with this, whatever it was good for: a state is used once. */
export const takeStart = async (runner: Database | Tx, stateHash: Buffer): Promise<GrantStart | null> =>
  (
    await sql<GrantStart>`delete from mailboxes.grant_starts where state_hash = ${stateHash} returning *`.execute(
      runner,
    )
  ).rows[0] ?? null;

export async function dropStarts(runner: Database, before: Date): Promise<void> {
  await sql`delete from mailboxes.grant_starts where expires_at < ${before}`.execute(runner);
}
