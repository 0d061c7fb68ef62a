/** One member's money becomes another's: every account of theirs, by a real transfer, and the holds that are open. */
import type { AccountKind } from "#platform/account-kind";
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { MEMBER_ACCOUNTS } from "./accounts.ts";
import type { Poster } from "./post-transfers.ts";
import { accountId, gather, type Line, UNITS } from "./rules.ts";
import { moveOpenHolds, readBalances } from "./store.ts";

/** `kinds`: all that members have. `round` tells this transfer from those of earlier rounds: what came in since has a cause of its own. */
export async function moveMember(
  tx: Tx,
  poster: Poster,
  kinds: readonly AccountKind[],
  { from, to, round }: { from: string; to: string; round: number },
): Promise<void> {
  // Holds first, as whoever closes one does; then the accounts, locked together, so that the sums stay true.
  await moveOpenHolds(tx, from, to);
  const ids = await poster.open(
    tx,
    [from, to].flatMap((owner) => kinds.map((kind) => ({ kind, owner }))),
  );
  const balances = await readBalances(tx, ids, true);
  const of = (kind: AccountKind, owner: string) => balances.get(accountId({ kind, owner }))?.balance ?? 0n;
  const moved = kinds.flatMap((kind): Line[] => [
    { account: { kind, owner: from }, amount: -of(kind, from) },
    { account: { kind, owner: to }, amount: of(kind, from) },
  ]);
  // What the one owes is paid by what the other has, so that nobody withdraws money or coins while owing some.
  const settled = UNITS.flatMap((unit): Line[] => {
    const { available, clawback } = MEMBER_ACCOUNTS[unit];
    const free = of(available, from) + of(available, to);
    const owed = -(of(clawback, from) + of(clawback, to));
    const paid = free < owed ? free : owed;
    return [
      { account: { kind: available, owner: to }, amount: -paid },
      { account: { kind: clawback, owner: to }, amount: paid },
    ];
  });
  const lines = gather([...moved, ...settled]);
  if (lines.length === 0) return;
  const posted = await poster.postAll(tx, [
    { kind: "account.merged", cause: `merge:${from}:${to}:${round}`, data: { from, to }, lines },
  ]);
  assert(posted.ok, `what a member has can be given whole (${posted.ok ? "" : posted.code})`);
}
