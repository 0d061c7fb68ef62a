/** What the ledger tells whoever asks. */

/** A member's money in US cents, and coins. `clawback` and `coins_owed` are what they owe, as positive numbers. */
export type MemberBalances = {
  pending: bigint;
  available: bigint;
  held: bigint;
  clawback: bigint;
  coins: bigint;
  coins_pending: bigint;
  coins_held: bigint;
  coins_owed: bigint;
  /** Their account has ended: what still comes in goes to the house. */
  closed: boolean;
};
