/** Coins have a history of their own (`/account/coin/history`); the passbook of dollars does not list them. */
import type { Describer } from "#platform/describer";
import { REWARD_STATES } from "./rules.ts";

export const REWARD_KINDS = REWARD_STATES.map((state) => `coins.${state}`);

export const coinDescribers: readonly Describer[] = [
  { kinds: REWARD_KINDS, told: "coins have a history of their own, and offers a page with each step" },
];
