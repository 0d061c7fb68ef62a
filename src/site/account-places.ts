/** The account's navigation, as modules declare it. */
import type { NavigationEntry } from "#services";
import type { IconName } from "#ui/icon.tsx";
import type { SideGroup } from "#ui/shell/side.tsx";

const TITLES = {
  money: { en: "Money", es: "Dinero" },
  benefits: { en: "Benefits", es: "Beneficios" },
  membership: { en: "Membership", es: "Membresía" },
  settings: { en: "Settings", es: "Configuración" },
} as const;
const GROUPS = Object.keys(TITLES) as (keyof typeof TITLES)[];

export type AccountPlaces = { groups: readonly SideGroup[]; below: readonly { path: string; href: string }[] };

/** In the reader's language; groups without a place are left out. */
export function accountPlaces(entries: readonly NavigationEntry[], language: "en" | "es"): AccountPlaces {
  const groups = GROUPS.map((group) => ({
    title: TITLES[group][language],
    links: entries
      .filter((entry) => entry.group === group)
      .toSorted((one, other) => one.rank - other.rank)
      // A test of the house rules looks each icon up in the sprite.
      .map(({ href, icon, text }) => ({ href, icon: icon as IconName, text: text[language] })),
  }));
  return {
    groups: groups.filter(({ links }) => links.length > 0),
    below: entries.flatMap(({ href, below }) => (below ?? []).map((path) => ({ path, href }))),
  };
}

/** Where the link leads that stands for a page; null for a page of the account that has none. */
export function placeOf({ groups, below }: AccountPlaces, pathname: string): string | null {
  if (groups.some(({ links }) => links.some(({ href }) => href === pathname))) return pathname;
  const found = below.find(({ path }) => (path.endsWith("/") ? pathname.startsWith(path) : pathname === path));
  return found?.href ?? null;
}
