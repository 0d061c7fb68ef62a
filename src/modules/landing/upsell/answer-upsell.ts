/**
 * Yes and no. What costs is done by the membership, which does it once however often it is pressed; here it is written down
 * what was said, and after success the partner's callback is put in line, in the same transaction.
 */

import type { MembershipRefusal } from "#membership";
import { chargeId, membershipId } from "#membership";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { CALLBACK } from "../job-kinds.ts";
import { chargeOf, hadBy } from "./read-books.ts";
import type { Said, Signed, UpsellContext } from "./upsell-context.ts";
import { mayTurn, type Upsell, type UpsellState } from "./upsell-rules.ts";
import { findByState, findOwn, lockAnswers, readUpsell, saveUpsell, type UpsellRow } from "./upsell-store.ts";

/** Which page it was said on: our own, or one that a signed hand-over led to. */
export type Place = { upsell: Upsell; beside: string; state_hash: Buffer | null; callback_url: string | null };
export type Answer = "accepted" | "declined" | "asked";
type Ids = { membership_id: string; charge_id: string | null };

const findRow = (tx: Tx, place: Place) =>
  place.state_hash ? findByState(tx, place.state_hash) : findOwn(tx, place.beside, place.upsell);

async function open(
  tx: Tx,
  context: UpsellContext,
  userId: string,
  place: Place,
  state: UpsellState,
): Promise<UpsellRow> {
  const now = context.clock.now();
  const row: UpsellRow = {
    upsell_id: newId("charge"),
    user_id: userId,
    ...place,
    state,
    membership_id: null,
    charge_id: null,
    called_at: null,
    created_at: now,
    updated_at: now,
  };
  await saveUpsell(tx, row, null, now);
  return row;
}

/** Turns a row as it stands now; what may not follow is left as it is, and so is an answer that was final. */
async function turn(context: UpsellContext, upsellId: string, to: UpsellState, ids: Ids | null): Promise<UpsellState> {
  return context.database.transaction(async (tx) => {
    const found = await readUpsell(tx, upsellId);
    if (!found) return to;
    await lockAnswers(tx, found.user_id);
    const row = await readUpsell(tx, upsellId);
    if (!row || (row.state !== to && !mayTurn(row.state, to))) return row?.state ?? to;
    const known = {
      membership_id: ids?.membership_id ?? row.membership_id,
      // Of a press that found it done nothing is learnt that the first one had not told.
      charge_id: ids?.charge_id ?? row.charge_id,
    };
    await saveUpsell(tx, { ...row, ...known, state: to }, row.state, context.clock.now());
    if (to === "accepted" && row.state !== "accepted" && row.callback_url)
      await addJobs(tx, [CALLBACK.with({ upsell_id: upsellId })]);
    return to;
  });
}

export async function decline(
  context: UpsellContext,
  caller: Signed,
  place: Place,
): Promise<Outcome<Answer, "state_used">> {
  const { user_id } = caller.member;
  const known = await context.database.transaction(async (tx) => {
    await lockAnswers(tx, user_id);
    return (await findRow(tx, place)) ?? open(tx, context, user_id, place, "declined");
  });
  if (known.state === "declined") return done("declined");
  // A payment that is on its way decides; one that waits for its owner is cancelled when they said no.
  const settled = await settleUpsell(context, known, true);
  if (settled.state === "accepted") return done("accepted");
  if (settled.state === "processing") return done("asked");
  await turn(context, known.upsell_id, "declined", null);
  return done("declined");
}

export async function accept(
  context: UpsellContext,
  caller: Signed,
  place: Place,
  said: Said,
): Promise<Outcome<Answer, MembershipRefusal | "state_used">> {
  const { user_id } = caller.member;
  const row = await context.database.transaction(async (tx) => {
    await lockAnswers(tx, user_id);
    const found = await findRow(tx, place);
    if (!found) return open(tx, context, user_id, place, "asked");
    if (found.state === "accepted" || (found.state === "declined" && place.state_hash)) return found;
    const asked = { ...found, state: "asked" as const, callback_url: place.callback_url };
    await saveUpsell(tx, asked, found.state, context.clock.now());
    return asked;
  });
  if (row.state === "accepted") return done("accepted");
  if (row.state === "declined") return refused("state_used");
  const bought = await buy(context, user_id, place.upsell, said);
  if (!bought.ok) {
    // Nobody knows whether that one was paid: it stays asked, and is looked after.
    if (bought.code !== "processor_unavailable" && bought.code !== "payment_open")
      await turn(context, row.upsell_id, "refused", null);
    return bought;
  }
  const { paid, ...ids } = bought.value;
  const state = await turn(context, row.upsell_id, paid ? "accepted" : "asked", ids);
  return done(state === "accepted" ? "accepted" : "asked");
}

async function buy(
  context: UpsellContext,
  userId: string,
  upsell: Upsell,
  said: Said,
): Promise<Outcome<Ids & { paid: boolean }, MembershipRefusal>> {
  const { words, language, ...from } = said;
  const input = { user_id: userId, consent: { words, language }, ...from };
  try {
    const bought =
      upsell === "plus"
        ? await context.membership.changePlan({ ...input, tier: "plus" })
        : await context.membership.joinWithSavedCard({ ...input, tier: "shipright" });
    if (bought.ok) {
      const { value } = bought;
      const charge_id = "charge_id" in value ? value.charge_id : null;
      const paid = value.state === "changed" || value.state === "paid";
      return done({ membership_id: value.membership_id, charge_id, paid });
    }
    if (bought.code !== "same_plan" && bought.code !== "already_member") return bought;
    // A doubled press: the first one has done it.
    const books = await context.membership.readBooks(userId);
    const had = hadBy(books, upsell);
    if (!had) return bought;
    return done({ membership_id: had.membership_id, charge_id: chargeOf(books, had, upsell), paid: true });
  } catch (error) {
    context.log.warn({ err: error, upsell }, "the processor did not answer for an extra");
    return refused("processor_unavailable");
  }
}

type Settled =
  | { state: Exclude<UpsellState, "asked"> | "processing" | "unknown" }
  | { state: "requires_action"; client_secret: string };

/** What became of an answer whose payment was not known. Told again it is the same. `giveUp`: the answer is no by now. */
export async function settleUpsell(context: UpsellContext, row: UpsellRow, giveUp = false): Promise<Settled> {
  if (row.state !== "asked") return { state: row.state };
  if (row.charge_id) {
    const { user_id, charge_id, membership_id } = row;
    try {
      const paid = await context.membership.finishPayment({ user_id, charge_id, give_up: giveUp });
      if (!paid.ok) return { state: (await turn(context, row.upsell_id, "refused", null)) as "refused" };
      if (paid.value.state === "requires_action")
        return { state: "requires_action", client_secret: paid.value.client_secret };
      if (paid.value.state === "processing") return { state: "processing" };
      await turn(context, row.upsell_id, "accepted", {
        membership_id: membership_id ?? paid.value.membership_id,
        charge_id,
      });
      return { state: "accepted" };
    } catch (error) {
      context.log.warn({ err: error, upsell: row.upsell_id }, "the processor did not tell of an extra's payment");
      return { state: "processing" };
    }
  }
  const books = await context.membership.readBooks(row.user_id);
  const had = hadBy(books, row.upsell);
  if (!had) return { state: "unknown" };
  const charge_id = chargeOf(books, had, row.upsell);
  await turn(context, row.upsell_id, "accepted", { membership_id: had.membership_id, charge_id });
  return { state: "accepted" };
}

/** The name under which a purchase is told to partners: the charge, or the change that cost nothing yet. */
export const transactionOf = (row: Pick<UpsellRow, "charge_id" | "membership_id" | "upsell">): string =>
  row.charge_id ? chargeId.show(row.charge_id) : `${membershipId.show(row.membership_id ?? "")}-${row.upsell}`;
