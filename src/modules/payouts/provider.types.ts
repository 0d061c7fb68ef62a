/** What every payout provider answers, whatever its protocol. */
import type { ReasonCode } from "./rules.ts";

export type PayoutOrder = {
  withdrawal_id: string;
  method: "paypal" | "venmo" | "gift_card";
  amount_minor: bigint;
  destination: string;
  recipient: { name: string; email: string };
};

/** `waiting`: accepted, ask again. A time-out is not an answer: it is thrown, and the same order is sent again. */
export type PayoutAnswer =
  | { state: "waiting" | "unclaimed"; reference: string; item: string | null }
  | { state: "fulfilled"; reference: string; item: string | null; link: string | null }
  | { state: "failed" | "returned"; reference: string | null; item: string | null; reason: ReasonCode };

export type PayoutProvider = {
  /** Sends the order. Sending the same withdrawal again never pays twice. */
  submit(order: PayoutOrder): Promise<PayoutAnswer>;
  /** What became of it. */
  check(order: PayoutOrder, reference: string): Promise<PayoutAnswer>;
};
