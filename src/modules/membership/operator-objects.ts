/** A membership, a charge and a refund on the operators' pages. */
import { payableId } from "#payables";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { OperatorObject } from "#platform/operator";
import { known, readSearchedAmount } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import { chargeId, membershipId, refundId } from "./ids.ts";
import type { Membership } from "./membership.server.ts";
import { chargeLink, membershipLink, refundLink } from "./operator-lists.ts";
import { refundAct } from "./operator-refund.ts";

export const membershipObject = (membership: Membership): OperatorObject => ({
  kind: "membership",
  permission: "members.see",
  acts: [
    {
      name: "cancel",
      what: "Nothing more is charged; what is paid for runs out. The member is told by letter.",
      permission: "charges.decide",
      reason: true,
      async run(shown, { by, reason }) {
        const id = membershipId.read(shown);
        if (!id) return refused("unknown");
        if (by.trim() === "" || reason.trim() === "")
          return refused("not_possible", { why: "It says who does it and why." });
        const outcome = await membership.cancelByOperator(id);
        if (outcome.ok) return done(`It is ${outcome.value.state}: it runs until ${outcome.value.on}.`);
        return outcome.code === "no_membership"
          ? refused("unknown")
          : refused("not_possible", { why: "It was cancelled or has ended before." });
      },
    },
  ],
  async search(text) {
    const id = membershipId.read(text);
    const found = id && (await membership.desk.membership(id));
    return found ? [membershipLink(found)] : [];
  },
  async show(shown) {
    const id = membershipId.read(shown);
    const row = id && (await membership.desk.membership(id));
    if (!row) return null;
    const [history, receipts, notices] = await Promise.all([
      membership.desk.history(row.membership_id),
      membership.desk.receipts(row.membership_id),
      membership.desk.notices(row.membership_id),
    ]);
    return {
      facts: known({
        plan: row.tier,
        "a month": showUsd(row.monthly_minor),
        state: row.end_reason ? `${row.state} (${row.end_reason})` : row.state,
        joined: row.joined_at,
        "paid until": row.next_charge_on,
        "next charge": row.state !== "ended" && !row.cancel_at_period_end && row.next_charge_on,
        ends: row.ends_on,
        trial: row.had_trial ? "had one" : "had none",
        partner: row.partner,
        zone: row.zone,
        "new price": row.next_price_minor !== null && `${showUsd(row.next_price_minor)} from ${row.next_price_on}`,
      }),
      timeline: [
        ...receipts.map((one) => ({ at: one.at, what: `agreed to ${one.kind} (${one.language})`, by: "member" })),
        ...history.map((one) => ({ at: one.at, what: [one.kind, one.reason].filter(Boolean).join(": "), by: one.who })),
        ...notices.map((one) => ({ at: one.sent_at, what: `told: ${one.kind} for ${one.period}`, by: "letter" })),
      ],
      links: [
        { kind: "member", id: userId.show(row.user_id), line: "whose membership it is" },
        ...(await membership.desk.chargesOf(row.user_id, 50))
          .filter((charge) => charge.membership_id === row.membership_id)
          .map(chargeLink),
      ],
    };
  },
});

/** Whoever gave it back by hand, with whom. */
const byOf = ({ by, approved_by }: { by: string | null; approved_by: string | null }): string =>
  by === null ? "membership" : approved_by ? `${by} with ${approved_by}` : by;

const NUMBER = /^\d{1,9}$/;

export const chargeObject = (membership: Membership): OperatorObject => ({
  kind: "charge",
  permission: "money.see",
  acts: [refundAct(membership)],
  async search(text, most) {
    const { desk } = membership;
    const id = chargeId.read(text);
    if (id) {
      const found = await desk.charge(id);
      return found ? [chargeLink(found)] : [];
    }
    const number = NUMBER.test(text) ? BigInt(text) : null;
    const amount = readSearchedAmount(text);
    if (!text.startsWith("p") && number === null && amount === null) return [];
    return (await desk.find({ payment_id: text, number, amount }, most)).map(chargeLink);
  },
  async show(shown) {
    const { desk } = membership;
    const id = chargeId.read(shown);
    const row = id && (await desk.charge(id));
    if (!row) return null;
    const [attempts, moved, refunds] = await Promise.all([
      desk.attempts(row.charge_id),
      row.payment_id ? desk.movements(row.payment_id) : [],
      desk.refundsOfCharge(row.charge_id),
    ]);
    return {
      facts: known({
        amount: showUsd(row.amount_minor),
        state: row.decline_code ? `${row.state} (${row.decline_code})` : row.state,
        for: `${row.kind} of ${row.tier}, ${row.period_start} to ${row.period_end}`,
        payment: row.payment_id,
        receipt: row.number !== null && String(row.number),
        paid: row.paid_at,
        tries: String(row.tries),
        "needs a person": row.needs_person_why,
      }),
      timeline: [
        { at: row.created_at, what: "was due", by: "billing" },
        ...attempts.map((one) => ({
          at: one.settled_at ?? one.asked_at,
          what: `try ${one.number}: ${one.state}${one.decline_code ? ` (${one.decline_code})` : ""}`,
          by: "processor",
        })),
        ...refunds.flatMap((one) => [
          {
            at: one.asked_at,
            what: [`refund asked: ${one.reason}`, one.note].filter(Boolean).join("; "),
            by: byOf(one),
          },
          ...(one.done_at ? [{ at: one.done_at, what: `refund ${one.state}`, by: "processor" }] : []),
        ]),
      ],
      money: moved.map((one) => ({ at: one.at, what: one.kind, amount: showUsd(one.amount_minor) })),
      links: [
        { kind: "member", id: userId.show(row.user_id), line: "whose card was asked" },
        { kind: "membership", id: membershipId.show(row.membership_id), line: "what it was for" },
        ...refunds.map(refundLink),
      ],
    };
  },
});

export const refundObject = ({ desk }: Membership): OperatorObject => ({
  kind: "refund",
  permission: "money.see",
  async search(text) {
    const id = refundId.read(text);
    const found = id && (await desk.refund(id));
    return found ? [refundLink(found)] : [];
  },
  async show(shown) {
    const id = refundId.read(shown);
    const row = id && (await desk.refund(id));
    if (!row) return null;
    return {
      facts: known({
        amount: showUsd(row.amount_minor),
        state: row.failure ? `${row.state} (${row.failure})` : row.state,
        why: row.reason,
        payment: row.payment_id,
        asked: row.asked_at,
        done: row.done_at,
        rounds: String(row.round),
      }),
      timeline: [
        { at: row.asked_at, what: ["asked", row.note].filter(Boolean).join(": "), by: byOf(row) },
        ...(row.done_at ? [{ at: row.done_at, what: row.state, by: "processor" }] : []),
      ],
      links: [
        { kind: "charge", id: chargeId.show(row.charge_id), line: "what is given back" },
        ...(row.payable_id
          ? [{ kind: "payment", id: payableId.show(row.payable_id), line: "its way to the card" }]
          : []),
      ],
    };
  },
});
