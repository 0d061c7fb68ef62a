/** The place of this module in the account. */
import type { NavigationEntry } from "#platform/module";

export const navigation: readonly NavigationEntry[] = [
  {
    group: "settings",
    rank: 2,
    href: "/account/notifications",
    icon: "bell",
    text: { en: "Notifications", es: "Notificaciones" },
  },
];
