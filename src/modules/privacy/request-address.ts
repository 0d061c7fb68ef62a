/** Where who asks is reached. */
import type { Database, Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import type { RequestRow } from "./privacy.types.ts";

/** A member may have another address by now, and what was theirs may be somebody else's. */
export async function addressOf(runner: Database | Tx, context: PrivacyContext, row: RequestRow): Promise<string> {
  const contact = row.user_id === null ? null : await context.identity.contact(row.user_id, runner);
  return (contact?.email_verified_at && contact.email) || row.email;
}
