/** The end of a membership: nothing is charged any more, and the member reads why. */

import type { CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { dayIn } from "./calendar.ts";
import type { MembershipContext } from "./context.ts";
import { reschedule } from "./keep-agenda.ts";
import * as letters from "./letters.ts";
import { type ReasonCode, reasonWords } from "./messages.ts";
import { closeCharges } from "./person-store.ts";
import { type MembershipRow, readEvents, saveMembership, type Who } from "./store.ts";
import { tell } from "./tell-member.ts";

export async function endMembership(
  tx: Tx,
  context: MembershipContext,
  row: MembershipRow,
  input: {
    reason: ReasonCode;
    who: Who;
    /** Who reads the letter, when it is not the one whose membership it was. */
    reader?: string;
    /** What of the money paid ahead goes back; given where the letter must say so, because no other will. */
    back_minor?: bigint;
  },
): Promise<MembershipRow> {
  const now = context.clock.now();
  const ended = await saveMembership(
    tx,
    row,
    { state: "ended", ended_at: now, end_reason: input.reason },
    { kind: "ended", reason: input.reason, who: input.who, at: now },
  );
  await closeCharges(tx, row.membership_id);
  const today = dayIn(now, row.zone);
  await tell(
    tx,
    context,
    { ...ended, user_id: input.reader ?? ended.user_id },
    { kind: "ended", period: today, letter: letters.ended },
    {
      amount_minor: "0",
      on: today,
      reason: reasonWords(input.reason),
      ...(input.back_minor === undefined ? {} : { back_minor: input.back_minor.toString() }),
      ...(input.reason === "account_deleted" ? { account_deleted: true } : {}),
    },
  );
  return reschedule(tx, context, ended);
}

/** Only who did it themselves reads that they did. */
export const cancelReason = (who: Who): "cancelled" | "cancelled_by_us" =>
  who === "operator" ? "cancelled_by_us" : "cancelled";

/** A late one that is cancelled ends as soon as its open payment is decided: nobody is shown a day that is past. */
export const shownEnd = (
  { state, ends_on }: Pick<MembershipRow, "state" | "ends_on">,
  today: CivilDate,
): CivilDate | null => (state === "past_due" && ends_on !== null && ends_on < today ? today : ends_on);

/** One that was cancelled is over: its member said so, or we did, or their bank by taking a payment back. */
export async function endCancelled(tx: Tx, context: MembershipContext, row: MembershipRow): Promise<MembershipRow> {
  const cancelled = (await readEvents(tx, row.membership_id)).findLast(({ kind }) => kind === "cancelled");
  const reason = cancelled?.reason === "disputed" ? "disputed" : cancelReason(cancelled?.who ?? "member");
  return endMembership(tx, context, row, { reason, who: "billing" });
}
