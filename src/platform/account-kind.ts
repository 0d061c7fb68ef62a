/**
 * Kinds of accounts of the ledger. A module declares those that it owns (`accounts.ts`); whoever posts to one imports it from its owner's
 * door, so that none is misspelled, and none is posted to by who cannot see its owner.
 */
import type { Unit } from "#platform/money";
import { assert } from "#platform/outcome";

export type AccountClass = "asset" | "liability" | "income" | "expense";

/** `house`: whether it is the house's own or a member's. `bound`: what its balance may never pass; the house is bound by nothing. */
type Holding =
  | { readonly house: true; readonly bound: "none" }
  | { readonly house: false; readonly bound: "floor" | "ceiling" };
type Terms = { readonly class: AccountClass; readonly unit: Unit; readonly about: string } & Holding;
export type AccountKind = Terms & { readonly name: string };

/** `name`: for good. Ids of accounts are made of it, and every database knows the kind by it. */
export function defineAccount(name: string, terms: Terms): AccountKind {
  assert(/^[a-z]+(_[a-z]+)*$/.test(name), `${name} is small letters and underscores`);
  return Object.freeze({ ...terms, name });
}
