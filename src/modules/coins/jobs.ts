/** Jobs of coins: acting on callbacks, reading catalogues, asking for missing coins, mails. */
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import type { Coins } from "./coins.server.ts";
import { APPLY_CALLBACKS, REWARD_CHANGED, SEND_CLAIM } from "./job-kinds.ts";

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
  // Coins that we add follow in the same job: one more for each callback would cost as much as the callback.
  onEvent(REWARD_CHANGED, "coins.write_mail", async (change) => {
    await coins.settleBonuses(change.reward_id);
    await coins.writeMail(change);
  }),
];
