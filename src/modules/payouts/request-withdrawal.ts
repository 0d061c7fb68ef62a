/** Asks for a withdrawal: password, amount, receiver, hold and job in one go. A doubled click asks once. */

import { isEmail, normaliseEmail } from "#identity";
import { addDays } from "#platform/clock";
import { newId } from "#platform/ids";
import { showUsd } from "#platform/money";
import { done, type Outcome, refused } from "#platform/outcome";
import { confirmOwner, type Owner } from "./confirm-owner.ts";
import type { PayoutContext } from "./context.ts";
import { holdForPerson } from "./hold-for-person.ts";
import { withdrawalId } from "./ids.ts";
import { withdrawalRequested } from "./letters.ts";
import type { PayoutRefusal } from "./messages.ts";
import { factsOf, intentOf } from "./payable.ts";
import { claimReceiver } from "./receivers.ts";
import { isPhone, METHODS, type Method, mask, normalisePhone, parseAmount } from "./rules.ts";
import { findByRequest, findGiftCard, insertWithdrawal, lockMember, nextNumber } from "./store.ts";

export type WithdrawalRequest = Owner & {
  request_key: string;
  method: Method;
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
  input: Pick<WithdrawalRequest, "user_id" | "request_key" | "method"> & { amount: bigint | "everything" },
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
    const balances = (await context.ledger.lockMembers(tx, [input.user_id])).get(input.user_id);
    const available = balances?.available ?? 0n;
    const amount = input.amount === "everything" ? available : input.amount;
    const minimum = BigInt(brand.payout_minimum_minor);
    if (amount < minimum) return refused("below_minimum", { minimum: showUsd(minimum) });
    if (amount > available) return refused("not_enough", { available: showUsd(available) });
    const { range } = receiver;
    if (range && (amount < range.minimum || amount > range.maximum))
      return refused("card_range", { minimum: showUsd(range.minimum), maximum: showUsd(range.maximum) });
    if (!(await claimReceiver(tx, context, input.user_id, input.method, receiver))) {
      await holdForPerson(tx, context, { ...input, ...receiver, amount });
      return refused("receiver_taken");
    }
    const withdrawal_id = newId("withdrawal");
    const number = await nextNumber(tx, input.user_id);
    const reference = String(number).padStart(4, "0");
    const held = await context.ledger.hold(tx, {
      cause: `withdrawal:${withdrawal_id}`,
      owner: input.user_id,
      unit: "USD",
      amount,
      data: { method: METHODS[input.method].en, reference },
    });
    if (!held.ok) return refused("not_enough", { available: showUsd(available) });
    const row = {
      withdrawal_id,
      user_id: input.user_id,
      request_key: input.request_key.slice(0, 80),
      number,
      method: input.method,
      amount_minor: amount,
      destination: receiver.destination,
      label: receiver.label,
      hold_id: held.value.hold_id,
      requested_at: now,
      arrives_by: addDays(now, METHODS[input.method].days),
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

export type Receiver = { destination: string; label: string; range: { minimum: bigint; maximum: bigint } | null };

export async function readReceiver(
  context: PayoutContext,
  input: Pick<WithdrawalRequest, "method" | "destination">,
): Promise<Outcome<Receiver, PayoutRefusal>> {
  const text = input.destination.trim();
  if (input.method === "paypal") {
    const email = normaliseEmail(text);
    return isEmail(email) ? done({ destination: email, label: mask(email), range: null }) : refused("email_invalid");
  }
  if (input.method === "venmo") {
    return isPhone(text)
      ? done({ destination: normalisePhone(text), label: mask(normalisePhone(text)), range: null })
      : refused("phone_invalid");
  }
  if (text === "") return refused("card_missing");
  const card = await findGiftCard(context.database.db, text);
  return card
    ? done({
        destination: card.product_id,
        label: card.name,
        range: { minimum: card.minimum_minor, maximum: card.maximum_minor },
      })
    : refused("unknown_card");
}
