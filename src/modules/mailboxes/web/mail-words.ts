/** Words for what a mail says, why nothing was read in it, and why it is no better than it is. */
import type { ShownFact } from "#mailboxes";
import type { IconName } from "#ui/icon.tsx";

export const FACT_WORDS: Readonly<Record<ShownFact["kind"], { text: string; icon: IconName; day: string }>> = {
  order: { text: "Order", icon: "shopping-cart", day: "ordered {{day}}" },
  shipment: { text: "Package", icon: "package", day: "on {{day}}" },
  refund: { text: "Refund", icon: "undo-2", day: "on {{day}}" },
  receipt: { text: "Receipt", icon: "receipt-text", day: "paid {{day}}" },
  stay: { text: "Hotel stay", icon: "hotel", day: "from {{day}}" },
  car: { text: "Rental car", icon: "car", day: "from {{day}}" },
};

type Words = Readonly<Record<string, { text: string } | undefined>>;

export const WHY_WORDS: Words = {
  not_a_purchase: { text: "It is not about an order, a package, a refund, a receipt or a booking." },
  canceled: { text: "It says that something was canceled, so there is nothing to follow." },
  no_number: { text: "We found no order or tracking number in it. Forward the store's confirmation as well." },
  no_amount: { text: "We found no amount in it. Forward the store's confirmation as well." },
  no_dates: { text: "We found no dates in it. Forward the store's confirmation as well." },
  unreadable: { text: "We could not open it. Forward it again from your mailbox." },
  sender_unknown: { text: "It does not say who sent it, so it was not read." },
};

export const PROOF_WORDS: Words = {
  by_hand: {
    text: "You forwarded it by hand, so the store's signature is gone. It stays with automatic forwarding, and forwarded as an attachment.",
  },
  unsigned: { text: "The store did not sign it." },
  signature_broken: { text: "Its signature is not valid. Forward the email unchanged, or let your mailbox do it." },
  other_domain: { text: "It was signed by somebody other than the store." },
  partly_signed: { text: "The store signed only a part of it." },
  headers_doubled: { text: "Its header appears twice, so nobody can say which part was signed." },
  store_unknown: { text: "We don't know this store yet, so its signature says nothing." },
  told_before: { text: "Another account brought the same email first." },
};
