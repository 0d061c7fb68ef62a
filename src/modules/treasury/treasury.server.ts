/** The door of the treasury: money between networks, providers and our bank, and the statement that explains all of it. */
import { addDays } from "#platform/clock";
import { bookEntry, type Entry } from "./book-entry.ts";
import { bookRemittance, type Remittance } from "./book-remittance.ts";
import type { TreasuryContext } from "./context.ts";
import { readOpenInvoices } from "./invoice-store.ts";
import { type Held, readBalances, readHeld } from "./read-balances.ts";
import { readFunding } from "./read-funding.ts";
import { readInvoices } from "./read-invoices.ts";
import { CASH_PROVIDERS, monthSpan } from "./rules.ts";
import { type Settlement, settle } from "./settle-difference.ts";
import { lookAtOneInstant, readDifference, readDifferences, readEntriesOf, readRemittances } from "./store.ts";
import { undoEntry, undoRemittance, type WrongEntry, type WrongRemittance } from "./undo.ts";
import { journalCsv } from "./write-journal.ts";
import { writeStatement } from "./write-statement.ts";

export * from "./accounts.ts";
export type { Entry } from "./book-entry.ts";
export type { BookedRemittance, Remittance } from "./book-remittance.ts";
export type { TreasuryRefusal } from "./context.ts";
export type { OpenItem } from "./explain-accounts.ts";
export { TREASURY_REFUSALS } from "./messages.ts";
export type { Held } from "./read-balances.ts";
export type { Funding } from "./read-funding.ts";
export { readProgrammes } from "./read-programmes.ts";
export {
  CASH_PROVIDERS,
  type EntryKind,
  faultOfDay,
  isCashProvider,
  monthSpan,
  SETTLED_AS,
  type SettledAs,
} from "./rules.ts";
export type { Settlement } from "./settle-difference.ts";
export type { ProgrammePart } from "./store.ts";
export type { WrongEntry, WrongRemittance } from "./undo.ts";
export type { Statement, StatementAccount } from "./write-statement.ts";

export function createTreasury(context: TreasuryContext) {
  const { db } = context.database;
  /** The last that each payout provider said of what it holds, as it is understood now. */
  const balances = (): Promise<Held[]> =>
    context.database.transaction(async (tx) => {
      const found: Held[] = [];
      for (const provider of CASH_PROVIDERS) {
        const held = await readHeld(tx, context, provider, addDays(context.clock.now(), 1));
        if (held) found.push(held);
      }
      return found;
    });
  return {
    /** A network's payment, as our bank's statement and the network's paper say. The same again answers as the first time. */
    bookRemittance: (told: Remittance) => bookRemittance(context, told),
    /** Reads what networks have invoiced, where they document a call; and those that no remittance has paid for. */
    readInvoices: () => readInvoices(context),
    openInvoices: () => readOpenInvoices(db),
    remittances: (most = 100) => readRemittances(db, most),
    /** Differences of remittances that need a word, oldest first; and what a person says of one. */
    differences: () => readDifferences(db, addDays(context.clock.now(), 1)),
    settle: (told: Settlement) => settle(context, told),
    now: () => context.clock.now(),
    /** What was told of a provider, the newest first; what was taken back among it. */
    entriesOf: (provider: string, most = 50) => readEntriesOf(db, provider, most),
    bookEntry: (entry: Entry) => bookEntry(context, entry),
    /** What was told wrong is taken back by a booking against it; then it may be told again under its reference. */
    undoRemittance: (wrong: WrongRemittance) => undoRemittance(context, wrong),
    undoEntry: (wrong: WrongEntry) => undoEntry(context, wrong),
    /** Asks payout providers what they hold, and compares it with the books. */
    readBalances: () => readBalances(context),
    balances,
    /** Whether what providers hold will last. */
    funding: async () => readFunding(context, await balances()),
    /** A month for accounting, as a file: debit and credit of every account by day and kind; null for no month. */
    async journal(month: string): Promise<string | null> {
      const span = monthSpan(month);
      if (!span) return null;
      const rows = await context.database.transaction(async (tx) => {
        await lookAtOneInstant(tx);
        return context.ledger.journal(tx, span.from, span.to);
      });
      return journalCsv(rows, month);
    },
    /** A difference and the remittance that it is of, whether it is settled or not. */
    readDifference: (differenceId: string) => readDifference(db, differenceId),
    /** The books from an instant to before another; `monthSpan` reads a month. */
    statement: (span: { from: Date; to: Date }) => writeStatement(context, span),
  };
}
export type Treasury = ReturnType<typeof createTreasury>;
