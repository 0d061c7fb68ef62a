/**
 * Invitations and credits of one member become another's. What each person may have once stays once: what was still open is
 * taken back here, with its reason and its money, before anything goes over; what was earned stays as it was.
 */
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import type { RewardsContext } from "./context.ts";
import { SETTLE } from "./job-kinds.ts";
import { moveRows } from "./member-move-store.ts";
import { lockCredits } from "./promotion-store.ts";
import { inTurn } from "./rules.ts";
import { moveCredit } from "./settle-credits.ts";
import { refuseReferral } from "./settle-referral.ts";
import { lockReferralsOf, type ReferralRow } from "./store.ts";

export async function moveMember(
  tx: Tx,
  context: RewardsContext,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const invitations: ReferralRow[] = [];
  for (const friend of [from, to].sort()) invitations.push(...(await lockReferralsOf(tx, friend)));
  const open = invitations.filter((row) => row.state !== "refused");
  const others = open.filter((row) => ![row.inviter_id, row.friend_id].every((id) => id === from || id === to));
  // Of two invitations of one person that counts which was earned, else that of the account that stays.
  const [counts] = inTurn(others.toSorted((a, b) => Number(b.friend_id === to) - Number(a.friend_id === to)));
  for (const row of open)
    if (!others.includes(row) || (row !== counts && row.state !== "earned"))
      await refuseReferral(tx, context, row, "one_person");
  const credits = [...(await lockCredits(tx, to)), ...(await lockCredits(tx, from))];
  const live = credits.filter((row) => row.state !== "reversed");
  const first = live.find((row) => row.state === "earned") ?? live[0];
  for (const row of live)
    if (row !== first && row.state === "pending")
      await moveCredit(tx, context, row, { ...row, state: "reversed", reason_code: "one_a_person" });
  await moveRows(tx, { from, to });
  await addJobs(tx, [SETTLE.with({ user_id: to })]);
}
