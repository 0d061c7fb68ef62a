/**
 * Drops what nobody can need any more, in portions that hold no lock for long: clicks that earned no order. What money follows
 * from is kept for good.
 */
import { addDays } from "#platform/clock";
import type { CashbackContext } from "./context.ts";
import { dropBarrenClicks } from "./drop-store.ts";
import { dropInquiries } from "./inquiries/inquiry-store.ts";
import { moveCursor, readCursor } from "./order-store.ts";

const AT_ONCE = 5_000;
/** Up to here clicks were looked at; those that are left behind it earned an order. */
const CLICKS_SEEN = "clicks.dropped";
const BEFORE_ALL = new Date(0);

export async function dropOld(context: CashbackContext): Promise<number> {
  const { db } = context.database;
  const { CLICKS_KEEP_DAYS } = context.settings;
  const now = context.clock.now();
  let dropped = 0;
  const before = addDays(now, -CLICKS_KEEP_DAYS);
  for (let after = (await readCursor(db, CLICKS_SEEN)) ?? BEFORE_ALL; after < before; ) {
    const portion = await dropBarrenClicks(db, after, before, AT_ONCE);
    dropped += portion.dropped;
    const whole = portion.looked < AT_ONCE;
    // A portion of clicks of one and the same moment, all of them kept, would be looked at for ever: the place moves on.
    const next = whole ? before : new Date(Math.max(portion.last?.getTime() ?? 0, after.getTime() + 1));
    await moveCursor(db, CLICKS_SEEN, next);
    after = next;
  }
  await dropInquiries(db, before);
  return dropped;
}
