/** The places of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "money",
    rank: 3,
    href: "/account/withdrawal",
    icon: "wallet",
    text: { en: "Withdraw cash", es: "Retirar dinero" },
  },
  {
    group: "money",
    rank: 4,
    href: "/account/withdrawal-coin",
    icon: "coins",
    text: { en: "Swap coins", es: "Canjear monedas" },
  },
  {
    group: "money",
    rank: 5,
    href: "/account/gift-card-history",
    icon: "gift",
    text: { en: "Gift cards", es: "Tarjetas de regalo" },
  },
];
