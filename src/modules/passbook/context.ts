/** What every verb of the passbook is given. */
import type { Cashback } from "#cashback";
import type { Catalog } from "#catalog";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Describer } from "#platform/describer";
import type { Log } from "#platform/log";

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
