/** What a provider of payouts can answer, whatever its protocol. Amounts are whole minor units. */
import type { Unit } from "#platform/money";

export type Order = {
  /** Our id: the same with every try. */
  payable_id: string;
  unit: Unit;
  amount_minor: bigint;
  /** As the module that asked wrote it, and as it was then. */
  request: Record<string, unknown>;
  reference: string | null;
  item: string | null;
  first_sent_at: Date | null;
  /** Seen as paid before, or given back: what comes with being paid, such as a card's link, is not made anew. */
  paid: boolean;
  /** A person keeps it from being sent: it may only be looked for. */
  stopped: boolean;
};

type Place = { reference: string; item?: string | null };

export type Answer =
  /** It exists there and has not ended. `note`: what to tell of it meanwhile; `fee_minor`: what it will have cost. */
  | ({ state: "accepted"; note?: string | null; fee_minor?: bigint } & Place)
  /** Paid. `secret`: worth money itself (a gift card's link); it is sealed by who asked and never stored here. */
  | ({ state: "done"; fee_minor?: bigint; secret?: string | null } & Place)
  /** Definitely not paid, and never will be: on the provider's closed list. Only this gives money back. */
  | { state: "refused"; code: string; reference?: string | null; item?: string | null }
  /** Paid or accepted before, and come back. */
  | ({ state: "returned"; code: string } & Place)
  /** There is nothing there under our id, for certain: it may be sent (again). */
  | { state: "absent" }
  /** Definitely not made now, by a fault of ours or of the moment (funds, approval, limits): the same order is sent later. */
  | { state: "not_now"; code: string; retry_seconds: number; person: boolean }
  /** Nothing is certain. */
  | { state: "unclear"; code: string };

export type Provider = {
  name: string;
  /** Sends the order for the first time, or again when it is certainly absent. A thrown error is as good as `unclear`. */
  send(order: Order): Promise<Answer>;
  /**
   * What became of an order: by the provider's reference when there is one, else by our id. Sending it once more is a way
   * to look only where, and for as long as, the provider promises that a repeat under one id never pays twice; never when
   * the order is stopped.
   */
  look(order: Order): Promise<Answer>;
};
