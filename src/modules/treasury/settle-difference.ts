/** A person says what a difference of a remittance is: it leaves the differences for where it belongs, once. */
import { NETWORK_RECEIVABLE } from "#cashback";
import { momentOf } from "#platform/database";
import { derivedId } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { REMITTANCE_DIFFERENCE } from "./accounts.ts";
import type { TreasuryContext, TreasuryRefusal } from "./context.ts";
import { type SettledAs, settlementLines } from "./rules.ts";
import { findDifference, insertDifferences, lockNetwork, settleDifference } from "./store.ts";

export type Settlement = { difference_id: string; as: SettledAs; by: string; reason: string | null };

/**
 * `orders`: what was paid for no order that we knew is spread over those that have come since; what is still left is another
 * difference. Answers how much was settled, in cents.
 */
export async function settle(context: TreasuryContext, told: Settlement): Promise<Outcome<bigint, TreasuryRefusal>> {
  const found = await findDifference(context.database.db, told.difference_id);
  if (!found) return refused("unknown_difference");
  const { network, reference } = found;
  return context.database.transaction(async (tx) => {
    await lockNetwork(tx, network);
    // After the wait: what came in meanwhile may be what is settled, and nothing is paid before it is there.
    const at = momentOf(tx, context.clock);
    const row = await findDifference(tx, told.difference_id);
    if (!row || row.settled_at) return refused("unknown_difference");
    const matched =
      told.as === "orders" && row.amount_minor < 0n
        ? await context.cashback.spreadRemittance(tx, {
            ...{ network, programme_id: row.programme_id, amount_minor: -row.amount_minor, at },
            remittance: reference,
          })
        : 0n;
    if (told.as === "orders" && matched === 0n) return refused("no_orders");
    await settleDifference(tx, { ...told, at });
    const left = row.amount_minor + matched;
    if (told.as === "orders" && left !== 0n)
      await insertDifferences(tx, [
        { ...row, difference_id: derivedId("entry", `after:${row.difference_id}`), amount_minor: left, opened_at: at },
      ]);
    const lines =
      told.as === "orders"
        ? ([
            { account: { kind: NETWORK_RECEIVABLE, owner: network }, amount: matched },
            { account: { kind: REMITTANCE_DIFFERENCE, owner: network }, amount: -matched },
          ] as const)
        : settlementLines(network, row.amount_minor, told.as);
    const posted = await context.ledger.post(tx, [
      {
        kind: "remittance.settled",
        cause: `remittance_difference:${row.difference_id}`,
        reason: told.reason,
        data: { network, reference, as: told.as, by: told.by },
        lines: [...lines],
      },
    ]);
    assert(posted.ok, `a difference can always be booked (${posted.ok ? "" : posted.code})`);
    return done(told.as === "orders" ? matched : row.amount_minor);
  });
}
