/**
 * The bonus of the wheel becomes money (decision 0010): pending in the passbook when its owner has joined within 30 days of
 * signing up, confirmed when the first full month was paid, taken back when the membership ended before or that month went back. Once a person.
 */
import { MARKETING } from "#coins";
import type { Held } from "#ledger";
import type { FirstMonth } from "#membership";
import type { Tx } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { type BonusRow, findBonusByDraw, findBonusOf, insertBonus, lockBonusesOf, saveBonus } from "./bonus-store.ts";
import type { LandingContext } from "./context.ts";
import { cardKey } from "./draw-keys.ts";
import { FIRST_ORDER_CLAIM_DAYS, type LandingRefusal } from "./messages.ts";
import { BONUS_TRANSITIONS, type BonusStanding, type BonusState, bonusStanding, claimEnds } from "./rules.ts";
import {
  findDraw,
  findDrawByKeys,
  insertDrawKeys,
  insertVisitEvent,
  lockDrawKeys,
  lockVisit,
  saveVisit,
} from "./store.ts";

export type Bonus = { amount_minor: string; state: BonusState; again: boolean };

/** The visit ends well: its owner has a membership. Without a draw there is no bonus. */
export async function joinVisit(
  context: LandingContext,
  input: { visit_id: string; user_id: string; member_since: Date; decides_on: string },
): Promise<Outcome<Bonus | null, LandingRefusal>> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const visit = await lockVisit(tx, input.visit_id);
    if (!visit || visit.user_id !== input.user_id) return refused("flow_not_found");
    if (!visit.joined_at) {
      await saveVisit(tx, { ...visit, joined_at: now }, now);
      await insertVisitEvent(tx, visit.visit_id, "joined", now);
    }
    const draw = visit.draw_id ? await findDraw(tx, visit.draw_id) : null;
    if (!draw) return done(null);
    const before = await findBonusOf(tx, input.user_id);
    if (before) return before.draw_id === draw.draw_id ? done(show(before, true)) : refused("bonus_already_claimed");
    const cards = (await context.membership.cardKeys(tx, input.user_id)).map(cardKey);
    await lockDrawKeys(tx, cards);
    const byCard = cards.length > 0 ? await findDrawByKeys(tx, cards) : null;
    if (byCard && byCard.draw_id !== draw.draw_id) return refused("bonus_already_claimed");
    if (claimEnds(input.member_since) < now) return refused("bonus_expired", { days: String(FIRST_ORDER_CLAIM_DAYS) });
    const row: BonusRow = {
      draw_id: draw.draw_id,
      user_id: input.user_id,
      amount_minor: draw.amount_minor,
      state: "pending",
      reason_code: null,
      decides_on: input.decides_on,
      version: 0,
      claimed_at: now,
    };
    if (!(await insertBonus(tx, row))) return refused("bonus_already_claimed");
    await insertDrawKeys(tx, draw.draw_id, cards, now);
    await credit(tx, context, null, row);
    return done(show(row, false));
  });
}

/** What the first full month decided. Told twice it happens once; without a bonus it is nothing. */
export async function settleBonus(
  context: LandingContext,
  { draw_id, ...facts }: { draw_id: string } & Omit<FirstMonth, "key">,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const found = await findBonusByDraw(tx, draw_id);
    const all = found ? await lockBonusesOf(tx, [found.user_id]) : [];
    // Absent when its account became another's at this moment: it is looked at again tomorrow.
    const before = all.find((row) => row.draw_id === draw_id);
    if (!before) return;
    const other = all.some((row) => row !== before && row.state !== "reversed");
    const standing = bonusStanding(before, { ...facts, other });
    if (standing.state !== before.state) await moveBonus(tx, context, before, standing);
  });
}

export async function moveBonus(tx: Tx, context: LandingContext, before: BonusRow, next: BonusStanding): Promise<void> {
  const row: BonusRow = { ...before, ...next, version: before.version + 1 };
  assert(
    (BONUS_TRANSITIONS[before.state] as readonly string[]).includes(row.state),
    `a bonus may go from ${before.state} to ${row.state}`,
  );
  await saveBonus(tx, row, before.state, context.clock.now());
  await credit(tx, context, before, row);
}

const show = (row: BonusRow, again: boolean): Bonus => ({
  amount_minor: row.amount_minor.toString(),
  state: row.state,
  again,
});

const heldIn = (row: BonusRow | null): Held => ({
  pending: row?.state === "pending" ? row.amount_minor : 0n,
  confirmed: row?.state === "confirmed" ? row.amount_minor : 0n,
});

/** What the bonus holds follows its state. */
async function credit(tx: Tx, context: LandingContext, before: BonusRow | null, row: BonusRow): Promise<void> {
  const from = heldIn(before);
  const to = heldIn(row);
  const credited = await context.ledger.credit(tx, [
    {
      kind: "bonus.spin",
      cause: `spin:${row.draw_id}:${row.version}`,
      reason: row.reason_code,
      data: {
        bonus: `spin:${row.draw_id}`,
        title: "credit",
        expected_at: row.state === "pending" ? `${row.decides_on}T00:00:00.000Z` : null,
      },
      owner: row.user_id,
      from,
      to,
      against: [
        {
          account: { kind: MARKETING, owner: "house" },
          amount: from.pending + from.confirmed - to.pending - to.confirmed,
        },
      ],
    },
  ]);
  assert(credited.ok, `a credit is never refused (${credited.ok ? "" : credited.code})`);
}
