/** What the verbs of the extension's bundles work with. */
import type { Catalog } from "#catalog";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Signer } from "#platform/signer";
import type { Recipe } from "./extension.types.ts";

export type ExtensionContext = {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  catalog: Catalog;
  partners: Partners;
  limits: Limits;
  signer: Signer;
  /** Of single stores, as they are now. */
  recipes(): readonly Recipe[];
};
