/** What the slip of a cancellation says beside the membership itself; the same for every line. */
import type { RouterContextProvider } from "react-router";
import type { MembershipPage, MembershipView } from "#membership";
import { servicesContext } from "#services";
import { membershipId, readMembershipId } from "../ids.ts";

export type SlipFacts = {
  membership: MembershipView;
  /** Cents, and coins: what stays the member's. */
  money: { available_minor: string; pending_minor: string; coins: string };
  /** Cents of the bonus that hangs on a paid month; it is no part of the pending money above. */
  bonus_minor: string | null;
  /** Cents that go back to the card, of a trial that ended unused. */
  refund_minor: string | null;
  told: boolean;
};

/** `?canceled=` names a membership that was cancelled; null without one, and for one that goes on. */
export async function slipFacts(
  context: Readonly<RouterContextProvider>,
  url: URL,
  userId: string,
  page: MembershipPage,
): Promise<SlipFacts | null> {
  const id = readMembershipId(url.searchParams.get("canceled") ?? "");
  const asked = id && membershipId.show(id);
  const membership = [...page.running, ...page.former].find((one) => one.membership_id === asked);
  if (!membership || !(membership.cancel_at_period_end || membership.state === "ended")) return null;
  const { passbook, landing } = context.get(servicesContext);
  const { available, pending, coins } = await passbook.balances(userId);
  const bonus = membership.line === "main" ? await landing.waitingBonus(userId) : null;
  const own = pending - BigInt(bonus ?? 0);
  return {
    membership,
    money: { available_minor: `${available}`, pending_minor: `${own}`, coins: `${coins}` },
    bonus_minor: bonus,
    refund_minor: membership.end_reason === "unused_trial" ? refundOf(membership, page) : null,
    told: url.searchParams.has("told"),
  };
}

function refundOf({ membership_id }: MembershipView, { invoices }: MembershipPage): string | null {
  const own = invoices.filter((invoice) => invoice.membership_id === membership_id);
  const back = own.reduce((sum, { by_itself_minor }) => sum + BigInt(by_itself_minor), 0n);
  return back > 0n ? `${back}` : null;
}
