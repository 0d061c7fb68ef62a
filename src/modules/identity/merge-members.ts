/**
 * Makes two accounts of one person one, in ONE transaction: sessions end, linked accounts and everything that higher
 * modules keep moves over. The old row stays and says where it went. Merged again, nothing happens.
 */

import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { userId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import type { DataKeeper, Move } from "#platform/member-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import { moveNotes } from "./desk/desk-store.ts";
import { SWEEP_MERGED } from "./job-kinds.ts";
import { ALL_LINKS, dropOpenLinks, insertSafetyEvent } from "./link-store.ts";
import { closeMerged, joinMembership, listMerged, lockUsers, moveLinked, readMergedInto } from "./merge-store.ts";
import type { SocialRefusal } from "./social/social-messages.ts";
import { endSessionsOf } from "./store.ts";

/** What was under way when the accounts became one (a click being written, a job that ran) comes in within these. */
const SWEEPS_MINUTES = [1, 60];
/** And once a day: an order may be told of months after its click. */
const SWEEP_DAYS = 400;

export async function mergeMembers(
  context: IdentityContext,
  { from, to }: { from: string; to: string },
): Promise<Outcome<{ merged: boolean }, SocialRefusal>> {
  if (from === to) return done({ merged: false });
  const now = context.clock.now();
  const outcome = await context.database.transaction(
    async (tx): Promise<Outcome<{ merged: boolean }, SocialRefusal>> => {
      const users = await lockUsers(tx, [from, to]);
      const old = users.get(from);
      const kept = users.get(to);
      if (!old || !kept || kept.merged_at || kept.deleted_at || old.deleted_at) return refused("merge_not_possible");
      // Who was shut out does not come back in as somebody else.
      if (old.closed_at || kept.closed_at) return refused("merge_not_possible");
      if (old.merged_at) return old.merged_into === to ? done({ merged: false }) : refused("merge_not_possible");
      await endSessionsOf(tx, from, null, "merged", now);
      await dropOpenLinks(tx, from, ALL_LINKS, now);
      await moveLinked(tx, from, to);
      await moveAll(tx, context, { from, to, round: 0 });
      await moveNotes(tx, from, to);
      await joinMembership(tx, from, to);
      await closeMerged(tx, from, to, now);
      await insertSafetyEvent(tx, { user_id: from, kind: "merged", detail: `into ${userId.show(to)}`, at: now });
      await insertSafetyEvent(tx, { user_id: to, kind: "merged", detail: `from ${userId.show(from)}`, at: now });
      await addJobs(
        tx,
        SWEEPS_MINUTES.map((minutes, index) =>
          SWEEP_MERGED.with({ from, to, round: index + 1 }, { run_at: new Date(now.getTime() + minutes * 60_000) }),
        ),
      );
      return done({ merged: true });
    },
  );
  context.forgetUser(from);
  context.forgetUser(to);
  return outcome;
}

/**
 * The job: whatever reached the old account meanwhile goes on to where it belongs. Where that one has ended since, it ends as all that
 * its member had: erased, and what is free goes to the house.
 */
export async function sweepMerged(context: IdentityContext, keepers: readonly DataKeeper[], move: Move): Promise<void> {
  await context.database.transaction(async (tx) => {
    // Where the account went on since, its own sweeps follow.
    const to = await readMergedInto(tx, move.from);
    if (!to) return;
    const users = await lockUsers(tx, [move.from, to]);
    if (users.get(move.from)?.merged_into !== to) return;
    if (!users.get(to)?.deleted_at) return moveAll(tx, context, { ...move, to });
    const money = (await context.ledger.lockMembers(tx, [move.from])).get(move.from);
    // What is set aside must arrive first; a later sweep comes again.
    if (money && (money.held > 0n || money.coins_held > 0n)) return;
    for (const keeper of keepers) await keeper.erase(tx, move.from);
    await context.ledger.closeMember(tx, move.from);
  });
}

/** Before the account ends, in the same transaction: it has all that came for it by then, money too. */
export async function gatherFormer(
  tx: Tx,
  context: IdentityContext,
  { to, former, now }: { to: string; former: readonly string[]; now: Date },
): Promise<void> {
  // Behind all rounds of the days: whoever is refused, because something is left, asks again later.
  for (const from of former) await moveAll(tx, context, { from, to, round: now.getTime() });
}

async function moveAll(tx: Tx, context: IdentityContext, move: Move): Promise<void> {
  for (const mover of context.movers) await mover(tx, move);
}

/**
 * Once a day, for all that were merged, behind the rounds of the first hour. Throws at the end where some could not be swept: the others
 * do not wait for them.
 */
export async function sweepAllMerged(context: IdentityContext, keepers: readonly DataKeeper[]): Promise<void> {
  const now = context.clock.now();
  const merged = await context.database.transaction((tx) => listMerged(tx, addDays(now, -SWEEP_DAYS)));
  const errors: unknown[] = [];
  for (const { from, to } of merged)
    await sweepMerged(context, keepers, { from, to, round: now.getTime() }).catch((error: unknown) =>
      errors.push(error),
    );
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${merged.length} were not swept`);
}
