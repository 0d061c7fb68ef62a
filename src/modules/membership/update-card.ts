/** A new card: for all that is to come, and for what is due now ("enter a valid card and resubmit", SPEC §4). */
import { done, type Outcome, refused } from "#platform/outcome";
import { giveUpAt } from "./agenda.ts";
import { openAttempt } from "./charge-card.ts";
import { findCharge, findLiveAttempt, saveCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { askAndTell, type Paid, readSetupCard } from "./join-membership.ts";
import { reschedule } from "./keep-agenda.ts";
import type { MembershipRefusal } from "./messages.ts";
import { hasOpenAccount } from "./open-account.ts";
import { type CardRow, findCustomer, insertTrialsUsed, keepCard, lockTrialKeys } from "./record-store.ts";
import { statementOf, trialKey } from "./rules.ts";
import { lockMembership, lockPerson, readMemberships, saveMembership } from "./store.ts";

export type CardUpdated = { card: CardRow; payments: Outcome<Paid, MembershipRefusal>[] };

export async function updateCard(
  context: MembershipContext,
  input: { user_id: string; setup_id: string; who: "member" | "link" },
): Promise<Outcome<CardUpdated, MembershipRefusal>> {
  const card = await readSetupCard(context, input.user_id, input.setup_id);
  const customer_id = await findCustomer(context.database.db, input.user_id);
  if (!card || !customer_id) return refused("card_not_ready");
  const now = context.clock.now();
  const due = await context.database.transaction(async (tx) => {
    await lockPerson(tx, input.user_id);
    // Who waited here for the end of their account, or while it was closed, has none any more: nothing is put on file for them.
    if (!(await hasOpenAccount(tx, context, input.user_id))) return null;
    await keepCard(tx, input.user_id, card, { at: now, charged_from: now });
    const key = card.fingerprint ? trialKey("card", card.fingerprint) : null;
    if (key) await lockTrialKeys(tx, [key]);
    const open: string[] = [];
    for (const one of await readMemberships(tx, input.user_id)) {
      const row = one.state === "ended" ? null : await lockMembership(tx, one.membership_id);
      if (!row || row.state === "ended") continue;
      const same = row.payment_method_id === card.payment_method_id;
      // The card now pays for what a trial began: it has had its own.
      if (row.had_trial && key) await insertTrialsUsed(tx, row.line, [key], row.membership_id, now);
      const saved = same
        ? row
        : await saveMembership(
            tx,
            row,
            { payment_method_id: card.payment_method_id, customer_id },
            { kind: "card_changed", reason: card.last4, who: input.who, at: now },
          );
      const charge = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
      // What forbade the old card says nothing about the new one.
      if (charge && charge.state === "declined" && !same) await saveCharge(tx, charge, { may_retry: true });
      await reschedule(tx, context, saved);
      if (row.state === "past_due") open.push(row.membership_id);
    }
    return open;
  });
  if (!due) return refused(input.who === "link" ? "link_invalid" : "not_signed_in");
  const payments: Outcome<Paid, MembershipRefusal>[] = [];
  for (const membershipId of due)
    payments.push(await payOpen(context, { user_id: input.user_id, membership_id: membershipId }));
  const { fingerprint: _own, ...face } = card;
  return done({ card: { ...face, removed: false }, payments });
}

/** Pays now what is due, with its owner in front of the screen. */
export async function payOpen(
  context: MembershipContext,
  input: { user_id: string; membership_id: string },
): Promise<Outcome<Paid, MembershipRefusal>> {
  const now = context.clock.now();
  const opened = await context.database.transaction(async (tx): Promise<Outcome<string, MembershipRefusal>> => {
    const row = await lockMembership(tx, input.membership_id);
    if (row?.user_id !== input.user_id) return refused("no_membership");
    if (!(await hasOpenAccount(tx, context, input.user_id))) return refused("not_signed_in");
    const charge =
      row.state === "past_due" ? await findCharge(tx, row.membership_id, "period", row.next_charge_on) : null;
    if (!charge) return refused("nothing_due");
    const live = await findLiveAttempt(tx, charge.charge_id);
    if (live) return live.state === "requires_action" ? done(charge.charge_id) : refused("payment_open");
    // The days to pay are over, and it ends: another payment would only put that off. Not while a person has it.
    if (now >= giveUpAt(row) && charge.needs_person_since === null) return refused("past_due_over");
    // Tries that a member asks for are their own: they use up none of those by which we try.
    const { tries } = charge;
    await openAttempt(tx, charge, {
      payment_method_id: row.payment_method_id,
      customer_id: row.customer_id,
      off_session: false,
      statement: statementOf(context.brandOf(row.partner).name, false),
      at: now,
    });
    const after = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
    if (after) await saveCharge(tx, after, { tries });
    await reschedule(tx, context, row);
    return done(charge.charge_id);
  });
  return opened.ok ? askAndTell(context, opened.value) : opened;
}
