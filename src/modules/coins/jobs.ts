/** Jobs of coins: acting on callbacks, reading catalogues, asking for missing coins, mails. */
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import type { Log } from "#platform/log";
import type { Coins } from "./coins.server.ts";
import { APPLY_CALLBACKS, FOLLOW_ONE, REWARDS_CHANGED, SEND_CLAIM } from "./job-kinds.ts";

/** Coins that we add, and mails. Both are done once however often they are asked for, so that one that fails holds up no other. */
async function follow(
  coins: Coins,
  changes: readonly { reward_id: string; sequence: number }[],
  log: Log,
): Promise<void> {
  const failures: unknown[] = [];
  for (const change of changes)
    await coins
      .settleBonuses(change.reward_id)
      .then(() => coins.writeMail(change))
      .catch((error) => failures.push(error));
  if (failures.length === 0) return;
  log.warn({ err: failures[0], changes: failures.length }, "what follows rewards could not be done");
  throw failures[0];
}

export const coinsJobs = (coins: Coins): readonly JobEntry[] => [
  work(APPLY_CALLBACKS, async ({ inbox_ids }, { attempt, log }) => {
    if (attempt === 1 || inbox_ids.length === 1) return coins.applyCallbacks(inbox_ids);
    // A batch that failed once is worked one by one, so that a bad callback holds up nobody else.
    const failures: unknown[] = [];
    for (const id of inbox_ids) await coins.applyCallbacks([id]).catch((error) => failures.push(error));
    if (failures.length === 0) return;
    log.error({ err: failures[0], callbacks: failures.length }, "callbacks could not be applied");
    throw failures[0];
  }),
  work(SEND_CLAIM, ({ claim_id }) => coins.sendClaim(claim_id)),
  onSchedule("coins.refresh_offers", { every_seconds: 900 }, () => coins.refreshOffers(), { max_attempts: 2 }),
  onSchedule("coins.drop_refused", { cron: "29 4 * * *" }, () => coins.dropRefused(), { max_attempts: 3 }),
  onSchedule("coins.drop_screenshots", { cron: "33 4 * * *" }, () => coins.dropScreenshots(), { max_attempts: 3 }),
  onSchedule("coins.learn", { cron: "47 3 * * *" }, () => coins.learn(), { max_attempts: 3 }),
  onEvent(REWARDS_CHANGED, "coins.follow_rewards", ({ changes }, { log }) => follow(coins, changes, log)),
  work(FOLLOW_ONE, (change, { log }) => follow(coins, [change], log)),
];
