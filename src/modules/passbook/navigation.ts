/** The places of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "money",
    rank: 1,
    href: "/account/purchase-history",
    icon: "receipt-text",
    text: { en: "Purchase history", es: "Historial de compras" },
  },
  {
    group: "money",
    rank: 6,
    href: "/account/coin/history",
    icon: "clock",
    text: { en: "Coin history", es: "Historial de monedas" },
  },
];
