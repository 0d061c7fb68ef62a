/**
 * Ids of a member's own copy, as they leave the house: under a name such as `order_id` stands an id of a kind that a module declares, and
 * is shown as its public id; what has no public form is left out, because it would say nothing to anybody. Pure.
 */
import type { PublicId } from "#platform/ids";

/** Ours are known by their form: made of the time, or of their cause. Others are other houses' own, such as a network's name of an order. */
const OURS = /[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** Names that do not say what they lead to. */
const ALSO: Record<string, string> = { merged_into: "user", parent_id: "session" };

/** Numbers that other houses name something by: a hotel has that of whoever tells its price. */
const THEIRS = ["hotel_id"];

export type PartOfCopy = {
  value: unknown;
  /** The kinds of the module that wrote it: its `claim_id` is its own claim. */
  own: readonly PublicId[];
};

/** `all`: every kind there is. */
export function showIds(parts: Record<string, PartOfCopy>, all: readonly PublicId[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, { value, own }]) => [name, shown(value, name, (key) => kindOf(key, own, all))]),
  );
}

function kindOf(key: string, own: readonly PublicId[], all: readonly PublicId[]): PublicId | undefined {
  const named = ALSO[key] ?? key.replace(/_ids?$|s$/, "");
  return (
    own.find(({ kind }) => kind === named) ??
    // A `coin_claim` is the `claim_id` of the module that has these.
    own.find(({ kind }) => kind.endsWith(`_${named}`) || kind.endsWith(` ${named}`)) ??
    all.find(({ kind }) => kind === named)
  );
}

function shown(value: unknown, key: string, kind: (key: string) => PublicId | undefined): unknown {
  if (typeof value === "string") {
    const rest = value.replace(OURS, "…");
    return rest === "…" && value !== "…" ? kind(key)?.show(value) : rest;
  }
  // Numbers that rows are counted by.
  if (/^(?:number|bigint)$/.test(typeof value) && key.endsWith("_id") && !THEIRS.includes(key)) return undefined;
  if (Array.isArray(value)) return value.map((one) => shown(one, key, kind)).filter((one) => one !== undefined);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, one]) => [name, shown(one, name, kind)] as const)
      .filter(([, one]) => one !== undefined),
  );
}
