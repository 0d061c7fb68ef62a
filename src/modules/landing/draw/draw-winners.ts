/**
 * The draw itself, once a brand and month; and what becomes of each prize: given to the member whose confirmed address was
 * drawn, or drawn again when nobody claimed it in time.
 */
import { MARKETING } from "#coins";
import { NOTHING } from "#ledger";
import type { Brand, Partners } from "#partners";
import { addDays, civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { LandingContext } from "../context.ts";
import { drawWon } from "../letters.ts";
import {
  countUndrawn,
  findOpenWinners,
  findUndrawnAt,
  forgetEntries,
  insertDrawnMonth,
  insertWinner,
  lockOpenWinner,
  settleWinner,
  type WinnerRow,
} from "./draw-store.ts";
import { CLAIM_DAYS, drawsOn, monthBeside, monthOf } from "./rules.ts";

/** Draws one entry among those that were not drawn yet; every one as likely as another. False when none is left. */
async function drawOne(
  tx: Tx,
  context: LandingContext,
  draw: { brand: string; month: string; prize_minor: bigint },
): Promise<boolean> {
  const now = context.clock.now();
  const count = await countUndrawn(tx, draw.brand, draw.month);
  if (count === 0) return false;
  const entry = await findUndrawnAt(tx, draw.brand, draw.month, context.random(count));
  assert(entry?.email, "a place below the count has an entry with its address");
  const claimUntil = civilDate(addDays(now, CLAIM_DAYS));
  await insertWinner(tx, entry, claimUntil, now);
  const member = await context.identity.confirmedMember(entry.email, tx);
  if (member)
    await give(
      tx,
      context,
      { ...entry, claim_until: claimUntil, prize_minor: draw.prize_minor, winners: 1 },
      member.user_id,
    );
  await context.notifications.queue(tx, {
    cause: `draw-won:${entry.entry_id}`,
    recipient: {
      user_id: member?.user_id ?? null,
      email: entry.email,
      name: member?.name ?? "",
      language: entry.language,
      partner: entry.brand,
    },
    letter: drawWon({
      amount_minor: draw.prize_minor.toString(),
      link: "",
      until: `${claimUntil}T12:00:00.000Z`,
      given: member !== null,
    }),
  });
  return true;
}

async function give(tx: Tx, context: LandingContext, winner: WinnerRow, userId: string): Promise<void> {
  const credited = await context.ledger.credit(tx, [
    {
      kind: "prize.draw",
      cause: `draw:${winner.entry_id}`,
      data: { bonus: `draw:${winner.entry_id}`, title: "prize" },
      owner: userId,
      from: NOTHING,
      to: { pending: 0n, confirmed: winner.prize_minor },
      against: [{ account: { kind: MARKETING, owner: "house" }, amount: -winner.prize_minor }],
    },
  ]);
  assert(credited.ok, `a credit is never refused (${credited.ok ? "" : credited.code})`);
  await settleWinner(tx, winner.entry_id, { state: "given", user_id: userId, at: context.clock.now() });
}

/**
 * What was promised to those who entered in a month: what their brand said last of a draw while it ran. A brand that ended its draw,
 * changed or closed is drawn for as it was announced.
 */
function promisedIn(month: string, partners: Pick<Partners, "during">): Brand[] {
  const first = new Date(`${month}T00:00:00Z`);
  const last = new Date(new Date(`${monthBeside(month, 1)}T00:00:00Z`).getTime() - 1);
  const found = new Map<string, Brand>();
  for (const brand of partners.during(first, last))
    if (brand.sweepstakes && !found.has(brand.partner_name)) found.set(brand.partner_name, brand);
  return [...found.values()];
}

/** Daily: draws the month that is over, gives prizes to those who opened their account, and draws lapsed ones again. */
export async function runDraws(context: LandingContext, partners: Pick<Partners, "during">): Promise<void> {
  const now = context.clock.now();
  const today = civilDate(now);
  const over = monthBeside(monthOf(now), -1);
  for (const brand of today < drawsOn(over) ? [] : promisedIn(over, partners)) {
    const draw = brand.sweepstakes;
    if (!draw) continue;
    await context.database.transaction(async (tx) => {
      const entries = await countUndrawn(tx, brand.partner_name, over);
      const prize_minor = BigInt(draw.prize_minor);
      const month = { brand: brand.partner_name, month: over, prize_minor };
      if (!(await insertDrawnMonth(tx, { ...month, entries, winners: draw.winners, at: now }))) return;
      for (let left = draw.winners; left > 0 && (await drawOne(tx, context, month)); left -= 1);
    });
  }
  for (const open of await findOpenWinners(context.database.db)) await settle(context, open, today);
  await forgetEntries(context.database.db, monthBeside(monthOf(now), -3));
}

async function settle(context: LandingContext, open: WinnerRow, today: string): Promise<void> {
  const member = open.email ? await context.identity.confirmedMember(open.email) : null;
  await context.database.transaction(async (tx) => {
    const winner = await lockOpenWinner(tx, open.entry_id);
    if (!winner) return;
    if (member) return give(tx, context, winner, member.user_id);
    if (today <= winner.claim_until) return;
    await settleWinner(tx, winner.entry_id, { state: "lapsed", user_id: null, at: context.clock.now() });
    await drawOne(tx, context, winner);
  });
}
