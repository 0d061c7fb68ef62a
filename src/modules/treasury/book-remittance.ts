/**
 * A network has paid us: from what it owes to our bank, once for each of its own references. Which orders it paid for is told
 * by the network, programme by programme, or else the oldest confirmed ones are; what is left needs a word of a person.
 */
import type { Network } from "#catalog";
import { momentOf, type Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { TreasuryContext, TreasuryRefusal } from "./context.ts";
import { lockInvoices, markRemitted } from "./invoice-store.ts";
import { causeOf, differencesOf, type Part, remittanceLines, sumParts } from "./rules.ts";
import {
  type DifferenceRow,
  insertDifferences,
  insertRemittance,
  lockNetwork,
  type ProgrammePart,
  type RemittanceRow,
  readTellings,
} from "./store.ts";

export type Remittance = {
  network: Network;
  /** The network's own id of the payment. */
  reference: string;
  currency: string;
  /** As it was paid, in minor units of its currency; `received_minor`: what our bank booked of it, in cents. */
  amount_minor: bigint;
  received_minor: bigint;
  /** Kept by the network or a bank on the way, in cents. */
  fee_minor: bigint;
  /** What the network's paper says that it paid, in cents; null when it says what arrived and the fee. */
  stated_minor: bigint | null;
  programmes: readonly ProgrammePart[];
  /** The network's own invoices that it pays: they say the programmes. */
  invoices?: readonly string[];
  /** `YYYY-MM-DD`, as on our bank's statement. */
  paid_on: string;
  by: string;
};
export type BookedRemittance = { row: RemittanceRow; differences: DifferenceRow[]; duplicate: boolean };

export async function bookRemittance(
  context: TreasuryContext,
  told: Remittance,
): Promise<Outcome<BookedRemittance, TreasuryRefusal>> {
  const { network, reference, currency, invoices = [] } = told;
  return context.database.transaction(async (tx) => {
    await lockNetwork(tx, network);
    // After the wait: an order that came in meanwhile may be paid by this, and not before it was there.
    const at = momentOf(tx, context.clock);
    const [before] = await readTellings(tx, network, reference);
    const telling = (before?.telling ?? 0) + 1;
    if (before?.undone_at === null) {
      const same = contentOf(before) === contentOf(rowOf(told, told.programmes, at, before.telling));
      return same ? done({ row: before, differences: [], duplicate: true }) : refused("content_conflict");
    }
    const invoiced = await readInvoiced(tx, network, invoices);
    if (!invoiced.ok) return invoiced;
    const programmes = invoices.length > 0 ? invoiced.value : told.programmes;
    const row = rowOf(told, programmes, at, telling);
    const stated = row.stated_minor;
    if (programmes.length > 0 && sumOf(programmes) !== stated) return refused("parts_differ");
    const parts = await spread(tx, context, row, programmes, at);
    row.matched_minor = sumParts(parts, "matched");
    const sums = { received: row.received_minor, fee: row.fee_minor, parts };
    const differences = differencesOf(sums, currency).map(
      ({ kind, programme_id, amount }): DifferenceRow => ({
        difference_id: derivedId("entry", causeOf("difference", telling, network, reference, kind, programme_id ?? "")),
        ...{ network, reference, kind, programme_id, amount_minor: amount, opened_at: at, settled_at: null, telling },
      }),
    );
    await insertRemittance(tx, row);
    await insertDifferences(tx, differences);
    await markRemitted(tx, row, invoices);
    const posted = await context.ledger.post(tx, [
      {
        kind: "remittance.received",
        cause: causeOf("remittance", telling, network, reference),
        reason: null,
        data: { network, reference, currency, paid_on: told.paid_on, by: told.by },
        lines: context.ledger.gather(remittanceLines(network, sums, currency)),
      },
    ]);
    assert(posted.ok, `what arrived at our bank can always be booked (${posted.ok ? "" : posted.code})`);
    return done({ row, differences, duplicate: false });
  });
}

const sumOf = (parts: readonly ProgrammePart[]): bigint => parts.reduce((sum, part) => sum + part.amount_minor, 0n);

function rowOf(told: Remittance, programmes: readonly ProgrammePart[], at: Date, telling: number): RemittanceRow {
  const { network, reference, currency, amount_minor, received_minor, fee_minor, paid_on, by } = told;
  const known = programmes.length > 0 ? sumOf(programmes) : received_minor + fee_minor;
  return {
    ...{ network, reference, currency, amount_minor, received_minor, fee_minor, paid_on, by },
    ...{ stated_minor: told.stated_minor ?? known, matched_minor: 0n, booked_at: at },
    ...{ telling, undone_at: null, undone_by: null },
    programmes: programmes.map((part) => ({ ...part, amount_minor: part.amount_minor.toString() })),
    invoices: [...(told.invoices ?? [])].sort(),
  };
}

/** What invoices say by programme, in dollars; each is paid for once. */
async function readInvoiced(
  tx: Tx,
  network: Network,
  ids: readonly string[],
): Promise<Outcome<ProgrammePart[], TreasuryRefusal>> {
  const rows = ids.length > 0 ? await lockInvoices(tx, network, ids) : [];
  if (rows.length !== new Set(ids).size) return refused("unknown_invoice");
  if (rows.some((row) => row.reference !== null)) return refused("invoice_paid");
  // What an invoice in another currency says by programme is worth in dollars only what the network's paper says.
  if (rows.some((row) => row.currency !== "USD")) return refused("invoice_currency");
  const parts = new Map<string, bigint>();
  for (const { programme_id, amount_minor } of rows.flatMap((row) => row.programmes))
    parts.set(programme_id, (parts.get(programme_id) ?? 0n) + BigInt(amount_minor));
  return done([...parts].map(([programme_id, amount_minor]) => ({ programme_id, amount_minor })));
}

/** What finds an order: by programme where the network says so. A programme's own money never pays for another's orders. */
async function spread(
  tx: Tx,
  context: TreasuryContext,
  { network, reference: remittance, stated_minor }: RemittanceRow,
  programmes: readonly ProgrammePart[],
  at: Date,
): Promise<Part[]> {
  const asked = programmes.length > 0 ? programmes : [{ programme_id: null, amount_minor: stated_minor }];
  const parts: Part[] = [];
  for (const { programme_id, amount_minor } of asked) {
    const payment = { network, programme_id, amount_minor, remittance, at };
    parts.push({ programme_id, stated: amount_minor, matched: await context.cashback.spreadRemittance(tx, payment) });
  }
  return parts;
}

/** What makes two tellings the same: everything but who told it and when. Invoices say their programmes themselves. */
const contentOf = (row: RemittanceRow): string =>
  JSON.stringify([
    row.currency,
    ...[row.amount_minor, row.received_minor, row.fee_minor].map(String),
    row.paid_on,
    row.invoices.length > 0
      ? row.invoices
      : [String(row.stated_minor), row.programmes.map((part) => [part.programme_id, part.amount_minor])],
  ]);
