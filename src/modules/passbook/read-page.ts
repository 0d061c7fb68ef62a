/** A page of the passbook: balances from the ledger, every order with its trail, what else moved between them, sums that add up. */
import type { StatementLine } from "#ledger";
import { type Describer, type MovedEntry, PASSBOOK_FILTERS, type PassbookFilter } from "#platform/describer";
import type { PassbookContext } from "./context.ts";
import type { PassbookEntry, PassbookPage } from "./passbook.types.ts";

export const PAGE_SIZE = 20;

export async function readPage(
  context: PassbookContext,
  input: { user_id: string; filter: PassbookFilter; page: number; size?: number },
): Promise<PassbookPage> {
  const { user_id, filter, size = PAGE_SIZE } = input;
  const page = Math.max(1, Math.min(input.page, 10_000));
  const [{ sums, next }, balances, orders, statement] = await Promise.all([
    context.cashback.orderSummary(user_id),
    context.ledger.balances(user_id),
    context.cashback.orderEntries({ user_id, filter, limit: size, offset: (page - 1) * size }),
    context.identity
      .formerIds(user_id)
      .then((former) => context.ledger.linesBeside(user_id, { former, kinds: toldElsewhere(context) })),
  ]);
  const moved = describe(context, statement);
  const paid = moved.reduce((sum, entry) => (entry.type === "payout" ? sum - BigInt(entry.amount_minor) : sum), 0n);
  const bonusesIn = (wanted: PassbookFilter) =>
    moved.filter((entry) => entry.type === "bonus" && isIn(wanted, entry)) as Extract<MovedEntry, { type: "bonus" }>[];
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
      PASSBOOK_FILTERS.map((one) => [one, Number(sums.get(one)?.n ?? 0n) + bonusesIn(one).length]),
    ) as PassbookPage["counts"],
    filter,
    // What is no order stands between those of the first page, where a reader of a passbook looks for it.
    entries:
      page === 1
        ? merge(
            orders,
            moved.filter((entry) => isIn(filter, entry)),
          )
        : orders,
    totals: {
      back_minor: bonusesIn(filter)
        .reduce(
          (sum, bonus) => (bonus.state === "reversed" ? sum : sum + BigInt(bonus.amount_minor)),
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

/** Which filters show an entry. A bonus is never "paid": payouts carry it together with everything else. */
const isIn = (filter: PassbookFilter, entry: MovedEntry): boolean =>
  filter === "all" || (entry.type === "payout" ? filter === "paid" : filter === entry.state);

const merge = (orders: readonly PassbookEntry[], others: readonly PassbookEntry[]): PassbookEntry[] =>
  [...orders, ...others].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));

/** "0417 2291": the last eight digits that a member's id makes. */
function passbookNumber(userId: string): string {
  const digits = (BigInt(`0x${userId.replaceAll("-", "")}`) % 100_000_000n).toString().padStart(8, "0");
  return `${digits.slice(0, 4)} ${digits.slice(4)}`;
}
