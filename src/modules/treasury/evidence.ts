/**
 * What a bank is sent when a member disputes a charge: what was agreed to, with the very words and from where; that the service was
 * used; what was told and when; and what was paid and given back. Everything is read as it is kept, nothing is written anew.
 */
import type { Cashback } from "#cashback";
import type { Identity } from "#identity";
import type { Membership } from "#membership";
import { chargeId } from "#membership";
import type { Notifications } from "#notifications";
import type { Payouts } from "#payouts";
import { showUsd } from "#platform/money";

export type EvidenceDoors = {
  membership: Pick<Membership, "desk">;
  identity: Pick<Identity, "desk">;
  cashback: Pick<Cashback, "desk">;
  payouts: Pick<Payouts, "desk">;
  notifications: Pick<Notifications, "desk">;
};

const MAX_LINES = 200;
const at = (instant: Date): string => instant.toISOString().replace("T", " ").slice(0, 19);
const part = (title: string, lines: readonly string[]): string =>
  [title, "-".repeat(title.length), ...(lines.length > 0 ? lines : ["Nothing is kept of this."])].join("\n");

/** Null for a charge that there is not. */
export async function writeEvidence(doors: EvidenceDoors, charge_id: string): Promise<string | null> {
  const charge = await doors.membership.desk.charge(charge_id);
  if (!charge) return null;
  const { user_id, membership_id } = charge;
  const { desk } = doors.membership;
  const [member, receipts, history, notices, attempts, refunds, orders, clicks, withdrawals, mails] = await Promise.all(
    [
      doors.identity.desk.show(user_id),
      desk.receipts(membership_id),
      desk.history(membership_id),
      desk.notices(membership_id),
      desk.attempts(charge_id),
      desk.refundsOfCharge(charge_id),
      doors.cashback.desk.ordersOf(user_id, MAX_LINES),
      doors.cashback.desk.clicksOf(user_id, MAX_LINES),
      doors.payouts.desk.of(user_id, MAX_LINES),
      doors.notifications.desk.of(user_id, MAX_LINES),
    ],
  );
  const since = receipts[0]?.at ?? charge.created_at;
  const used = (instant: Date) => instant >= since;
  const logins = (member?.events ?? []).filter((event) => event.kind === "signed_in" && used(event.at));
  return [
    `Evidence for the charge ${chargeId.show(charge_id)}`,
    part("The charge", [
      `${showUsd(charge.amount_minor)} for ${charge.tier}, ${charge.period_start} to ${charge.period_end}, payment ${charge.payment_id ?? "none"}`,
      `Customer: ${member?.user.name ?? "unknown"}, ${member?.user.email ?? "no address any more"}`,
      ...attempts.map((one) => `${at(one.asked_at)} UTC  asked as "${one.statement}": ${one.state}`),
      ...refunds.map(
        (one) => `${at(one.asked_at)} UTC  refund of ${showUsd(one.amount_minor)} (${one.reason}): ${one.state}`,
      ),
    ]),
    part(
      "What was agreed to, word for word",
      receipts.flatMap((one) => [
        `${at(one.at)} UTC  ${one.kind}, in ${one.language === "es" ? "Spanish" : "English"}, from ${one.address} by ${one.user_agent}`,
        `  SHA-256 of the words: ${one.words_hash.toString("hex")}`,
        ...one.words.split("\n").map((line) => `  > ${line}`),
      ]),
    ),
    part("Told before and after", [
      ...notices.map((one) => `${at(one.sent_at)} UTC  ${one.kind} for the period of ${one.period}`),
      ...mails
        .filter((mail) => mail.sent_at && used(mail.created_at))
        .map((mail) => `${at(mail.sent_at ?? mail.created_at)} UTC  mail to ${mail.recipient}: ${mail.subject}`),
    ]),
    part(
      "Logins since then",
      logins.map((event) => `${at(event.at)} UTC  from ${event.address} by ${event.user_agent}`),
    ),
    part("Use of the service since then", [
      ...clicks.filter((one) => used(one.at)).map((one) => `${at(one.at)} UTC  left for ${one.merchant_name}`),
      ...orders
        .filter((one) => used(one.ordered_at))
        .map(
          (one) =>
            `${at(one.ordered_at)} UTC  ordered at ${one.merchant_name ?? one.network} for ${showUsd(one.sale_minor)}, ${showUsd(one.back_minor)} cash back (${one.state})`,
        ),
      ...withdrawals
        .filter((one) => used(one.requested_at))
        .map((one) => `${at(one.requested_at)} UTC  withdrew ${showUsd(one.amount_minor)} (${one.state})`),
    ]),
    part(
      "The membership's own record",
      history.map((one) => `${at(one.at)} UTC  ${one.kind} by ${one.who}${one.reason ? ` (${one.reason})` : ""}`),
    ),
  ].join("\n\n");
}
