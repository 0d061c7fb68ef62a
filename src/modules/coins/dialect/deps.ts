/** What every adapter is made of. */
import type { ProviderCalls } from "#platform/provider-calls";
import type { CoinsSettings } from "../settings.ts";

export type ProviderDeps = { settings: CoinsSettings; calls: ProviderCalls };
