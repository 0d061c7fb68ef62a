/** SQL of what operators see of a member's consents. Schema `attribution` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

export type ConsentRow = {
  consent_id: bigint;
  purpose: string;
  given: boolean;
  source: string;
  language: string;
  at: Date;
};
export async function readConsentsOf(db: Database, userId: string, most: number): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select consent_id, purpose, given, source, language, at from attribution.consents
    where user_id = ${userId} order by consent_id desc limit ${most}`.execute(db);
  return rows;
}
