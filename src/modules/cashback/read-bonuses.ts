/**
 * Credits and rewards as entries of the passbook, read from the ledger alone: whoever gave one names it in the transfer's
 * data (`bonus` is its own id, `title` what it is), and what it holds now is the sum of its lines.
 */
import type { StatementLine } from "#ledger";
import type { BonusEntry, PassbookFilter } from "./cashback.types.ts";

const TITLES = ["credit", "prize", "first_order", "invited", "invitation"] as const;

export function readBonuses(statement: readonly StatementLine[]): BonusEntry[] {
  const found = new Map<string, BonusEntry & { pending: bigint; confirmed: bigint }>();
  // The statement is newest first; the story of a bonus is told from its beginning.
  for (const line of statement.toReversed()) {
    const id = line.data.bonus;
    const title = TITLES.find((known) => known === line.data.title);
    if (typeof id !== "string" || !title) continue;
    const before = found.get(id);
    const entry = before ?? {
      type: "bonus" as const,
      id: id.replaceAll(":", "-"),
      at: line.at.toISOString(),
      title,
      other: String(line.data.other ?? ""),
      amount_minor: "0",
      state: "pending" as const,
      expected_at: null,
      decided_at: null,
      pending: 0n,
      confirmed: 0n,
    };
    if (line.account_kind === "member_pending") entry.pending += line.amount;
    else entry.confirmed += line.amount;
    entry.expected_at = typeof line.data.expected_at === "string" ? line.data.expected_at : null;
    entry.decided_at = line.at.toISOString();
    const held = entry.pending + entry.confirmed;
    if (held > 0n) entry.amount_minor = held.toString();
    entry.state = entry.pending > 0n ? "pending" : entry.confirmed > 0n ? "confirmed" : "reversed";
    found.set(id, entry);
  }
  return [...found.values()].map(({ pending: _pending, confirmed: _confirmed, ...entry }) => entry);
}

/** Which filters show an entry. A bonus is never "paid": payouts carry it together with everything else. */
export const bonusIn = (filter: PassbookFilter, bonus: BonusEntry): boolean =>
  filter === "all" || filter === bonus.state;
