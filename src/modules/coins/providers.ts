/** The providers of offers and surveys, each built from its own settings. A new one is a folder and a line here. */
import { createAdgem } from "./adgem/adgem.ts";
import { createAyet } from "./ayet/ayet.ts";
import { createBitlabs } from "./bitlabs/bitlabs.ts";
import { createCpx } from "./cpx/cpx.ts";
import type { ProviderDeps } from "./dialect/deps.ts";
import { createGeneric } from "./generic/generic.ts";
import { createLootably } from "./lootably/lootably.ts";
import { createPollfish } from "./pollfish/pollfish.ts";
import type { CoinProvider } from "./provider.types.ts";
import { createTheoremreach } from "./theoremreach/theoremreach.ts";
import { createTorox } from "./torox/torox.ts";

export type { ProviderDeps } from "./dialect/deps.ts";

const CREATE = [
  createAyet,
  createAdgem,
  createTorox,
  createLootably,
  createGeneric,
  createCpx,
  createBitlabs,
  createTheoremreach,
  createPollfish,
];

export const createCoinProviders = (deps: ProviderDeps): readonly CoinProvider[] =>
  CREATE.map((create) => create(deps));
