/**
 * Kinds of accounts of the ledger. A module declares those that it owns (`accounts.ts`); whoever posts to one imports it from its owner's
 * door, so that none is misspelled, and none is posted to by who cannot see its owner.
 */
import type { Database, Tx } from "#platform/database";
import type { Unit } from "#platform/money";
import { assert } from "#platform/outcome";

export type AccountClass = "asset" | "liability" | "income" | "expense";

/** `house`: whether it is the house's own or a member's. `bound`: what its balance may never pass; the house is bound by nothing. */
type Holding =
  | { readonly house: true; readonly bound: "none" }
  | { readonly house: false; readonly bound: "floor" | "ceiling" };
type Terms = { readonly class: AccountClass; readonly unit: Unit; readonly about: string } & Holding;
export type AccountKind = Terms & { readonly name: string };

/** What whoever keeps the accounts does with the kinds of all modules when a database is brought up to date. */
export type AccountKeeper = {
  /** Those that are not there yet, as the owner of the tables, in the transaction of the migrations. */
  insert(owner: Database | Tx, kinds: readonly AccountKind[]): Promise<void>;
  /** `missing`: declared and not there. `faults`: what no work may begin with, one sentence each. */
  compare(runner: Database | Tx, kinds: readonly AccountKind[]): Promise<{ missing: string[]; faults: string[] }>;
  /** Takes from the role that the server works as what it must not do there; after each migration. */
  shield(owner: Database | Tx, role: string): Promise<void>;
};

/** `name`: for good. Ids of accounts are made of it, and every database knows the kind by it. */
export function defineAccount(name: string, terms: Terms): AccountKind {
  assert(/^[a-z]+(_[a-z]+)*$/.test(name), `${name} is small letters and underscores`);
  return Object.freeze({ ...terms, name });
}
