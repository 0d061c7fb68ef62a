/** A person says that a partner does not pay for a step that its member misses: the claim ends, and its member reads why. */
import { readClaim, setClaimRefused } from "./claim-store.ts";
import type { CoinsContext } from "./context.ts";
import { startId } from "./ids.ts";
import { coinsRefused } from "./letters.ts";
import { reasonWords } from "./reason-words.ts";
import type { RefusalReason } from "./rules.ts";
import { readStart } from "./start-store.ts";

/** False for a claim that does not wait any more. */
export async function refuseClaim(context: CoinsContext, claimId: string, reason: RefusalReason): Promise<boolean> {
  const { database, clock, identity, notifications } = context;
  const claim = await readClaim(database.db, claimId);
  if (!claim) return false;
  const [start, contact] = await Promise.all([readStart(database.db, claim.start_id), identity.contact(claim.user_id)]);
  const goal = start?.terms.goals.find(({ goal_id }) => goal_id === claim.goal_id);
  return database.transaction(async (tx) => {
    if (!(await setClaimRefused(tx, claimId, reason, clock.now()))) return false;
    if (!start || !goal || !contact) return true;
    await notifications.queue(tx, {
      cause: `coin-claim:${claimId}:refused`,
      recipient: { ...contact, user_id: claim.user_id },
      letter: coinsRefused({
        ...{ coins: String(goal.coins), name: `${start.terms.name}: ${goal.name}` },
        ...{ reason: reasonWords(reason), start_id: startId.show(start.start_id) },
      }),
    });
    return true;
  });
}
