/** What stands for an object of Stripe: its id, or the object itself when it was expanded. */
export function idOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  const id = (value as { id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id : null;
}
