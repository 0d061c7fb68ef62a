/**
 * What stands behind the balance of each clearing account at an instant, as the sub-ledgers say and not the ledger itself:
 * orders, payments, entries of the processor, differences. Amounts are cents, positive for what is ours or owed to us.
 */
import { NETWORK_RECEIVABLE } from "#cashback";
import { MEMBER_HELD } from "#ledger";
import { CASH_IN_TRANSIT, PROCESSOR_CLEARING } from "#membership";
import { PAYOUT_FLOAT } from "#payables";
import type { AccountKind } from "#platform/account-kind";
import type { Tx } from "#platform/database";
import { BANK, REMITTANCE_DIFFERENCE } from "./accounts.ts";
import type { TreasuryContext } from "./context.ts";
import { atBank, atProvider, type EntryKind } from "./rules.ts";
import { readDifferences, readEntries, sumBooked } from "./store.ts";

export type OpenItem = {
  what: string;
  amount_minor: bigint;
  /** Of how many things it is the sum, and since when the oldest of them stands open. */
  count: number;
  since: Date | null;
};
/** Accounts of assets whose balance must be explained whole, by `kind:owner`; those without an entry are explained by nothing. */
export type Explained = Map<string, OpenItem[]>;

export const EXPLAINED_KINDS: readonly AccountKind[] = [
  BANK,
  CASH_IN_TRANSIT,
  MEMBER_HELD,
  NETWORK_RECEIVABLE,
  PAYOUT_FLOAT,
  PROCESSOR_CLEARING,
  REMITTANCE_DIFFERENCE,
];

const STANDINGS = {
  pending: "orders that are not confirmed yet",
  confirmed: "confirmed orders that are not paid yet",
  paid_back: "orders that were paid and then taken back",
} as const;

export async function explainAccounts(tx: Tx, context: TreasuryContext, at: Date): Promise<Explained> {
  const found: Explained = new Map();
  const add = (kind: AccountKind, owner: string, item: OpenItem) => {
    const key = `${kind.name}:${owner}`;
    if (item.amount_minor !== 0n) found.set(key, [...(found.get(key) ?? []), item]);
  };
  for (const row of await context.cashback.owedAt(tx, at))
    add(NETWORK_RECEIVABLE, row.network, {
      what: STANDINGS[row.standing],
      ...{ amount_minor: row.owed_minor, count: row.orders, since: row.oldest },
    });
  for (const row of await readDifferences(tx, at))
    add(REMITTANCE_DIFFERENCE, row.network, {
      what: `${row.kind} in remittance ${row.reference}${row.programme_id ? `, program ${row.programme_id}` : ""}`,
      ...{ amount_minor: row.amount_minor, count: 1, since: row.opened_at },
    });
  // What is set aside is a debt: it stands on the other side.
  for (const row of await context.payables.openAt(tx, at))
    add(MEMBER_HELD, "members", {
      what: `payments by ${row.provider} that have not ended`,
      ...{ amount_minor: -row.amount_minor, count: row.count, since: row.oldest },
    });
  await explainProcessor(tx, context, at, add);
  await explainFloats(tx, context, at, add);
  await explainBank(tx, context, at, add);
  return found;
}

type Add = (kind: AccountKind, owner: string, item: OpenItem) => void;

async function explainProcessor(tx: Tx, context: TreasuryContext, at: Date, add: Add): Promise<void> {
  const standing = await context.membership.processorAt(tx, at);
  const item = (what: string, amount_minor: bigint, count: number) =>
    add(PROCESSOR_CLEARING, "stripe", { what, amount_minor, count, since: null });
  item("entries that are not paid out yet", standing.held_minor, 1);
  item("booked by us, entry not there yet", standing.awaited_minor, standing.awaited);
  item("entries that are not booked yet", -standing.unbooked_minor, standing.unbooked);
  const arrived = new Map<string, bigint>();
  for (const entry of await readEntries(tx, "arrival", at)) arrived.set(entry.reference, entry.amount_minor);
  for (const { payout_id, amount_minor, at: since } of await context.membership.bankPayouts(tx, at)) {
    if (payout_id === null) continue;
    const left = amount_minor - (arrived.get(payout_id) ?? 0n);
    arrived.delete(payout_id);
    add(CASH_IN_TRANSIT, "stripe", {
      what: `payout ${payout_id} that our bank has not shown`,
      amount_minor: left,
      ...{ count: 1, since },
    });
  }
}

async function explainFloats(tx: Tx, context: TreasuryContext, at: Date, add: Add): Promise<void> {
  for (const provider of ["paypal", "tremendous"]) {
    for (const kind of ["deposit", "withdrawal", "fee", "correction"] as const) {
      const entries = (await readEntries(tx, kind, at)).filter((entry) => entry.provider === provider);
      const amount_minor = entries.reduce((sum, entry) => sum + atProvider(kind, entry.amount_minor), 0n);
      add(PAYOUT_FLOAT, provider, { what: `${kind}s told by us`, amount_minor, count: entries.length, since: null });
    }
  }
  for (const row of await context.payables.paidBetween(tx, new Date(0), at)) {
    const item = (what: string, amount_minor: bigint) =>
      add(PAYOUT_FLOAT, row.provider, { what, amount_minor, count: 1, since: null });
    item("paid to members", -row.paid_minor);
    item("its fees for them", -row.fee_minor);
    item("came back from members", row.returned_minor);
  }
}

const BANK_WORDS: Record<string, string> = {
  remittance: "received from networks",
  deposit: "brought to payout providers",
  withdrawal: "brought back from payout providers",
  arrival: "payouts of the card processor that arrived",
};

async function explainBank(tx: Tx, context: TreasuryContext, at: Date, add: Add): Promise<void> {
  for (const { what, amount_minor, count } of await sumBooked(tx, at))
    add(BANK, "house", {
      what: BANK_WORDS[what] ?? what,
      amount_minor: what === "remittance" ? amount_minor : atBank(what as EntryKind, amount_minor),
      ...{ count, since: null },
    });
  for (const { payout_id, amount_minor } of await context.membership.bankPayouts(tx, at))
    if (payout_id === null)
      add(BANK, "house", {
        what: "payouts of the card processor of former times",
        ...{ amount_minor, count: 1, since: null },
      });
}
