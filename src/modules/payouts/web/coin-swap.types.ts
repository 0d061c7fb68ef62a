/** What the pages of coins hold and send. */
import type { CoinPage, WithdrawalEntry } from "#payouts";
import type { Method } from "../rules.ts";

export type SwapShown = {
  page: CoinPage;
  /** What was just asked for. */
  done: WithdrawalEntry | null;
  cash: boolean;
  /** A face value in cents, or `reach`. */
  value: string | null;
  has_password: boolean;
  request_key: string;
};

/** What was typed, except the password, and the key of this form. */
export type SwapTyped = {
  /** "product:cents" of the card that was chosen. */
  swap: string;
  method: Method;
  how: "everything" | "other";
  amount: string;
  email: string;
  phone: string;
  request_key: string;
};
/** `typed` is null when the server could not be reached: the form stays as it is. */
export type SwapReturned = { typed: SwapTyped | null; fault: { field: string | null; text: string } };
