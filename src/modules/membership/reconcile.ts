/** Compares the processor's balance with the books, to the cent. What cannot be explained is reported by its name. */
import { addDays } from "#platform/clock";
import { PROCESSOR_CLEARING } from "./accounts.ts";
import type { MembershipContext } from "./context.ts";
import { PROCESSOR_DIFFERENCES } from "./metrics.ts";
import { comparePayments, type Difference, keepDifferences, readTotal } from "./reconcile-store.ts";
import { takeNewEntries } from "./take-entries.ts";

/** Entries are read again over this window, because the processor may write some late. */
const OVERLAP_HOURS = 72;
const LOOKS = 3;
/** A refund that the processor made and whose answer is being booked stands on one side for so long, and no longer. */
const UNDER_WAY_MINUTES = 15;

export async function reconcile(context: MembershipContext): Promise<Difference[]> {
  let left = await look(context);
  // What is being paid or booked at this very moment stands on one side only; what is wrong stays wrong.
  for (let looks = 1; looks < LOOKS && left.length > 0; looks += 1) left = await look(context);
  await context.database.transaction((tx) => keepDifferences(tx, left, context.clock.now()));
  context.metrics.of(PROCESSOR_DIFFERENCES).set(left.length);
  if (left.length > 0)
    context.log.error(
      { differences: left.map((one) => ({ ...one, ours: one.ours.toString(), theirs: one.theirs.toString() })) },
      "the card processor's balance differs from the books",
    );
  return left;
}

async function look(context: MembershipContext): Promise<Difference[]> {
  await takeNewEntries(context, OVERLAP_HOURS);
  const { db } = context.database;
  const ours = -(await context.ledger.houseBalance(PROCESSOR_CLEARING, "stripe"));
  const theirs = await readTotal(db);
  const rows = await comparePayments(db, addDays(context.clock.now(), -UNDER_WAY_MINUTES / 1_440));
  const left: Difference[] = rows
    .filter((row) => !row.under_way)
    .map((row) => ({ subject: row.payment_id, kind: row.kind, ours: row.ours, theirs: row.theirs }));
  const underWay = rows.reduce((sum, row) => (row.under_way ? sum + row.theirs - row.ours : sum), 0n);
  if (ours + underWay !== theirs) left.push({ subject: "balance", kind: "total", ours, theirs });
  return left;
}
