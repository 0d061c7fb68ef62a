/** The letter before the first full charge of a trial: without the one of seven days before, nothing is charged. */
import type { Tx } from "#platform/database";
import { dayIn } from "./calendar.ts";
import type { MembershipContext } from "./context.ts";
import * as letters from "./letters.ts";
import { readNotices } from "./record-store.ts";
import type { REMINDER_DAYS } from "./rules.ts";
import type { MembershipRow } from "./store.ts";
import { tell } from "./tell-member.ts";
import { nextPrice } from "./told-prices.ts";

export async function remindOfCharge(
  tx: Tx,
  context: MembershipContext,
  row: MembershipRow,
  days: (typeof REMINDER_DAYS)[number],
): Promise<void> {
  const today = dayIn(context.clock.now(), row.zone);
  await tell(
    tx,
    context,
    row,
    { kind: `trial_reminder_${days}`, period: row.next_charge_on, letter: letters.reminder },
    {
      amount_minor: nextPrice(row, await readNotices(tx, row.membership_id), today).toString(),
      on: row.next_charge_on,
    },
  );
}
