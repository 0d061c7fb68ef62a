/** Amounts are whole cents inside the sandbox; the networks speak major units. */
export function major(minor: number): string {
  return (minor / 100).toFixed(2);
}

export function majorNumber(minor: number): number {
  return Number(major(minor));
}

export function minorOf(value: unknown): number {
  const amount = Math.round(Number(value) * 100);
  // The status makes it the caller's mistake when it comes out of a request.
  if (!Number.isFinite(amount))
    throw Object.assign(new TypeError(`not an amount: ${String(value)}`), { statusCode: 400 });
  return amount;
}

export function dollars(minor: number, currency = "USD"): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(minor / 100);
}
