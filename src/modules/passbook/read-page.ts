/** A page of the passbook: balances from the ledger, every order with its trail, what else moved between them, sums that add up. */
import type { StatementLine } from "#ledger";
import {
  type Describer,
  type MovedEntry,
  type MovedLine,
  PASSBOOK_FILTERS,
  type PassbookFilter,
} from "#platform/describer";
import type { PassbookContext } from "./context.ts";
import type { PassbookEntry, PassbookPage } from "./passbook.types.ts";

export const PAGE_SIZE = 20;

export async function readPage(
  context: PassbookContext,
  input: { user_id: string; filter: PassbookFilter; page: number; size?: number },
): Promise<PassbookPage> {
  const { user_id, filter, size = PAGE_SIZE } = input;
  const page = Math.max(1, Math.min(input.page, 10_000));
  const [{ sums, next }, orders, { balances, lines, open }] = await Promise.all([
    context.cashback.orderSummary(user_id),
    context.cashback.orderEntries({ user_id, filter, limit: size, offset: (page - 1) * size }),
    context.identity
      .formerIds(user_id)
      .then((former) => context.ledger.book(user_id, { former, kinds: toldElsewhere(context) })),
  ]);
  const described = describe(context, lines);
  const paid = described.reduce((sum, entry) => (entry.type === "payout" ? sum - BigInt(entry.amount_minor) : sum), 0n);
  const underWay = open.flatMap((line) => describeOpen(context, line));
  const moved = markPaid([...underWay, ...described], paid - (sums.get("all")?.paid ?? 0n));
  const movedIn = (wanted: PassbookFilter) => moved.filter((entry) => isIn(wanted, entry));
  const total = Number(sums.get(filter)?.n ?? 0n);
  return {
    number: passbookNumber(user_id),
    balances: {
      pending_minor: balances.pending.toString(),
      confirmed_minor: (balances.available + balances.held + paid - balances.clawback).toString(),
      available_minor: balances.available.toString(),
      held_minor: balances.held.toString(),
      paid_minor: paid.toString(),
      owed_minor: balances.clawback.toString(),
      coins: balances.coins.toString(),
    },
    next: next && {
      amount_minor: next.back_minor.toString(),
      merchant_name: next.merchant_name,
      at: next.expected_at.toISOString(),
    },
    counts: Object.fromEntries(
      PASSBOOK_FILTERS.map((one) => [one, Number(sums.get(one)?.n ?? 0n) + movedIn(one).length]),
    ) as PassbookPage["counts"],
    filter,
    // What is no order stands between those of the first page, where a reader of a passbook looks for it.
    entries: page === 1 ? merge(orders, movedIn(filter)) : orders,
    totals: {
      back_minor: movedIn(filter)
        .reduce(
          (sum, entry) =>
            entry.type === "bonus" && entry.state !== "reversed" ? sum + BigInt(entry.amount_minor) : sum,
          sums.get(filter)?.back ?? 0n,
        )
        .toString(),
      spent_minor: (sums.get(filter)?.spent ?? 0n).toString(),
    },
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    total,
    page_size: size,
  };
}

/** Kinds that are no entries of their own: orders above all, which are most of what a member's accounts hold. */
const toldElsewhere = ({ describerOf }: PassbookContext): string[] =>
  [...describerOf].flatMap(([kind, describer]) => ("entries" in describer ? [] : [kind]));

/** Each describer gets all lines of its kinds, oldest first: the story of an entry is told from its beginning. */
function describe({ describerOf, log }: PassbookContext, statement: readonly StatementLine[]): MovedEntry[] {
  const linesOf = new Map<Describer, StatementLine[]>();
  for (const line of statement.toReversed()) {
    const describer = describerOf.get(line.kind);
    const lines = describer && linesOf.get(describer);
    if (lines) lines.push(line);
    else if (describer) linesOf.set(describer, [line]);
    else log.error({ kind: line.kind }, "no module says how a kind of transfer reads in the passbook");
  }
  const entries = [...linesOf].flatMap(([describer, lines]) =>
    "entries" in describer ? describer.entries(lines) : [],
  );
  // Of two at the same moment the later stands first.
  return entries.reverse();
}

/** What was set aside and has not ended, in the words of who did. */
function describeOpen({ describerOf }: PassbookContext, line: MovedLine): MovedEntry[] {
  const describer = describerOf.get(line.kind);
  return describer && "underWay" in describer && describer.underWay ? [describer.underWay(line)] : [];
}

/** What payouts carried besides orders is bonuses, the oldest first. */
function markPaid(moved: readonly MovedEntry[], carried: bigint): MovedEntry[] {
  let left = carried;
  const paid = new Set<MovedEntry>();
  for (const entry of moved.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    if (entry.type !== "bonus" || entry.state !== "confirmed") continue;
    left -= BigInt(entry.amount_minor);
    if (left < 0n) break;
    paid.add(entry);
  }
  return moved.map((entry) => (entry.type === "bonus" && paid.has(entry) ? { ...entry, paid: true } : entry));
}

/** Which filters show an entry. What is on its way is no sum of any of them: it stands among all. */
const isIn = (filter: PassbookFilter, entry: MovedEntry): boolean =>
  filter === "all" ||
  (!(entry.type === "payout" && entry.under_way) &&
    (entry.type === "payout" || entry.paid ? filter === "paid" : filter === entry.state));

const merge = (orders: readonly PassbookEntry[], others: readonly PassbookEntry[]): PassbookEntry[] =>
  [...orders, ...others].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));

/** "0417 2291": the last eight digits that a member's id makes. */
function passbookNumber(userId: string): string {
  const digits = (BigInt(`0x${userId.replaceAll("-", "")}`) % 100_000_000n).toString().padStart(8, "0");
  return `${digits.slice(0, 4)} ${digits.slice(4)}`;
}
