/** Dollars as people type them, as cents; null for what is no amount or nothing. */
export function minorOf(text: string): bigint | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const minor = BigInt((match[1] ?? "").replaceAll(",", "")) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
  return minor > 0n ? minor : null;
}
