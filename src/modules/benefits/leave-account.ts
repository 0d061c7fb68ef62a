/** An account ends: nobody works on its claims any more, and what was agreed to and not paid comes to nothing. */
import type { Tx } from "#platform/database";
import { claimsOpen, lockMember } from "./claim-store.ts";
import type { BenefitsDeps } from "./context.ts";
import { eraseWords } from "./member-data-store.ts";
import { mayBecome, moveClaim } from "./settle-claim.ts";

export async function leaveAccount(tx: Tx, context: BenefitsDeps, userId: string): Promise<void> {
  await lockMember(tx, userId);
  for (const claim of await claimsOpen(tx, userId))
    await moveClaim(tx, context, claim, {
      state: mayBecome(claim.state, "withdrawn") ? "withdrawn" : "denied_final",
      by: "member",
      reason: claim.reason,
    });
  await eraseWords(tx, userId);
}
