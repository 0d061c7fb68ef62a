/**
 * Invitations and credits of one member become another's. What each person may have once stays once: what was still open is
 * taken back here, with its reason and its money, before anything goes over; what was earned stays as it was.
 */
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { SETTLE } from "./job-kinds.ts";
import { moveRows } from "./member-move-store.ts";
import { lockCredits } from "./promotion-store.ts";
import type { RewardsRoom } from "./room.ts";
import { moveCredit } from "./settle-credits.ts";
import { refuseReferral } from "./settle-referral.ts";
import { findReferralOf, lockReferralOf } from "./store.ts";

export async function moveMember(tx: Tx, room: RewardsRoom, { from, to }: { from: string; to: string }): Promise<void> {
  for (const friend of [from, to].sort()) {
    const referral = await lockReferralOf(tx, friend);
    if (!referral || referral.state === "refused") continue;
    const ownInvitation = [referral.inviter_id, referral.friend_id].every((id) => id === from || id === to);
    // Two invitations of one person: that of the account that stays counts.
    const second = friend === from && referral.state !== "earned" && (await findReferralOf(tx, to)) !== null;
    if (ownInvitation || second) await refuseReferral(tx, room, referral, "one_person");
  }
  const credits = [...(await lockCredits(tx, to)), ...(await lockCredits(tx, from))];
  const live = credits.filter((row) => row.state !== "reversed");
  const first = live.find((row) => row.state === "earned") ?? live[0];
  for (const row of live)
    if (row !== first && row.state === "pending")
      await moveCredit(tx, room, row, { ...row, state: "reversed", reason_code: "one_a_person" });
  await moveRows(tx, { from, to });
  await addJobs(tx, [SETTLE.with({ user_id: to })]);
}
