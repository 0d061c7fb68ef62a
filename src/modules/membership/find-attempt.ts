/** The attempt that a payment at the processor names in its metadata, when our answer to it was lost. */
import { type AttemptRow, readAttempt } from "./charge-store.ts";
import type { MembershipRoom } from "./room.ts";

export async function attemptOf(room: MembershipRoom, metadata: Record<string, string>): Promise<AttemptRow | null> {
  const named = metadata.attempt_id ?? "";
  return /^[0-9a-f-]{36}$/.test(named) ? readAttempt(room.database.db, named) : null;
}
