/**
 * Money is whole minor units (cents, coins), never a float. Division only through the functions here, whose rounding has
 * a name; the parts of a split always add back to the whole.
 */
declare const unit: unique symbol;
export type Unit = "USD" | "COIN";
export type Money<U extends Unit = Unit> = { readonly unit: U; readonly minor: bigint; readonly [unit]?: U };
export type Usd = Money<"USD">;
export type Coins = Money<"COIN">;

export const usd = (minor: bigint | number): Usd => ({ unit: "USD", minor: BigInt(minor) });
export const coins = (minor: bigint | number): Coins => ({ unit: "COIN", minor: BigInt(minor) });

/**
 * Reads an amount in major units as networks send it: "12.5", 12.5, "-3.00", "1,204.10". Null when it is no amount: a comma that may
 * be a decimal sign is none, or it would be read as a hundred times as much.
 */
export function parseMajor(value: unknown): bigint | null {
  const text = typeof value === "number" ? value.toFixed(6) : typeof value === "string" ? value.trim() : "";
  const match = /^([-+]?)(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,8}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = "0", fraction = ""] = match;
  const thousandths = BigInt(whole.replaceAll(",", "")) * 1_000n + BigInt(`${fraction}000`.slice(0, 3));
  const minor = (thousandths + 5n) / 10n;
  return sign === "-" ? -minor : minor;
}

/**
 * Reads what a person typed into a form, in dollars: "$12.50", "12,5", "12", "1,204.10" and "1.204,10". Null for anything else, as
 * for "1.204": it is a thousand to some readers and hardly more than one to others.
 */
export function parseTyped(typed: string): bigint | null {
  const text = typed.trim().replace(/^\$\s*/, "");
  const match =
    /^(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text) ??
    /^(\d{1,7}|\d{1,3}(?:\.\d{3}){1,2}),(\d{1,2})$/.exec(text);
  if (!match) return null;
  const [, whole = "0", cents = ""] = match;
  return BigInt(whole.replace(/[.,]/g, "")) * 100n + BigInt(cents.padEnd(2, "0"));
}

/** A share in basis points, rounded down for positive amounts: what is promised is never more than the rate says. */
export function shareDown(amount: bigint, basisPoints: number): bigint {
  if (!Number.isInteger(basisPoints)) throw new RangeError("A share is a whole number of basis points.");
  const product = amount * BigInt(basisPoints);
  return product >= 0n ? product / 10_000n : -((-product + 9_999n) / 10_000n);
}

/** A share in basis points, rounded half away from zero. */
export function shareHalfUp(amount: bigint, basisPoints: number): bigint {
  const product = amount * BigInt(basisPoints);
  return product >= 0n ? (product + 5_000n) / 10_000n : -((-product + 5_000n) / 10_000n);
}

/** Splits an amount by weights; the largest remainders get the left-over cents, so that the parts add back. */
export function split(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError("Weights must be positive.");
  const sign = amount < 0n ? -1n : 1n;
  const whole = amount * sign;
  const parts = weights.map((weight) => (whole * weight) / total);
  let left = whole - parts.reduce((sum, part) => sum + part, 0n);
  const order = weights
    .map((weight, index) => ({ index, remainder: (whole * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of order) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map((part) => part * sign);
}

/** What coins are worth in cents, rounded up: what is set aside for them is never short. For no fewer than none. */
export function worthUp(coins: bigint, perDollar: bigint): bigint {
  return (coins * 100n + perDollar - 1n) / perDollar;
}

/** What coins are worth in cents, rounded down: what is shown and paid is never more. For no fewer than none. */
export function worthDown(coins: bigint, perDollar: bigint): bigint {
  return (coins * 100n) / perDollar;
}

/** The fewest coins that are worth so many cents. */
export function coinsFor(minor: bigint, perDollar: bigint): bigint {
  return (minor * perDollar + 99n) / 100n;
}

/** SPEC §9: en-US dollars, 2 decimals, minor units divided by 100, negatives in brackets. */
export function showUsd(minor: bigint): string {
  const absolute = minor < 0n ? -minor : minor;
  const dollars = (absolute / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  const text = `$${dollars}.${(absolute % 100n).toString().padStart(2, "0")}`;
  return minor < 0n ? `(${text})` : text;
}

/** A decimal string in major units, as payment providers take it: "9.87". */
export function toMajor(minor: bigint): string {
  const absolute = minor < 0n ? -minor : minor;
  return `${minor < 0n ? "-" : ""}${absolute / 100n}.${(absolute % 100n).toString().padStart(2, "0")}`;
}
