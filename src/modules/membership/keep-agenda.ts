/** Looks up what a membership's agenda needs, and writes down when it is due next. */
import type { Tx } from "#platform/database";
import { type AgendaItem, agendaOf } from "./agenda.ts";
import { dayIn } from "./calendar.ts";
import { findCharge, findLiveAttempt } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { isOptedOut, readNotices } from "./record-store.ts";
import { flagsOf } from "./rules.ts";
import { type MembershipRow, readMemberships, saveMembership } from "./store.ts";
import { whenTold } from "./told-prices.ts";

export async function readAgenda(tx: Tx, context: MembershipContext, row: MembershipRow): Promise<AgendaItem[]> {
  if (row.state === "ended") return [];
  const charge = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
  const live = charge ? await findLiveAttempt(tx, charge.charge_id) : null;
  const notices = await readNotices(tx, row.membership_id);
  return agendaOf(
    {
      ...row,
      open_charge: charge && {
        tries: charge.tries,
        may_retry: charge.may_retry,
        in_flight: live !== null,
        waits_for_owner: live?.state === "requires_action",
        needs_person: charge.needs_person_since !== null,
      },
      opted_out: await isOptedOut(tx, row.user_id),
      price_told: whenTold(row, notices) !== null,
      sent: new Set(notices.map((notice) => `${notice.kind}:${notice.period}`)),
    },
    dayIn(context.clock.now(), row.zone),
  );
}

/** After every change: the next look, and what the member's memberships open to them. */
export async function reschedule(tx: Tx, context: MembershipContext, row: MembershipRow): Promise<MembershipRow> {
  const agenda = await readAgenda(tx, context, row);
  const saved = await saveMembership(tx, row, { next_action_at: agenda[0]?.at ?? null }, null);
  await context.identity.setMembershipFlags(tx, row.user_id, flagsOf(await readMemberships(tx, row.user_id)));
  return saved;
}
