/** The place of protection in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "benefits",
    rank: 1,
    href: "/account/protection/accounts",
    below: ["/account/protection/"],
    icon: "shield-check",
    text: { en: "Protection", es: "Protección" },
  },
];
