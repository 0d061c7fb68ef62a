/**
 * What a person told wrong is taken back whole: a booking against it, today, with the reason. Nothing is erased, and months
 * that have passed say what they said. The same thing may then be told again, as it is, under the same reference.
 */
import type { Network } from "#catalog";
import { momentOf } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { TreasuryContext, TreasuryRefusal } from "./context.ts";
import { unmarkRemitted } from "./invoice-store.ts";
import { causeOf, type EntryKind, entryLines, undoneLines } from "./rules.ts";
import {
  type EntryRow,
  lockEntries,
  lockNetwork,
  undoEntry as markEntry,
  undoRemittance as markRemittance,
  readTellings,
  sumDifferences,
  type Telling,
} from "./store.ts";

/** `amount_minor`: as it was told, so that asking twice never takes back what was told right in between. */
type Wrong = { reference: string; amount_minor: bigint; reason: string; by: string };
export type WrongRemittance = Wrong & { network: Network };
export type WrongEntry = Wrong & { provider: EntryRow["provider"]; kind: EntryKind };
type Undone = Outcome<{ duplicate: boolean }, TreasuryRefusal>;

export async function undoRemittance(context: TreasuryContext, wrong: WrongRemittance): Promise<Undone> {
  const { network, reference, reason, by } = wrong;
  return context.database.transaction(async (tx) => {
    await lockNetwork(tx, network);
    const found = pick(await readTellings(tx, network, reference), wrong);
    if (!("row" in found)) return found;
    const { row } = found;
    const at = momentOf(tx, context.clock);
    const differences = await sumDifferences(tx, row);
    const matched = await context.cashback.takeBackRemittance(tx, { network, remittance: reference, at });
    await markRemittance(tx, row, { by, reason, at });
    await unmarkRemitted(tx, row);
    const sums = { received: row.received_minor, fee: row.fee_minor, matched };
    const posted = await context.ledger.post(tx, [
      {
        kind: "remittance.undone",
        cause: causeOf("remittance_undone", row.telling, network, reference),
        reason,
        data: { network, reference, by },
        lines: context.ledger.gather(undoneLines(network, sums, differences)),
      },
    ]);
    assert(posted.ok, `what was told can be taken back (${posted.ok ? "" : posted.code})`);
    return done({ duplicate: false });
  });
}

export async function undoEntry(context: TreasuryContext, wrong: WrongEntry): Promise<Undone> {
  const { provider, kind, reference, reason, by } = wrong;
  return context.database.transaction(async (tx) => {
    const found = pick(await lockEntries(tx, wrong), wrong);
    if (!("row" in found)) return found;
    const { row } = found;
    await markEntry(tx, row, { by, reason, at: momentOf(tx, context.clock) });
    const posted = await context.ledger.post(tx, [
      {
        kind: `treasury.${kind}_undone`,
        cause: causeOf("treasury_undone", row.telling, provider, kind, reference),
        reason,
        data: { provider, reference, by },
        lines: entryLines(provider, kind, -row.amount_minor),
      },
    ]);
    assert(posted.ok, `what was told can be taken back (${posted.ok ? "" : posted.code})`);
    return done({ duplicate: false });
  });
}

/** The telling that stands and is meant; told twice it is one that was undone before. */
function pick<T extends Telling & { amount_minor: bigint }>(rows: readonly T[], wrong: Wrong): { row: T } | Undone {
  const row = rows.find((one) => one.undone_at === null);
  if (row?.amount_minor === wrong.amount_minor) return { row };
  if (rows.some((one) => one.undone_at !== null && one.amount_minor === wrong.amount_minor))
    return done({ duplicate: true });
  return refused(row ? "content_conflict" : "not_reported");
}
