/**
 * A network has paid us: from what it owes to our bank, once for each of its own references. Which orders it paid for is told
 * by the network, programme by programme, or else the oldest confirmed ones are; what is left needs a word of a person.
 */
import type { Network } from "#catalog";
import type { Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { TreasuryRefusal, TreasuryRoom } from "./room.ts";
import { differencesOf, type Part, remittanceLines, sumParts } from "./rules.ts";
import {
  type DifferenceRow,
  insertDifferences,
  insertRemittance,
  lockNetwork,
  type ProgrammePart,
  type RemittanceRow,
  readRemittance,
} from "./store.ts";

export type Remittance = {
  network: Network;
  /** The network's own id of the payment. */
  reference: string;
  currency: string;
  /** As it was paid, in minor units of its currency; `received_minor`: what our bank booked of it, in cents. */
  amount_minor: bigint;
  received_minor: bigint;
  /** Kept by the network or a bank on the way, in cents. */
  fee_minor: bigint;
  /** What the network's paper says that it paid, in cents; null when it says what arrived and the fee. */
  stated_minor: bigint | null;
  programmes: readonly ProgrammePart[];
  /** `YYYY-MM-DD`, as on our bank's statement. */
  paid_on: string;
  by: string;
};
export type BookedRemittance = { row: RemittanceRow; differences: DifferenceRow[]; duplicate: boolean };

export async function bookRemittance(
  room: TreasuryRoom,
  told: Remittance,
): Promise<Outcome<BookedRemittance, TreasuryRefusal>> {
  const { network, reference, currency, programmes } = told;
  const inParts = programmes.reduce((sum, part) => sum + part.amount_minor, 0n);
  const stated = told.stated_minor ?? (programmes.length > 0 ? inParts : told.received_minor + told.fee_minor);
  if (programmes.length > 0 && inParts !== stated) return refused("parts_differ");
  const at = room.clock.now();
  return room.database.transaction(async (tx) => {
    await lockNetwork(tx, network);
    const row: RemittanceRow = {
      ...{ network, reference, currency, stated_minor: stated, matched_minor: 0n, booked_at: at },
      ...{ amount_minor: told.amount_minor, received_minor: told.received_minor, fee_minor: told.fee_minor },
      programmes: programmes.map((part) => ({ ...part, amount_minor: part.amount_minor.toString() })),
      ...{ paid_on: told.paid_on, by: told.by },
    };
    const before = await readRemittance(tx, network, reference);
    if (before)
      return contentOf(before) === contentOf(row)
        ? done({ row: before, differences: [], duplicate: true })
        : refused("other_content");
    const parts = await spread(room, tx, told, stated, at);
    row.matched_minor = sumParts(parts, "matched");
    const sums = { received: row.received_minor, fee: row.fee_minor, parts };
    const differences = differencesOf(sums, currency).map(
      ({ kind, programme_id, amount }): DifferenceRow => ({
        difference_id: derivedId("entry", `difference:${network}:${reference}:${kind}:${programme_id ?? ""}`),
        ...{ network, reference, kind, programme_id, amount_minor: amount, opened_at: at, settled_at: null },
      }),
    );
    await insertRemittance(tx, row);
    await insertDifferences(tx, differences);
    const posted = await room.ledger.post(tx, [
      {
        kind: "remittance.received",
        cause: `remittance:${network}:${reference}`,
        reason: null,
        data: { network, reference, currency, paid_on: told.paid_on, by: told.by },
        lines: room.ledger.gather(remittanceLines(network, sums, currency)),
      },
    ]);
    assert(posted.ok, `what arrived at our bank can always be booked (${posted.ok ? "" : posted.code})`);
    return done({ row, differences, duplicate: false });
  });
}

/** What finds an order: by programme where the network says so. A programme's own money never pays for another's orders. */
async function spread(room: TreasuryRoom, tx: Tx, told: Remittance, stated: bigint, at: Date): Promise<Part[]> {
  const { network, reference: remittance, programmes } = told;
  const asked = programmes.length > 0 ? programmes : [{ programme_id: null, amount_minor: stated }];
  const parts: Part[] = [];
  for (const { programme_id, amount_minor } of asked) {
    const payment = { network, programme_id, amount_minor, remittance, at };
    parts.push({
      programme_id,
      stated: amount_minor,
      matched: await room.cashback.spreadRemittance(tx, payment),
    });
  }
  return parts;
}

/** What makes two tellings the same: everything but who told it and when. */
const contentOf = (row: RemittanceRow): string =>
  JSON.stringify([
    row.currency,
    ...[row.amount_minor, row.received_minor, row.fee_minor, row.stated_minor].map(String),
    row.programmes.map((part) => [part.programme_id, part.amount_minor]),
    row.paid_on,
  ]);
