/**
 * Reads a network's reports since the last time. Windows overlap, because late and back-dated rows exist; what was told
 * before changes nothing.
 */
import type { Network } from "#catalog";
import { addDays } from "#platform/clock";
import type { CashbackContext } from "./context.ts";
import { moveCursor, readCursor } from "./order-store.ts";
import { takeReport } from "./take-rows.ts";
import { findWaitingRows } from "./waiting-store.ts";

const OVERLAP_DAYS = 1 / 24;
/** The first poll ever looks back this far; reconciliation always does. */
const LOOK_BACK_DAYS = 90;
/** Orders that wait are asked for by id: those due soonest at every poll, all of them at every reconciliation. */
const MAX_WAITING = 400;
const MAX_WAITING_WIDE = 20_000;
/**
 * Awin finds new orders by the day they were made on, and shops report days late: the one push of such an order may have met
 * nobody. So often the days before are read again.
 */
const BACK_DATED_DAYS = 10 / 1_440;
const BACK_DATED_LOOK_DAYS = 30;
const BACK_DATED = "awin.back_dated";

export async function pollNetwork(
  context: CashbackContext,
  network: Network,
  options: { wide: boolean } = { wide: false },
): Promise<{ read: number; fresh: number }> {
  const adapter = context.adapters[network];
  const { db } = context.database;
  const now = context.clock.now();
  const last = options.wide ? null : await readCursor(db, network);
  const from = last ? addDays(last, -OVERLAP_DAYS) : addDays(now, -LOOK_BACK_DAYS);
  const deep = last && network === "awin" ? await readCursor(db, BACK_DATED) : null;
  const backDated = network === "awin" && last !== null && (!deep || deep <= addDays(now, -BACK_DATED_DAYS));
  const rows = await adapter.fetchChanged(from, addDays(now, OVERLAP_DAYS), {
    ordered_from: backDated ? addDays(now, -BACK_DATED_LOOK_DAYS) : null,
  });
  // CJ changes the status of a row without a new posting date: orders that wait are asked for by id, however old they are.
  if (network === "cj") {
    const most = options.wide ? MAX_WAITING_WIDE : MAX_WAITING;
    const waiting = await findWaitingRows(db, network, addDays(now, -LOOK_BACK_DAYS), most);
    if (waiting.length) rows.push(...(await adapter.fetchByKey(waiting)));
  }
  const fresh = await takeReport(context, network, rows, now);
  await moveCursor(db, network, now);
  if (backDated || (network === "awin" && !last)) await moveCursor(db, BACK_DATED, now);
  return { read: rows.length, fresh };
}

/** The truth behind a postback. A hint about an order that the network does not know is refused with its reason. */
export async function refetch(
  context: CashbackContext,
  hint: { network: Network; keys: readonly string[]; inbox_id: string },
): Promise<void> {
  const rows = hint.keys.length ? await context.adapters[hint.network].fetchByKey(hint.keys) : [];
  await takeReport(context, hint.network, rows, context.clock.now());
  await context.database.transaction((tx) =>
    context.inbox.settle(tx, [
      {
        inbox_id: hint.inbox_id,
        state: rows.length ? "applied" : "refused",
        reason: rows.length ? null : "the network does not know this order",
      },
    ]),
  );
}
