/** Dollars as a person types them, as cents; nothing for what is no amount. */
export function centsOf(text: string | null): number | undefined {
  const amount = Number(text?.replace(/[$,\s]/g, "") || Number.NaN);
  return Number.isFinite(amount) && amount >= 0 && amount < 10_000_000 ? Math.round(amount * 100) : undefined;
}
