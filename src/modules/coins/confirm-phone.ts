/**
 * A member's number, confirmed by a code in a text. The number itself is forgotten once the text has left: what is kept tells
 * whether somebody else confirms the same one, and its last figures.
 */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Brand } from "#partners";
import type { Tx } from "#platform/database";
import { newSecret } from "#platform/ids";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { readTextable } from "#platform/phone";
import type { CoinsContext } from "./context.ts";
import { LIMITS } from "./limits.ts";
import type { CoinRefusal } from "./messages.ts";
import { confirmAsked, countTry, deletePhone, findPhoneOwner, readPhoneOf, saveAsked } from "./phone-store.ts";
import { lockMember } from "./start-store.ts";

export const CODE_MINUTES = 10;
/** Of a million codes nobody finds the one in so many tries. */
const MAX_TRIES = 5;

const BODIES = {
  en: (name: string, code: string) =>
    `${name}: ${code} is your code. It works for ${CODE_MINUTES} minutes. We never ask you for it.`,
  es: (name: string, code: string) =>
    `${name}: tu codigo es ${code}. Vale ${CODE_MINUTES} minutos. Nunca te lo pediremos.`,
} as const;

/** `asked`: a code is on its way, for a number that ends so. */
export type PhoneView = {
  texts: boolean;
  confirmed: { last4: string; at: string } | null;
  asked: { last4: string; until: string } | null;
};

export async function readPhoneView(context: CoinsContext, userId: string): Promise<PhoneView> {
  const row = await readPhoneOf(context.database.db, userId);
  const isOpen = row?.code_until != null && row.code_until > context.clock.now() && row.tries < MAX_TRIES;
  return {
    texts: context.notifications.texts,
    confirmed: row?.confirmed_at && row.last4 ? { last4: row.last4, at: row.confirmed_at.toISOString() } : null,
    asked: isOpen && row.asked_last4 ? { last4: row.asked_last4, until: (row.code_until as Date).toISOString() } : null,
  };
}

const keyed = (context: CoinsContext, what: string): Buffer =>
  createHmac("sha256", context.secret).update(`coins.phone:${what}`).digest();

/** Sends a code. Asked again there is a new one, and the one before it has ended. */
export async function sendPhoneCode(
  context: CoinsContext,
  member: { user_id: string; language: "en" | "es" },
  brand: Brand,
  form: { phone: string; address: string },
): Promise<Outcome<null, CoinRefusal>> {
  if (!context.notifications.texts) return refused("texts_unavailable");
  const phone = readTextable(form.phone, brand.offer.countries);
  if (!phone) return refused("phone_invalid");
  const wait = await context.limits.takeAll([
    [LIMITS.phone_text, member.user_id],
    [LIMITS.phone_number, phone],
    [LIMITS.phone_network, networkOf(form.address)],
  ]);
  if (wait) return refused("too_many_texts", wait);
  const hash = keyed(context, phone);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  return context.database.transaction(async (tx) => {
    await lockMember(tx, member.user_id);
    const owner = await findPhoneOwner(tx, hash);
    if (owner && owner !== member.user_id) return refused("phone_taken");
    await saveAsked(tx, member.user_id, {
      hash,
      last4: phone.slice(-4),
      code_hash: keyed(context, `${member.user_id}:${code}`),
      until: new Date(context.clock.now().getTime() + CODE_MINUTES * 60_000),
    });
    await context.notifications.queueText(tx, {
      cause: `phone-code:${newSecret(20)}`,
      to: phone,
      body: BODIES[member.language](brand.name, code),
    });
    return done(null);
  });
}

/** A few tries for each code, then it has ended. */
export async function confirmPhone(
  context: CoinsContext,
  userId: string,
  code: string,
): Promise<Outcome<null, CoinRefusal>> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    await lockMember(tx, userId);
    const row = await readPhoneOf(tx, userId);
    if (!row?.code_hash || !row.code_until || row.code_until <= now || row.tries >= MAX_TRIES)
      return refused("phone_code_over");
    await countTry(tx, userId);
    const given = keyed(context, `${userId}:${code.replace(/\D/g, "")}`);
    if (!timingSafeEqual(given, row.code_hash)) return refused("phone_code_wrong");
    const owner = await findPhoneOwner(tx, row.asked_hash as Buffer);
    if (owner && owner !== userId) return refused("phone_taken");
    await confirmAsked(tx, userId, now);
    // Who agreed to texts agreed to the number that it was.
    if (row.phone_hash && !row.phone_hash.equals(row.asked_hash as Buffer))
      await context.notifications.consents.end(tx, userId, "new_number");
    return done(null);
  });
}

/** Forgets it: coins of offers that others on the device began wait for a person again, and no text goes there. */
export const removePhone = (context: CoinsContext, userId: string): Promise<void> =>
  context.database.transaction(async (tx) => {
    await lockMember(tx, userId);
    await deletePhone(tx, userId);
    await context.notifications.consents.end(tx, userId, "number_gone");
  });

/** Whether a member has confirmed this very number; `phone` in E.164. */
export async function isPhoneOf(tx: Tx, context: CoinsContext, userId: string, phone: string): Promise<boolean> {
  return (await findPhoneOwner(tx, keyed(context, phone))) === userId;
}
