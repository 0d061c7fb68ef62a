/** Amounts are read digit by digit from the text that was sent: surveys pay parts of a cent, and a float would lose them. */

const AMOUNT = /^(-?)(\d{1,9})(?:\.(\d{1,12}))?$/;

/** Digits behind the point that are kept; what lies behind them is dropped, so that nothing is ever counted up. */
function scaled(text: string | undefined, digits: number): bigint | null {
  const match = AMOUNT.exec(text ?? "");
  if (!match) return null;
  const [, sign, whole = "0", fraction = ""] = match;
  const value = BigInt(whole + fraction.padEnd(digits, "0").slice(0, digits));
  return sign === "-" ? -value : value;
}

/** Dollars as millionths: "0.36", "-1.5". Null for anything else, also for `1e3`, `1,5` and nothing. */
export const readDollars = (text: string | undefined): bigint | null => scaled(text, 6);

/** Whole coins: parts of a coin are dropped. */
export const readCoins = (text: string | undefined): bigint | null => scaled(text, 0);

/** US cents as millionths of a dollar. */
export const readCents = (text: string | undefined): bigint | null => scaled(text, 4);

/** A share between nothing and one, in ten thousandths; null when it is none. */
export function readShare(text: string | undefined): number | null {
  const value = scaled(text, 4);
  return value === null || value < 0n || value > 10_000n ? null : Number(value);
}

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
export const absoluteOrNull = (value: bigint | null): bigint | null => (value === null ? null : absolute(value));
