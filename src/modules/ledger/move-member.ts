/** One member's money becomes another's: every account of theirs, by a real transfer, and the holds that are open. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { Poster } from "./post-transfers.ts";
import { type AccountKind, accountId, CHART, type Line } from "./rules.ts";
import { moveOpenHolds, readBalances } from "./store.ts";

const KINDS = (Object.keys(CHART) as AccountKind[]).filter((kind) => !CHART[kind].house);

/** `round` tells this transfer from those of earlier rounds: what came in since has a cause of its own. */
export async function moveMember(
  tx: Tx,
  poster: Poster,
  { from, to, round }: { from: string; to: string; round: number },
): Promise<void> {
  // Holds first, as whoever closes one does; then the accounts, locked together, so that the sums stay true.
  await moveOpenHolds(tx, from, to);
  const ids = await poster.open(
    tx,
    [from, to].flatMap((owner) => KINDS.map((kind) => ({ kind, owner }))),
  );
  const balances = await readBalances(tx, ids, true);
  const lines = KINDS.flatMap((kind): Line[] => {
    const balance = balances.get(accountId({ kind, owner: from })) ?? 0n;
    if (balance === 0n) return [];
    return [
      { account: { kind, owner: from }, amount: -balance },
      { account: { kind, owner: to }, amount: balance },
    ];
  });
  if (lines.length === 0) return;
  const posted = await poster.postAll(tx, [
    { kind: "account.merged", cause: `merge:${from}:${to}:${round}`, data: { from, to }, lines },
  ]);
  assert(posted.ok, `what a member has can be given whole (${posted.ok ? "" : posted.code})`);
}
