/** What every adapter is made of. */
import type { Clock } from "#platform/clock";
import type { ProviderCalls } from "#platform/provider-calls";
import type { CoinsSettings } from "../settings.ts";

/** `clock`: absent, the machine's own; one vendor wants to be told when it is asked. */
export type ProviderDeps = { settings: CoinsSettings; calls: ProviderCalls; clock?: Clock };
