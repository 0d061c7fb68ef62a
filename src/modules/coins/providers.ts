/** The providers of offers and surveys, each built from its own settings. A new one is a folder and a line here. */
import { createAyet } from "./ayet/ayet.ts";
import { createBitlabs } from "./bitlabs/bitlabs.ts";
import type { ProviderDeps } from "./dialect/deps.ts";
import type { CoinProvider } from "./provider.types.ts";

export type { ProviderDeps } from "./dialect/deps.ts";

export const createCoinProviders = (deps: ProviderDeps): readonly CoinProvider[] => [
  createAyet(deps),
  createBitlabs(deps),
];
