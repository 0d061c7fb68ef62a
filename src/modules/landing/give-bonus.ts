/**
 * The bonus of the wheel becomes money (decision 0010): pending in the passbook when its owner has joined within 30 days of
 * signing up, confirmed when the first full month was paid, taken back when the membership ended before. Once a person.
 */
import type { Line } from "#ledger";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { type BonusRow, findBonusOf, insertBonus, lockBonusOf, saveBonus } from "./bonus-store.ts";
import { FIRST_ORDER_CLAIM_DAYS, type LandingRefusal } from "./messages.ts";
import type { LandingRoom } from "./room.ts";
import { BONUS_TRANSITIONS, type BonusState, claimEnds } from "./rules.ts";
import { findDraw, insertVisitEvent, lockVisit, saveVisit } from "./store.ts";

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
    const posted = await room.ledger.post(tx, [posting(row, linesTo(row, { available: 0n, clawback: 0n }))]);
    assert(posted.ok, "a new pending bonus passes no bound");
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
    const balance = (await room.ledger.lockMembers(tx, [input.user_id])).get(input.user_id);
    assert(balance, "the member's balances are locked");
    const row: BonusRow = { ...before, state: input.state, version: before.version + 1 };
    await saveBonus(tx, row, before.state, room.clock.now());
    const posted = await room.ledger.post(tx, [posting(row, linesTo(row, balance))]);
    assert(posted.ok, `a bonus is settled under lock (${posted.ok ? "" : posted.code})`);
  });
}

const show = (row: BonusRow, again: boolean): Bonus => ({
  amount_minor: row.amount_minor.toString(),
  state: row.state,
  again,
});

/** The lines that lead into a state. What the member owes is paid back first, as with cash back. */
function linesTo(row: BonusRow, balance: { available: bigint; clawback: bigint }): Line[] {
  const amount = row.amount_minor;
  const pending = { kind: "member_pending" as const, owner: row.user_id };
  const marketing = { kind: "marketing" as const, owner: "house" };
  if (row.state === "pending")
    return [
      { account: pending, amount },
      { account: marketing, amount: -amount },
    ];
  if (row.state === "reversed")
    return [
      { account: pending, amount: -amount },
      { account: marketing, amount },
    ];
  const owed = balance.clawback < amount ? balance.clawback : amount;
  return [
    { account: pending, amount: -amount },
    { account: { kind: "member_available" as const, owner: row.user_id }, amount: amount - owed },
    { account: { kind: "member_clawback" as const, owner: row.user_id }, amount: owed },
  ].filter((line) => line.amount !== 0n);
}

const posting = (row: BonusRow, lines: Line[]) => ({
  kind: "bonus.spin",
  cause: `spin:${row.draw_id}:${row.version}`,
  data: {
    bonus: `spin:${row.draw_id}`,
    title: "credit",
    expected_at: row.state === "pending" ? `${row.decides_on}T00:00:00.000Z` : null,
  },
  lines,
});
