/**
 * Reads a network's reports since the last time. Windows overlap, because late and back-dated rows exist; what was told
 * before changes nothing.
 */
import type { Network } from "#catalog";
import { addDays } from "#platform/clock";
import { findOpenKeys, moveCursor, readCursor, settleInbox } from "./order-store.ts";
import type { CashbackRoom } from "./room.ts";
import { takeReport } from "./take-rows.ts";

const OVERLAP_DAYS = 1 / 24;
/** The first poll ever looks back this far; reconciliation always does. */
const LOOK_BACK_DAYS = 90;
const OPEN_MOST = 2_000;

export async function pollNetwork(
  room: CashbackRoom,
  network: Network,
  options: { wide: boolean } = { wide: false },
): Promise<{ read: number; fresh: number }> {
  const adapter = room.adapters[network];
  const now = room.clock.now();
  const last = options.wide ? null : await readCursor(room.database.db, network);
  const from = last ? addDays(last, -OVERLAP_DAYS) : addDays(now, -LOOK_BACK_DAYS);
  const rows = await adapter.fetchChanged(from, addDays(now, OVERLAP_DAYS));
  // CJ changes the status of a row without a new posting date: orders that wait are asked for by id.
  if (network === "cj") {
    const open = await findOpenKeys(room.database.db, network, addDays(now, -LOOK_BACK_DAYS), OPEN_MOST);
    if (open.length) rows.push(...(await adapter.fetchByKey(open)));
  }
  const fresh = await takeReport(room, network, rows, now);
  await moveCursor(room.database.db, network, now);
  return { read: rows.length, fresh };
}

/** The truth behind a postback. A hint about an order that the network does not know is refused with its reason. */
export async function refetch(
  room: CashbackRoom,
  hint: { network: Network; keys: readonly string[]; inbox_id: string },
): Promise<void> {
  const now = room.clock.now();
  const rows = hint.keys.length ? await room.adapters[hint.network].fetchByKey(hint.keys) : [];
  await takeReport(room, hint.network, rows, now);
  await room.database.transaction((tx) =>
    settleInbox(
      tx,
      [
        {
          inbox_id: hint.inbox_id,
          state: rows.length ? "applied" : "refused",
          reason: rows.length ? null : "the network does not know this order",
        },
      ],
      now,
    ),
  );
}
