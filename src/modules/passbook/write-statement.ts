/**
 * A statement that proves itself: every line of a member's accounts with what the ledger's chain was made of, under our signature.
 * Whoever changes a cent, an order or a day of it breaks the chain or the signature (`checker/check-statement.mjs`), and
 * a later statement goes on where this one ends, or something was rewritten.
 */
import type { ChainLine } from "#ledger";
import { userId } from "#platform/ids";
import type { Signer } from "#platform/signer";
import type { PassbookContext } from "./context.ts";

/** Hashes are hex, amounts and places decimal texts: cents for USD, whole coins for COIN. */
export type StatementLine = {
  sequence: string;
  at: string;
  kind: string;
  reason: string;
  transfer: string;
  amount: string;
  balance: string;
  content: string;
  hash: string;
};
export type StatementAccount = { account: string; name: string; unit: string; lines: StatementLine[] };
export type Statement = {
  format: "tuppence-statement-1";
  issuer: string;
  made_at: string;
  member: string;
  accounts: StatementAccount[];
  public_key: string;
  signature: string;
};
type Unsigned = Omit<Statement, "public_key" | "signature">;

export async function writeStatement(
  context: PassbookContext,
  input: { user_id: string; issuer: string; signer: Signer; now: Date },
): Promise<Statement> {
  const former = await context.identity.formerIds(input.user_id);
  const lines = await context.ledger.chains([input.user_id, ...former]);
  const unsigned: Unsigned = {
    format: "tuppence-statement-1",
    issuer: input.issuer,
    made_at: input.now.toISOString(),
    member: userId.show(input.user_id),
    accounts: accountsOf(lines),
  };
  return { ...unsigned, public_key: input.signer.public_key, signature: input.signer.sign(signedText(unsigned)) };
}

function accountsOf(lines: readonly ChainLine[]): StatementAccount[] {
  const accounts = new Map<string, StatementAccount>();
  for (const line of lines) {
    const account = accounts.get(line.account_id) ?? {
      account: line.account_id,
      name: line.account_kind,
      unit: line.unit,
      lines: [],
    };
    account.lines.push({
      sequence: line.sequence.toString(),
      at: line.at.toISOString(),
      kind: line.kind,
      reason: line.reason ?? "",
      transfer: line.transfer_id,
      amount: line.amount.toString(),
      balance: line.balance.toString(),
      content: line.content_hash.toString("hex"),
      hash: line.hash.toString("hex"),
    });
    accounts.set(line.account_id, account);
  }
  return [...accounts.values()];
}

/** The exact text that is signed: every value once, in order; how the file is laid out does not count. */
function signedText({ format, issuer, made_at, member, accounts }: Unsigned): string {
  const rows: (readonly string[])[] = [[format, issuer, made_at, member]];
  for (const { account, name, unit, lines } of accounts) {
    rows.push([account, name, unit, String(lines.length)]);
    for (const line of lines)
      rows.push([
        ...[line.sequence, line.at, line.kind, line.reason, line.transfer],
        ...[line.amount, line.balance, line.content, line.hash],
      ]);
  }
  return rows.map((row) => JSON.stringify(row)).join("\n");
}
