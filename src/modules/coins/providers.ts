/** The providers of offers and surveys, each built from its own settings. A new one is a folder and a line here. */
import type { ProviderCalls } from "#platform/provider-calls";
import type { CoinProvider } from "./provider.types.ts";
import type { CoinsSettings } from "./settings.ts";

export type ProviderDeps = { settings: CoinsSettings; calls: ProviderCalls };

export const createCoinProviders = (_deps: ProviderDeps): readonly CoinProvider[] => [];
