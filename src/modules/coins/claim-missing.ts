/**
 * Coins that did not come: one question to the member, and then the provider is asked in its own way, with a day by which it is
 * to answer. What the provider credits after that ends the claim by itself.
 */
import { addDays, civilDate } from "#platform/clock";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { storableText } from "#platform/storable-json";
import { insertClaim, lockClaim, readClaim, setClaimSent } from "./claim-store.ts";
import type { CoinsContext } from "./context.ts";
import { SEND_CLAIM } from "./job-kinds.ts";
import { missingCoins } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import type { CoinRefusal } from "./messages.ts";
import { readOneProgress } from "./read-progress.ts";
import { hasGoal } from "./reward-store.ts";
import { CLAIM_ANSWER_DAYS } from "./rules.ts";
import { bindScreenshot, hasScreenshot, lockScreenshot } from "./screenshot-store.ts";
import { lockMember, readStart } from "./start-store.ts";
import { createScreenshotLinks } from "./take-screenshot.ts";

const MAX_NOTE = 1_000;

export type ClaimAsked = {
  user_id: string;
  start_id: string;
  goal_id: string;
  reached_on: string;
  note: string;
  /** One of their own that was taken before; null for none. */
  screenshot_id?: string | null;
};

export async function claimMissing(
  context: CoinsContext,
  asked: ClaimAsked,
): Promise<Outcome<{ answer_by: string }, CoinRefusal>> {
  const now = context.clock.now();
  const [start, progress] = await Promise.all([
    readStart(context.database.db, asked.start_id),
    readOneProgress(context, asked.user_id, asked.start_id),
  ]);
  const step = progress?.steps.find(({ goal_id }) => goal_id === asked.goal_id);
  if (!start || !progress || !step) return refused("unknown_start");
  if (step.claim) return refused("claimed_before");
  if (step.state === "credited" || step.state === "pending" || step.state === "held") return refused("goal_done");
  if (new Date(step.late_at) > now) return refused("not_late_yet", { day: step.late_at.slice(0, 10) });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asked.reached_on) || Number.isNaN(Date.parse(asked.reached_on)))
    return refused("reached_invalid");
  // A day is whole wherever the member is: one to either side is theirs.
  if (asked.reached_on < civilDate(addDays(start.started_at, -1)) || asked.reached_on > civilDate(addDays(now, 1)))
    return refused("reached_invalid");
  if (await context.limits.take(LIMITS.claim, asked.user_id)) return refused("too_many_claims");
  const claim_id = newId("coin_claim");
  const answer_by = civilDate(addDays(now, CLAIM_ANSWER_DAYS));
  return context.database.transaction(async (tx) => {
    // A callback that is worked at this moment has ended when this goes on, and its coins are there.
    await lockMember(tx, asked.user_id);
    if (await hasGoal(tx, start.start_id, asked.goal_id)) return refused("goal_done");
    const { screenshot_id } = asked;
    if (screenshot_id && !(await lockScreenshot(tx, screenshot_id, asked.user_id))) return refused("screenshot_gone");
    const made = await insertClaim(tx, {
      ...{ claim_id, user_id: asked.user_id, start_id: start.start_id, goal_id: asked.goal_id },
      ...{
        reached_at: new Date(`${asked.reached_on}T12:00:00Z`),
        note: storableText(asked.note.trim().slice(0, MAX_NOTE)),
      },
      ...{ answer_by, made_at: now },
    });
    if (!made) return refused("claimed_before");
    if (screenshot_id) await bindScreenshot(tx, screenshot_id, claim_id);
    await addJobs(tx, [SEND_CLAIM.with({ claim_id })]);
    return done({ answer_by });
  });
}

/** Hands a claim to its provider: by its call, or by a mail to its support. Told twice it is handed over once. */
export async function sendClaim(context: CoinsContext, claimId: string): Promise<void> {
  const claim = await readClaim(context.database.db, claimId);
  if (claim?.state !== "waiting") return;
  const start = await readStart(context.database.db, claim.start_id);
  const provider = start && context.providers.get(start.provider);
  if (!start || !provider) return;
  const told = {
    user_ref: start.user_ref,
    start: start.start_id.replaceAll("-", ""),
    provider_offer_id: start.provider_offer_id,
    goal_id: claim.goal_id,
    started_at: start.started_at,
    reached_at: claim.reached_at,
  };
  // Their call is made outside of a transaction; a claim that they get twice is one to them by the member and the goal.
  const reference = provider.claims.by === "api" && provider.claim ? (await provider.claim(told)).reference : null;
  const goal = start.terms.goals.find(({ goal_id }) => goal_id === claim.goal_id);
  await context.database.transaction(async (tx) => {
    if ((await lockClaim(tx, claimId))?.state !== "waiting") return;
    if (provider.claims.by === "mail")
      await context.notifications.queue(tx, {
        cause: `coin-claim:${claimId}`,
        recipient: { email: provider.claims.to, name: provider.title, language: "en", partner: null, user_id: null },
        letter: missingCoins({
          provider: provider.title,
          offer: start.terms.name,
          offer_id: start.provider_offer_id,
          goal: goal?.name ?? claim.goal_id,
          user_ref: start.user_ref,
          started_at: start.started_at.toISOString(),
          reached_at: claim.reached_at.toISOString(),
          note: claim.note,
          screenshot: (await hasScreenshot(tx, claimId)) ? createScreenshotLinks(context).hrefOf(claimId) : null,
        }),
      });
    await setClaimSent(tx, claimId, reference, context.clock.now());
  });
}
