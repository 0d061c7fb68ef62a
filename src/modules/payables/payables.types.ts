/** What is paid, as whoever asks for it says it. */
import type { Unit } from "#platform/money";

export type PayableIntent = {
  /** Chosen by who asks, and told to the provider. */
  payable_id: string;
  /** Names the listener that follows it. */
  kind: string;
  provider: string;
  owner: string;
  unit: Unit;
  amount_minor: bigint;
  /** What was set aside for it. Null when nothing of the member's was (a refund): then who asked books it, in `changed`. */
  hold_id: string | null;
  /** What the hold is of: dollars unless it says otherwise. The amount is what leaves, in `unit`. */
  held_in?: Unit;
  request: Record<string, unknown>;
  /** Facts for the ledger's lines, shown in statements. */
  data: Record<string, string>;
};

/** One that was sent before payables were kept: `reference` null means that nobody knows whether it arrived. */
export type Adopted = PayableIntent & { reference: string | null; item: string | null; note: string | null; at: Date };
