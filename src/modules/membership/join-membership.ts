/**
 * Joining: the words that were shown, the card that was saved, the first sum, and only then a membership. A doubled click,
 * a lost answer or a second window finds the sign-up that is open and asks for the same payment again.
 */
import type { Brand } from "#partners";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { OutgoingError } from "#platform/outgoing";
import { isZone } from "#platform/zone";
import { dayIn } from "./calendar.ts";
import { openAttempt, sendAttempt } from "./charge-card.ts";
import {
  type ChargeRow,
  findCharge,
  findLiveAttempt,
  insertCharge,
  readAttempt,
  readCharge,
  saveCharge,
} from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { grantPaid } from "./grant-paid.ts";
import { declineWords, type MembershipRefusal, type ReasonCode, reasonWords } from "./messages.ts";
import type { CardFace } from "./processor.types.ts";
import { makeQuote, type Quote } from "./quote.ts";
import {
  findCustomer,
  insertConsent,
  insertCustomer,
  isTrialHeld,
  isTrialUsed,
  keepCard,
  lockTrialKeys,
} from "./record-store.ts";
import { findRefundsOfPayment } from "./refund-store.ts";
import { isSold, LINE_OF, type Line, mailboxKey, statementOf, type Tier, trialKey } from "./rules.ts";
import { settleAttempt } from "./settle-attempt.ts";
import { closeJoin, findRunning, insertJoin, type JoinRow, lockOpenJoin, lockPerson, readJoin } from "./store.ts";

export type Paid =
  | { state: "paid"; membership_id: string; charge_id: string }
  | { state: "requires_action"; membership_id: string; charge_id: string; client_secret: string }
  | { state: "processing"; membership_id: string; charge_id: string };

export type JoinInput = {
  user_id: string;
  tier: Tier;
  zone?: string | undefined;
  setup_id: string;
  /** Exactly what `quote` gave to be shown and agreed to. */
  consent: { words: string; language: "en" | "es" };
  address: string;
  user_agent: string;
};

async function trialKeys(
  context: MembershipContext,
  userId: string,
  card: CardFace | null,
  tx?: Tx,
): Promise<string[]> {
  const contact = await context.identity.contact(userId, tx);
  const cardKey = card?.fingerprint ? trialKey("card", card.fingerprint) : null;
  const keys = [trialKey("account", userId), mailboxKey(contact?.email ?? null), cardKey];
  return keys.filter((key) => key !== null);
}

/**
 * Price and dates for a visitor (nobody yet), or for a member, whose trial may have been used. With the setup of a card
 * that was saved, the card counts too: who was refused with `terms_changed` asks again with it and reads what holds.
 * `card_key` is that card, as `cardKeys` names those that joined.
 */
export async function quote(
  context: MembershipContext,
  input: { brand: Brand; tier: Tier; zone?: string | undefined; user_id?: string | null; setup_id?: string | null },
): Promise<Quote & { card_key: string | null }> {
  const card = input.user_id && input.setup_id ? await readSetupCard(context, input.user_id, input.setup_id) : null;
  const quoted = await quoteWith(context, input, card);
  return { ...quoted, card_key: card?.fingerprint ? trialKey("card", card.fingerprint) : null };
}

export async function quoteWith(
  context: MembershipContext,
  input: { brand: Brand; tier: Tier; zone?: string | undefined; user_id?: string | null },
  card: CardFace | null,
): Promise<Quote> {
  const zone = input.zone && isZone(input.zone) ? input.zone : input.brand.zone;
  const used = input.user_id
    ? await isTrialUsed(context.database.db, LINE_OF[input.tier], await trialKeys(context, input.user_id, card))
    : false;
  return makeQuote({
    brand: input.brand,
    tier: input.tier,
    zone,
    today: dayIn(context.clock.now(), zone),
    trial: !used,
  });
}

export async function ensureCustomer(context: MembershipContext, userId: string): Promise<string | null> {
  const known = await findCustomer(context.database.db, userId);
  if (known) return known;
  const contact = await context.identity.contact(userId);
  if (!contact) return null;
  const made = await context.processor.ensureCustomer({ user_id: userId, email: contact.email, name: contact.name });
  const at = context.clock.now();
  const isLiving = await context.database.transaction(async (tx) => {
    await lockPerson(tx, userId);
    const person = await context.identity.readLiving(tx, userId);
    // The account may have ended while the processor was asked: what it keeps of its member is forgotten by the next sweep.
    await insertCustomer(tx, userId, made, { at, left_at: person ? null : at });
    return person !== null;
  });
  return isLiving ? findCustomer(context.database.db, userId) : null;
}

export async function startCard(
  context: MembershipContext,
  userId: string,
): Promise<Outcome<{ setup_id: string; client_secret: string }, MembershipRefusal>> {
  const customer_id = await ensureCustomer(context, userId);
  if (!customer_id) return refused("not_signed_in");
  return done(
    await context.processor.startSetup({ customer_id, idempotency_key: `setup:${userId}:${newId("charge")}` }),
  );
}

/** The card that a setup saved, when it is finished and this member's own. */
export async function readSetupCard(
  context: MembershipContext,
  userId: string,
  setupId: string,
): Promise<CardFace | null> {
  const customer = await findCustomer(context.database.db, userId);
  if (!customer || setupId === "" || setupId.length > 200) return null;
  const setup = await context.processor.readSetup(setupId).catch((error: unknown) => {
    // A browser may send any text: what the processor does not know is no card, and no failure of ours.
    if (error instanceof OutgoingError && error.status === 404) return null;
    throw error;
  });
  if (setup?.state !== "succeeded" || !setup.payment_method_id || setup.customer_id !== customer) return null;
  return context.processor.readCard(setup.payment_method_id);
}

export async function join(context: MembershipContext, input: JoinInput): Promise<Outcome<Paid, MembershipRefusal>> {
  if (input.zone !== undefined && !isZone(input.zone)) return refused("time_zone_invalid");
  if (!(await context.identity.contact(input.user_id))) return refused("not_signed_in");
  const card = await readSetupCard(context, input.user_id, input.setup_id);
  const customer_id = await findCustomer(context.database.db, input.user_id);
  if (!card || !customer_id) return refused("card_not_ready");
  return joinWith(context, input, { card, customer_id });
}

/** The same for a card from anywhere: `setup_id` says which try this is, so that a doubled press finds the first. */
export async function joinWith(
  context: MembershipContext,
  input: JoinInput,
  { card, customer_id }: { card: CardFace; customer_id: string },
): Promise<Outcome<Paid, MembershipRefusal>> {
  const contact = await context.identity.contact(input.user_id);
  if (!contact) return refused("not_signed_in");
  const brand = context.brandOf(contact.partner);
  if (!isSold(brand, input.tier)) return refused("not_sold_yet");
  const zone = input.zone ?? brand.zone;
  if (!isZone(zone)) return refused("time_zone_invalid");
  const offered = await quoteWith(context, { brand, tier: input.tier, zone, user_id: input.user_id }, card);
  const now = context.clock.now();
  const opened = await context.database.transaction(async (tx): Promise<Outcome<ChargeRow, MembershipRefusal>> => {
    await lockPerson(tx, input.user_id);
    // Who waited here for the end of their account, for a merge, or while it was closed: none of these may leave them a charge.
    const person = await context.identity.readLiving(tx, input.user_id);
    if (!person || person.closed_at) return refused("not_signed_in");
    // In this order: a join that is paid for between the two is found running, and never taken for none.
    const open = await lockOpenJoin(tx, input.user_id, offered.line);
    if (await findRunning(tx, input.user_id, offered.line)) return refused("already_member");
    if (open) {
      const again = await findCharge(tx, open.membership_id, open.with_trial ? "trial" : "period", open.joined_on);
      if (again && open.setup_id === input.setup_id && open.tier === input.tier) return done(again);
      const live = again ? await findLiveAttempt(tx, again.charge_id) : null;
      // Nobody knows yet whether that one was paid: a second payment beside it would be one too many.
      if (live && live.state !== "requires_action") return refused("payment_open");
      await closeJoin(tx, open.membership_id, "failed", now);
    }
    if (offered.consent[input.consent.language] !== input.consent.words) return refused("terms_changed");
    const gone = offered.with_trial ? await whyNoTrial(tx, context, input.user_id, offered.line, card) : null;
    if (gone) return refused(gone);
    await keepCard(tx, input.user_id, card, { at: now, charged_from: null });
    const row: Omit<JoinRow, "state"> = {
      membership_id: newId("membership"),
      user_id: input.user_id,
      partner: contact.partner,
      line: offered.line,
      tier: input.tier,
      zone,
      with_trial: offered.with_trial,
      joined_on: offered.today,
      first_charge_on: offered.first_charge_on,
      first_minor: BigInt(offered.first_minor),
      monthly_minor: BigInt(offered.monthly_minor),
      setup_id: input.setup_id,
      payment_method_id: card.payment_method_id,
      customer_id,
      card_key: card.fingerprint ? trialKey("card", card.fingerprint) : null,
      mailbox_key: offered.with_trial ? mailboxKey(person.email) : null,
      created_at: now,
    };
    await insertJoin(tx, row);
    const { consent: _both, placeholders: _places, ...facts } = offered;
    await insertConsent(tx, {
      consent_id: newId("membership"),
      membership_id: row.membership_id,
      user_id: input.user_id,
      kind: "join",
      language: input.consent.language,
      words: input.consent.words,
      facts: { ...facts, trial_days: String(facts.trial_days), card: `${card.brand} ${card.last4}` },
      address: input.address.slice(0, 100),
      user_agent: input.user_agent.slice(0, 500),
      at: now,
    });
    const charge = await insertCharge(tx, {
      charge_id: newId("charge"),
      membership_id: row.membership_id,
      kind: offered.with_trial ? "trial" : "period",
      period_start: offered.today,
      period_end: offered.first_charge_on,
      tier: input.tier,
      amount_minor: row.first_minor,
      monthly_minor: row.monthly_minor,
      created_at: now,
    });
    if (row.first_minor === 0n) {
      const free = await saveCharge(tx, charge, { state: "succeeded", paid_at: now });
      await grantPaid(tx, context, { join: { ...row, state: "open" }, row: null, charge: free });
      return done(free);
    }
    await openAttempt(tx, charge, {
      payment_method_id: card.payment_method_id,
      customer_id,
      off_session: false,
      statement: statementOf(brand.name, false),
      at: now,
    });
    return done(charge);
  });
  return opened.ok ? askAndTell(context, opened.value.charge_id) : opened;
}

/** Looked at once more, one sign-up of a card, mailbox or person after the other: two at once win one trial. */
async function whyNoTrial(
  tx: Tx,
  context: MembershipContext,
  userId: string,
  line: Line,
  card: CardFace,
): Promise<Extract<MembershipRefusal, "trial_held" | "terms_changed"> | null> {
  const keys = await trialKeys(context, userId, card, tx);
  await lockTrialKeys(tx, keys);
  // In this order: a trial that is paid for between the two is found used, and never taken for unused.
  // The full price is not quoted instead: that sign-up may fail, and then the trial is theirs.
  if (await isTrialHeld(tx, line, keys, userId)) return "trial_held";
  return (await isTrialUsed(tx, line, keys)) ? "terms_changed" : null;
}

/** Sends what waits to be sent, and says how a payment stands; its owner is in front of the screen. */
export async function askAndTell(
  context: MembershipContext,
  chargeId: string,
): Promise<Outcome<Paid, MembershipRefusal>> {
  const live = await findLiveAttempt(context.database.db, chargeId);
  if (live?.state === "sent") {
    try {
      await sendAttempt(context, live.attempt_id);
    } catch (error) {
      context.log.warn(
        { err: error, attempt: live.attempt_id },
        "the processor did not answer; the charge is followed up",
      );
      return refused("processor_unavailable");
    }
  }
  return howItStands(context, chargeId, live?.attempt_id ?? null);
}

/** Why a payment goes back that nobody owed when it came. */
const UNOWED: ReadonlySet<string> = new Set<ReasonCode>(["not_joined", "after_cancelling", "too_late"]);

async function howItStands(
  context: MembershipContext,
  chargeId: string,
  attemptId: string | null,
): Promise<Outcome<Paid, MembershipRefusal>> {
  const charge = await readCharge(context.database.db, chargeId);
  if (!charge) return refused("no_membership");
  const ids = { membership_id: charge.membership_id, charge_id: charge.charge_id };
  if (charge.state === "succeeded" || charge.state === "refunded") {
    const refunds = charge.payment_id ? await findRefundsOfPayment(context.database.db, charge.payment_id) : [];
    // Paid for nothing that began: whoever waits for it is not told that they have it.
    const back = refunds.find(({ reason }) => UNOWED.has(reason));
    if (back) {
      const { en, es } = reasonWords(back.reason);
      return refused("payment_returned", { reason: en, reason_es: es });
    }
    return done({ state: "paid", ...ids });
  }
  const attempt = attemptId ? await readAttempt(context.database.db, attemptId) : null;
  if (attempt?.state === "requires_action" && attempt.client_secret)
    return done({ state: "requires_action", client_secret: attempt.client_secret, ...ids });
  if (attempt && (attempt.state === "processing" || attempt.state === "sent"))
    return done({ state: "processing", ...ids });
  const words = declineWords(charge.decline_code);
  return refused("card_declined", { reason: words.en, reason_es: words.es });
}

/**
 * After 3-D Secure: asks the processor what became of the payment. With `give_up` its owner said no while the bank still
 * asked: the payment is cancelled there first, so that no other window can confirm it any more.
 */
export async function finishPayment(
  context: MembershipContext,
  input: { user_id: string; charge_id: string; give_up?: boolean },
): Promise<Outcome<Paid, MembershipRefusal>> {
  const charge = await readCharge(context.database.db, input.charge_id);
  const owner = charge ? await readJoin(context.database.db, charge.membership_id) : null;
  if (!charge || owner?.user_id !== input.user_id) return refused("no_membership");
  const live = await findLiveAttempt(context.database.db, charge.charge_id);
  if (live?.payment_id) {
    const { processor } = context;
    const truth = await (input.give_up
      ? processor.cancelCharge(live.payment_id)
      : processor.readCharge(live.payment_id));
    await settleAttempt(context, live.attempt_id, truth);
  }
  return howItStands(context, charge.charge_id, live?.attempt_id ?? null);
}
