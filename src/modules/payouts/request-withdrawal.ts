/** Asks for a withdrawal: password, amount, receiver, hold and job in one go. A doubled click asks once. */

import { isEmail, normaliseEmail } from "#identity";
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { coinsFor, showUsd, type Unit } from "#platform/money";
import { done, type Outcome, refused } from "#platform/outcome";
import { confirmOwner, type Owner } from "./confirm-owner.ts";
import type { PayoutContext } from "./context.ts";
import { endWaiting, holdForPerson } from "./hold-for-person.ts";
import { withdrawalId } from "./ids.ts";
import { withdrawalRequested } from "./letters.ts";
import type { PayoutRefusal } from "./messages.ts";
import { dataOf, factsOf, intentOf } from "./payable.ts";
import { claimReceiver } from "./receivers.ts";
import { countryOf, isPhone, METHODS, type Method, mask, normalisePhone, parseAmount } from "./rules.ts";
import { findByRequest, findGiftCard, type GiftCardRow, insertWithdrawal, lockMember, nextNumber } from "./store.ts";

export type WithdrawalRequest = Owner & {
  request_key: string;
  method: Method;
  /** What it is paid with: cash unless it says otherwise. */
  unit?: Unit;
  /** "everything", or an amount in dollars as typed. */
  amount: string;
  /** E-mail address, phone number or gift card product. */
  destination: string;
};

/** `id` is the public one (`wdr_…`), for whoever asked. */
export async function requestWithdrawal(
  context: PayoutContext,
  input: WithdrawalRequest,
): Promise<Outcome<{ id: string; withdrawal_id: string; again: boolean }, PayoutRefusal>> {
  const receiver = await readReceiver(context, input);
  if (!receiver.ok) return receiver;
  const confirmed = await confirmOwner(context.identity, input);
  if (!confirmed.ok) return confirmed;
  const amount = input.amount === "everything" ? input.amount : parseAmount(input.amount);
  if (amount === null) return refused("amount_invalid");
  const opened = await openWithdrawal(context, { ...input, amount }, receiver.value);
  return opened.ok ? done({ id: withdrawalId.show(opened.value.withdrawal_id), ...opened.value }) : opened;
}

/** The same checks, hold, job and letter whoever asks; that it is the owner was made sure of before. */
export async function openWithdrawal(
  context: PayoutContext,
  input: Pick<WithdrawalRequest, "user_id" | "request_key" | "method" | "unit"> & {
    amount: bigint | "everything";
    withdrawal_id?: string;
  },
  receiver: Receiver,
): Promise<Outcome<{ withdrawal_id: string; again: boolean }, PayoutRefusal>> {
  const contact = await context.identity.contact(input.user_id);
  if (!contact) return refused("not_signed_in");
  const brand = context.partners.named(contact.partner);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    await lockMember(tx, input.user_id);
    const before = await findByRequest(tx, input.user_id, input.request_key);
    if (before) return done({ withdrawal_id: before.withdrawal_id, again: true });
    const purse = await lockPurse(tx, context, input.user_id, input.unit ?? "USD");
    const amount = input.amount === "everything" ? purse.available : input.amount;
    // The face values of a card are its minimum; for cash it is the brand's.
    const minimum = BigInt(purse.unit === "COIN" && input.method === "gift_card" ? 1 : brand.payout_minimum_minor);
    if (amount < minimum) return refused("below_minimum", { minimum: showUsd(minimum) });
    if (amount > purse.available) return purse.lacks;
    const fits = checkCard(receiver, amount, contact.country_code);
    if (!fits.ok) return fits;
    if (!(await claimReceiver(tx, context, input.user_id, input.method, receiver)))
      return holdForPerson(tx, context, { ...input, ...receiver, amount });
    await endWaiting(tx, context, { ...input, ...receiver });
    const withdrawal_id = input.withdrawal_id ?? newId("withdrawal");
    const number = await nextNumber(tx, input.user_id);
    const coins = purse.unit === "COIN" ? coinsFor(amount, context.ledger.coinsPerDollar) : null;
    const { method } = input;
    const arrives_by = addDays(now, METHODS[input.method].days);
    const held = await context.ledger.hold(tx, {
      cause: `withdrawal:${withdrawal_id}`,
      owner: input.user_id,
      unit: purse.unit,
      amount: coins ?? amount,
      data: {
        ...dataOf({ number, method, amount_minor: amount, coins, label: receiver.label }),
        ...{ payable: withdrawal_id, arrives_by: arrives_by.toISOString() },
      },
    });
    if (!held.ok) return purse.lacks;
    const row = {
      withdrawal_id,
      user_id: input.user_id,
      request_key: input.request_key.slice(0, 80),
      number,
      method: input.method,
      amount_minor: amount,
      coins,
      destination: receiver.destination,
      label: receiver.label,
      hold_id: held.value.hold_id,
      requested_at: now,
      arrives_by,
    };
    await insertWithdrawal(tx, row);
    await context.payables.request(tx, intentOf(row, { name: contact.name, email: contact.email ?? "" }, brand.name));
    await context.notifications.queue(tx, {
      cause: `withdrawal:${withdrawal_id}:requested`,
      recipient: {
        user_id: input.user_id,
        email: contact.email,
        name: contact.name,
        language: contact.language,
        partner: contact.partner,
      },
      letter: withdrawalRequested(factsOf({ ...row, reason_code: null }, null)),
    });
    return done({ withdrawal_id, again: false });
  });
}

/** What a member has free of a unit, at its worth in cents, and the refusal of whoever asks for more. */
async function lockPurse(tx: Tx, { ledger }: PayoutContext, userId: string, unit: Unit) {
  const balances = (await ledger.lockMembers(tx, [userId])).get(userId);
  const coins = balances?.coins ?? 0n;
  const available = unit === "COIN" ? ledger.worthOf(coins) : (balances?.available ?? 0n);
  const worth = showUsd(available);
  const lacks =
    unit === "COIN"
      ? refused("not_enough_coins" as const, { coins: coins.toLocaleString("en-US"), worth })
      : refused("not_enough" as const, { available: worth });
  return { unit, available, lacks };
}

/** Whether a card is made for this amount and this member. */
function checkCard(
  { card }: Receiver,
  amount: bigint,
  country: string | null,
): Outcome<null, "card_range" | "card_value" | "card_country"> {
  if (!card) return done(null);
  if (!card.countries.includes(countryOf(country))) return refused("card_country");
  if (card.face_values.length > 0 && !card.face_values.includes(amount))
    return refused("card_value", { values: card.face_values.map(showUsd).join(", ") });
  if (amount < card.minimum_minor || amount > card.maximum_minor)
    return refused("card_range", { minimum: showUsd(card.minimum_minor), maximum: showUsd(card.maximum_minor) });
  return done(null);
}

export type Receiver = { destination: string; label: string; card: GiftCardRow | null };

export async function readReceiver(
  context: PayoutContext,
  input: Pick<WithdrawalRequest, "method" | "destination">,
): Promise<Outcome<Receiver, PayoutRefusal>> {
  const text = input.destination.trim();
  if (input.method === "paypal") {
    const email = normaliseEmail(text);
    return isEmail(email) ? done({ destination: email, label: mask(email), card: null }) : refused("email_invalid");
  }
  if (input.method === "venmo") {
    return isPhone(text)
      ? done({ destination: normalisePhone(text), label: mask(normalisePhone(text)), card: null })
      : refused("phone_invalid");
  }
  if (text === "") return refused("card_missing");
  const card = await findGiftCard(context.database.db, text);
  return card ? done({ destination: card.product_id, label: card.name, card }) : refused("unknown_card");
}
