/** The places of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "membership",
    rank: 1,
    href: "/account/subscription",
    below: ["/account/shipsubscription", "/account/sfbenefits"],
    icon: "id-card",
    text: { en: "Membership", es: "Membresía" },
  },
  {
    group: "membership",
    rank: 2,
    href: "/account/billing",
    below: ["/account/billing/"],
    icon: "credit-card",
    text: { en: "Billing", es: "Cobros" },
  },
];
