/** The places of the console, each for whom it is. A new area adds its line here. */
import type { Permission } from "#platform/operator";
import type { IconName } from "#ui/icon.tsx";

export type Place = {
  group: "Watch" | "Decide" | "Run";
  href: string;
  text: string;
  icon: IconName;
  /** One of these is enough; absent: everybody who is signed in. */
  needs?: readonly Permission[];
};

export const PLACES: readonly Place[] = [
  { group: "Watch", href: "/console", text: "Dashboard", icon: "layout-dashboard" },
  { group: "Watch", href: "/console/figures", text: "Figures", icon: "chart-line", needs: ["figures.see"] },
  { group: "Watch", href: "/console/health", text: "Health", icon: "life-buoy", needs: ["health.see"] },
  { group: "Decide", href: "/console/desk", text: "Desk", icon: "inbox" },
  { group: "Watch", href: "/console/lists/members", text: "Members", icon: "users", needs: ["members.see"] },
  { group: "Watch", href: "/console/lists/orders", text: "Orders", icon: "shopping-bag", needs: ["orders.see"] },
  { group: "Watch", href: "/console/money", text: "Money", icon: "wallet", needs: ["money.see"] },
  {
    ...{ group: "Watch", href: "/console/lists/shared%20devices", text: "Shared devices", icon: "smartphone" },
    needs: ["members.see"],
  },
  {
    ...{ group: "Watch", href: "/console/lists/shared%20payout%20addresses", text: "Shared payees", icon: "landmark" },
    needs: ["money.see"],
  },
  { group: "Run", href: "/console/lists/stores", text: "Stores", icon: "store", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/coupons", text: "Coupons", icon: "ticket", needs: ["catalog.see"] },
  {
    group: "Run",
    href: "/console/lists/own%20rates",
    text: "Own rates",
    icon: "badge-percent",
    needs: ["catalog.see"],
  },
  {
    group: "Run",
    href: "/console/lists/product%20merges",
    text: "Product merges",
    icon: "package",
    needs: ["catalog.see"],
  },
  { group: "Run", href: "/console/lists/sections", text: "Sections", icon: "layout-dashboard", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/searches", text: "Searches", icon: "search", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/synonyms", text: "Synonyms", icon: "languages", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/wishes", text: "Wishes", icon: "heart", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/providers", text: "Offers and surveys", icon: "coins", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/bonus%20coins", text: "Bonus coins", icon: "gift", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/callbacks", text: "Callbacks", icon: "hand-coins", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/feeds", text: "Feeds", icon: "refresh-cw", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/imports", text: "Imports", icon: "download", needs: ["catalog.see"] },
  { group: "Run", href: "/console/lists/texts", text: "Texts", icon: "file-text", needs: ["content.see"] },
  {
    group: "Run",
    href: "/console/lists/home%20messages",
    text: "Home messages",
    icon: "message-circle",
    needs: ["content.see"],
  },
  { group: "Run", href: "/console/lists/banners", text: "Banners", icon: "flag", needs: ["content.see"] },
  { group: "Run", href: "/console/lists/letters", text: "Letters", icon: "mail", needs: ["members.personal"] },
  {
    ...{ group: "Run", href: "/console/lists/legal%20versions", text: "Legal versions", icon: "file-text" },
    needs: ["members.see"],
  },
  {
    group: "Run",
    href: "/console/lists/missing%20translations",
    text: "Missing Spanish",
    icon: "languages",
    needs: ["content.see"],
  },
  {
    ...{ group: "Run", href: "/console/o/service/service", text: "Tell visitors", icon: "circle-alert" },
    needs: ["visitors.tell"],
  },
  { group: "Run", href: "/console/lists/partners", text: "Partners", icon: "store", needs: ["partners.see"] },
  { group: "Run", href: "/console/lists/packs", text: "Brand packs", icon: "file-text", needs: ["partners.see"] },
  { group: "Watch", href: "/console/partner", text: "Your brand", icon: "store", needs: ["partners.own"] },
  { group: "Run", href: "/console/people", text: "People", icon: "users", needs: ["staff.manage"] },
  { group: "Run", href: "/console/audit", text: "Log", icon: "list-checks", needs: ["audit.see"] },
];

export const placesFor = (permissions: ReadonlySet<Permission>): Place[] =>
  PLACES.filter(({ needs }) => (needs ? needs.some((one) => permissions.has(one)) : !permissions.has("partners.own")));

/** The place that a page stands at: the longest that its path begins with. */
export const placeAt = (places: readonly Pick<Place, "href">[], pathname: string): string | null =>
  places
    .map(({ href }) => href)
    .filter((href) => pathname === href || (href !== "/console" && pathname.startsWith(`${href}/`)))
    .toSorted((one, other) => other.length - one.length)[0] ?? null;

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() ?? "")
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join("");
