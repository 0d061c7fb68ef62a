/**
 * What landing keeps of one member becomes another's. Of two bonuses of the wheel one that is still open is taken back before,
 * with its money.
 */
import type { Tx } from "#platform/database";
import { lockBonusOf } from "./bonus-store.ts";
import { moveBonus } from "./give-bonus.ts";
import { moveRows } from "./member-move-store.ts";
import type { LandingRoom } from "./room.ts";

export async function moveMember(tx: Tx, room: LandingRoom, { from, to }: { from: string; to: string }): Promise<void> {
  const going = await lockBonusOf(tx, from);
  const staying = await lockBonusOf(tx, to);
  if (going && staying) {
    const second = going.state === "confirmed" ? staying : going;
    if (second.state === "pending") await moveBonus(tx, room, second, "reversed");
  }
  await moveRows(tx, { from, to });
}
