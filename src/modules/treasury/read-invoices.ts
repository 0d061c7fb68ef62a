/** What networks say of their invoices, kept so that a person tells a remittance by naming those that it pays. */
import { addDays } from "#platform/clock";
import type { TreasuryContext } from "./context.ts";
import { keepInvoice, readOpenInvoices } from "./invoice-store.ts";

/** Read again over this window by one call; older ones that nobody has paid for are asked for one by one. */
const WINDOW_DAYS = 100;
const MAX_OLDER = 50;

/** Returns how many were read. */
export async function readInvoices(context: TreasuryContext): Promise<number> {
  const now = context.clock.now();
  const since = addDays(now, -WINDOW_DAYS);
  const open = await readOpenInvoices(context.database.db);
  const older = open.filter((row) => row.network === "impact" && row.created_at < since && row.paid_at === null);
  const ids = older.slice(0, MAX_OLDER).map((row) => row.invoice_id);
  const { invoices, unreadable } = await context.cashback.readInvoices(since, ids);
  await context.database.transaction(async (tx) => {
    for (const invoice of invoices) await keepInvoice(tx, invoice, now);
  });
  if (unreadable > 0) context.log.warn({ unreadable }, "invoices of a network could not be read");
  return invoices.length;
}
