/** The history of coins: every transfer that gave or took some, with its words, from the ledger alone; by places, never by offsets. */
import { type CoinLine, MEMBER_COINS_PENDING, transferId } from "#ledger";
import type { CoinWords } from "#platform/describer";
import type { PassbookContext } from "./context.ts";
import type { CoinEntry, CoinHistory } from "./passbook.types.ts";

const PAGE_SIZE = 25;
/** Of one transfer at most so many lines are a member's: pending, free and owed, and twice that where two accounts became one. */
const MAX_LINES = 6;

type Moved = { line: CoinLine; lowest: bigint; pending: bigint; free: bigint };

export async function readCoinHistory(
  context: PassbookContext,
  input: { user_id: string; before: string | null },
): Promise<CoinHistory> {
  const before = input.before !== null && /^\d{1,18}$/.test(input.before) ? BigInt(input.before) : null;
  const former = await context.identity.formerIds(input.user_id);
  const most = (PAGE_SIZE + 1) * MAX_LINES;
  const [balances, lines] = await Promise.all([
    context.ledger.balances(input.user_id),
    context.ledger.coinLines(input.user_id, { before, most, former }),
  ]);
  const groups = group(lines);
  // The last may go on beyond what was read, unless that was all.
  const whole = lines.length < most ? groups : groups.slice(0, -1);
  const shown = whole.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    coins: balances.coins.toString(),
    worth_minor: context.ledger.worthOf(balances.coins).toString(),
    pending: balances.coins_pending.toString(),
    held: balances.coins_held.toString(),
    owed: balances.coins_owed.toString(),
    entries: shown.flatMap((moved) => entryOf(context, moved)),
    next: last && groups.length > shown.length ? last.lowest.toString() : null,
    first: before === null,
  };
}

/** Lines of one transfer stand together: whoever posts holds the balances of their member. */
function group(lines: readonly CoinLine[]): Moved[] {
  const found = new Map<string, Moved>();
  for (const line of lines) {
    const moved = found.get(line.transfer_id) ?? { line, lowest: line.line_id, pending: 0n, free: 0n };
    if (line.account_kind === MEMBER_COINS_PENDING.name) moved.pending += line.amount;
    else moved.free += line.amount;
    moved.lowest = line.line_id;
    found.set(line.transfer_id, moved);
  }
  return [...found.values()];
}

function entryOf(context: PassbookContext, { line, pending, free }: Moved): CoinEntry[] {
  // Coins that only moved between two accounts of one person.
  if (pending === 0n && free === 0n) return [];
  const words = wordsOf(context, line);
  const state = free > 0n ? "confirmed" : free < 0n ? "gone" : pending > 0n ? "pending" : "reversed";
  return [
    {
      id: transferId.show(line.transfer_id),
      at: line.at.toISOString(),
      ...words,
      coins: (free === 0n ? pending : free).toString(),
      state,
    },
  ];
}

function wordsOf({ describerOf, log }: PassbookContext, line: CoinLine): CoinWords {
  const words = describerOf.get(line.kind)?.coins?.(line);
  if (words) return words;
  log.error({ kind: line.kind }, "no module says how a kind of transfer reads in the history of coins");
  return { title: { en: "Coins", es: "Monedas" }, note: { en: "", es: "" }, icon: "coins" };
}
