import { perWorld } from "../world.ts";
import type { Decline } from "./cards.ts";

/** What the next charge is to do, whatever card it is made with. */
export type NextCharge =
  | { kind: "decline"; decline: Decline }
  /** Accepted, and decided later by the control API. */
  | { kind: "processing" }
  /** Charged, but the answer is a 500, which the same idempotency key gets again. */
  | { kind: "lost" }
  | { kind: "authentication" };

export type Steering = {
  /** What the next card charges are to do, whatever the card. */
  charges: NextCharge[];
  wallets: { apple_pay: boolean; google_pay: boolean };
  /** Milliseconds that each writing call takes; two with one key then meet. */
  slowMs: number;
};

export const steeringOf = perWorld(
  (): Steering => ({
    charges: [],
    wallets: { apple_pay: true, google_pay: true },
    slowMs: 0,
  }),
);

/** By the bank's word for it, as the world page offers it. */
export function nextChargeOf(code: string): NextCharge {
  if (code === "processing") return { kind: "processing" };
  const own = ["expired_card", "incorrect_cvc", "processing_error"].includes(code);
  return { kind: "decline", decline: own ? { code } : { code: "card_declined", decline_code: code } };
}
