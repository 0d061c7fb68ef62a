/** What leaves of a member's memberships: the same, under the ids that a person may see. */
import { chargeId, membershipId } from "./ids.ts";
import type { ConsentReceipt, Invoice, MembershipPage, MembershipView } from "./read-membership.ts";

const named = <T extends { membership_id: string }>(one: T): T => ({
  ...one,
  membership_id: membershipId.show(one.membership_id),
});
const showConsent = (receipt: ConsentReceipt): ConsentReceipt => named(receipt);

export const showView = (view: MembershipView): MembershipView => ({
  ...named(view),
  open_payment: view.open_payment && { ...view.open_payment, charge_id: chargeId.show(view.open_payment.charge_id) },
});

export const showInvoice = <T extends Invoice & { consent?: ConsentReceipt | null }>(invoice: T): T => ({
  ...named(invoice),
  charge_id: chargeId.show(invoice.charge_id),
  ...(invoice.consent && { consent: showConsent(invoice.consent) }),
});

export const showPage = (page: MembershipPage): MembershipPage => ({
  ...page,
  running: page.running.map(showView),
  former: page.former.map(showView),
  invoices: page.invoices.map(showInvoice),
  consents: page.consents.map(showConsent),
});
