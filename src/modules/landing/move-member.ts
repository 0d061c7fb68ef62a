/** What landing keeps of one member becomes another's. A second bonus of the wheel is taken back before, with its money. */
import type { Tx } from "#platform/database";
import { findBonusOf, lockBonusOf } from "./bonus-store.ts";
import { moveBonus } from "./give-bonus.ts";
import { moveRows } from "./member-move-store.ts";
import type { LandingRoom } from "./room.ts";

export async function moveMember(tx: Tx, room: LandingRoom, { from, to }: { from: string; to: string }): Promise<void> {
  const second = await lockBonusOf(tx, from);
  if (second?.state === "pending" && (await findBonusOf(tx, to))) await moveBonus(tx, room, second, "reversed");
  await moveRows(tx, { from, to });
}
