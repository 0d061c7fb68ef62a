/** The places of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "benefits",
    rank: 1,
    href: "/account/fdrd",
    icon: "gift",
    text: { en: "First-order reward", es: "Premio por tu primer pedido" },
  },
  {
    group: "benefits",
    rank: 2,
    href: "/account/referrals",
    icon: "users",
    text: { en: "Refer a friend", es: "Invita a alguien" },
  },
];
