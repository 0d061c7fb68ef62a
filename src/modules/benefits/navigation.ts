/** The places of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "benefits",
    rank: 0,
    href: "/account/rebates",
    below: ["/account/rebates/", "/account/rxbenefits"],
    icon: "hand-coins",
    text: { en: "Rebates", es: "Reintegros" },
  },
];
