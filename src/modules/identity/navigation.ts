/** The places of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "settings",
    rank: 1,
    href: "/account/profile",
    below: ["/account/profile/verify"],
    icon: "user",
    text: { en: "Profile", es: "Perfil" },
  },
  {
    group: "settings",
    rank: 3,
    href: "/account/pss",
    icon: "settings",
    text: { en: "Settings", es: "Configuración" },
  },
];
