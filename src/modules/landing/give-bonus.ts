/**
 * The bonus of the wheel becomes money (decision 0010): pending in the passbook when its owner has joined within 30 days of
 * signing up, confirmed when the first full month was paid, taken back when the membership ended before. Once a person.
 */
import type { Held } from "#ledger";
import type { Tx } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { type BonusRow, findBonusOf, insertBonus, lockBonusOf, saveBonus } from "./bonus-store.ts";
import { cardKey } from "./draw-keys.ts";
import { FIRST_ORDER_CLAIM_DAYS, type LandingRefusal } from "./messages.ts";
import type { LandingRoom } from "./room.ts";
import { BONUS_TRANSITIONS, type BonusState, claimEnds } from "./rules.ts";
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
  room: LandingRoom,
  input: { visit_id: string; user_id: string; member_since: Date; decides_on: string },
): Promise<Outcome<Bonus | null, LandingRefusal>> {
  const now = room.clock.now();
  return room.database.transaction(async (tx) => {
    const visit = await lockVisit(tx, input.visit_id);
    if (!visit || visit.user_id !== input.user_id) return refused("flow_gone");
    if (!visit.joined_at) {
      await saveVisit(tx, { ...visit, joined_at: now }, now);
      await insertVisitEvent(tx, visit.visit_id, "joined", now);
    }
    const draw = visit.draw_id ? await findDraw(tx, visit.draw_id) : null;
    if (!draw) return done(null);
    const before = await findBonusOf(tx, input.user_id);
    if (before) return before.draw_id === draw.draw_id ? done(show(before, true)) : refused("bonus_had");
    const cards = (await room.membership.cardKeys(tx, input.user_id)).map(cardKey);
    await lockDrawKeys(tx, cards);
    const byCard = cards.length > 0 ? await findDrawByKeys(tx, cards) : null;
    if (byCard && byCard.draw_id !== draw.draw_id) return refused("bonus_had");
    if (claimEnds(input.member_since) < now) return refused("bonus_late", { days: String(FIRST_ORDER_CLAIM_DAYS) });
    const row: BonusRow = {
      draw_id: draw.draw_id,
      user_id: input.user_id,
      amount_minor: draw.amount_minor,
      state: "pending",
      decides_on: input.decides_on,
      version: 0,
      claimed_at: now,
    };
    if (!(await insertBonus(tx, row))) return refused("bonus_had");
    await insertDrawKeys(tx, draw.draw_id, cards, now);
    await credit(room, tx, null, row);
    return done(show(row, false));
  });
}

/** What the first full month decided. Told twice it happens once; without a bonus it is nothing. */
export async function settleBonus(
  room: LandingRoom,
  input: { user_id: string; state: Exclude<BonusState, "pending"> },
): Promise<void> {
  await room.database.transaction(async (tx) => {
    const before = await lockBonusOf(tx, input.user_id);
    if (!before || !(BONUS_TRANSITIONS[before.state] as readonly string[]).includes(input.state)) return;
    await moveBonus(tx, room, before, input.state);
  });
}

export async function moveBonus(tx: Tx, room: LandingRoom, before: BonusRow, state: BonusState): Promise<void> {
  const row: BonusRow = { ...before, state, version: before.version + 1 };
  await saveBonus(tx, row, before.state, room.clock.now());
  await credit(room, tx, before, row);
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
async function credit(room: LandingRoom, tx: Tx, before: BonusRow | null, row: BonusRow): Promise<void> {
  const from = heldIn(before);
  const to = heldIn(row);
  const credited = await room.ledger.credit(tx, [
    {
      kind: "bonus.spin",
      cause: `spin:${row.draw_id}:${row.version}`,
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
          account: { kind: "marketing", owner: "house" },
          amount: from.pending + from.confirmed - to.pending - to.confirmed,
        },
      ],
    },
  ]);
  assert(credited.ok, `a credit is never refused (${credited.ok ? "" : credited.code})`);
}
