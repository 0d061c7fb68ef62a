/** The attempt that a payment at the processor names in its metadata, when our answer to it was lost. */
import { type AttemptRow, readAttempt } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";

export async function attemptOf(
  context: MembershipContext,
  metadata: Record<string, string>,
): Promise<AttemptRow | null> {
  const named = metadata.attempt_id ?? "";
  return /^[0-9a-f-]{36}$/.test(named) ? readAttempt(context.database.db, named) : null;
}
