/** What every verb of the passbook is given. */
import type { Benefits } from "#benefits";
import type { Cashback } from "#cashback";
import type { Catalog } from "#catalog";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Clock } from "#platform/clock";
import type { Describer } from "#platform/describer";
import type { Log } from "#platform/log";

export type PassbookDeps = {
  clock: Clock;
  log: Log;
  /** From which the key of statements follows. */
  secret: string;
  /** The address under which members know us: who issues a statement. */
  publicUrl: string;
  ledger: Ledger;
  identity: Identity;
  catalog: Catalog;
  cashback: Cashback;
  benefits: Pick<Benefits, "left">;
  /** What the modules that move members' money say of it. */
  describers: readonly Describer[];
};
/** Which describer a kind of transfer has. */
export type PassbookContext = PassbookDeps & { describerOf: ReadonlyMap<string, Describer> };
