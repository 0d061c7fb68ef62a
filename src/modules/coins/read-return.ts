/** What somebody is told when a partner sends them back: how the survey ended, and what happens now. Never a reason to credit. */
import { addDays } from "#platform/clock";
import type { CoinsContext } from "./context.ts";
import { COIN_PROVIDERS, type ToldReason } from "./provider.types.ts";
import { readRewards } from "./reward-store.ts";
import type { RewardState } from "./rules.ts";
import { newestVisit } from "./survey-store.ts";

export type SurveyReturn = {
  provider: string;
  /** Null when the partner's address said nothing that we could check. */
  result: "complete" | ToldReason | null;
  title: string | null;
  coins: number | null;
  /** What is known of its coins by now; null until the partner has told us. */
  state: RewardState | null;
  /** Coins for being turned away. */
  consolation: number;
};

const VISIT_DAYS = 1;
const MAX_REWARDS = 50;

/** Null for a platform that is not connected. `target`: path and query as they were asked for. */
export async function readReturn(
  context: CoinsContext,
  platform: string,
  target: string,
  userId: string | null,
): Promise<SurveyReturn | null> {
  const name = COIN_PROVIDERS.find((known) => known === platform);
  const provider = name && context.providers.get(name);
  if (!provider?.enabled || provider.kind !== "surveys") return null;
  const query = new URLSearchParams(target.slice(target.indexOf("?") + 1));
  const said = target.includes("?") ? (provider.readReturn?.(query, target) ?? null) : null;
  const { db } = context.database;
  const since = addDays(context.clock.now(), -VISIT_DAYS);
  const visit = userId ? await newestVisit(db, userId, provider.name, since) : null;
  const rewards = visit && userId ? await readRewards(db, userId, null, MAX_REWARDS) : [];
  const own = rewards.filter(({ visit_id }) => visit_id === visit?.visit_id);
  const reward = own.find(({ kind }) => kind === "survey");
  const result = visit?.result ? (visit.result as SurveyReturn["result"]) : (said?.result ?? null);
  return {
    provider: provider.title,
    result,
    title: visit?.category ?? null,
    coins: visit ? Number(reward?.coins ?? visit.coins) : null,
    state: reward?.state ?? null,
    consolation: Number(own.find(({ kind }) => kind === "consolation")?.coins ?? 0n),
  };
}
