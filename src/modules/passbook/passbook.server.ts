/** The door of the passbook: what a member has, and every entry of how it came and went. */
import type { Cashback } from "#cashback";
import type { Catalog, Shares } from "#catalog";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Describer } from "#platform/describer";
import type { Log } from "#platform/log";
import { assert } from "#platform/outcome";
import { readHome } from "./read-home.ts";
import { readPage } from "./read-page.ts";

export type { BonusEntry, PassbookFilter, PayoutEntry } from "#platform/describer";
export { PASSBOOK_REFUSALS } from "./messages.ts";
export type * from "./passbook.types.ts";
export type { MemberHome } from "./read-home.ts";

export type PassbookDeps = {
  log: Log;
  ledger: Ledger;
  identity: Identity;
  catalog: Catalog;
  cashback: Cashback;
  /** What the modules that move members' money say of it. */
  describers: readonly Describer[];
};
/** Which describer a kind of transfer has. */
export type PassbookContext = PassbookDeps & { describerOf: ReadonlyMap<string, Describer> };

export function createPassbook(deps: PassbookDeps) {
  const kinds = deps.describers.flatMap((describer) => describer.kinds.map((kind) => [kind, describer] as const));
  const describerOf = new Map(kinds);
  assert(describerOf.size === kinds.length, "each kind of transfer has one describer");
  const context: PassbookContext = { ...deps, describerOf };
  return {
    page: (input: Parameters<typeof readPage>[1]) => readPage(context, input),
    /** `brand`: whose rates the stores show. */
    home: (userId: string, brand: Shares) => readHome(context, userId, brand),
    balances: (userId: string) => deps.ledger.balances(userId),
    /** What every kind of transfer that may touch a member's account is described by. */
    kinds: (): readonly string[] => [...describerOf.keys()],
  };
}
export type Passbook = ReturnType<typeof createPassbook>;
/** What screens may ask of the passbook. */
export type PassbookService = Pick<Passbook, "page" | "balances">;
