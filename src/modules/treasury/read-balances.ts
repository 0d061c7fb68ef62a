/**
 * What payout providers say that they hold, beside what our books say. Payments under way and deposits of these days explain
 * what one side does not know yet; anything else is a difference that a person sees, with its age.
 */
import { PAYOUT_FLOAT } from "#payables";
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import type { TreasuryContext } from "./context.ts";
import { type Effect, explainReading } from "./explain-reading.ts";
import { insertReading, type ReadingRow, readReading } from "./reading-store.ts";
import { atProvider, CASH_PROVIDERS, type CashProvider } from "./rules.ts";
import { readEntries, readUndoneSince } from "./store.ts";

/** A transfer between our bank and a provider arrives within so many days of the day on the bank's statement. */
const TRANSFER_DAYS = 7;

export async function readBalances(context: TreasuryContext): Promise<ReadingRow[]> {
  const rows: ReadingRow[] = [];
  const faults: unknown[] = [];
  for (const provider of CASH_PROVIDERS) {
    try {
      rows.push(await readBalance(context, provider));
    } catch (error) {
      // One that is away does not keep the other from being looked at; the job says it, and comes again.
      faults.push(error);
    }
  }
  const differing = rows.filter((row) => row.difference_minor !== 0n);
  if (differing.length > 0)
    context.log.warn(
      { differences: differing.map((row) => `${row.provider} ${row.difference_minor}`) },
      "a payout provider holds other money than the books say (npm run treasury -- balances)",
    );
  if (faults.length > 0) throw faults[0];
  return rows;
}

async function readBalance(context: TreasuryContext, provider: CashProvider): Promise<ReadingRow> {
  const { balance_minor, as_of, late_hours } = await context.payouts.heldBy(provider);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const { certain, possible } = await findUnderWay(tx, context, provider, addDays(as_of, -late_hours / 24));
    const books_minor = -(await context.ledger.houseBalance(PAYOUT_FLOAT, provider, tx));
    const { under_way, left } = explainReading(balance_minor - books_minor, certain, possible);
    const before = await readReading(tx, provider, addDays(now, 1));
    const row: ReadingRow = {
      ...{ provider, balance_minor, as_of, read_at: now, books_minor },
      under_way: under_way.map((effect) => ({ ...effect, amount: effect.amount.toString() })),
      under_way_minor: under_way.reduce((sum, effect) => sum + effect.amount, 0n),
      difference_minor: left,
      differs_since: left === 0n ? null : (before?.differs_since ?? now),
    };
    await insertReading(tx, row);
    return row;
  });
}

async function findUnderWay(
  tx: Tx,
  context: TreasuryContext,
  provider: CashProvider,
  since: Date,
): Promise<{ certain: Effect[]; possible: Effect[] }> {
  const certain: Effect[] = [];
  const possible: Effect[] = [];
  for (const row of await context.payables.underWay(tx, provider, since)) {
    const whole = row.amount_minor + row.fee_minor;
    // Paid in our books: there it may not be counted yet. Else it may have left there already; unclaimed, it has.
    const effect = { what: row.note ?? row.state, id: row.payable_id, amount: row.paid ? whole : -whole };
    (row.note === "unclaimed" ? certain : possible).push(effect);
  }
  for (const kind of ["deposit", "withdrawal"] as const)
    for (const entry of await readEntries(tx, kind, addDays(context.clock.now(), 1)))
      if (entry.provider === provider && new Date(entry.happened_on) > addDays(since, -TRANSFER_DAYS))
        possible.push({ what: kind, id: entry.reference, amount: -atProvider(kind, entry.amount_minor) });
  return { certain, possible };
}

/** A reading as it is understood now: what was told since, of the days before it, explains it too. */
export type Held = ReadingRow & { told_since: Effect[]; unexplained_minor: bigint };

export async function readHeld(
  tx: Tx,
  context: TreasuryContext,
  provider: CashProvider,
  before: Date,
): Promise<Held | null> {
  const row = await readReading(tx, provider, before);
  if (!row) return null;
  const told_since: Effect[] = [];
  const day = row.as_of.toISOString().slice(0, 10);
  for (const kind of ["deposit", "withdrawal", "fee", "correction"] as const)
    for (const entry of await readEntries(tx, kind, addDays(context.clock.now(), 1)))
      if (entry.provider === provider && entry.booked_at > row.read_at && entry.happened_on <= day)
        told_since.push({ what: kind, id: entry.reference, amount: atProvider(kind, entry.amount_minor) });
  // What was wrong in the books when they were compared, and has been taken back since.
  for (const kind of ["deposit", "withdrawal", "fee", "correction"] as const)
    for (const entry of await readUndoneSince(tx, kind, row.read_at))
      if (entry.provider === provider)
        told_since.push({ what: `${kind} undone`, id: entry.reference, amount: -atProvider(kind, entry.amount_minor) });
  const { under_way, left } = explainReading(row.difference_minor, [], told_since);
  return { ...row, told_since: under_way, unexplained_minor: left };
}
