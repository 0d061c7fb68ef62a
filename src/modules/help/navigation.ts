/** The places of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "settings",
    rank: 4,
    href: "/account/contact",
    below: ["/account/faq"],
    icon: "life-buoy",
    text: { en: "Help and contact", es: "Ayuda y contacto" },
  },
];
