/**
 * The books of a month: every account with its opening, movements and closing, and behind each clearing account the open items
 * of the sub-ledgers. What they do not explain is told in cents: it must be nothing. Reads only.
 */
import type { AccountSpan } from "#ledger";
import { PAYOUT_FLOAT } from "#payables";
import type { AccountClass } from "#platform/account-kind";
import { assert } from "#platform/outcome";
import type { TreasuryContext } from "./context.ts";
import { EXPLAINED_KINDS, explainAccounts, type OpenItem } from "./explain-accounts.ts";
import { type Held, readHeld } from "./read-balances.ts";
import { isCashProvider } from "./rules.ts";
import { lookAtOneInstant } from "./store.ts";

export type StatementAccount = Pick<AccountSpan, "account" | "owner"> & {
  class: AccountClass;
  /** In cents as an accountant reads them: assets and expenses, liabilities and income positive on their own side. */
  opening_minor: bigint;
  movements: { kind: string; amount_minor: bigint; transfers: number }[];
  closing_minor: bigint;
  /** Null for accounts of which nothing stands open: income and expenses, and members' own. */
  items: OpenItem[] | null;
  unexplained_minor: bigint;
  /** For a payout provider's account: the last that it said of what it holds; null for other accounts and when it never did. */
  held: Held | null;
  /** It moved, and nobody has looked since the span began at what the provider holds. */
  unread: boolean;
};
export type Statement = {
  from: Date;
  to: Date;
  accounts: StatementAccount[];
  /** Assets and expenses less liabilities and income: nothing, when no line is one-sided. */
  imbalance_minor: bigint;
  /** What no open item explains, and what providers hold otherwise than the books say: the sum of all, without signs. */
  unexplained_minor: bigint;
  /** Whether every account is explained to the cent and was compared with its provider, and both sides are the same. */
  balances: boolean;
};

const isExplained = (account: string) => EXPLAINED_KINDS.some(({ name }) => name === account);
const size = (amount: bigint) => (amount < 0n ? -amount : amount);

export async function writeStatement(context: TreasuryContext, span: { from: Date; to: Date }): Promise<Statement> {
  return context.database.transaction(async (tx) => {
    await lookAtOneInstant(tx);
    const spans = await context.ledger.accountSpans(tx, span.from, span.to);
    const explained = await explainAccounts(tx, context, span.to);
    const named = new Set(spans.map((row) => `${row.account}:${row.owner}`));
    // What a sub-ledger knows of and the ledger has no account for is unexplained as well.
    const missing = [...explained.keys()].filter((key) => !named.has(key)).map(emptySpan);
    const accounts: StatementAccount[] = [];
    for (const row of [...spans, ...missing]) {
      const compared = row.account === PAYOUT_FLOAT.name && isCashProvider(row.owner) ? row.owner : null;
      const held = compared ? await readHeld(tx, context, compared, span.to) : null;
      const moved = row.closing !== 0n || row.movements.length > 0;
      const unread = compared !== null && moved && !(held && held.read_at >= span.from);
      accounts.push({ ...shape(row, explained.get(`${row.account}:${row.owner}`) ?? []), held, unread });
    }
    const imbalance_minor = -spans.reduce((sum, row) => sum + row.closing, 0n);
    const unexplained_minor = accounts.reduce(
      (sum, row) => sum + size(row.unexplained_minor) + size(row.held?.unexplained_minor ?? 0n),
      0n,
    );
    const balances = imbalance_minor === 0n && unexplained_minor === 0n && !accounts.some((row) => row.unread);
    return { ...span, accounts, imbalance_minor, unexplained_minor, balances };
  });
}

function emptySpan(key: string): AccountSpan {
  const [account = "", owner = ""] = key.split(":");
  const kind = EXPLAINED_KINDS.find(({ name }) => name === account);
  assert(kind, `${account} is explained`);
  return { account, class: kind.class, owner, opening: 0n, movements: [], closing: 0n };
}

function shape(row: AccountSpan, items: OpenItem[]): Omit<StatementAccount, "held" | "unread"> {
  const { class: side } = row;
  const sign = side === "asset" || side === "expense" ? -1n : 1n;
  // Items are told from our side of the table; a liability grows on the other.
  const facing = items.map((item) => ({
    ...item,
    amount_minor: side === "asset" ? item.amount_minor : -item.amount_minor,
  }));
  const closing_minor = sign * row.closing;
  const sum = facing.reduce((total, item) => total + item.amount_minor, 0n);
  return {
    ...{ account: row.account, owner: row.owner, class: side, closing_minor },
    opening_minor: sign * row.opening,
    movements: row.movements.map(({ kind, amount, transfers }) => ({ kind, transfers, amount_minor: sign * amount })),
    items: isExplained(row.account) ? facing : null,
    unexplained_minor: isExplained(row.account) ? closing_minor - sum : 0n,
  };
}
