/**
 * Codes that are worth coins. An operator gives one to a member, who gets it by mail; nobody else sees it, and only its hash is
 * kept. A partner's are made for whoever it brought. Redeemed once, the coins are the member's at once, paid for by us.
 */
import { MARKETING } from "#coins";
import { addDays, civilDate } from "#platform/clock";
import { momentOf } from "#platform/database";
import { newId } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { PayoutContext } from "./context.ts";
import { CODE_LIMITS, type CodeReason, hashCode, makeCode, readCode } from "./gift-code-rules.ts";
import { type GiftCodeRow, insertGiftCode, lockGiftCode, markRedeemed } from "./gift-code-store.ts";
import { giftCodeGiven } from "./letters-of-codes.ts";
import { LIMITS } from "./limits.ts";
import type { PayoutRefusal } from "./messages.ts";

export type CodeGift = {
  user_id: string;
  coins: bigint;
  days: number;
  reason: CodeReason;
  by: string;
  approved_by: string | null;
  /** When it was decided, for what is carried out later and perhaps a second time: its day is that day. Absent: now. */
  decided_at?: Date | undefined;
};
export type CodeGiftRefusal = "unknown_member" | "too_much" | "second_person" | "given_today" | "no_address";

/** Makes a code for one member and mails it. The same of the same person on one day is one: a doubled press gives nothing more. */
export async function giveGiftCode(
  context: PayoutContext,
  gift: CodeGift,
): Promise<Outcome<{ expires_at: Date }, CodeGiftRefusal>> {
  if (gift.coins > CODE_LIMITS.press) return refused("too_much");
  const approved = gift.approved_by !== null && gift.approved_by !== gift.by;
  if (gift.coins > CODE_LIMITS.alone && !approved) return refused("second_person");
  return context.database.transaction(async (tx): Promise<Outcome<{ expires_at: Date }, CodeGiftRefusal>> => {
    const member = await context.identity.lockLiving(tx, gift.user_id);
    if (!member) return refused("unknown_member");
    if (!member.email) return refused("no_address");
    const now = momentOf(tx, context.clock);
    const decided_on = civilDate(gift.decided_at ?? now);
    const cause = ["gift_code", gift.user_id, gift.by, gift.coins, gift.reason, decided_on].join(":");
    const day = {
      limit: "payouts.gift_codes",
      subject: gift.by,
      window: "day",
      most: CODE_LIMITS.operator_day,
    } as const;
    const taken = await context.ledger.takeLimit(tx, { ...day, amount: gift.coins, cause });
    if (!taken.ok) return refused("too_much");
    const once = { limit: "payouts.gift_code_once", subject: cause, window: "ever", most: 1n, amount: 1n } as const;
    // Each press has a cause of its own, so that the second of a day finds that the one use is gone.
    const first = await context.ledger.takeLimit(tx, { ...once, cause: `${cause}:${newId("request")}` });
    if (!first.ok) return refused("given_today");
    const code = makeCode();
    const expires_at = addDays(now, gift.days);
    await insertGiftCode(tx, {
      code_hash: hashCode(code),
      coins: gift.coins,
      given_to: gift.user_id,
      partner: null,
      reason: gift.reason,
      made_by: gift.approved_by ? `${gift.by}, with ${gift.approved_by}` : gift.by,
      made_at: now,
      expires_at,
    });
    await context.notifications.queue(tx, {
      cause,
      recipient: { ...member, user_id: gift.user_id },
      letter: giftCodeGiven({
        code,
        coins: gift.coins.toString(),
        worth_minor: context.ledger.worthOf(gift.coins).toString(),
        expires_at: expires_at.toISOString(),
        reason: gift.reason,
      }),
    });
    return done({ expires_at });
  });
}

/** A batch for a partner, who gives them to its own people: shown to who made them and to nobody after. */
export async function makePartnerCodes(
  context: PayoutContext,
  batch: { partner: string; coins: bigint; count: number; expires_at: Date; by: string },
): Promise<Outcome<string[], "too_much">> {
  return context.database.transaction(async (tx): Promise<Outcome<string[], "too_much">> => {
    const now = momentOf(tx, context.clock);
    const total = batch.coins * BigInt(batch.count);
    // Each batch is a use of its own: two at one instant count twice.
    const cause = `gift_codes:${newId("request")}`;
    const day = {
      limit: "payouts.partner_codes",
      subject: batch.by,
      window: "day",
      most: CODE_LIMITS.partner_day,
    } as const;
    const taken = await context.ledger.takeLimit(tx, { ...day, amount: total, cause });
    if (!taken.ok) return refused("too_much");
    const codes = Array.from({ length: batch.count }, () => makeCode());
    for (const code of codes)
      await insertGiftCode(tx, {
        code_hash: hashCode(code),
        coins: batch.coins,
        given_to: null,
        partner: batch.partner,
        reason: "partner",
        made_by: batch.by,
        made_at: now,
        expires_at: batch.expires_at,
      });
    return done(codes);
  });
}

export type Redeemed = { coins: bigint; worth_minor: bigint };

export async function redeemCode(
  context: PayoutContext,
  input: { user_id: string; code: string },
): Promise<Outcome<Redeemed, PayoutRefusal>> {
  const { user_id } = input;
  if (input.code.trim() === "") return refused("code_missing");
  const wait = await context.limits.take(LIMITS.gift_code, user_id);
  if (wait) return refused("code_tries", wait);
  const code = readCode(input.code);
  if (code === null) return refused("code_unknown");
  return context.database.transaction(async (tx): Promise<Outcome<Redeemed, PayoutRefusal>> => {
    // The person first, as a merge and the end of an account take them.
    const member = await context.identity.lockLiving(tx, user_id);
    if (!member) return refused("not_signed_in");
    const hash = hashCode(code);
    const row = await lockGiftCode(tx, hash);
    if (!row) return refused("code_unknown");
    const now = momentOf(tx, context.clock);
    const wrong = whyNot(row, { user_id, partner: context.partners.named(member.partner).partner_name }, now);
    if (wrong) return wrong;
    await markRedeemed(tx, hash, user_id, now);
    const { coins } = row;
    const posted = await context.ledger.credit(tx, [
      {
        kind: "code.redeemed",
        cause: `gift_code:${hash.toString("hex")}`,
        reason: row.reason,
        owner: user_id,
        unit: "COIN",
        from: { pending: 0n, confirmed: 0n },
        to: { pending: 0n, confirmed: coins },
        against: [{ account: { kind: MARKETING, owner: "house" }, amount: -context.ledger.reserveOf(coins) }],
      },
    ]);
    assert(posted.ok, `a code is redeemed once (${posted.ok ? "" : posted.code})`);
    return done({ coins, worth_minor: context.ledger.worthOf(coins) });
  });
}

/** Whose it is before whether it was used: a stranger learns nothing of what became of another's code. */
function whyNot(row: GiftCodeRow, who: { user_id: string; partner: string }, now: Date) {
  const date = (at: Date) => ({ date: civilDate(at) });
  if (row.redeemed_by === who.user_id) return refused("code_yours" as const, date(row.redeemed_at ?? now));
  if (row.given_to !== null && row.given_to !== who.user_id) return refused("code_foreign" as const);
  if (row.partner !== null && row.partner !== who.partner) return refused("code_foreign" as const);
  if (row.redeemed_by !== null) return refused("code_used" as const);
  return row.expires_at <= now ? refused("code_expired" as const, date(row.expires_at)) : null;
}
