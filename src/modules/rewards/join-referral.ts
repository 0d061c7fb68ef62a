/**
 * Writes down that a new member came with a friend's code. Once for each friend: asked again it answers what it is. What
 * looks like one person with two accounts is written down too, as refused, with the reason that both may read.
 */
import type { SharedTraces } from "#identity";
import { addDays } from "#platform/clock";
import { derivedId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { RewardsContext } from "./context.ts";
import { referralJoined } from "./letters.ts";
import type { ReferralReason, RewardRefusal } from "./messages.ts";
import { invitedOnce, personKey, takeOnce } from "./promotion-limits.ts";
import { JOIN_DAYS, mailboxOf, type ReferralState, readCode, shortName } from "./rules.ts";
import { settleReferral } from "./settle-referral.ts";
import {
  countRewarded,
  findCode,
  findReferralOf,
  insertEvent,
  insertReferral,
  lockCode,
  type ReferralRow,
} from "./store.ts";

export type Joined = { state: ReferralState; reason_code: ReferralReason | null; fresh: boolean };

const answer = (row: ReferralRow, fresh: boolean): Joined => ({
  state: row.state,
  reason_code: row.reason_code,
  fresh,
});

/** Why two accounts count as one person; null when they seem to be two. */
export const reasonAgainst = (traces: SharedTraces): ReferralReason | null =>
  traces.mailbox ? "same_person" : traces.card ? "same_card" : traces.device ? "same_device" : null;

export async function joinReferral(
  context: RewardsContext,
  input: { code: string; user_id: string; member_since: Date },
): Promise<Outcome<Joined, RewardRefusal>> {
  const { db } = context.database;
  const before = await findReferralOf(db, input.user_id);
  if (before) return done(answer(before, false));
  const code = readCode(input.code);
  const owner = code ? await findCode(db, code) : null;
  if (!owner) return refused("unknown_code");
  if (owner.user_id === input.user_id) return refused("own_code");
  const now = context.clock.now();
  if (addDays(input.member_since, JOIN_DAYS) < now) return refused("account_too_old");
  const [inviter, friend, traces] = await Promise.all([
    context.identity.contact(owner.user_id),
    context.identity.contact(input.user_id),
    context.identity.sharedTraces(owner.user_id, input.user_id),
  ]);
  if (!inviter || !friend) return refused("unknown_code");
  const against = reasonAgainst(traces);
  // What both sides get is what the page of the friend's partner said.
  const { referral } = context.partners.named(friend.partner);
  const row = await context.database.transaction(async (tx) => {
    await lockCode(tx, owner.code);
    const referral_id = derivedId("transfer", `referral:${input.user_id}`);
    const mailbox = friend.email ? [personKey("mailbox", mailboxOf(friend.email))] : [];
    const reason =
      against ?? ((await takeOnce(tx, context, invitedOnce(referral_id), mailbox)) ? null : "invited_before");
    const rewarded = await countRewarded(tx, owner.user_id, addDays(now, -365));
    const fresh: ReferralRow = {
      referral_id,
      code: owner.code,
      inviter_id: owner.user_id,
      friend_id: input.user_id,
      state: reason ? "refused" : "joined",
      reason_code: reason,
      // Past the year's limit the friend still gets what the invitation said.
      inviter_minor: rewarded < referral.max_per_year ? BigInt(referral.inviter_minor) : 0n,
      friend_minor: BigInt(referral.friend_minor),
      min_order_minor: BigInt(referral.min_order_minor),
      order_id: null,
      expected_at: null,
      hints: traces.network ? ["same_network"] : [],
      version: 0,
      joined_at: now,
      window_ends_at: addDays(input.member_since, referral.window_days),
      earned_at: null,
    };
    if (!(await insertReferral(tx, fresh))) return null;
    await insertEvent(tx, {
      referral_id: fresh.referral_id,
      sequence: 0,
      from_state: null,
      to_state: fresh.state,
      reason_code: reason,
      order_id: null,
      at: now,
    });
    if (!reason && inviter.email)
      await context.notifications.queue(tx, {
        cause: `referral:${fresh.referral_id}:joined`,
        recipient: {
          user_id: owner.user_id,
          email: inviter.email,
          name: inviter.name,
          language: inviter.language,
          partner: inviter.partner,
        },
        letter: referralJoined({
          side: "inviter",
          other: shortName(friend.name),
          amount_minor: fresh.inviter_minor.toString(),
          min_order_minor: fresh.min_order_minor.toString(),
          until: fresh.window_ends_at.toISOString(),
          reason: null,
        }),
      });
    return fresh;
  });
  if (!row) {
    const first = await findReferralOf(db, input.user_id);
    return first ? done(answer(first, false)) : refused("unknown_code");
  }
  // Somebody who shopped before the code was written down has an order already.
  await settleReferral(context, input.user_id);
  return done(answer((await findReferralOf(db, input.user_id)) ?? row, true));
}
