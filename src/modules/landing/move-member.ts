/**
 * What landing keeps of one member becomes another's. Of several bonuses of the wheel those that are still open, but for one
 * where none was earned, are taken back before, with their money.
 */
import type { Tx } from "#platform/database";
import { lockBonusesOf } from "./bonus-store.ts";
import type { LandingContext } from "./context.ts";
import { moveBonus } from "./give-bonus.ts";
import { moveRows } from "./member-move-store.ts";

export async function moveMember(
  tx: Tx,
  context: LandingContext,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const all = await lockBonusesOf(tx, [from, to]);
  const open = all.filter((row) => row.state === "pending");
  const kept = all.some((row) => row.state === "confirmed")
    ? null
    : (open.find((row) => row.user_id === to) ?? open[0] ?? null);
  for (const row of open)
    if (row !== kept) await moveBonus(tx, context, row, { state: "reversed", reason_code: "one_a_person" });
  await moveRows(tx, { from, to });
}
