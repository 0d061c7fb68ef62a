/** A second step that comes or goes is written down and told by mail: it is what a thief would change first. */
import type { Tx } from "#platform/database";
import type { IdentityContext } from "../context.ts";
import type { Member, Visit } from "../identity.types.ts";
import { factorChanged } from "../letters.ts";
import { insertSafetyEvent } from "../link-store.ts";
import { deviceOf } from "../rules-devices.ts";

export async function tellOfFactor(
  tx: Tx,
  context: IdentityContext,
  member: Member,
  change: { factor: { en: string; es: string }; added: boolean },
  visit: Visit,
): Promise<void> {
  const now = context.clock.now();
  await insertSafetyEvent(tx, {
    user_id: member.user_id,
    kind: change.added ? "second_factor_added" : "second_factor_removed",
    detail: change.factor.en,
    user_agent: visit.user_agent,
    address: visit.address,
    at: now,
  });
  if (!member.email) return;
  await context.notifications.queue(tx, {
    cause: `factor:${member.user_id}:${change.factor.en}:${change.added}:${now.toISOString()}`,
    recipient: { ...member, email: member.email },
    letter: factorChanged({
      ...change,
      name: member.name,
      at: now.toISOString(),
      device: deviceOf(visit.user_agent, member.language),
    }),
  });
}
