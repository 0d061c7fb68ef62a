/** Brings a watch to another state, with its row of history. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { type PriceRow, savePrice } from "./price-store.ts";
import { PRICE_TRANSITIONS, type PriceState } from "./protection.types.ts";

export const mayBecome = (from: PriceState, to: PriceState): boolean =>
  (PRICE_TRANSITIONS[from] as readonly PriceState[]).includes(to);

/** In these prices are read. */
export const LOOKED_AT: ReadonlySet<PriceState> = new Set(["watching", "drop_found", "re_checked"]);
const OVER: ReadonlySet<PriceState> = new Set(["refunded", "window_closed", "withdrawn"]);
/** A claim that may still bring something, or has. */
const COUNTS: ReadonlySet<string> = new Set(["reading", "review", "asked", "approved", "paid", "appealed"]);
export const claimCounts = ({ claiming_at, claim_state }: Pick<PriceRow, "claiming_at" | "claim_state">): boolean =>
  claiming_at !== null && (claim_state === null || COUNTS.has(claim_state));

type Change = { state: PriceState; by: string; at: Date; minor?: bigint | null; why?: string; set?: Partial<PriceRow> };

/** `row` is locked. */
export async function movePrice(
  tx: Tx,
  row: PriceRow,
  { state, by, at, minor = null, why, set }: Change,
): Promise<PriceRow> {
  assert(mayBecome(row.state, state), `a watch that is ${row.state} can become ${state}`);
  const next: PriceRow = {
    ...row,
    ...set,
    ...{ state, sequence: row.sequence + 1, changed_at: at },
    ...(OVER.has(state) ? { next_look_at: null } : {}),
  };
  await savePrice(tx, next, { from: row.state, minor, by, ...(why ? { why } : {}) });
  return next;
}
