/** A person decides about coins that wait: they are credited, or refused with a reason that the member reads. */
import { done, type Outcome, refused } from "#platform/outcome";
import type { CoinsContext } from "./context.ts";
import { lockReward, type RewardRow, readReward } from "./reward-store.ts";
import type { RefusalReason } from "./rules.ts";
import { settleReward } from "./settle-reward.ts";
import { lockMember } from "./start-store.ts";

export async function decideReward(
  context: CoinsContext,
  input: { reward_id: string; by: string } & ({ credit: true } | { credit: false; reason: RefusalReason }),
): Promise<Outcome<RewardRow, "unknown" | "not_possible">> {
  const known = await readReward(context.database.db, input.reward_id);
  if (!known) return refused("unknown");
  const contact = await context.identity.contact(known.user_id);
  const brand = context.partners.named(contact?.partner ?? null);
  return context.database.transaction(async (tx) => {
    await lockMember(tx, known.user_id);
    const reward = await lockReward(tx, input.reward_id);
    if (!reward) return refused("unknown");
    const state = input.credit ? "credited" : "refused";
    if (reward.state === state) return done(reward);
    if (reward.state !== "held" && !(input.credit && reward.state === "refused")) return refused("not_possible");
    const reason = input.credit ? null : input.reason;
    return done(await settleReward(tx, context, reward, { state, reason, by: input.by }, brand));
  });
}
