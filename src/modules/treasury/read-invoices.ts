/** What networks say of their invoices, kept so that a person tells a remittance by naming those that it pays. */
import { addDays } from "#platform/clock";
import { keepInvoice, readOpenInvoices } from "./invoice-store.ts";
import type { TreasuryRoom } from "./room.ts";

/** Read again over this window by one call; older ones that nobody has paid for are asked for one by one. */
const WINDOW_DAYS = 100;
const OLDER_MOST = 50;

/** Returns how many were read. */
export async function readInvoices(room: TreasuryRoom): Promise<number> {
  const now = room.clock.now();
  const since = addDays(now, -WINDOW_DAYS);
  const open = await readOpenInvoices(room.database.db);
  const older = open.filter((row) => row.network === "impact" && row.created_at < since && row.paid_at === null);
  const ids = older.slice(0, OLDER_MOST).map((row) => row.invoice_id);
  const { invoices, unreadable } = await room.cashback.readInvoices(since, ids);
  await room.database.transaction(async (tx) => {
    for (const invoice of invoices) await keepInvoice(tx, invoice, now);
  });
  if (unreadable > 0) room.log.warn({ unreadable }, "invoices of a network could not be read");
  return invoices.length;
}
