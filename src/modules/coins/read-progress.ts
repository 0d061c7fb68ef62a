/** Offers that a member began: each step with its day, its coins and what became of them, by the terms as they stood. */
import { addDays } from "#platform/clock";
import { type ClaimRow, readClaims } from "./claim-store.ts";
import type { CoinsContext } from "./context.ts";
import { coinClaimId, coinOfferId, startId } from "./ids.ts";
import { type OfferTime, readOfferTimes } from "./offer-store.ts";
import type { OfferType, Platform } from "./provider.types.ts";
import { type RewardRow, readRewards } from "./reward-store.ts";
import { type ClaimState, lateAfterHours } from "./rules.ts";
import { listStarts, readStart, type StartRow } from "./start-store.ts";

export type StepState =
  | "credited"
  | "pending"
  | "held"
  | "refused"
  | "reversed"
  | "next"
  | "to_come"
  | "late"
  | "asked"
  | "over";

export type ProgressStep = {
  goal_id: string;
  name: string;
  coins: number;
  state: StepState;
  /** When it was credited, taken back or is asked about since. */
  at: string | null;
  /** The day until which it must be reached, and from which it is late when the coins did not come. */
  due_at: string | null;
  late_at: string;
  /** Why it is held, was refused or taken back. */
  reason: string | null;
  claim: { claim_id: string; state: ClaimState; answer_by: string; reason: string | null } | null;
};

export type Progress = {
  start_id: string;
  offer_id: string;
  name: string;
  offer_type: OfferType;
  image_url: string | null;
  platform: Platform;
  description: string;
  requirements: string;
  started_at: string;
  /** The last day of the last step; null where none is set. */
  until: string | null;
  coins: number;
  coins_so_far: number;
  plus: boolean;
  /** SHA-256 of the terms as they were agreed. */
  terms_hash: string;
  steps: readonly ProgressStep[];
  /** Nothing can come of it any more. */
  over: boolean;
};

const MAX_STARTS = 100;
/** Rewards of all these starts: a start has a handful of goals. */
const MAX_REWARDS = 2_000;

const REWARD_STEP = {
  credited: "credited",
  pending: "pending",
  held: "held",
  refused: "refused",
  reversed: "reversed",
} as const satisfies Record<RewardRow["state"], StepState>;

/** When the coins of a goal are late: when nine in ten of the others' had come. */
export const lateAt = (start: Pick<StartRow, "started_at">, time: OfferTime | undefined): Date =>
  addDays(start.started_at, lateAfterHours(time) / 24);

/** After its last day a step may still be told of for so long. */
const AFTER_DAYS = 30;

const RANK = ["credited", "pending", "held", "reversed", "refused"] as const;

function stepsOf(
  start: StartRow,
  rewards: readonly RewardRow[],
  claims: readonly ClaimRow[],
  times: readonly OfferTime[],
  now: Date,
): ProgressStep[] {
  let nextFound = false;
  return start.terms.goals.map((goal) => {
    const own = rewards.filter(({ goal_id }) => goal_id === goal.goal_id);
    // One that counts stands for those that were taken back or refused beside it.
    const reward = RANK.map((state) => own.find((one) => one.state === state)).find((one) => one !== undefined);
    const claim = claims.find(({ start_id, goal_id }) => start_id === start.start_id && goal_id === goal.goal_id);
    const due_at = goal.days === null ? null : addDays(start.started_at, goal.days);
    const late = lateAt(
      start,
      times.find(({ goal_id }) => goal_id === goal.goal_id),
    );
    let state: StepState;
    if (reward) state = REWARD_STEP[reward.state];
    else if (claim && (claim.state === "waiting" || claim.state === "sent")) state = "asked";
    else if (due_at && addDays(due_at, AFTER_DAYS) < now) state = "over";
    else if (!nextFound) state = late < now ? "late" : "next";
    else state = "to_come";
    if (!reward) nextFound = true;
    return {
      goal_id: goal.goal_id,
      name: goal.name,
      coins: Number(reward && reward.state !== "reversed" ? reward.coins : BigInt(goal.coins)),
      state,
      at: (reward ? reward.changed_at : claim ? claim.made_at : null)?.toISOString() ?? null,
      due_at: due_at?.toISOString() ?? null,
      late_at: late.toISOString(),
      reason: reward?.reason ?? null,
      claim: claim
        ? {
            claim_id: coinClaimId.show(claim.claim_id),
            state: claim.state,
            answer_by: claim.answer_by,
            reason: claim.reason,
          }
        : null,
    };
  });
}

function toProgress(
  start: StartRow,
  rewards: readonly RewardRow[],
  claims: readonly ClaimRow[],
  times: readonly OfferTime[],
  now: Date,
): Progress {
  const steps = stepsOf(start, rewards, claims, times, now);
  const dues = steps.map(({ due_at }) => due_at).filter((day) => day !== null);
  return {
    start_id: startId.show(start.start_id),
    offer_id: coinOfferId.show(start.offer_id),
    name: start.terms.name,
    offer_type: start.terms.type,
    image_url: start.terms.image_url,
    platform: start.platform,
    description: start.terms.description,
    requirements: start.terms.requirements,
    started_at: start.started_at.toISOString(),
    until: dues.length > 0 ? (dues.toSorted().at(-1) ?? null) : null,
    coins: Number(start.terms.coins),
    coins_so_far: steps.filter(({ state }) => state === "credited").reduce((sum, step) => sum + step.coins, 0),
    plus: start.terms.plus,
    terms_hash: start.terms_hash.toString("hex"),
    steps,
    over: steps.every(
      ({ state }) => state === "credited" || state === "over" || state === "refused" || state === "reversed",
    ),
  };
}

async function progressOf(context: CoinsContext, userId: string, starts: readonly StartRow[]): Promise<Progress[]> {
  if (starts.length === 0) return [];
  const { db } = context.database;
  const [rewards, claims, times] = await Promise.all([
    readRewards(
      db,
      userId,
      starts.map(({ start_id }) => start_id),
      MAX_REWARDS,
    ),
    readClaims(db, userId, MAX_REWARDS),
    readOfferTimes(
      db,
      starts.map(({ offer_id }) => offer_id),
    ),
  ]);
  const now = context.clock.now();
  return starts.map((start) =>
    toProgress(
      start,
      rewards.filter(({ start_id }) => start_id === start.start_id),
      claims,
      times.get(start.offer_id) ?? [],
      now,
    ),
  );
}

/** All that a member began, the one that moved last first; what is over stands behind what goes on. */
export async function readProgress(context: CoinsContext, userId: string): Promise<Progress[]> {
  const all = await progressOf(context, userId, await listStarts(context.database.db, userId, MAX_STARTS));
  return [...all.filter(({ over }) => !over), ...all.filter(({ over }) => over)];
}

export async function readOneProgress(
  context: CoinsContext,
  userId: string,
  start_id: string,
): Promise<Progress | null> {
  const start = await readStart(context.database.db, start_id);
  if (!start || start.user_id !== userId) return null;
  return (await progressOf(context, userId, [start]))[0] ?? null;
}
